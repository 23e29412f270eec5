/**
 * What a site expects to know of its visitors: the adaptive schema, in the public client's words. `readJsonSchema` is the
 * one check of what comes from outside; `test/delivery/adaptive-schema/AdaptiveSchema.test.ts` is its table.
 */
import { Result, Schema } from "effect"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import type { InvalidDetail } from "../../kernel/shared/errors.ts"
import { codePoints, isStorable } from "../../kernel/shared/text.ts"

/** What a schema may be: attributes on all levels together, levels, and code points of its texts. */
export const schemaLimits = { attributes: 200, depth: 5, name: 64, description: 256, values: 100, value: 256 }

const dialect = "http://json-schema.org/draft-07/schema#"
const unsignedDescription = "Unsigned claims of the site visitor."

const description = Schema.String

/** A claim of one value. */
const Primitive = Schema.Union([
  Schema.Struct({ type: Schema.Literal("boolean"), description }),
  Schema.Struct({
    type: Schema.Literal("string"),
    description,
    enum: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  Schema.Struct({ type: Schema.Literal("number"), description })
])
export type Primitive = typeof Primitive.Type

export interface ObjectAttribute {
  readonly type: "object"
  readonly description: string
  readonly properties: { readonly [name: string]: Attribute }
  readonly additionalProperties: false
}

/** A claim. */
export type Attribute =
  | Primitive
  | { readonly type: "array"; readonly description: string; readonly items: Primitive }
  | ObjectAttribute

const Attribute: Schema.Codec<Attribute> = Schema.Union([
  Primitive,
  Schema.Struct({ type: Schema.Literal("array"), description, items: Primitive }),
  Schema.Struct({
    type: Schema.Literal("object"),
    description,
    properties: Schema.Record(
      Schema.String,
      Schema.suspend((): Schema.Codec<Attribute> => Attribute)
    ),
    additionalProperties: Schema.Literal(false)
  })
]).annotate({ identifier: "SiteAdaptiveSchemaAttribute" })

/** Signed claims at the top; what visitors say of themselves under `unsigned`. */
export const AdaptiveJsonSchema = Schema.Struct({
  $schema: Schema.optionalKey(Schema.Literal(dialect)),
  type: Schema.Literal("object"),
  properties: Schema.Record(Schema.String, Attribute),
  additionalProperties: Schema.Literal(false)
}).annotate({ identifier: "SiteAdaptiveJSONSchema" })
export type AdaptiveJsonSchema = typeof AdaptiveJsonSchema.Type

/** An adaptive schema, as the API shows it. */
export const AdaptiveSchema = Schema.Struct({
  object: Schema.Literal("site-adaptive-schema"),
  jsonSchema: AdaptiveJsonSchema,
  updatedAt: Schema.String
}).annotate({ identifier: "SiteAdaptiveSchema" })
export type AdaptiveSchema = typeof AdaptiveSchema.Type

/** Body of `PUT .../adaptive-schema`; the schema itself is read by `readJsonSchema`, which knows more than types. */
export const AdaptiveSchemaInput = Schema.Struct({
  jsonSchema: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "A JSON Schema of draft 07 in the form of SiteAdaptiveJSONSchema, and nothing beyond it"
  })
})
export type AdaptiveSchemaInput = typeof AdaptiveSchemaInput.Type

/** A condition that a schema suggests. */
export const TemplateCondition = Schema.Struct({ description: Schema.String, condition: Schema.String }).annotate({
  identifier: "SiteAdaptiveTemplateCondition"
})
export type TemplateCondition = typeof TemplateCondition.Type

/** Names under which no claim ever arrives (threats: claim confusion, prototype pollution). */
const refused: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

/** The schema in a value from outside, or the places where it is none. At most the first twenty are told. */
export const readJsonSchema = (value: unknown): Result.Result<AdaptiveJsonSchema, ReadonlyArray<InvalidDetail>> => {
  const reader = new Reader()
  const schema = reader.schema(value)
  return schema === undefined || reader.problems.length > 0
    ? Result.fail(reader.problems.slice(0, mostProblems))
    : Result.succeed(schema)
}

const mostProblems = 20

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Reads from the outside in, and stops going in where there is too much. */
class Reader {
  readonly problems: Array<InvalidDetail> = []
  private attributes = 0

  private fail(path: string, message: string): undefined {
    this.problems.push({ path, message })
    return undefined
  }

  private fields(value: unknown, path: string, known: ReadonlyArray<string>): Fields | undefined {
    if (!isFields(value)) return this.fail(path, "must be an object")
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) this.fail(`${path}.${name}`, `is not known here: there is ${known.join(", ")}`)
    }
    return value
  }

  private closed(value: Fields, path: string): void {
    if (value["additionalProperties"] !== false) this.fail(`${path}.additionalProperties`, "must be false")
  }

  schema(value: unknown): AdaptiveJsonSchema | undefined {
    const path = "jsonSchema"
    const fields = this.fields(value, path, ["$schema", "type", "properties", "additionalProperties"])
    if (fields === undefined) return undefined
    const { $schema, type } = fields
    if ($schema !== undefined && $schema !== dialect) this.fail(`${path}.$schema`, `must be ${dialect}`)
    if (type !== "object") this.fail(`${path}.type`, "must be object")
    this.closed(fields, path)
    const properties = this.properties(fields["properties"], `${path}.properties`, 1, true)
    if (properties === undefined) return undefined
    return {
      ...ifDefined($schema, () => ({ $schema: dialect })),
      type: "object",
      properties,
      additionalProperties: false
    }
  }

  private properties(
    value: unknown,
    path: string,
    depth: number,
    top: boolean
  ): { readonly [name: string]: Attribute } | undefined {
    if (!isFields(value)) return this.fail(path, "must be an object of attributes")
    const names = Object.keys(value)
    this.attributes += names.length
    if (this.attributes > schemaLimits.attributes) {
      return this.fail(path, `there are at most ${schemaLimits.attributes} attributes in a schema`)
    }
    const read: Array<[string, Attribute]> = []
    for (const name of names) {
      const at = `${path}.${name.slice(0, schemaLimits.name)}`
      const length = codePoints(name)
      if (length < 1 || length > schemaLimits.name) this.fail(at, `a name has 1 to ${schemaLimits.name} characters`)
      else if (refused.has(name) || !isStorable(name) || /\p{Cc}/u.test(name)) this.fail(at, "cannot name a claim")
      else {
        const attribute =
          top && name === "unsigned" ? this.unsigned(value[name], at) : this.attribute(value[name], at, depth)
        if (attribute !== undefined) read.push([name, attribute])
      }
    }
    return Object.fromEntries(read)
  }

  private unsigned(value: unknown, path: string): ObjectAttribute | undefined {
    const fields = this.fields(value, path, ["type", "description", "properties", "additionalProperties"])
    if (fields === undefined) return undefined
    if (fields["type"] !== "object") this.fail(`${path}.type`, "must be object: unsigned holds the unsigned claims")
    const said = fields["description"]
    if (said !== undefined && said !== unsignedDescription) {
      this.fail(`${path}.description`, `must be "${unsignedDescription}"`)
    }
    this.closed(fields, path)
    const properties = this.properties(fields["properties"], `${path}.properties`, 1, false)
    return properties && { type: "object", description: unsignedDescription, properties, additionalProperties: false }
  }

  private attribute(value: unknown, path: string, depth: number): Attribute | undefined {
    const type = isFields(value) ? value["type"] : undefined
    if (type === "array") {
      const fields = this.fields(value, path, ["type", "description", "items"])
      const items = fields && this.primitive(fields["items"], `${path}.items`)
      return fields && items && { type, description: this.text(fields["description"], path, true), items }
    }
    if (type !== "object") return this.primitive(value, path)
    const fields = this.fields(value, path, ["type", "description", "properties", "additionalProperties"])
    if (fields === undefined) return undefined
    this.closed(fields, path)
    const said = this.text(fields["description"], path, true)
    if (depth >= schemaLimits.depth) return this.fail(path, `attributes nest at most ${schemaLimits.depth} levels deep`)
    const properties = this.properties(fields["properties"], `${path}.properties`, depth + 1, false)
    return properties && { type, description: said, properties, additionalProperties: false }
  }

  private primitive(value: unknown, path: string): Primitive | undefined {
    if (!isFields(value)) return this.fail(path, "must be an object with a type and a description")
    const { type } = value
    switch (type) {
      case "boolean":
      case "number": {
        this.fields(value, path, ["type", "description"])
        // the specification's form of a boolean has a type and nothing else
        return { type, description: this.text(value["description"], path, type === "number") }
      }
      case "string": {
        this.fields(value, path, ["type", "description", "enum"])
        const values = value["enum"] === undefined ? undefined : this.values(value["enum"], `${path}.enum`)
        return {
          type,
          description: this.text(value["description"], path, true),
          ...defined({ enum: values })
        }
      }
      default:
        return this.fail(`${path}.type`, "must be boolean, string, number, array or object")
    }
  }

  private text(value: unknown, path: string, required: boolean): string {
    const at = `${path}.description`
    if (value === undefined && !required) return ""
    if (typeof value !== "string") this.fail(at, "must be text that says what the attribute means")
    else if (codePoints(value) > schemaLimits.description || !isStorable(value)) {
      this.fail(at, `must be text of at most ${schemaLimits.description} characters`)
    } else return value
    return ""
  }

  private values(value: unknown, path: string): ReadonlyArray<string> | undefined {
    if (!Array.isArray(value) || value.length < 1 || value.length > schemaLimits.values) {
      return this.fail(path, `must be a list of 1 to ${schemaLimits.values} texts`)
    }
    const wrong = value.findIndex(
      (one) => typeof one !== "string" || codePoints(one) > schemaLimits.value || !isStorable(one)
    )
    if (wrong >= 0) return this.fail(`${path}.${wrong}`, `must be text of at most ${schemaLimits.value} characters`)
    if (new Set(value).size < value.length) return this.fail(path, "names a value twice")
    return value as ReadonlyArray<string>
  }
}
