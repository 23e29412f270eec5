/** What is wrong in the files that say what a space is, with its place and how it is mended. Pure. */
import { isMarkdown } from "../links.ts"
import { offsetAt } from "../places.ts"
import { type PlannedPage, type SpacePlan, settingsPaths } from "../space.ts"
import { isRecord, readPlacedYaml } from "../yaml.ts"
import { isNear } from "./near.ts"
import type { LintRule } from "./rules.ts"

type Place = { start: number; end: number }
type Add = (rule: LintRule, path: string, at: Place, message: string) => void

/** What mends the name of a variable. */
export const mendsName = "begin it with a letter, and go on with letters, digits and underscores"

const keys = ["root", "structure", "redirects"]

/** Keys on the way to what reading settings has said something of, and what mends it where that is not said. */
const placeOfWarning = (message: string): readonly [keys: ReadonlyArray<string>, mends?: string | undefined] => {
  const [, unknown] = /^unknown key (.*)$/s.exec(message) ?? []
  if (unknown !== undefined) {
    const meant = keys.find((key) => isNear(unknown, key))
    return [[unknown], meant === undefined ? "take it out" : `write ${meant}`]
  }
  const [, quoted, what] = /^redirect ("(?:[^"\\]|\\.)*") (.*)$/s.exec(message) ?? []
  if (quoted !== undefined) {
    const mends =
      what === "leads to no file" ? "name a page that is there, or take it out" : "name a page of this folder"
    return [["redirects", JSON.parse(quoted)], mends]
  }
  const [, variable, name = ""] = /^variable (name )?("(?:[^"\\]|\\.)*"|\S+) /s.exec(message) ?? []
  if (name !== "") return variable === undefined ? [[name]] : [[JSON.parse(name)], mendsName]
  const [key = ""] = /^\w+/.exec(message) ?? []
  const mends = message.includes(" leaves ") ? "name one inside of it" : undefined
  if (key === "readme" || key === "summary") return [["structure", key], mends]
  if (message === "a tag has no name") return [[], "give it a tag"]
  return [keys.includes(key) ? [key] : [], mends]
}

/** The file with the places of what it says. */
const readSettings = (text: string) => {
  const { error, placeOf, value } = readPlacedYaml(text)
  const redirects = isRecord(value) && isRecord(value["redirects"]) ? value["redirects"] : {}
  const structure = isRecord(value) && isRecord(value["structure"]) ? value["structure"] : {}
  const from = (start: number): Place => ({ start, end: Math.min(text.length, start + 1) })
  /** The key of a redirect, which may be written with slashes around it. */
  const written = (path: ReadonlyArray<string>): ReadonlyArray<string> => {
    const [first, source] = path
    if (first !== "redirects" || source === undefined) return path
    return ["redirects", Object.keys(redirects).find((one) => bare(one) === bare(source)) ?? source]
  }
  return {
    error: error && { message: error.message, at: from(offsetAt(text, error)) },
    redirects,
    structure,
    at: (path: ReadonlyArray<string>, isKey = true): Place => from(offsetAt(text, placeOf(written(path), isKey)))
  }
}

const bare = (source: string): string => source.trim().replace(/^\/+|(?<!\/)\/+$/g, "")

export const lintSettings = (
  plan: SpacePlan,
  settings: ReadonlyMap<string, string>,
  paths: ReadonlySet<string>,
  add: Add
): void => {
  const { config: path, summary } = settingsPaths(plan.config)
  const files = new Map<string, ReturnType<typeof readSettings>>()
  const settingsOf = (file: string) => {
    const read = files.get(file) ?? readSettings(settings.get(file) ?? "")
    files.set(file, read)
    return read
  }
  for (const { line, message, path: file } of plan.warnings) {
    if (file === summary && line !== undefined && path !== file) {
      const start = offsetAt(settings.get(summary) ?? "", { line, column: 1 })
      const mends = / has no page /.test(message)
        ? "give it a page, or take it out"
        : / is left out$/.test(message)
          ? "write the file, or take the entry out"
          : "put it into the list"
      add("summary", file, { start, end: start }, `${message}: ${mends}`)
    } else if (file !== summary && !isMarkdown(file)) {
      const { at, error } = settingsOf(file)
      if (message.startsWith("cannot be read"))
        add("settings", file, error?.at ?? at([]), `It can't be read: ${error?.message ?? message.slice(16)}`)
      else {
        const [keys, mends] = placeOfWarning(message)
        add("settings", file, at(keys), mends === undefined ? message : `${message}: ${mends}`)
      }
    }
  }
  const { at, redirects, structure } = settingsOf(path)
  const { root } = plan.config
  const inside = root === "" ? "" : `${root}/`
  if (root !== "" && ![...paths].some((one) => one.startsWith(inside)))
    add("settings", path, at(["root"], false), `There is no folder ${root}: name one that is there`)
  else
    for (const key of ["readme", "summary"] as const) {
      const named = inside + plan.config[key]
      if (structure[key] === undefined || structure[key] === null || paths.has(named)) continue
      add("settings", path, at(["structure", key], false), `There is no file ${named}: name one that is there`)
    }
  const addresses = addressesOf(plan.pages)
  for (const key of Object.keys(redirects)) {
    if (addresses.has(bare(key)))
      add(
        "redirect-over-page",
        path,
        at(["redirects", key]),
        `A page is at ${key}, so that nobody is led on: take this out`
      )
  }
}

const addressesOf = (pages: ReadonlyArray<PlannedPage>): ReadonlySet<string> => {
  const addresses = new Set<string>()
  const walk = (list: ReadonlyArray<PlannedPage>): void => {
    for (const page of list) {
      if (page.path !== "" && page.kind === "document") addresses.add(page.path)
      walk(page.children)
    }
  }
  walk(pages)
  return addresses
}
