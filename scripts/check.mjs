// Types, lint and format, imports. usage: node scripts/check.mjs
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const bin = (name) => join(root, "node_modules", ".bin", name)
const built = join(root, "node_modules", ".cache", "octavo", "types.tsbuildinfo")

const checks = [
  // one program for all packages, so that each file is read once
  {
    name: "types",
    command: bin("tsc"),
    args: ["-p", root, "--checkers", "1", "--incremental", "--tsBuildInfoFile", built]
  },
  // the scripts of browsers, whose globals servers don't have
  { name: "types of browsers' scripts", command: bin("tsc"), args: ["-p", join(root, "packages/reader/src/browser")] },
  {
    name: "types of the web application",
    command: bin("tsc"),
    args: ["-p", join(root, "apps/web/src/browser"), "--incremental", "--tsBuildInfoFile", `${built}.web`]
  },
  { name: "lint and format", command: bin("biome"), args: ["check", "."] },
  { name: "imports", command: process.execPath, args: [join(root, "scripts", "check-imports.mjs")] }
]

// also after one has failed
const failed = checks.flatMap(({ name, command, args }) => {
  console.log(`\n== ${name}`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  if (error !== undefined) console.error(error.message)
  return status === 0 ? [] : [name]
})
console.log(failed.length === 0 ? "\nAll checks hold" : `\nFailed: ${failed.join(", ")}`)
process.exit(failed.length === 0 ? 0 : 1)
