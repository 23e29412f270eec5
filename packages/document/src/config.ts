/**
 * The YAML files beside the pages: `.gitbook.yaml` (`docs/contributing/dialect.md#configuration`),
 * `.gitbook/vars.yaml` and `.gitbook/tags.yaml` (`docs/contributing/dialect.md#variables`).
 */
import { stringify } from "yaml"
import { readVariables } from "./frontmatter.ts"
import { normalizePath } from "./links.ts"
import { editValues } from "./print/yaml.ts"
import { type Data, isRecord, readYaml } from "./yaml.ts"

export interface Redirect {
  /** Old URL path, without slashes around it. */
  source: string
  /** Path of a file of the space, with its anchor if one is written. */
  destination: string
}

export interface SpaceConfig {
  /** Directory of the content, relative to the file; empty when it is the file's own. */
  root: string
  /** Home page and table of contents, relative to `root`. */
  readme: string
  summary: string
  redirects: Redirect[]
  warnings: string[]
}

const invisible = /[\u200B-\u200D\u2060\uFEFF]/g

/** Reads `.gitbook.yaml`. Whatever is wrong or missing falls back to its default, with a warning. */
export const parseSpaceConfig = (text: string): SpaceConfig => {
  const warnings: string[] = []
  const { value, error } = readYaml(text.replace(invisible, ""))
  if (error !== undefined) warnings.push(`cannot be read: ${error}`)
  const data: Data = isRecord(value) ? value : {}
  for (const key of Object.keys(data)) {
    if (!["root", "structure", "redirects"].includes(key)) warnings.push(`unknown key ${key}`)
  }
  const structure = data["structure"]
  const files: Data = isRecord(structure) ? structure : {}
  if (structure !== undefined && structure !== null && !isRecord(structure)) warnings.push("structure should be a map")
  return {
    root: readPath(data, "root", "", warnings),
    readme: readPath(files, "readme", "README.md", warnings),
    summary: readPath(files, "summary", "SUMMARY.md", warnings),
    redirects: readRedirects(data["redirects"], warnings),
    warnings
  }
}

const readPath = (data: Data, key: string, fallback: string, warnings: string[]): string => {
  const value = data[key]
  if (value === undefined || value === null || value === "") return fallback
  if (typeof value !== "string") {
    warnings.push(`${key} should be a path`)
    return fallback
  }
  const path = normalizePath(value.trim())
  if (path === ".." || path.startsWith("../")) {
    warnings.push(`${key} leaves the directory of the space`)
    return fallback
  }
  return path === "" ? fallback : path
}

const readRedirects = (value: unknown, warnings: string[]): Redirect[] => {
  if (value === undefined || value === null) return []
  if (!isRecord(value)) {
    warnings.push("redirects should be a map")
    return []
  }
  const redirects: Redirect[] = []
  for (const [key, target] of Object.entries(value)) {
    const source = key.trim().replace(/^\/+|(?<!\/)\/+$/g, "")
    if (typeof target !== "string" || source === "") {
      warnings.push(`redirect ${JSON.stringify(key)} has no destination`)
      continue
    }
    const { anchor, file } = partsOf(target)
    const path = normalizePath(file)
    if (path === ".." || path.startsWith("../")) warnings.push(`redirect ${JSON.stringify(key)} leaves the space`)
    else redirects.push({ source, destination: path + anchor })
  }
  return redirects
}

/**
 * The text of `.gitbook.yaml` with redirects to files that moved: they keep the form of their path and its anchor, and
 * all else stays as it is written.
 * @param movedTo where what a redirect names is now; `undefined` where that is as it is written
 */
export const moveRedirects = (text: string, movedTo: (path: string) => string | undefined): string => {
  const { value } = readYaml(text)
  const redirects = isRecord(value) ? value["redirects"] : undefined
  if (!isRecord(redirects)) return text
  const changes = new Map<string, string>()
  for (const [key, target] of Object.entries(redirects)) {
    if (typeof target !== "string") continue
    const { anchor, before, file } = partsOf(target)
    const moved = movedTo(normalizePath(file))
    if (moved !== undefined) changes.set(key, before + moved + anchor)
  }
  return editValues(text, "redirects", changes)
}

/** What a redirect leads to: how its path begins, the file, and the anchor with its sign. */
const partsOf = (destination: string) => {
  const [, before = "", file = "", anchor = ""] = /^((?:\.?\/)?)([^#]*)(#.*)?$/s.exec(destination.trim()) ?? []
  return { before, file, anchor }
}

export interface Variables {
  /** Name to the text that is written (`5.0` stays `5.0`); a record without prototype. */
  variables: Record<string, string>
  warnings: string[]
}

/** Reads `.gitbook/vars.yaml`. */
export const parseVariables = (text: string): Variables => {
  const warnings: string[] = []
  const { value, error } = readYaml(text.replace(/^\uFEFF/, ""), true)
  if (error !== undefined) return { variables: Object.create(null), warnings: [`cannot be read: ${error}`] }
  return { variables: readVariables(value === "" ? undefined : value, warnings), warnings }
}

export interface TagDefinition {
  tag: string
  label: string
  icon?: string
  color?: string
}

/** Reads `.gitbook/tags.yaml`: a list of `{ tag, label, icon?, color? }`. Entries without a tag are left out. */
export const parseTags = (text: string): { tags: TagDefinition[]; warnings: string[] } => {
  const { value, error } = readYaml(text.replace(/^\uFEFF/, ""), true)
  if (error !== undefined) return { tags: [], warnings: [`cannot be read: ${error}`] }
  if (!Array.isArray(value))
    return { tags: [], warnings: value == null || value === "" ? [] : ["tags should be a list"] }
  const tags: TagDefinition[] = []
  const warnings: string[] = []
  for (const item of value) {
    const fields: Data = isRecord(item) ? item : {}
    const { tag, label, icon, color } = fields
    if (typeof tag !== "string" || tag === "") {
      warnings.push("a tag has no name")
      continue
    }
    tags.push({
      tag,
      label: typeof label === "string" && label !== "" ? label : tag,
      ...(typeof icon === "string" && { icon }),
      ...(typeof color === "string" && { color })
    })
  }
  return { tags, warnings }
}

/** Writes `.gitbook/tags.yaml`. */
export const printTags = (tags: ReadonlyArray<TagDefinition>): string =>
  tags.length === 0
    ? ""
    : stringify(
        tags.map(({ color, icon, label, tag }) => ({ tag, label, icon, color })),
        { lineWidth: 0 }
      )
