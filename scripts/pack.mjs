// Builds the packages that are published, and packs each as it would be: tarballs in `dist/`.
// usage: node scripts/pack.mjs [DIRECTORY]
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { build, published } from "./build.mjs"
import { root } from "./workspace.mjs"

const into = resolve(process.argv[2] ?? join(root, "dist"))
mkdirSync(into, { recursive: true })
await build()
// one version of each: the container file takes what is there
for (const old of globSync("octavo-{cli,client,engine}-*.tgz", { cwd: into })) rmSync(join(into, old))
for (const { directory, manifest } of published) {
  console.error(`${manifest.name}: packing …`)
  const said = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", into], {
    cwd: join(directory, "dist"),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  // a list of what was packed, or by name in newer releases of npm
  const [{ filename, size, unpackedSize }] = Object.values(JSON.parse(said))
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`
  console.log(`${join(into, filename)}  ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}`)
}
