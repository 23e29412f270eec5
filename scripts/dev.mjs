// Serves as `npm start` does, with the same data, and starts the server anew when a source changes: one line says so.
// usage: node scripts/dev.mjs
import { spawn } from "node:child_process"
import { existsSync, readdirSync, watch } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Milliseconds without a further change before the server starts anew: an editor, or git, writes many files at once. */
const pause = 150

/** The last character of the box with which a server greets: from here on it says what is new. */
const greeted = "┘"

let server
/** What changed since the server started, relative to the root; the first of many stands for all. */
let changed
let timer
let ending = false

const say = (line) => process.stdout.write(`dev: ${line}\n`)

const start = (why) => {
  const again = why === undefined ? [] : ["--again"]
  const child = spawn(process.execPath, [...process.execArgv, join(root, "apps/server/src/start.ts"), ...again], {
    stdio: ["inherit", "pipe", "inherit"]
  })
  server = child
  changed = undefined
  // the first greeting is shown, with its token; those after it are one line
  let held = why === undefined ? undefined : ""
  child.stdout.setEncoding("utf8").on("data", (text) => {
    if (held === undefined) return process.stdout.write(text)
    held += text
    const end = held.indexOf(greeted)
    if (end < 0) return
    const [url] = /https?:\/\/[^\s│]+\/v1\b/.exec(held) ?? []
    say(`${why} changed, runs again${url === undefined ? "" : ` at ${new URL(url).origin}`}`)
    process.stdout.write(held.slice(end + 1).replace(/^\n+/, ""))
    held = undefined
  })
  child.on("exit", (code) => {
    server = undefined
    if (ending) process.exit(code ?? 1)
    if (held) process.stdout.write(held)
    if (changed !== undefined) return start(changed)
    say(`the server ended with ${code}; it starts when a source changes`)
  })
}

const restart = () => {
  // a server that was ending has started with this change already
  if (changed === undefined) return
  if (server === undefined) start(changed)
  else server.kill("SIGTERM")
}

for (const top of ["packages", "apps"])
  for (const name of readdirSync(join(root, top))) {
    const sources = join(root, top, name, "src")
    if (!existsSync(sources)) continue
    watch(sources, { recursive: true }, (_, file) => {
      changed ??= relative(root, join(sources, file ?? ""))
      clearTimeout(timer)
      timer = setTimeout(restart, pause)
    })
  }
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    ending = true
    clearTimeout(timer)
    if (server === undefined) process.exit(0)
    server.kill(signal)
  })
start()
