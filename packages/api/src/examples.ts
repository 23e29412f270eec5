/** Examples for the OpenAPI document: what a field's name promises, within what its schema allows. Pure. */

type Json = Record<string, any>

const time = "2026-01-15T09:30:00.000Z"
const id = "sPc7Zt3Lk9Yw2Rb5NdXq"

/** Values by the name of the field, or by the end of it. */
const named: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:title|label|name|subject)$/, "Handbook"],
  [/^displayName$/, "Ada Lovelace"],
  [/[eE]mails?$/, "ada@acme.org"],
  [/^(?:markdown|text|body)$/, "# Welcome\n\nHow we work.\n"],
  [/^(?:description|message|instructions|reason)$/, "How we work"],
  [/At$|^(?:from|to|timestamp|date|lastSeen)$/, time],
  [/^hostname$/, "docs.acme.org"],
  [/^(?:slug|path|basename|pathname)$/, "getting-started"],
  [/^(?:location|url|app|published|public|icon|logo|redirect|target)$|U(?:RL|rl)$/, "https://docs.acme.org/"],
  [/^emoji$/, "1f4d8"],
  [/^language$/, "en"],
  [/[cC]olor$|^(?:light|dark)$/, "#346DDB"],
  [/^(?:condition|expression)$/, 'visitor.claims.plan == "pro"'],
  [/^source$/, "/old-page"],
  [/^ref$/, "refs/heads/main"],
  [/^contentType$/, "image/png"],
  [/^base64$/, "iVBORw0KGgo="],
  [/^query$/, "install"],
  [/[iI]d$|^(?:organization|space|site|page|parent|user|team|revision|collection|changeRequest)s?$/, id]
]

/** What else may suit a field that takes some texts only. */
const others = [
  id,
  "getting-started",
  "/old-page",
  "https://docs.acme.org/",
  "docs.acme.org",
  "acme.org/docs",
  time,
  "2026-01-15",
  "#346DDB",
  "1f4d8",
  "Handbook"
]

const fits = ({ maxLength = Number.POSITIVE_INFINITY, minLength = 0, pattern }: Json, text: string): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, "u").test(text))

const textOf = (schema: Json, name: string): string => {
  const own = named.flatMap(([pattern, value]) => (pattern.test(name) ? [value] : []))
  const found = [...own, ...others.toReversed()].find((text) => fits(schema, text))
  return found ?? "x".repeat(schema["minLength"] ?? 1)
}

const numberOf = ({ exclusiveMinimum, maximum, minimum }: Json): number =>
  Math.min(Math.max(1, minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1), maximum ?? 1_000_000)

/** Fields that say that something is gone. */
const left: ReadonlySet<string> = new Set(["deletedAt", "archivedAt", "next"])

/** Deeper than this only what is required is shown, and of a type that holds itself nothing. */
const deepest = 3

/** A value that a schema allows. `schemas` are those that it refers to by name. */
export const exampleOf = (schemas: Json, schema: Json): unknown => {
  const make = (node: Json, name: string, within: ReadonlyArray<string>, depth: number): unknown => {
    if (node["$ref"] !== undefined) {
      const target: string = node["$ref"].split("/").at(-1)
      return within.includes(target) ? undefined : make(schemas[target], name, [...within, target], depth)
    }
    if (node["const"] !== undefined) return node["const"]
    if (node["enum"] !== undefined) return node["enum"][0]
    if (node["default"] !== undefined) return node["default"]
    const options: ReadonlyArray<Json> | undefined = node["anyOf"] ?? node["oneOf"]
    if (options !== undefined) {
      // the first that says something; one that holds itself only where nothing else is left
      const made = options.map((option) => make(option, name, within, depth))
      return made.find((value) => value != null) ?? made.find((value) => value !== undefined)
    }
    if (node["allOf"] !== undefined) {
      const { allOf, ...rest } = node
      return make(Object.assign({}, rest, ...allOf), name, within, depth)
    }
    switch (node["type"]) {
      case "string":
        return textOf(node, name)
      case "number":
      case "integer":
        return numberOf(node)
      case "boolean":
        return true
      case "array": {
        const item = node["items"] === undefined ? undefined : make(node["items"], name, within, depth + 1)
        const count = Math.max(node["minItems"] ?? 0, item === undefined || depth > deepest ? 0 : 1)
        return Array.from({ length: count }, () => item)
      }
      case "object": {
        const required = new Set<string>(node["required"])
        const fields = Object.entries<Json>(node["properties"] ?? {})
          .filter(([field]) => required.has(field) || (depth < deepest && !left.has(field)))
          .map(([field, inner]) => [field, make(inner, field, within, depth + 1)] as const)
        const there = fields.filter(([, value]) => value !== undefined)
        return Object.fromEntries(there.slice(0, node["maxProperties"] ?? there.length))
      }
      default:
        return node["type"] === "null" ? null : {}
    }
  }
  return make(schema, "", [], 0)
}
