/** A value that a schema takes, where its author gives none: as small as it can be and still show what is there. */
import { type Description, entriesOf, isRecord, listOf, pointerOf, resolve } from "./Description.ts"
import { withParts } from "./schemaView.ts"

const deepest = 8
const mostValues = 300

/** Formats whose values say what they are. */
const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T12:00:00Z",
  date: "2026-01-01",
  time: "12:00:00Z",
  email: "somebody@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
  binary: "…",
  byte: "aGVsbG8="
}

/** @param hidden fields of this kind are left out: what is only read is not sent */
export const exampleOf = (description: Description, schema: unknown, hidden: "readOnly" | "writeOnly"): unknown => {
  let left = mostValues
  const make = (value: unknown, trail: ReadonlyArray<string>, depth: number): unknown => {
    if (!isRecord(value) || --left < 0 || depth > deepest) return null
    const pointer = pointerOf(value["$ref"])
    if (pointer !== undefined && trail.includes(pointer)) return null
    const found = resolve(description, value)
    if (found === undefined) return null
    const own = withParts(description, found, 0)
    const below = pointer === undefined ? trail : [...trail, pointer]
    const given = givenOf(own)
    if (given !== undefined) return given
    const [choice] = [...listOf(own["oneOf"]), ...listOf(own["anyOf"])].filter(
      (one) => isRecord(one) && one["type"] !== "null"
    )
    const properties = entriesOf(own["properties"])
    if (choice !== undefined && properties.length === 0) return make(choice, below, depth + 1)
    const type = Array.isArray(own["type"]) ? own["type"].find((one) => one !== "null") : own["type"]
    if (type === "object" || (type === undefined && (properties.length > 0 || isRecord(own["additionalProperties"])))) {
      const required = new Set(listOf(own["required"]))
      const made: Record<string, unknown> = {}
      for (const [name, inner] of properties) {
        const one = resolve(description, inner)
        if (one?.[hidden] === true || (one?.["deprecated"] === true && !required.has(name))) continue
        const cyclic = pointerOf(isRecord(inner) ? inner["$ref"] : undefined)
        if (cyclic !== undefined && below.includes(cyclic)) continue
        if (left <= 0 && !required.has(name)) continue
        Object.defineProperty(made, name, { value: make(inner, below, depth + 1), enumerable: true })
      }
      if (properties.length === 0 && isRecord(own["additionalProperties"])) {
        made["key"] = make(own["additionalProperties"], below, depth + 1)
      }
      return made
    }
    if (type === "array" || own["items"] !== undefined) {
      const item = own["items"] === undefined ? null : make(own["items"], below, depth + 1)
      return item === null ? [] : [item]
    }
    return scalar(type, own)
  }
  return make(schema, [], 0)
}

const givenOf = (schema: { readonly [key: string]: unknown }): unknown => {
  if (schema["example"] !== undefined) return schema["example"]
  const [example] = listOf(schema["examples"])
  if (example !== undefined) return example
  if (schema["default"] !== undefined && schema["default"] !== null) return schema["default"]
  if (Object.hasOwn(schema, "const")) return schema["const"]
  return listOf(schema["enum"])[0]
}

const scalar = (type: unknown, schema: { readonly [key: string]: unknown }): unknown => {
  switch (type) {
    case "integer":
    case "number": {
      const minimum = schema["minimum"]
      return typeof minimum === "number" ? minimum : 1
    }
    case "boolean":
      return true
    case "null":
      return null
    default: {
      const format = schema["format"]
      const known = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined
      return known ?? "text"
    }
  }
}
