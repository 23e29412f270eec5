/** The server of an installed `@octavo/cli`, as its users start it. It says nothing of itself: Linux does. */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { pinned } from "./child.ts"
import { npm } from "./npm.ts"
import type { ServerState } from "./serverProcess.ts"

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/**
 * The directory of an installed `@octavo/cli`: the one that `OCTAVO_BENCH_INSTALLED` names, or one that is packed as it is
 * published and installed below `root`, which takes some minutes.
 */
export const installedCli = (root: string, say: (line: string) => void): string => {
  const named = process.env["OCTAVO_BENCH_INSTALLED"]
  if (named) return named
  say("packing and installing @octavo/cli")
  const [packed, project] = [join(root, "packed"), join(root, "installed")]
  const pack = fileURLToPath(new URL("../../scripts/pack.mjs", import.meta.url))
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", pack, packed], { stdio: "ignore" })
  npm(project, ...globSync(join(packed, "octavo-cli-*.tgz")))
  return join(project, "node_modules", "@octavo", "cli")
}

/** @param cli directory of the package, like `node_modules/@octavo/cli` of some project */
export const startInstalled = async (cli: string, database: string, dataDirectory: string) => {
  const port = await freePort()
  const settings = ["--database", database, "--data", dataDirectory, "--host", "127.0.0.1", "--port", String(port)]
  const command = [process.execPath, join(cli, "lib", "bin.js"), "serve", ...settings, "--allow-private-networks"]
  const [program, ...args] = pinned(0, [...command, "--log-level", "warn"])
  const child = spawn(program!, args, { stdio: ["ignore", "inherit", "inherit"] })
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status === 200
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error(`${cli} ended with code ${child.exitCode}`)
    await sleep(50)
  }
  const state = async (): Promise<ServerState> => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
    const bytes = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)![1]) * 1024
    // nanoseconds on a processor
    const [nanoseconds] = readFileSync(`/proc/${child.pid}/schedstat`, "utf8").split(" ")
    return { port, cpu: Number(nanoseconds) / 1000, peak: bytes("VmHWM"), memory: bytes("VmRSS") }
  }
  const stop = async () => {
    const gone = once(child, "exit")
    child.kill()
    await gone
  }
  return { state, stop }
}
