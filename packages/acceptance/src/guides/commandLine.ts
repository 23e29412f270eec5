/**
 * The command line of the workspace, loaded once: whoever connects says what to run where, and is told what came of it.
 * Who serves is looked at, and stopped as with Ctrl+C; who waits for a person gets one.
 * usage: node --import ./outside.mjs commandLine.ts SOCKET
 */
import { once } from "node:events"
import { createServer } from "node:net"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { Outside } from "./web.ts"

export interface Call {
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const program = new URL("../../../../apps/cli/src/octavo.ts", import.meta.url).href
const { control } = JSON.parse(process.env["GUIDES_OUTSIDE"]!) as Outside
const own = { ...process.env }
let runs = 0

/** Somebody opens this address, signs in and says yes; answers the code that the page shows, if it shows one. */
const visit = async (url: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${control}/browser`, { method: "POST", body: url })).text()

const run = async ({ args, cwd, env }: Call): Promise<Outcome> => {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  // the certificate of the stand-ins is nobody's
  Object.assign(process.env, env, { NODE_TLS_REJECT_UNAUTHORIZED: "0" })
  process.argv = [process.execPath, fileURLToPath(program), ...args]
  process.exitCode = undefined
  const input = new PassThrough()
  Object.defineProperty(process, "stdin", { value: input, configurable: true })
  const said = { stdout: "", stderr: "" }
  let looked = false
  let trouble = ""
  const ended = Promise.withResolvers<number>()
  const { exit } = process
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write }

  /** What a person does who sees this. */
  const act = async (): Promise<void> => {
    if (looked) return
    if (args.includes("serve") && /"ready"/.test(said.stderr)) {
      looked = true
      const port = /listening on http:\/\/[\w.]+:(\d+)/.exec(said.stderr)![1]
      const health = await fetch(`http://127.0.0.1:${port}/healthz`)
      if (health.status !== 200) trouble = `/healthz answers ${health.status}: ${await health.text()}\n`
      process.emit("SIGINT", "SIGINT")
    } else if (args[0] === "dev") {
      const [, url] = /^\d+ pages? in [\d.]+ s: (http\S+)$/m.exec(said.stdout) ?? []
      if (url === undefined) return
      looked = true
      const page = await fetch(url)
      if (page.status !== 200) trouble = `${url} answers ${page.status}\n`
      process.emit("SIGINT", "SIGINT")
    } else if (args.includes("--no-browser")) {
      const [, url] = /(http\S+authorize\?\S+)\n/.exec(said.stderr) ?? []
      if (url === undefined) return
      looked = true
      input.end(`${await visit(url)}\n`)
    }
  }
  for (const name of ["stdout", "stderr"] as const)
    process[name].write = ((chunk: string | Uint8Array, encoding: unknown, done: unknown) => {
      said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
      const told = [encoding, done].find((one) => typeof one === "function") as (() => void) | undefined
      told?.()
      act().catch((error) => {
        trouble = String(error)
        process.emit("SIGINT", "SIGINT")
      })
      return true
    }) as typeof process.stdout.write
  process.exit = ((code?: number) => ended.resolve(Number(code ?? process.exitCode ?? 0))) as typeof process.exit
  try {
    await import(`${program}?run=${runs++}`)
    const code = await ended.promise
    return { code: trouble === "" ? code : 1, stdout: said.stdout, stderr: said.stderr + trouble }
  } finally {
    process.exit = exit
    Object.assign(process.stdout, { write: writes.stdout })
    Object.assign(process.stderr, { write: writes.stderr })
    process.stdout.removeAllListeners("error")
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal)
    for (const name of Object.keys(process.env)) if (!(name in own)) delete process.env[name]
    Object.assign(process.env, own)
  }
}

// one after the other: directory, environment and outputs are the process's
let turn: Promise<unknown> = Promise.resolve()
const server = createServer({ allowHalfOpen: true }, async (socket) => {
  const call = JSON.parse(await text(socket)) as Call
  const running = turn.then(() => run(call))
  turn = running.catch(() => {})
  socket.end(JSON.stringify(await running.catch((error) => ({ code: 1, stdout: "", stderr: String(error?.stack) }))))
})
server.listen(process.argv[2])
await once(server, "listening")
process.stdout.write("ready\n")
// whoever started it is gone
process.stdin.resume().once("end", () => process.exit(0))
