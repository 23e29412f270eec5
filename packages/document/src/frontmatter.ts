/** The YAML header of a page and the fields that the dialect gives a meaning (`docs/contributing/dialect.md#frontmatter`). */
import type { Position } from "./ast.ts"
import { type Data, isRecord, readYaml } from "./yaml.ts"

export interface Frontmatter {
  /** All keys as written, known or not; a record without prototype. Empty when the YAML does not parse. */
  data: Data
  /** The YAML between the fences, verbatim. */
  raw: string
  /** From the first fence to behind the line of the second one. */
  position: Position
  /** Why the YAML could not be read. */
  error?: string
}

const opener = /^---[ \t]*(?:\r\n|\n|\r)/
/** A line of its own; `^` and `$` would see lines where YAML has none. */
const closer = /(?<![^\r\n])---[ \t]*(?![^\r\n])/g

/** The header at the start of a page (behind a byte order mark), if there is one. */
export const readFrontmatter = (text: string): Frontmatter | undefined => {
  const start = text.startsWith("\uFEFF") ? 1 : 0
  const open = opener.exec(text.slice(start, start + 200))
  if (open === null) return undefined
  const from = start + open[0].length
  closer.lastIndex = from
  const close = closer.exec(text)
  if (close === null) return undefined
  const lineEnd = close.index + close[0].length
  const ending = text.startsWith("\r\n", lineEnd) ? 2 : lineEnd < text.length ? 1 : 0
  const raw = text.slice(from, close.index)
  const position = { start, end: lineEnd + ending }
  const yaml = readYaml(raw)
  const data: Data = isRecord(yaml.value) ? yaml.value : Object.create(null)
  const wrong = yaml.value !== undefined && yaml.value !== null && !isRecord(yaml.value)
  const error = yaml.error ?? (wrong ? "not a map of keys" : undefined)
  return { data, raw, position, ...(error !== undefined && { error }) }
}

export interface PageCover {
  ref?: string
  yPos: number
  height?: number
}

export interface PageLayout {
  width?: "default" | "wide"
  cover?: boolean
  coverSize?: "hero" | "full" | "background"
  title?: boolean
  description?: boolean
  tableOfContents?: boolean
  outline?: boolean
  pagination?: boolean
  metadata?: boolean
  tags?: boolean
  actions?: boolean
}

export interface PageTag {
  tag: string
  primary?: boolean
}

export interface PageFields {
  description?: string
  icon?: string
  hidden: boolean
  noIndex: boolean
  noRobotsIndex: boolean
  /** Expression that decides who sees the page. */
  if?: string
  cover?: PageCover
  /** Only the parts that are written. */
  layout: PageLayout
  metaLinks?: { canonical?: string; alternates: string[] }
  /** `vars`: name to text; a record without prototype. */
  variables: Record<string, string>
  tags: PageTag[]
  /** Values of a wrong type, which are left out. */
  warnings: string[]
}

/** The known keys of a header with their types. Wrong types are left out and listed in `warnings`. */
export const pageFields = (data: Data): PageFields => {
  const warnings: string[] = []
  const reader = makeReader(warnings)
  const description = reader.text(data, "description")
  const icon = reader.text(data, "icon")?.replace(/^fa-/, "")
  const condition = reader.text(data, "if")
  const cover = readCover(data, reader)
  const metaLinks = readMetaLinks(data, reader)
  return {
    ...(description !== undefined && { description }),
    ...(icon !== undefined && icon !== "" && { icon }),
    hidden: reader.flag(data, "hidden") ?? false,
    noIndex: reader.flag(data, "noIndex") ?? false,
    noRobotsIndex: reader.flag(data, "noRobotsIndex") ?? false,
    ...(condition !== undefined && { if: condition }),
    ...(cover !== undefined && { cover }),
    layout: readLayout(data, reader),
    ...(metaLinks !== undefined && { metaLinks }),
    variables: readVariables(data["vars"], warnings),
    tags: readTags(data, reader),
    warnings
  }
}

type Reader = ReturnType<typeof makeReader>

/** Each method gives the value of a key, or undefined with a warning when its type is wrong. */
const makeReader = (warnings: string[]) => {
  const miss = (key: string, expected: string): undefined => {
    warnings.push(`${key} should be ${expected}`)
    return undefined
  }
  return {
    miss,
    text: (data: Data, key: string): string | undefined => {
      const value = data[key]
      if (value === undefined || value === null) return undefined
      if (typeof value === "string") return value
      if (typeof value === "number" || typeof value === "boolean") return String(value)
      return miss(key, "text")
    },
    flag: (data: Data, key: string): boolean | undefined => {
      const value = data[key]
      if (value === undefined || value === null) return undefined
      if (typeof value === "boolean") return value
      if (value === "true" || value === "false") return value === "true"
      return miss(key, "true or false")
    },
    number: (data: Data, key: string): number | undefined => {
      const value = data[key]
      if (value === undefined || value === null) return undefined
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
      return typeof number === "number" && Number.isFinite(number) ? number : miss(key, "a number")
    },
    record: (data: Data, key: string): Data | undefined => {
      const value = data[key]
      if (value === undefined || value === null) return undefined
      return isRecord(value) ? value : miss(key, "a map")
    },
    choice: <T extends string>(data: Data, key: string, choices: ReadonlyArray<T>): T | undefined => {
      const value = data[key]
      if (value === undefined || value === null) return undefined
      return choices.find((choice) => choice === value) ?? miss(key, choices.join(", "))
    }
  }
}

/** `coverY` without a cover still says where a cover would sit; it is kept by the header, not by the fields. */
const readCover = (data: Data, reader: Reader): PageCover | undefined => {
  const ref = reader.text(data, "cover")
  const yPos = reader.number(data, "coverY")
  const height = reader.number(data, "coverHeight")
  if (ref === undefined || ref === "") return undefined
  return { ref, yPos: yPos ?? 0, ...(height !== undefined && { height }) }
}

const switches = [
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
  "tags",
  "actions"
] as const

/** `layout.x.visible` flattened to `x`; a bare boolean is taken as well. */
const readLayout = (data: Data, reader: Reader): PageLayout => {
  // other generators have the name of a template there, like home; our own word beside its key is a slip
  if (typeof data["layout"] === "string" && data["layout"] !== "wide") return {}
  const layout = reader.record(data, "layout")
  if (layout === undefined) return {}
  const fields: PageLayout = {}
  const width = reader.choice(layout, "width", ["default", "wide"])
  if (width !== undefined) fields.width = width
  for (const name of ["cover", ...switches] as const) {
    const part = layout[name]
    const visible = isRecord(part) ? reader.flag(part, "visible") : reader.flag(layout, name)
    if (visible !== undefined) fields[name] = visible
  }
  const cover = layout["cover"]
  const size = isRecord(cover) ? reader.choice(cover, "size", ["hero", "full", "background"]) : undefined
  if (size !== undefined) fields.coverSize = size
  return fields
}

const readMetaLinks = (data: Data, reader: Reader): { canonical?: string; alternates: string[] } | undefined => {
  const links = reader.record(data, "metaLinks")
  if (links === undefined) return undefined
  const canonical = reader.text(links, "canonical")
  const listed = links["alternates"]
  const alternates = Array.isArray(listed) ? listed.filter((item) => typeof item === "string") : []
  if (listed !== undefined && listed !== null && !Array.isArray(listed)) reader.miss("metaLinks.alternates", "a list")
  return { ...(canonical !== undefined && { canonical }), alternates }
}

const readTags = (data: Data, reader: Reader): PageTag[] => {
  const value = data["tags"]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    reader.miss("tags", "a list")
    return []
  }
  const tags: PageTag[] = []
  for (const item of value) {
    const tag = isRecord(item) ? item["tag"] : item
    if (typeof tag === "string" || typeof tag === "number") {
      tags.push({ tag: String(tag), ...(isRecord(item) && item["primary"] === true && { primary: true }) })
    } else {
      reader.miss("tags", "a list of slugs")
    }
  }
  return tags
}

const variableName = /^[a-zA-Z][a-zA-Z0-9_]*$/

/** A map of names to scalars as texts; what is neither is left out with a warning. */
export const readVariables = (value: unknown, warnings: string[]): Record<string, string> => {
  const variables: Record<string, string> = Object.create(null)
  if (value === undefined || value === null) return variables
  if (!isRecord(value)) {
    warnings.push("variables should be a map")
    return variables
  }
  for (const [name, item] of Object.entries(value)) {
    if (!variableName.test(name)) warnings.push(`variable name ${JSON.stringify(name)} is not valid`)
    else if (item === null || typeof item === "object") warnings.push(`variable ${name} should be text`)
    else variables[name] = String(item)
  }
  return variables
}
