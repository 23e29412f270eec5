/** Runs the real command as a child process. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { program, runLoaded } from "@octavo/programs"

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The last line of stdout, read as JSON. */
  readonly json: any
}

type Environment = Readonly<Record<string, string>>

/** Nothing of the settings of whoever runs the tests. */
const environment = (own: Environment): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: tmpdir(),
  ...own
})

const start = async (args: ReadonlyArray<string>, env: Environment, cwd: string): Promise<ChildProcess> =>
  spawn(process.execPath, [...(await program("octavo")), ...args], {
    cwd,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"]
  })

/** Runs a command to its end. */
export const octavo = async (
  args: ReadonlyArray<string>,
  options: { readonly env?: Environment; readonly cwd?: string } = {}
): Promise<Finished> => {
  const child = await start(args, options.env ?? {}, options.cwd ?? tmpdir())
  let stdout = ""
  let stderr = ""
  child.stdout!.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr!.setEncoding("utf8").on("data", (text) => (stderr += text))
  const [code] = await once(child, "close")
  return { code, stdout, stderr, json: lastJson(stdout) }
}

/** As `octavo`, in a process that has the command loaded: what it says and does is the same, for a tenth of the time. */
export const loadedOctavo: typeof octavo = async (args, options = {}) => {
  const outcome = await runLoaded({ args, cwd: options.cwd ?? tmpdir(), env: environment(options.env ?? {}) })
  return { ...outcome, json: lastJson(outcome.stdout) }
}

const lastJson = (stdout: string): any => {
  const last = stdout.trimEnd().split("\n").at(-1) ?? ""
  return last.startsWith("{") ? JSON.parse(last) : undefined
}

export interface Serving {
  readonly url: string
  readonly process: ChildProcess
  readonly log: () => string
  /** Sends a signal and answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts `octavo serve` and waits until it listens. */
export const serve = async (args: ReadonlyArray<string>, env: Environment = {}): Promise<Serving> => {
  const port = await freePort()
  const child = await start(["serve", "--port", String(port), ...args], env, tmpdir())
  running.add(child)
  let log = ""
  child.stderr!.setEncoding("utf8").on("data", (text) => (log += text))
  child.once("exit", () => running.delete(child))
  while (!log.includes("listening on") && child.exitCode === null) await sleep(20)
  return {
    url: `http://localhost:${port}`,
    process: child,
    log: () => log,
    stop: async (signal = "SIGTERM") => {
      const gone = once(child, "exit")
      child.kill(signal)
      return (await gone)[0]
    }
  }
}

export interface Developing {
  readonly url: string
  readonly said: () => string
  readonly stop: () => Promise<number | null>
}

/** Starts `octavo dev` on a free port and waits until the folder is shown. */
export const develop = async (directory: string, env: Environment = {}): Promise<Developing> => {
  const child = await start(["dev", directory, "--port", "0"], env, tmpdir())
  running.add(child)
  let said = ""
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding("utf8").on("data", (text) => (said += text))
  child.once("exit", () => running.delete(child))
  const shown = () => /http:\/\/localhost:\d+\//.exec(said)?.[0]
  while (shown() === undefined && child.exitCode === null) await sleep(20)
  return {
    url: shown() ?? "",
    said: () => said,
    stop: async () => {
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      return (await gone)[0]
    }
  }
}

/** Asks until the answer is as wanted; fails after a minute. */
export const eventually = async <A>(ask: () => Promise<A>, wanted: (answer: A) => boolean): Promise<A> => {
  for (const end = performance.now() + 60_000; ; ) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && wanted(answer)) return answer
    if (performance.now() > end) throw new Error(`still not as wanted: ${JSON.stringify(answer)}`)
    await sleep(50)
  }
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** A directory for one test file, deleted by `cleanUp`. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-cli-"))
  directories.push(directory)
  return directory
}

/** Writes files below a directory, by path. */
export const writeFiles = (directory: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

/** A store with one organization. */
export const initialized = async (database: string, title = "Acme") =>
  (
    await loadedOctavo([
      "init",
      "--database",
      database,
      "--title",
      title,
      "--email",
      "ada@acme.org",
      "--name",
      "Ada",
      "--json"
    ])
  ).json

const running = new Set<ChildProcess>()
const directories: Array<string> = []

/** What is left of the tests of a file; files share their process, and this one is loaded once. */
export const cleanUp = (): void => {
  for (const child of running) child.kill("SIGKILL")
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
}
