// Bundles the code of a published package, of this workspace and of npm, and the files that it reads.
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { basename, dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { decode, encode } from "@jridgewell/sourcemap-codec"
import { rolldown } from "rolldown"
import { withoutUnread } from "../packages/reader/src/emoji/tables.ts"
import { directoryOf, findInstalled, isOptional, packageName, readJson, root } from "./workspace.mjs"

/**
 * Calls that make something and do nothing else, and whatever is called on what they make: it is left out where nobody uses
 * it. None of them answers what is there already: `Context.get(services, Cache).clear()` does something.
 */
export const pure = [
  "Context.Reference",
  "Context.Service",
  "Data",
  "HttpApiSchema",
  "Layer",
  "Schema",
  "SchemaTransformation",
  "Struct"
]

/** Modules that make what they export, of sources that are not packed: the bundle has what they export. */
const made = ["packages/reader/src/scripts.ts", "packages/storage-sqlite/src/emptyStore.ts"].map((path) =>
  join(root, path)
)

/** npm's packages that read files beside their modules: which ones. */
const files = { "@seriousme/openapi-schema-validator": "schemas/*/schema.json" }

/** Files of npm's packages of which only a part is used: what of them is copied. */
const parts = { "@fontsource/noto-color-emoji": withoutUnread }

/** npm's packages that look for files or code beside their modules all the same, and why they work without. */
const lookups = {
  "@effect/platform-node": "requires modules of Node alone",
  "@shikijs/langs": "has the names in its grammars",
  "@zip.js/zip.js": "names the place of its workers in a browser",
  pdfkit: "reads the standard fonts and the color profile of PDF/A when they are asked for, and Octavo does neither"
}

/** What npm's packages require when it is there, and do without. */
const optional = {
  bufferutil: "ws has the same in JavaScript",
  "utf-8-validate": "Node has the same"
}

const lookup =
  /\b__(?:dir|file)name\b|\bimport\.meta\.(?:url|dirname|filename|resolve)\b|\bcreateRequire\b|\brequire\.resolve\b|\bnew (?:Shared)?Worker\(|\b__require\((?!")/

const calledForItself = new RegExp(`^[\\t ]*(?:${pure.join("|")})(?:\\.\\w+)*\\(`, "m")

const isOurs = (id) => !id.includes("/node_modules/")

/** Code and files that are found at run time: they lie in `lib/` too, and are found there. */
const found = (inside, isOutside) => {
  const copy = (plugin, directory, path) => {
    const { name } = readJson(join(directory, "package.json"))
    const fileName = `files/${name}/${path}`
    const bytes = readFileSync(join(directory, path))
    plugin.emitFile({ type: "asset", fileName, source: parts[name]?.(bytes) ?? bytes })
    inside.directories.add(directory)
    return fileName
  }
  const ours = (plugin, code, id) =>
    code
      // packages/pdf/src/worker.ts as lib/pdf-worker.js, wherever the code that starts it ends up
      .replace(/new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g, (_, name) => {
        const fileName = `${basename(dirname(dirname(id)))}-${name}.js`
        plugin.emitFile({ type: "chunk", id: join(dirname(id), `${name}.ts`), fileName })
        return `new URL("./${fileName}", import.meta.url)`
      })
      // a file of a package is copied; a package that people install when they want it stays where they have it
      .replace(/import\.meta\.resolve\("([^"]+)"\)/g, (whole, file) => {
        const name = packageName(file)
        if (isOptional(id, name)) inside.peers.add(name)
        if (isOptional(id, name) || isOutside(name)) return whole
        const fileName = copy(plugin, findInstalled(name, id), file.slice(name.length + 1))
        return `new URL("./${fileName}", import.meta.url).href`
      })
      // code that is loaded at once where it is needed: Node requires modules as well
      .replace(/createRequire\(import\.meta\.url\)\("([^"]+)"\)/g, (whole, name) => {
        if (isOutside(name)) return whole
        const fileName = `${name.replace("@", "").replace("/", "-")}.js`
        plugin.emitFile({ type: "chunk", id: name, importer: id, fileName })
        return `createRequire(import.meta.url)("./${fileName}")`
      })
  const npms = (plugin, code, id) => {
    const directory = directoryOf(id)
    const { name } = readJson(join(directory, "package.json"))
    if (files[name] === undefined) return code
    for (const path of globSync(files[name], { cwd: directory })) copy(plugin, directory, path)
    const place = `new URL("./files/${name}/${relative(directory, id)}", import.meta.url).href`
    return code.replaceAll("import.meta.url", place)
  }
  return {
    name: "found",
    async load(id) {
      if (!made.includes(id)) return undefined
      const exported = Object.entries(await import(pathToFileURL(id).href))
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`).join("")
    },
    transform(code, id) {
      if (id.startsWith("\0")) return undefined
      const changed = isOurs(id) ? ours(this, code, id) : npms(this, code, id)
      // no line has moved
      return changed === code ? undefined : { code: changed, map: null }
    }
  }
}

/** What would not work where the package is installed, in words. */
const problemsOf = (chunks, outside) => {
  const problems = []
  for (const { modules } of chunks) {
    for (const [id, { code }] of Object.entries(modules)) {
      if (code === null || isOurs(id) || id.startsWith("\0")) continue
      const { name } = readJson(join(directoryOf(id), "package.json"))
      const [looks] = lookup.exec(code) ?? []
      if (looks !== undefined && lookups[name] === undefined && files[name] === undefined)
        problems.push(`${name} may look for files of its own, which are not in the bundle: ${looks} in ${id}`)
      // as a statement: what such a call of ours makes is all it does, that of another package may do more
      if (calledForItself.test(code) && !/^@?effect\b/.test(name))
        problems.push(`${name} calls what is taken for pure here, which is one of ${pure}, in ${id}`)
    }
  }
  for (const { code, fileName } of chunks) {
    for (const [, name] of code.matchAll(/\b__require\("([^"]+)"\)/g)) {
      if (!isBuiltin(name) && !outside.includes(packageName(name)) && optional[name] === undefined)
        problems.push(`${name} is required in ${fileName}, and is not in the bundle`)
    }
  }
  return problems
}

/**
 * Source maps name lines, and not each word of them: an eighth of the bytes. What stands there is in the repository, or
 * at npm.
 */
const onlyLines = (into) => {
  for (const file of readdirSync(into).filter((name) => name.endsWith(".map"))) {
    const { sourcesContent: _, mappings, ...map } = readJson(join(into, file))
    const lines = decode(mappings).map(([first]) => (first === undefined ? [] : [first.slice(0, 4)]))
    writeFileSync(join(into, file), JSON.stringify({ ...map, names: [], mappings: encode(lines) }))
  }
}

/**
 * Which modules may lie in one file: those that are loaded by the same ways. Left to itself the bundler makes a file for each
 * set of `import()`s that lead to a module; each costs Node a look for it and for what it made of it before, half a
 * millisecond, and few of these sets are ever loaded apart.
 *
 * A way is an entry, a thread, what a thread loads later by one `import()`, or all that a module of `loadedTogether` does.
 * What leads to a module leads to all that it needs, so that no two files need each other, and nothing is loaded by a way
 * that did not load it before.
 */
const groupsOf = async (options, loadedTogether) => {
  const later = new Map()
  const noting = {
    name: "noting",
    generateBundle() {
      for (const id of this.getModuleIds()) later.set(id, this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    }
  }
  const build = await rolldown({ ...options, plugins: [...options.plugins, noting] })
  const { output } = await build.generate({ format: "esm", entryFileNames: "[name].js" })
  await build.close()
  const chunks = output.filter(({ type }) => type === "chunk")
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
  const ways = [
    ...chunks
      .filter(({ isEntry }) => isEntry)
      .flatMap((chunk) => [[chunk], ...chunk.dynamicImports.map((file) => [byFile.get(file)])]),
    ...loadedTogether.map((id) => later.get(id).map((one) => byModule.get(one)))
  ]
  const waysTo = new Map()
  const follow = (chunk, way) => {
    if (chunk === undefined || waysTo.get(chunk)?.at(-1) === way) return
    waysTo.set(chunk, [...(waysTo.get(chunk) ?? []), way])
    for (const file of chunk.imports) follow(byFile.get(file), way)
  }
  for (const [way, begins] of ways.entries()) for (const chunk of begins) follow(chunk, way)
  const sets = [...new Set(Array.from(waysTo.values(), String))].sort()
  const own = join(options.cwd, "src")
  return (id) => {
    const chunk = byModule.get(id)
    const set = waysTo.get(chunk)
    // a program does something when it is loaded: it is by itself
    return set === undefined || chunk.isEntry || id.startsWith(own) ? null : `shared-${sets.indexOf(String(set))}`
  }
}

/**
 * Writes `lib/` of one package: an entry for each of its exports and commands, one for each thread that its code starts,
 * and files. Answers the chunks, what they import from elsewhere, and what is inside: `directories` of npm's packages, and
 * `peers`, which are looked for and not there by themselves. Throws when something would not work where it is installed.
 */
export const bundle = async ({
  alsoPure = [],
  directory,
  entries,
  hasMaps = true,
  into,
  isOutside,
  loadedTogether = []
}) => {
  const inside = { directories: new Set(), peers: new Set() }
  const problems = []
  const options = {
    cwd: directory,
    input: entries,
    platform: "node",
    external: (id) => isBuiltin(id) || (!/^[./\0]/.test(id) && isOutside(packageName(id))),
    plugins: [found(inside, isOutside)],
    onLog: (level, { message }) => {
      if (level === "warn") problems.push(message)
    },
    treeshake: {
      // a program does something when it is loaded, and so does what it loads for that; the packages below it don't,
      // and npm's say themselves whether they do
      moduleSideEffects: (id) => {
        if (id.startsWith(join(directory, "src")) || id === "effect/schema/SchemaJITCompiler/enable") return true
        return isOurs(id) ? false : undefined
      },
      manualPureFunctions: [...pure, ...alsoPure]
    },
    transform: { target: "node22" }
  }
  const together = loadedTogether.map((path) => join(directory, path))
  const name = together.length > 0 && (await groupsOf(options, together))
  const build = await rolldown({ ...options, ...(name && { preserveEntrySignatures: "allow-extension" }) })
  const { output } = await build.write({
    dir: into,
    format: "esm",
    ...(name && {
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name, debugName: "loaded together" }] }
    }),
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // V8 keeps the text of every module that is loaded: one byte a character where all of them are ASCII, else two
    minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
    comments: { annotation: true, jsdoc: false, legal: true },
    sourcemap: hasMaps,
    sourcemapPathTransform: (source, map) => `octavo:///${relative(root, join(dirname(map), source))}`
  })
  await build.close()
  if (hasMaps) onlyLines(into)
  const chunks = output.filter(({ type }) => type === "chunk")
  const own = new Set(output.map(({ fileName }) => fileName))
  const imported = new Set(
    chunks
      .flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])
      .filter((id) => !own.has(id) && !isBuiltin(id))
  )
  const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds))
  for (const id of modules) if (!isOurs(id) && !id.startsWith("\0")) inside.directories.add(directoryOf(id))
  problems.push(...problemsOf(chunks, [...imported].map(packageName)))
  if (problems.length > 0) throw new Error(`The bundle would not work:\n${problems.join("\n")}`)
  return { chunks, imported, modules, ...inside }
}
