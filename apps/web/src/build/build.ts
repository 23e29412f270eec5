/**
 * Builds the application for browsers: files with hashed names in `assets/`, and `application.json`, which says what a
 * page of it loads. Whoever builds is not seen half-way: the directory is exchanged as a whole.
 */
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Plugin, Rolldown } from "vite"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

/** Where a checkout has the built application. */
export const builtDirectory = join(root, "apps/web/dist")

/** Directories and files whose sources are in the application. */
export const sources = [
  "apps/web/src",
  "packages/client/src",
  "packages/document/src",
  "packages/editor/src",
  "packages/render/src/authorValues.ts",
  "packages/render/src/browserMath.ts",
  "packages/render/src/contrast.ts",
  "packages/render/src/formula.ts",
  "packages/render/src/mathStyle.ts"
]

/** What browsers of three years speak, as for the scripts of published pages. */
const target = ["chrome119", "firefox119", "safari17"]

/** What a page of the application loads, by paths below the built directory. */
export interface Entry {
  readonly script: string
  /** What runs before all else is there. */
  readonly early: string
  /** Modules that the script imports, so that they need not be found out one after the other. */
  readonly preloads: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
}

const isSource = (path: string): boolean => /\.(?:tsx?|css)$/.test(path)

/** Everything that a build is made of: the sources, and the versions of what is in it and of what builds it. */
const digest = (): string => {
  const hash = createHash("sha256")
  const add = (path: string) => hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  add("apps/web/package.json")
  add("packages/editor/package.json")
  add("packages/render/package.json")
  hash.update(createRequire(import.meta.url)("vite/package.json").version)
  for (const source of sources) {
    if (isSource(source)) add(source)
    else {
      const files = readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
      for (const path of files.filter(isSource).sort()) add(join(source, path))
    }
  }
  return hash.digest("hex")
}

/** Whether the built application is there and is that of the sources. */
export const isBuilt = (directory = builtDirectory): boolean => {
  try {
    return JSON.parse(readFileSync(join(directory, "application.json"), "utf8")).sources === digest()
  } catch {
    return false
  }
}

/** A file with the words of a language that is not English. */
const otherLanguage = /^(?!en-US\.)[a-z]{2}-[A-Z]{2}\.(?:m|c)?js$/

/** React Aria speaks forty languages; the application speaks one so far. */
const englishAlone: Plugin = {
  name: "english-alone",
  load: (id) => (id.includes("/intl/") && otherLanguage.test(basename(id)) ? "export default {}" : null)
}

/** What the application is drawn with, asks with and goes about with. */
const libraries = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/][^\\/]+)[\\/]/

/** What fields, menus and dialogs are made with. */
const controls =
  /[\\/]node_modules[\\/](?:react-aria|react-aria-components|react-stately|@react-aria|@react-stately|@internationalized)[\\/]/

/** What the application's own screens are made of. */
const ofApplication = /[\\/]apps[\\/]web[\\/]src[\\/]/

/**
 * ProseMirror's model asks for a stack when it is loaded, to know which engine runs it. To say where that was an engine
 * reads the whole file again, so that it is not in one with the editor.
 */
const proseMirrorModel = /[\\/]node_modules[\\/]prosemirror-model[\\/]/

/** What asks before anything is drawn: a file that is loaded by itself. */
const early = /[\\/]apps[\\/]web[\\/]src[\\/]browser[\\/](?:early|place)\.ts$/

const bundle = async (into: string): Promise<Rolldown.RolldownOutput["output"]> => {
  // the bundler stays out of the memory of who only asks whether something is built
  const { build } = await import("vite")
  const built = await build({
    root: join(root, "apps/web"),
    configFile: false,
    logLevel: "error",
    mode: "production",
    // whatever the environment of who builds says
    define: { "process.env.NODE_ENV": '"production"' },
    oxc: { jsx: { runtime: "automatic", development: false } },
    // addresses are relative to the file that has them: where the application is served is not known here
    base: "./",
    publicDir: false,
    plugins: [englishAlone],
    build: {
      outDir: into,
      target,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, "apps/web/src/browser/main.tsx"),
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
          // what the first screen has as well as those that come later is in two files, and what many of these have in
          // two more, not in a crumb for each that shares some of it: a browser asks for six files at a time
          codeSplitting: {
            groups: [
              { name: "early", test: early },
              { name: "libraries", test: libraries },
              { name: "prosemirror-model", test: proseMirrorModel },
              { name: "shared", tags: ["$initial"], minShareCount: 2 },
              { name: "controls", test: controls, minShareCount: 8 },
              { name: "common", test: ofApplication, minShareCount: 8 }
            ]
          }
        }
      }
    }
  })
  return (built as Rolldown.RolldownOutput).output
}

const entryOf = (output: Rolldown.RolldownOutput["output"]): Entry => {
  const chunks = new Map(output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])))
  const [early, main] = ["early", "main"].map((name) => [...chunks.values()].find((chunk) => chunk.name === name))
  if (early === undefined || main?.isEntry !== true) throw new Error("The build has no entry")
  const preloads = new Set<string>()
  const follow = (names: ReadonlyArray<string>): void => {
    for (const name of names) {
      if (preloads.has(name)) continue
      preloads.add(name)
      follow(chunks.get(name)?.imports ?? [])
    }
  }
  follow(main.imports)
  const styles = [main.fileName, ...preloads].flatMap((name) => [
    ...((chunks.get(name) as { viteMetadata?: { importedCss: Set<string> } })?.viteMetadata?.importedCss ?? [])
  ])
  return { script: main.fileName, early: early.fileName, preloads: [...preloads], styles }
}

/**
 * Builds the application from the sources as they are now.
 * @returns the modules that are inside, as paths
 */
export const buildApplication = async (directory = builtDirectory): Promise<ReadonlyArray<string>> => {
  const made = digest()
  const unfinished = `${directory}.${randomUUID()}`
  try {
    const output = await bundle(unfinished)
    writeFileSync(join(unfinished, "application.json"), JSON.stringify({ sources: made, ...entryOf(output) }))
    mkdirSync(dirname(directory), { recursive: true })
    putInPlace(unfinished, directory)
    return output.flatMap((one) => (one.type === "chunk" ? one.moduleIds : []))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Puts a build where the former one is, beside others that do the same: of those of the same sources one is enough. */
const putInPlace = (build: string, directory: string): void => {
  const former = `${build}.former`
  try {
    while (!isBuilt(directory)) {
      try {
        renameSync(directory, former)
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw error
      }
      try {
        renameSync(build, directory)
        return
      } catch (error) {
        // somebody was faster
        if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw error
      }
      rmSync(former, { recursive: true, force: true })
    }
  } finally {
    rmSync(former, { recursive: true, force: true })
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ""
