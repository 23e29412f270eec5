/**
 * The scripts of published pages, as browsers get them: bundled and minified, each a classic script of one file.
 *
 * Where the sources lie, this module bundles them when they are not those of the last time (`docs/decisions/0072-reader.md`).
 * Where Octavo is packed, the bundles stand here instead: `scripts/bundle.mjs` runs the module and keeps what it exports.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export type { Fault } from "./logic/fault.ts"
export type { SearchPlaces } from "./logic/searchPlaces.ts"

const names = ["site", "siteFiles", "api", "diagrams", "theme", "live"] as const
type Scripts = Readonly<Record<(typeof names)[number], string>>

/** What the search in files takes of core. */
const shared = [
  "search/searchFiles",
  "search/rank",
  "search/relaxed",
  "search/spelling",
  "search/excerpt",
  "content-index/SearchQuery",
  "content-index/wordForms",
  "content-index/terms"
]

const directory = fileURLToPath(new URL("..", import.meta.url))
const file = join(directory, "dist", "scripts.json")

/** Everything that a bundle is made of: the version of the bundler, how it is told to bundle, the sources. */
const digest = (): string => {
  const require = createRequire(import.meta.url)
  const { version } = require("rolldown/package.json")
  const hash = createHash("sha256").update(version)
  const files = readdirSync(join(directory, "src"), { recursive: true, encoding: "utf8" })
  for (const path of files.filter((one) => one.endsWith(".ts")).sort())
    hash.update(`\0${path}\0${readFileSync(join(directory, "src", path), "utf8")}`)
  for (const name of shared) hash.update(readFileSync(require.resolve(`@octavo/core/content/${name}`), "utf8"))
  return hash.digest("hex")
}

const readKept = (sources: string): Scripts | undefined => {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8"))
    return kept.sources === sources ? kept.scripts : undefined
  } catch {
    return undefined
  }
}

const keep = (sources: string, scripts: Scripts): void => {
  const unfinished = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(unfinished, JSON.stringify({ sources, scripts }))
    renameSync(unfinished, file)
  } catch {
    // sources that nobody may write beside are bundled by every process
  }
}

const read = (): Scripts => {
  const sources = digest()
  const kept = readKept(sources)
  if (kept !== undefined) return kept
  // in a process of its own: the bundler stays out of a server's memory
  const made = execFileSync(process.execPath, [join(directory, "src", "bundle.ts"), ...names], { encoding: "utf8" })
  const scripts = JSON.parse(made) as Scripts
  keep(sources, scripts)
  return scripts
}

const scripts = read()

/** Of every page, loaded with `defer`. */
export const siteScript: string = scripts.site

/** Of every page of a site that is files: the same, with a search of its own. */
export const siteFilesScript: string = scripts.siteFiles

/** Of pages with forms that try operations. */
export const apiScript: string = scripts.api

/** Of pages with diagrams. What draws them is not in it: `diagrams/files.ts`. */
export const diagramsScript: string = scripts.diagrams

/** Of pages of a folder that is being written: shows what changed, and what is wrong, without a reload. */
export const liveScript: string = scripts.live

/** Stands in the head of every page, and runs before the first paint. */
export const themeScript: string = scripts.theme

/** `themeScript` as a `Content-Security-Policy` names it. */
export const themeScriptHash: string = `sha256-${createHash("sha256").update(scripts.theme).digest("base64")}`
