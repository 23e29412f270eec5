// Builds the packages that are published: plain JavaScript with types, in `dist/` of each, which is the package as it is
// packed. The workspace's own packages are bundled into them, npm's are dependencies.
// usage: node scripts/build.mjs
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { declare } from "./declarations.mjs"
import { dependenciesOf, readJson, root } from "./workspace.mjs"

/** The packages that are published, and what they read beside their code. */
export const published = [
  // no module that it shares with the server runs an Effect, so that it has the contract and nothing of the services
  { directory: "packages/client", assets: {}, alsoPure: ["Effect"] },
  { directory: "apps/engine", assets: { templates: "packages/runtime/templates" } },
  { directory: "apps/cli", assets: { templates: "packages/runtime/templates" } }
].map((one) => ({
  ...one,
  directory: join(root, one.directory),
  manifest: readJson(join(root, one.directory, "package.json"))
}))

/** The oldest Node: what `@effect/platform-node` needs. */
const engines = { node: ">=22.19.0" }

/** Calls that make something and do nothing else: what they make is left out where nobody uses it. */
const pure = ["Context", "Data", "HttpApiSchema", "Layer", "Schema", "SchemaTransformation", "Struct"]

const isOurs = (id) => /^[./]/.test(id) || id.startsWith("@octavo/")

/** `lib/` of one package: an entry for each of its exports and commands, and one for each thread that its code starts. */
const bundle = async ({ alsoPure = [], directory, entries, into }) => {
  const threads = {
    name: "threads",
    transform(code, id) {
      const changed = code.replace(/new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g, (_, name) => {
        // packages/pdf/src/worker.ts as lib/pdf-worker.js, wherever the code that starts it ends up in lib/
        const fileName = `${basename(dirname(dirname(id)))}-${name}.js`
        this.emitFile({ type: "chunk", id: join(dirname(id), `${name}.ts`), fileName })
        return `new URL("./${fileName}", import.meta.url)`
      })
      // no line has moved
      return changed === code ? undefined : { code: changed, map: null }
    }
  }
  const build = await rolldown({
    cwd: directory,
    input: entries,
    platform: "node",
    external: (id) => !isOurs(id),
    plugins: [threads],
    treeshake: {
      // a program does something when it is loaded, and so does what it loads for that; the packages below it don't
      moduleSideEffects: (id) =>
        id.startsWith(join(directory, "src")) || id === "effect/schema/SchemaJITCompiler/enable",
      manualPureFunctions: [...pure, ...alsoPure]
    },
    transform: { target: "node22" }
  })
  const { output } = await build.write({
    dir: into,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    sourcemap: true,
    sourcemapPathTransform: (source, map) => `octavo:///${relative(root, join(dirname(map), source))}`
  })
  await build.close()
  return output
}

/** Source maps name lines; what stands there is in the repository. */
const withoutSources = (into) => {
  for (const file of readdirSync(into).filter((name) => name.endsWith(".map"))) {
    const { sourcesContent: _, ...map } = readJson(join(into, file))
    writeFileSync(join(into, file), JSON.stringify(map))
  }
}

/** What the packed package is called and needs. */
const packedManifest = ({ dist, manifest, imported, modules, hasTypes, built }) => {
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
    files: ["lib", "types", "templates"].filter((one) => existsSync(join(dist, one))),
    sideEffects: false,
    ...dependenciesOf(imported, modules),
    octavo: { built }
  }
}

/** When this was built; `SOURCE_DATE_EPOCH` (seconds) for builds that are to be compared. */
const buildTime = () => {
  const { SOURCE_DATE_EPOCH: epoch } = process.env
  return (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString()
}

const buildPackage = async ({ alsoPure, assets, directory, manifest }, built) => {
  const step = (what) => console.error(`${manifest.name}: ${what} …`)
  const dist = join(directory, "dist")
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  const files = [...Object.values(manifest.exports ?? {}), ...Object.values(manifest.publishConfig?.bin ?? {})]
  const entries = Object.fromEntries(files.map((file) => [basename(file, ".ts"), join(directory, file)]))
  step("bundling its code")
  const output = await bundle({ alsoPure, directory, entries, into: join(dist, "lib") })
  withoutSources(join(dist, "lib"))
  const chunks = output.filter(({ type }) => type === "chunk")
  const own = new Set(output.map(({ fileName }) => fileName))
  const imported = new Set(
    chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports]).filter((id) => !own.has(id))
  )
  const hasTypes = manifest.exports !== undefined
  if (hasTypes) step("writing its types, which takes a minute")
  if (hasTypes) for (const id of declare(manifest, join(dist, "types"))) imported.add(id)
  for (const [name, source] of Object.entries(assets)) cpSync(join(root, source), join(dist, name), { recursive: true })
  cpSync(join(root, "LICENSE"), join(dist, "LICENSE"))
  cpSync(join(directory, "README.md"), join(dist, "README.md"))
  const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds))
  const packed = packedManifest({ dist, manifest, imported, modules, hasTypes, built })
  writeFileSync(join(dist, "package.json"), `${JSON.stringify(packed, null, 2)}\n`)
  const size = chunks.reduce((sum, { code }) => sum + code.length, 0)
  console.log(
    `${manifest.name} ${manifest.version}: ${chunks.length} files, ${Math.round(size / 1000)} kB of JavaScript`
  )
}

export const build = async () => {
  const built = buildTime()
  for (const one of published) await buildPackage(one, built)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await build()
