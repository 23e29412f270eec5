// The `npm` of the pages: knows the scripts and packages of the repository, and runs what is cheap. Installing, packing and
// starting for real are tests of their own: packages/acceptance/test/{release,first-steps}.test.ts.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const { GUIDES_ROOT: root } = process.env
const manifestOf = (directory) => JSON.parse(readFileSync(join(root, directory, "package.json"), "utf8"))
const refuse = (why) => {
  process.stderr.write(`npm ${process.argv.slice(2).join(" ")}: ${why}\n`)
  process.exit(1)
}
const args = process.argv.slice(2).filter((one) => one !== "-s")
const [command, ...rest] = args

/** The file of the repository that a script starts. */
const started = (script) => {
  const line = manifestOf(".").scripts[script] ?? refuse(`there is no script ${script}`)
  const file = line.split(" ").findLast((word) => /\.(?:ts|mjs)$/.test(word))
  if (!existsSync(join(root, file))) refuse(`there is no ${file}`)
  return file
}

if (command === "start" || command === "test") started(command)
else if (command === "run") {
  const [script, dashes, ...own] = rest
  const file = started(script)
  if (file === "apps/cli/src/main.ts") {
    if (dashes !== "--") refuse("arguments of a script stand behind --")
    process.exit(spawnSync("octavo", own, { stdio: "inherit" }).status ?? 1)
  }
  if (script === "pack") {
    mkdirSync("dist", { recursive: true })
    for (const manifest of globSync("apps/*/package.json", { cwd: root }).concat("packages/client/package.json")) {
      const { name, version } = manifestOf(join(manifest, ".."))
      writeFileSync(join("dist", `${name.slice(1).replace("/", "-")}-${version}.tgz`), "")
    }
  }
} else if (command === "install") {
  // files, and what an installation can do without
  const optional = globSync("packages/*/package.json", { cwd: root }).flatMap((manifest) =>
    Object.keys(manifestOf(join(manifest, "..")).optionalDependencies ?? {})
  )
  for (const one of rest)
    if (one !== "--global" && !existsSync(one) && !optional.includes(one)) refuse(`there is no ${one}`)
} else refuse("this is not known here")
