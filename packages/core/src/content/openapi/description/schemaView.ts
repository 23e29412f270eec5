/**
 * Schemas as readers see them: what a value may be, level by level. References are put in place, down to where a schema
 * holds itself; and as much of a schema as fits a page.
 */
import { defined, ifDefined } from "../../../kernel/shared/defined.ts"
import {
  type Description,
  entriesOf,
  isRecord,
  type JsonObject,
  listOf,
  pointerOf,
  resolve,
  textOf
} from "./Description.ts"

export interface SchemaView {
  /** `string`, `integer`, `Pet[]`, `string | null`. */
  readonly type: string
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly deprecated?: true
  readonly access?: "read" | "write"
  /** What a value must be like: `≥ 1`, `≤ 10 characters`. */
  readonly rules: ReadonlyArray<string>
  /** As JSON. */
  readonly values: ReadonlyArray<string>
  readonly default?: string
  readonly example?: string
  readonly properties: ReadonlyArray<PropertyView>
  /** Of a list, when there is more to say than its type. */
  readonly items?: SchemaView
  /** Of values under names that nobody knows beforehand. */
  readonly additional?: SchemaView
  readonly choice?: { readonly kind: "one" | "any"; readonly of: ReadonlyArray<SchemaView> }
  /** There is more of it: it holds itself, or does not fit. */
  readonly cut?: "recursive" | "long"
}

export interface PropertyView {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaView
}

/** How much of schemas one page shows, and how deep. */
export interface Budget {
  left: number
}
export const newBudget = (left = 700): Budget => ({ left })
const deepest = 12
const mostValues = 100
const longestValue = 300
/** Parts of parts of `allOf`. */
const deepestParts = 8

export const schemaView = (description: Description, schema: unknown, budget: Budget): SchemaView =>
  view(description, schema, budget, [], 0)

const unknown: SchemaView = { type: "any", rules: [], values: [], properties: [] }

const view = (
  description: Description,
  schema: unknown,
  budget: Budget,
  trail: ReadonlyArray<string>,
  depth: number
): SchemaView => {
  budget.left--
  if (!isRecord(schema)) return unknown
  const pointer = pointerOf(schema["$ref"])
  const resolved = resolve(description, schema)
  if (resolved === undefined) return { ...unknown, ...ifDefined(pointer, (at) => ({ type: nameAt(at) })) }
  const merged = withParts(description, resolved, 0)
  const own = plainView(description, merged, pointer)
  if (pointer !== undefined && trail.includes(pointer)) return { ...own, cut: "recursive" }
  const holds = isRecord(merged["properties"]) || merged["items"] !== undefined || choiceOf(merged) !== undefined
  if (budget.left <= 0 || depth >= deepest) return holds ? { ...own, cut: "long" } : own
  const below = pointer === undefined ? trail : [...trail, pointer]
  const inner = (value: unknown) => view(description, value, budget, below, depth + 1)

  const required = new Set(listOf(merged["required"]))
  const properties: Array<PropertyView> = []
  let isCut = false
  for (const [name, value] of entriesOf(merged["properties"])) {
    if (budget.left <= 0) {
      isCut = true
      break
    }
    properties.push({ name, required: required.has(name), schema: inner(value) })
  }
  const items = merged["items"] === undefined ? undefined : inner(merged["items"])
  const { additionalProperties } = merged
  const additional = isRecord(additionalProperties) && budget.left > 0 ? inner(additionalProperties) : undefined
  const choice = ifDefined(choiceOf(merged), ({ kind, of }) => ({
    choice: { kind, of: of.slice(0, Math.max(1, budget.left)).map(inner) }
  }))
  return {
    ...own,
    properties,
    ...(items !== undefined && saysMore(items) ? { items } : {}),
    ...defined({ additional }),
    ...choice,
    ...(isCut ? { cut: "long" as const } : {})
  }
}

/** Whether there is anything to see of a value beyond its type. */
const saysMore = (schema: SchemaView): boolean =>
  schema.properties.length > 0 ||
  schema.choice !== undefined ||
  schema.items !== undefined ||
  schema.additional !== undefined ||
  schema.values.length > 0 ||
  schema.rules.length > 0 ||
  schema.description !== undefined ||
  schema.cut !== undefined

const nameAt = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~")

/** A schema with the parts of its `allOf` in it. */
export const withParts = (description: Description, schema: JsonObject, depth: number): JsonObject => {
  const parts = listOf(schema["allOf"])
  if (parts.length === 0 || depth > deepestParts) return schema
  const { allOf: _, ...own } = schema
  const found = parts.flatMap((part) => {
    const one = resolve(description, part)
    return one === undefined ? [] : [withParts(description, one, depth + 1)]
  })
  // what is said beside the parts counts more than they do
  let merged: JsonObject = {}
  for (const one of [...found, own]) {
    const properties = { ...asRecord(merged["properties"]), ...asRecord(one["properties"]) }
    const required = [...listOf(merged["required"]), ...listOf(one["required"])]
    merged = {
      ...merged,
      ...one,
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required })
    }
  }
  return merged
}

const asRecord = (value: unknown): JsonObject => (isRecord(value) ? value : {})

const choiceOf = (
  schema: JsonObject
): { readonly kind: "one" | "any"; readonly of: ReadonlyArray<unknown> } | undefined => {
  const isNull = (one: unknown) => isRecord(one) && one["type"] === "null"
  for (const [field, kind] of [
    ["oneOf", "one"],
    ["anyOf", "any"]
  ] as const) {
    const of = listOf(schema[field]).filter((one) => isRecord(one) && !isNull(one) && !onlyRequires(one))
    if (of.length > 0) return { kind, of }
  }
  return undefined
}

/** An alternative that says which fields must be there and nothing else tells readers nothing. */
const onlyRequires = (schema: unknown): boolean =>
  isRecord(schema) && Object.keys(schema).every((key) => key === "required" || key === "not")

/** The type of a schema in words. */
const typeOf = (description: Description, schema: JsonObject, depth = 0): string => {
  const { type } = schema
  const isNullable =
    (Array.isArray(type) && type.includes("null")) ||
    [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])].some((one) => isRecord(one) && one["type"] === "null")
  const names = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string" && one !== "null")
  const named = names.map((one) => (one === "array" ? `${itemType(description, schema, depth)}[]` : String(one)))
  const plain =
    named.length > 0
      ? named.join(" | ")
      : isRecord(schema["properties"]) || isRecord(schema["additionalProperties"])
        ? "object"
        : schema["items"] !== undefined
          ? `${itemType(description, schema, depth)}[]`
          : (typeOfValues(schema) ?? typeOfChoice(description, schema, depth) ?? "any")
  return isNullable ? `${plain} | null` : plain
}

const typeOfValues = (schema: JsonObject): string | undefined => {
  const [value] = Object.hasOwn(schema, "const") ? [schema["const"]] : listOf(schema["enum"])
  return value === undefined || value === null ? undefined : typeof value
}

const typeOfChoice = (description: Description, schema: JsonObject, depth: number): string | undefined => {
  const choice = choiceOf(schema)
  if (choice === undefined || depth > 3) return undefined
  const types = new Set(
    choice.of.slice(0, 8).map((one) => {
      const found = resolve(description, one)
      return found === undefined ? "any" : typeOf(description, withParts(description, found, 0), depth + 1)
    })
  )
  return [...types].join(" | ")
}

const itemType = (description: Description, schema: JsonObject, depth: number): string => {
  const { items } = schema
  if (!isRecord(items) || depth > 3) return "any"
  const pointer = pointerOf(items["$ref"])
  if (pointer !== undefined) return nameAt(pointer)
  const type = typeOf(description, withParts(description, items, 0), depth + 1)
  return type.includes(" ") ? `(${type})` : type
}

/** What a schema says of itself, without what it holds. */
const plainView = (description: Description, schema: JsonObject, pointer: string | undefined): SchemaView => {
  const values = Object.hasOwn(schema, "const") ? [schema["const"]] : listOf(schema["enum"])
  const [example = schema["example"]] = listOf(schema["examples"])
  const title = textOf(schema["title"]) ?? (pointer === undefined ? undefined : nameAt(pointer))
  const about = textOf(schema["description"])
  const format = textOf(schema["format"])
  return {
    type: typeOf(description, schema),
    ...defined({ format, title, description: about }),
    ...(schema["deprecated"] === true ? { deprecated: true } : {}),
    ...(schema["readOnly"] === true ? { access: "read" } : schema["writeOnly"] === true ? { access: "write" } : {}),
    rules: rulesOf(schema),
    values: values.slice(0, mostValues).map(shown),
    ...ifDefined(schema["default"], (value) => ({ default: shown(value) })),
    ...ifDefined(example, (value) => ({ example: shown(value) })),
    properties: []
  }
}

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

const rulesOf = (schema: JsonObject): ReadonlyArray<string> => {
  const number = (field: string): number | undefined =>
    typeof schema[field] === "number" ? (schema[field] as number) : undefined
  const rules: Array<string> = []
  const bound = (sign: string, field: string, unit = "") => {
    const value = number(field)
    if (value !== undefined) rules.push(`${sign} ${value}${unit}`)
  }
  bound("≥", "minimum")
  bound(">", "exclusiveMinimum")
  bound("≤", "maximum")
  bound("<", "exclusiveMaximum")
  bound("×", "multipleOf")
  const length = (min: string, max: string, name: string) => {
    const [from, to] = [number(min), number(max)]
    if ((from === undefined || from === 0) && to === undefined) return
    rules.push(`${name} ${from ?? 0}..${to ?? "∞"}`)
  }
  length("minLength", "maxLength", "length")
  length("minItems", "maxItems", "items")
  length("minProperties", "maxProperties", "properties")
  if (schema["uniqueItems"] === true) rules.push("unique")
  const pattern = textOf(schema["pattern"])
  if (pattern !== undefined) rules.push(`/${pattern.slice(0, longestValue)}/`)
  return rules
}
