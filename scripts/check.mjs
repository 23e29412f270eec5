// Types, lint and format, imports. usage: node scripts/check.mjs
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const bin = (name) => join(root, "node_modules", ".bin", name)

const checks = [
  {
    name: "types",
    // turbo wants to find the package manager, which only npx has
    command: "npx",
    args: ["-y", packageManager, "exec", "turbo", "run", "typecheck", "--output-logs=errors-only", "--log-prefix=none"]
  },
  { name: "lint and format", command: bin("biome"), args: ["check", "."] },
  { name: "imports", command: process.execPath, args: [join(root, "scripts", "check-imports.mjs")] }
]

/** Runs every check, also after one has failed; answers the names of those that failed. */
export const runChecks = () =>
  checks.flatMap(({ name, command, args }) => {
    console.log(`\n== ${name}`)
    const { status, error } = spawnSync(command, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" }
    })
    if (error !== undefined) console.error(error.message)
    return status === 0 ? [] : [name]
  })

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const failed = runChecks()
  console.log(failed.length === 0 ? "\nAll checks hold" : `\nFailed: ${failed.join(", ")}`)
  process.exit(failed.length === 0 ? 0 : 1)
}
