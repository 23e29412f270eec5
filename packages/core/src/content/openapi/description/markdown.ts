/** Operations and schemas as Markdown that can be read on its own: for agents, and for print. */
import type { ApiView } from "./apiView.ts"
import { type ContentView, type OperationView, type Place, places, type SecurityView } from "./operationView.ts"
import { plainTitle } from "./plainTitle.ts"
import { type Sample, samplesOf } from "./samples.ts"
import type { PropertyView, SchemaView } from "./schemaView.ts"

export interface MarkdownOptions {
  /** Level of the first heading. */
  readonly level: number
  /** How many samples of code; all of them without it. */
  readonly samples?: number
  /** Titles that are there already, as `plainTitle` writes them: they are not repeated. */
  readonly titles?: ReadonlySet<string>
}

export const apiMarkdown = (view: ApiView, options: MarkdownOptions): string =>
  view.kind === "schemas"
    ? view.schemas.map(({ name, schema }) => schemaSection(name, schema, options)).join("\n\n")
    : operationMarkdown(view.operation, options)

/** Text of one line, with nothing in it that Markdown reads. */
const inline = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>|#{}~]/g, "\\$&")

const code = (text: string): string => {
  const one = text.replace(/\s+/g, " ")
  const fence = "`".repeat(Math.max(0, ...(one.match(/`+/g) ?? []).map((run) => run.length)) + 1)
  return one.startsWith("`") || one.endsWith("`") ? `${fence} ${one} ${fence}` : `${fence}${one}${fence}`
}

const block = (language: string, text: string): string => {
  const fence = "`".repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/**
 * What an author wrote, below our headings: its own are made plain, and what would be a block of ours is text.
 * @param indent before every line but the first
 */
export const prose = (text: string, indent = ""): string =>
  text
    .trim()
    .replaceAll("{%", "{\\%")
    .replaceAll("{{", "{\\{")
    .replace(/^#{1,6}[ \t]+(.*)$/gm, (_, title: string) => `**${title.replace(/(?<!#)#+$/, "").trimEnd()}**`)
    .replaceAll("\n", `\n${indent}`)

const operationMarkdown = (operation: OperationView, { level, samples: most, titles }: MarkdownOptions): string => {
  const heading = (text: string): string => `${"#".repeat(Math.min(level, 6))} ${text}`
  const parts: Array<string> = []
  const title = operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`
  if (operation.headless !== true && titles?.has(plainTitle(title)) !== true) parts.push(heading(inline(title)))
  parts.push(`${code(`${operation.method.toUpperCase()} ${operation.path}`)}`)
  if (operation.deprecated) parts.push("**Deprecated.**")
  if (operation.description !== undefined) parts.push(prose(operation.description))
  const [server] = operation.servers
  if (server !== undefined) parts.push(`Server: ${code(server.url)}`)
  const security = operation.security.filter((way) => way.length > 0)
  if (security.length > 0) parts.push(`Authorization: ${security.map(wayIn).join(", or ")}`)
  for (const place of places) {
    const list = operation.parameters.filter((one) => one.in === place)
    if (list.length === 0) continue
    const fields = list.map(({ deprecated, description, name, required, schema }) =>
      field(name, required, { ...schema, ...(deprecated ? { deprecated } : {}) }, 0, description)
    )
    parts.push(`**${placeNames[place]}**`, fields.join("\n"))
  }
  if (operation.body !== undefined) {
    parts.push(`**Body**${operation.body.required ? "" : " (optional)"}`)
    if (operation.body.description !== undefined) parts.push(prose(operation.body.description))
    parts.push(...operation.body.contents.flatMap(contentParts))
  }
  for (const { contents, description, headers, status } of operation.responses) {
    const about = description === undefined ? "" : `: ${inline(description)}`
    parts.push(`**Response ${code(status)}**${about}`)
    if (headers.length > 0)
      parts.push(headers.map((one) => field(one.name, false, one.schema, 0, one.description)).join("\n"))
    parts.push(...contents.flatMap(contentParts))
  }
  const samples: ReadonlyArray<Sample> = samplesOf(operation)
  const shown = samples.filter(({ isFile }, index) => isFile === true || most === undefined || index < most)
  for (const sample of shown) parts.push(`**${inline(sample.title)}**`, block(sample.language, sample.code))
  return parts.join("\n\n")
}

const placeNames: Readonly<Record<Place, string>> = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Headers",
  cookie: "Cookies"
}

const wayIn = (way: SecurityView): string =>
  way
    .map(({ in: place, key, kind, name, scheme, scopes }) => {
      const how =
        kind === "apiKey"
          ? `${code(key ?? name)} in ${place ?? "header"}`
          : kind === "http"
            ? `HTTP ${scheme ?? "bearer"}`
            : kind
      return scopes.length === 0 ? how : `${how} (${scopes.map(code).join(", ")})`
    })
    .join(" and ")

const contentParts = ({ alike, examples, mediaType, schema }: ContentView): ReadonlyArray<string> => {
  const lines = schema === undefined ? "" : schemaLines(schema, 0)
  return [
    `${[mediaType, ...alike].map(code).join(", ")}${schema === undefined ? "" : ` ${typeWords(schema)}`}`,
    ...(lines === "" ? [] : [lines]),
    ...examples.slice(0, 1).map((example) => block(example.language, example.text))
  ]
}

const schemaSection = (name: string, schema: SchemaView, { level, titles }: MarkdownOptions): string =>
  [
    titles?.has(plainTitle(name)) === true ? "" : `${"#".repeat(Math.min(level, 6))} ${inline(name)}`,
    typeWords(schema),
    ...(schema.description === undefined ? [] : [prose(schema.description)]),
    schemaLines(schema, 0)
  ]
    .filter((part) => part !== "")
    .join("\n\n")

/** Type and rules in one line. */
const typeWords = ({ access, default: preset, deprecated, format, rules, type, values }: SchemaView): string =>
  [
    `_${inline(format === undefined ? type : `${type} (${format})`)}_`,
    ...(deprecated === true ? ["deprecated"] : []),
    ...(access === undefined ? [] : [`${access} only`]),
    ...rules.map(code),
    ...(values.length === 0 ? [] : [`one of ${values.map(code).join(", ")}`]),
    ...(preset === undefined ? [] : [`default ${code(preset)}`])
  ].join(", ")

const field = (
  name: string,
  required: boolean,
  schema: SchemaView,
  depth: number,
  about: string | undefined = schema.description
): string => {
  const indent = "  ".repeat(depth)
  const words = `${indent}- ${code(name)} ${typeWords(schema)}${required ? ", **required**" : ""}`
  const said = about === undefined ? "" : `: ${prose(about, `${indent}  `).replace(/\n\s*\n/g, "\n")}`
  const inner = schemaLines(schema, depth + 1)
  return `${words}${said}${inner === "" ? "" : `\n${inner}`}`
}

const properties = (list: ReadonlyArray<PropertyView>, depth: number): ReadonlyArray<string> =>
  list.map(({ name, required, schema }) => field(name, required, schema, depth))

/** What a value holds, as a list of lists. */
const schemaLines = (schema: SchemaView, depth: number): string => {
  const indent = "  ".repeat(depth)
  const lines = [...properties(schema.properties, depth)]
  if (schema.items !== undefined) lines.push(field("[]", false, schema.items, depth))
  if (schema.additional !== undefined) lines.push(field("*", false, schema.additional, depth))
  if (schema.choice !== undefined) {
    lines.push(`${indent}- ${schema.choice.kind === "one" ? "One of" : "Any of"}:`)
    for (const one of schema.choice.of) lines.push(field(one.title ?? one.type, false, one, depth + 1))
  }
  if (schema.cut !== undefined && lines.length === 0) lines.push(`${indent}- …`)
  return lines.join("\n")
}
