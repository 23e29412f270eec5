// Starts a script of this repository on the project's own Node 24, from a machine that may have an older one.
// usage: node scripts/run.mjs [--install | --dev] [FILE [ARGS...]]
//   --install  only install what is missing, tests included
//   --dev      also install what only tests and checks need
// Installs when node_modules does not match pnpm-lock.yaml, and does nothing twice.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const args = process.argv.slice(2)
const flag = args[0] === "--install" || args[0] === "--dev" ? args.shift() : undefined
const full = flag !== undefined

const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
const mark = join(root, "node_modules", ".octavo-installed")
const installed = existsSync(mark) ? readFileSync(mark, "utf8") : ""
// a full install also serves a production start
if (installed !== `full\n${lock}` && (full || installed !== `prod\n${lock}`)) {
  const pnpm = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager
  const mode = full || installed.startsWith("full\n") ? [] : ["--prod"]
  console.error(mode.length === 0 ? "octavo: installing (with what the tests need)" : "octavo: installing")
  const done = spawnSync("npx", ["-y", pnpm, "install", "--frozen-lockfile", "--reporter=append-only", ...mode], {
    cwd: root,
    // stdout belongs to the command that was asked for: the installer's words go to stderr
    stdio: ["ignore", 2, 2],
    env: { ...process.env, CI: "1" }
  })
  if (done.status !== 0) process.exit(done.status ?? 1)
  writeFileSync(mark, `${mode.length === 0 ? "full" : "prod"}\n${lock}`)
}

const [file, ...rest] = args
if (file === undefined) process.exit(0)

const own = join(root, "node_modules", ".bin", "node")
const node = existsSync(own) ? own : process.execPath
if (node === process.execPath && Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`octavo: Node 24 or newer is needed on this platform; this is ${process.version}`)
  process.exit(1)
}
// a young generation of 8 MB instead of 32, an old one that is collected before it has grown by much, two arenas of
// malloc, and large buffers given back to the system (docs/decisions/0086-memory.md).
// Memory protection keys are off: with them, V8 can abort the process when a thread with WebAssembly ends
// (nodejs/node#64500). V8's own threads leave the thread that answers a processor: the four that it has by default share one
// core in five with it, for as long as they mark what is garbage
const flags = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=8",
  "--heap-growing-percent=60",
  "--expose-gc",
  "--no-memory-protection-keys",
  `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`
]
const child = spawn(node, [...flags, join(root, file), ...rest], {
  stdio: "inherit",
  env: {
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "131072",
    ...process.env,
    PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH ?? ""}`
  }
})
// a terminal sends its signals to the whole process group; a supervisor sends them to this process alone
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
// npm started this process: when npm is gone, nobody is left to send a signal
const parent = process.ppid
setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 500).unref()
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
