// Bundles the programs that tests start as processes of their own, as they are bundled to be packed: they start in a third
// of the time. Once for all that want them: the second waits for the first.
// usage: node scripts/programs.mjs DIRECTORY   writes DIRECTORY/lib/start-octavo.js and the like
import { cpSync, existsSync, mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { published } from "./build.mjs"
import { bundle } from "./bundle.mjs"
import { root, workspace } from "./workspace.mjs"

const [directory] = process.argv.slice(2)
const [lib, lock] = [join(directory, "lib"), join(directory, "lock")]
const cli = published.find(({ manifest }) => manifest.name === "@octavo/cli")

const entries = {
  octavo: join(cli.directory, "src", "octavo.ts"),
  server: join(root, "packages", "acceptance", "src", "server.ts")
}

/** Like the installed command, each keeps what Node makes of its code for the next process; here for one run. */
const starter = (name, compiled) => `import { enableCompileCache } from "node:module"
enableCompileCache(${JSON.stringify(compiled)})
await import("./${name}.js")
`

/** What stays outside lies where the package has it that needs it. */
const installed = (name) =>
  [...workspace.values()].map(({ directory }) => join(directory, "node_modules", name)).find((path) => existsSync(path))

const write = async () => {
  const into = join(directory, "unfinished")
  const { imported } = await bundle({ ...cli, entries, into, hasMaps: false, loadedTogether: [] })
  for (const [name, source] of Object.entries(cli.assets))
    cpSync(join(root, source), join(directory, name), { recursive: true })
  cpSync(join(cli.directory, "package.json"), join(directory, "package.json"))
  for (const name of imported) {
    const place = join(directory, "node_modules", name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(installed(name), place)
  }
  for (const name of Object.keys(entries))
    writeFileSync(join(into, `start-${name}.js`), starter(name, join(directory, "compiled")))
  renameSync(into, lib)
}

while (!existsSync(lib)) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    await sleep(100)
    continue
  }
  try {
    await write()
  } finally {
    rmdirSync(lock)
  }
}
