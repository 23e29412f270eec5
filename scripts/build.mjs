// Builds the packages that are published: plain JavaScript with types, in `dist/` of each, which is the package as it is
// packed. The workspace's own packages are bundled into them, and npm's but for those that stay outside.
// usage: node scripts/build.mjs
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { buildApplication } from "../apps/web/src/build/build.ts"
import { buildDiagrams } from "../packages/reader/src/diagrams/bundle.ts"
import { digestOfSources } from "../packages/reader/src/diagrams/files.ts"
import { bundle } from "./bundle.mjs"
import { declare } from "./declarations.mjs"
import { licensesOf } from "./licenses.mjs"
import { dependenciesOf, directoryOf, readJson, root } from "./workspace.mjs"

/** What has a binary for each system inside. */
const native = ["better-sqlite3"]

/** The packages that are published, what they read beside their code, and which of npm's packages stay outside. */
export const published = [
  // no module that it shares with the server runs an Effect, so that it has the contract and nothing of the services;
  // who bundles it bundles all of npm's
  {
    directory: "packages/client",
    assets: {},
    alsoPure: ["Context", "Effect"],
    isOutside: (name) => !name.startsWith("@octavo/")
  },
  // a program's own Effect must be the same one
  {
    directory: "apps/engine",
    assets: { templates: "packages/runtime/templates" },
    // what `Octavo.open({ app: true })` serves
    hasApplication: true,
    // of the pages that it publishes
    hasDiagrams: true,
    isOutside: (name) => name === "effect" || native.includes(name)
  },
  {
    directory: "apps/cli",
    assets: { templates: "packages/runtime/templates" },
    // what `octavo serve` gives to browsers
    hasApplication: true,
    hasDiagrams: true,
    // what is begun often, or waited for
    loadedTogether: ["start", "run", ...["build", "check", "dev", "serve"].map((name) => `commands/${name}`)].map(
      (name) => `src/${name}.ts`
    ),
    isOutside: (name) => native.includes(name)
  }
].map((one) => ({
  ...one,
  directory: join(root, one.directory),
  manifest: readJson(join(root, one.directory, "package.json"))
}))

/** The oldest Node: what `@effect/platform-node` needs. */
const engines = { node: ">=22.19.0" }

/** What says whose code and files are inside. */
const licenses = "THIRD-PARTY-LICENSES.txt"

/** What the packed package is called and needs. */
const packedManifest = ({ dist, manifest, hasTypes, built, needs }) => {
  const { version, description, keywords, license, name } = manifest
  const exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([path, file]) => {
      const entry = basename(file, ".ts")
      const types = hasTypes ? { types: `./types/${basename(name)}/${entry}.d.ts` } : {}
      return [path, { ...types, default: `./lib/${entry}.js` }]
    })
  )
  const bin = Object.fromEntries(
    Object.entries(manifest.publishConfig?.bin ?? {}).map(([name, file]) => [name, `lib/${basename(file, ".ts")}.js`])
  )
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: "module",
    engines,
    exports: { ...exports, "./package.json": "./package.json" },
    ...(Object.keys(bin).length === 0 ? {} : { bin }),
    files: ["lib", "types", "templates", "web", "diagrams", licenses].filter((one) => existsSync(join(dist, one))),
    sideEffects: false,
    ...dependenciesOf(needs),
    octavo: { built }
  }
}

/** When this was built; `SOURCE_DATE_EPOCH` (seconds) for builds that are to be compared. */
const buildTime = () => {
  const { SOURCE_DATE_EPOCH: epoch } = process.env
  return (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString()
}

/** Builds what several packages have, once for all of them. @param directory where it is put */
const buildShared = async (directory) => {
  const [web, diagrams] = ["web", "diagrams"].map((name) => join(directory, name))
  console.error("Building the web application …")
  const ofApplication = await buildApplication(web)
  console.error("Bundling what draws diagrams …")
  const ofDiagrams = await buildDiagrams(join(diagrams, digestOfSources()))
  return { web, ofApplication, diagrams, ofDiagrams }
}

const buildPackage = async (
  { alsoPure, assets, directory, hasApplication, hasDiagrams, isOutside, loadedTogether, manifest },
  shared,
  built
) => {
  const step = (what) => console.error(`${manifest.name}: ${what} …`)
  const dist = join(directory, "dist")
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  const exported = [...Object.values(manifest.exports ?? {}), ...Object.values(manifest.publishConfig?.bin ?? {})]
  const entries = Object.fromEntries(exported.map((file) => [basename(file, ".ts"), join(directory, file)]))
  step("bundling its code")
  const { chunks, directories, ...needs } = await bundle({
    alsoPure,
    directory,
    entries,
    into: join(dist, "lib"),
    isOutside,
    loadedTogether
  })
  const include = (name, from, ids) => {
    cpSync(from, join(dist, name), { recursive: true })
    for (const id of ids) if (!id.startsWith("\0") && id.includes("/node_modules/")) directories.add(directoryOf(id))
  }
  const hasTypes = manifest.exports !== undefined
  if (hasTypes) step("writing its types, which takes a minute")
  if (hasTypes) for (const id of declare(manifest, join(dist, "types"), isOutside)) needs.imported.add(id)
  if (hasApplication === true) include("web", shared.web, shared.ofApplication)
  if (hasDiagrams === true) include("diagrams", shared.diagrams, shared.ofDiagrams)
  for (const [name, source] of Object.entries(assets)) cpSync(join(root, source), join(dist, name), { recursive: true })
  cpSync(join(root, "LICENSE"), join(dist, "LICENSE"))
  cpSync(join(directory, "README.md"), join(dist, "README.md"))
  if (directories.size > 0) writeFileSync(join(dist, licenses), licensesOf(directories))
  const packed = packedManifest({ dist, manifest, hasTypes, built, needs })
  writeFileSync(join(dist, "package.json"), `${JSON.stringify(packed, null, 2)}\n`)
  const size = chunks.reduce((sum, { code }) => sum + code.length, 0)
  console.log(
    `${manifest.name} ${manifest.version}: ${chunks.length} files, ${Math.round(size / 1000)} kB of JavaScript`
  )
}

export const build = async () => {
  const built = buildTime()
  const directory = mkdtempSync(join(tmpdir(), "octavo-build-"))
  try {
    const shared = await buildShared(directory)
    for (const one of published) await buildPackage(one, shared, built)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await build()
