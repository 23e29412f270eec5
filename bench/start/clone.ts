/** A fresh clone of this repository, as a new user has it: empty home, empty caches, nothing installed. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../..", import.meta.url))

export interface Clone {
  /** Installs what a start needs; answers the milliseconds it took. */
  readonly install: () => Promise<number>
  /** `npm start` until the published site answers, then stops it; answers the milliseconds until then. */
  readonly start: () => Promise<number>
  readonly remove: () => void
}

export const makeClone = (): Clone => {
  const parent = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const directory = join(parent, "octavo")
  const home = join(parent, "home")
  mkdirSync(home)
  const cloned = spawnSync("git", ["clone", "--quiet", repository, directory], {
    stdio: ["ignore", "inherit", "inherit"]
  })
  if (cloned.status !== 0) throw new Error("git clone failed")
  const run = (command: string, args: ReadonlyArray<string>, port = 0) =>
    spawn(command, args, {
      cwd: directory,
      env: { ...newcomer(), HOME: home, OCTAVO_PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true
    })

  const install = async () => {
    const begun = performance.now()
    const child = run("node", ["scripts/run.mjs"])
    const log = logOf(child)
    const [code] = await once(child, "exit")
    if (code !== 0) throw new Error(`the installation ended with code ${code}\n${log()}`)
    return performance.now() - begun
  }

  const start = async () => {
    const port = await freePort()
    const begun = performance.now()
    const child = run("npm", ["start"], port)
    const log = logOf(child)
    const exited = once(child, "exit")
    try {
      await untilAnswered(child, log)
      return performance.now() - begun
    } finally {
      if (child.exitCode === null) process.kill(-child.pid!, "SIGTERM")
      await exited
    }
  }

  return { install, start, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }) }
}

/** The environment without what this repository and its package manager put there. */
const newcomer = (): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_registry$)|pnpm_|xdg_|octavo_|node_|ci$)/i.test(name)
  )
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}

/** Collects what a process says. */
const logOf = (child: ChildProcess): (() => string) => {
  let text = ""
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece
    })
  }
  return () => text
}

/** Waits until the site whose address the server prints answers with a page. */
const untilAnswered = async (child: ChildProcess, log: () => string): Promise<void> => {
  const end = performance.now() + 240_000
  while (child.exitCode === null && performance.now() < end) {
    const site = /\bSite\s+(http:\S+)/.exec(log())?.[1]
    const response = site === undefined ? undefined : await fetch(site).catch(() => undefined)
    const page = await response?.text()
    if (response?.status === 200 && page?.includes("<title>")) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the site did not answer\n${log()}`)
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}
