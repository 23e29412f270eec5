/** Git as tests run it: started by one small process for all of them, see `small-process.ts`. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import * as http from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export interface GitCall {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** Nothing of the machine's or the user's Git configuration reaches a test. */
const environment = (): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: "/dev/null",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null"
})

let started: Promise<string> | undefined

const start = async (): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-git-"))
  const socket = join(directory, "socket")
  const child: ChildProcess = fork(fileURLToPath(new URL("small-process.ts", import.meta.url)), [socket], {
    execArgv: ["--disable-warning=ExperimentalWarning"]
  })
  child.once("exit", () => {
    started = undefined
  })
  await once(child, "message")
  // nobody waits for it but who asks
  child.unref()
  child.channel!.unref()
  return socket
}

/** Asks for a command of Git; what is written to the request is its input. */
export const requestGit = async (
  args: ReadonlyArray<string>,
  more: Readonly<Record<string, string>> = {}
): Promise<http.ClientRequest> => {
  started ??= start()
  const call: GitCall = { args, env: { ...environment(), ...more } }
  const headers = { "x-git-call": encodeURIComponent(JSON.stringify(call)) }
  return http.request({ socketPath: await started, method: "POST", headers, agent: false })
}

/** Runs git in a repository and answers its trimmed output. */
export const git = (repository: string, ...args: ReadonlyArray<string>): Promise<string> =>
  runGit(["-C", repository, ...args])

/** As `git`, with bytes on its standard input. */
export const runGit = async (
  args: ReadonlyArray<string>,
  input: ReadonlyArray<string | Uint8Array> = []
): Promise<string> => {
  const request = await requestGit(args)
  request.end(Buffer.concat(input.map((part) => Buffer.from(part))))
  const [response] = (await once(request, "response")) as [http.IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  if (response.statusCode !== 200) throw new Error(`git ${args.join(" ")}: ${text}`)
  return text.trim()
}
