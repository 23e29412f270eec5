import { readJsonSchema, schemaLimits } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { mostTemplates, templateConditions } from "@octavo/core/delivery/adaptive-schema/templateConditions"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { parseExpression } from "@octavo/core/kernel/expressions/parseExpression"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

type Json = Record<string, unknown>

const description = "What it is."
const bool = { type: "boolean", description }
const text = { type: "string", description }
const object = (properties: unknown, more: Json = {}): Json => ({
  type: "object",
  description,
  properties,
  additionalProperties: false,
  ...more
})
const schema = (properties: unknown, more: Json = {}): Json => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more
})
const unsigned = (properties: unknown, more: Json = {}): Json =>
  object(properties, { description: "Unsigned claims of the site visitor.", ...more })

const many = (count: number, make: (i: number) => unknown = () => bool): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, make(i)]))

const texts = (count: number) => Array.from({ length: count }, (_, i) => String(i))

const nested = (levels: number): Json => (levels === 1 ? { a: bool } : { a: object(nested(levels - 1)) })

describe("a schema", () => {
  it.each<readonly [string, Json]>([
    ["of nothing", schema({})],
    [
      "of booleans, as the specification has it",
      schema({ beta: { type: "boolean" }, unsigned: unsigned({ vip: { type: "boolean" } }) })
    ],
    ["with its dialect", schema({ beta: bool }, { $schema: "http://json-schema.org/draft-07/schema#" })],
    [
      "unsigned without its description",
      schema({ unsigned: { type: "object", properties: {}, additionalProperties: false } })
    ],
    [
      "of every type",
      schema({
        b: bool,
        s: text,
        e: { ...text, enum: ["x", ""] },
        n: { type: "number", description },
        l: { type: "array", description, items: { ...text, enum: ["x"] } },
        o: object({ b: bool })
      })
    ],
    [
      "with unsigned ones of every type",
      schema({
        unsigned: unsigned({
          n: { type: "number", description },
          o: object({ l: { type: "array", description, items: bool } })
        })
      })
    ],
    [
      "with names of any letters",
      schema({ "https://acme.com/roles": text, "größe 😀": bool, $x: bool, toString: bool })
    ],
    ["a name at its limit", schema({ ["😀".repeat(schemaLimits.name)]: bool })],
    [
      "a description at its limit",
      schema({ a: { type: "boolean", description: "é".repeat(schemaLimits.description) } })
    ],
    ["an empty description", schema({ a: { ...text, description: "" } })],
    ["as many attributes as there may be", schema(many(schemaLimits.attributes))],
    ["as many values as there may be", schema({ a: { ...text, enum: texts(schemaLimits.values) } })],
    ["a value at its limit", schema({ a: { ...text, enum: ["v".repeat(schemaLimits.value)] } })],
    ["as deep as it may be", schema(nested(schemaLimits.depth))]
  ])("%s", (_, value) => {
    const read = readJsonSchema(value)
    expect(Result.isFailure(read) ? read.failure : undefined).toBeUndefined()
    // what is answered is taken again
    if (Result.isSuccess(read)) expect(readJsonSchema(JSON.parse(JSON.stringify(read.success)))).toEqual(read)
  })

  it.each<readonly [string, unknown, string]>([
    ["nothing", null, "jsonSchema"],
    ["a list", [], "jsonSchema"],
    ["another type", schema({}, { type: "array" }), "jsonSchema.type"],
    ["another dialect", schema({}, { $schema: "https://json-schema.org/draft/2020-12/schema" }), "jsonSchema.$schema"],
    ["open", schema({}, { additionalProperties: true }), "jsonSchema.additionalProperties"],
    ["open by silence", { type: "object", properties: {} }, "jsonSchema.additionalProperties"],
    ["without properties", { type: "object", additionalProperties: false }, "jsonSchema.properties"],
    ["a reference at the top", schema({}, { $ref: "#/x" }), "jsonSchema.$ref"],
    ["definitions", schema({}, { definitions: {} }), "jsonSchema.definitions"],
    ["required", schema({ a: bool }, { required: ["a"] }), "jsonSchema.required"],
    ["a reference", schema({ a: { $ref: "#/properties/b" } }), "jsonSchema.properties.a.type"],
    ["a reference beside", schema({ a: { ...bool, $ref: "http://x/y" } }), "jsonSchema.properties.a.$ref"],
    ["a pattern", schema({ a: { ...text, pattern: "(a+)+$" } }), "jsonSchema.properties.a.pattern"],
    ["a choice", schema({ a: { anyOf: [bool, text], description } }), "jsonSchema.properties.a.type"],
    ["a type that is none", schema({ a: { type: "integer", description } }), "jsonSchema.properties.a.type"],
    ["types", schema({ a: { type: ["boolean"], description } }), "jsonSchema.properties.a.type"],
    ["true for a schema", schema({ a: true }), "jsonSchema.properties.a"],
    ["no description", schema({ a: { type: "string" } }), "jsonSchema.properties.a.description"],
    ["no description of a list", schema({ a: { type: "array", items: bool } }), "jsonSchema.properties.a.description"],
    [
      "no description of an object",
      schema({ a: object({}, { description: undefined }) }),
      "jsonSchema.properties.a.description"
    ],
    [
      "a description that is no text",
      schema({ a: { ...bool, description: 1 } }),
      "jsonSchema.properties.a.description"
    ],
    [
      "a long description",
      schema({ a: { ...bool, description: "x".repeat(257) } }),
      "jsonSchema.properties.a.description"
    ],
    ["a long name", schema({ ["x".repeat(65)]: bool }), `jsonSchema.properties.${"x".repeat(64)}`],
    ["an empty name", schema({ "": bool }), "jsonSchema.properties."],
    ["a prototype", schema(JSON.parse('{ "__proto__": { "type": "boolean" } }')), "jsonSchema.properties.__proto__"],
    ["a constructor", schema({ constructor: bool }), "jsonSchema.properties.constructor"],
    ["a control character", schema({ "a\u0007": bool }), "jsonSchema.properties.a\u0007"],
    ["no values", schema({ a: { ...text, enum: [] } }), "jsonSchema.properties.a.enum"],
    ["too many values", schema({ a: { ...text, enum: texts(101) } }), "jsonSchema.properties.a.enum"],
    ["a value twice", schema({ a: { ...text, enum: ["x", "x"] } }), "jsonSchema.properties.a.enum"],
    ["a value that is no text", schema({ a: { ...text, enum: ["x", 1] } }), "jsonSchema.properties.a.enum.1"],
    ["a long value", schema({ a: { ...text, enum: ["x".repeat(257)] } }), "jsonSchema.properties.a.enum.0"],
    ["values of a boolean", schema({ a: { ...bool, enum: [true] } }), "jsonSchema.properties.a.enum"],
    [
      "a list of lists",
      schema({ a: { type: "array", description, items: { type: "array", description, items: bool } } }),
      "jsonSchema.properties.a.items.type"
    ],
    ["a list of anything", schema({ a: { type: "array", description } }), "jsonSchema.properties.a.items"],
    [
      "an open object",
      schema({ a: object({}, { additionalProperties: {} }) }),
      "jsonSchema.properties.a.additionalProperties"
    ],
    ["unsigned as a boolean", schema({ unsigned: bool }), "jsonSchema.properties.unsigned.type"],
    [
      "unsigned otherwise described",
      schema({ unsigned: unsigned({}, { description: "Mine." }) }),
      "jsonSchema.properties.unsigned.description"
    ],
    [
      "unsigned and open",
      schema({ unsigned: unsigned({}, { additionalProperties: true }) }),
      "jsonSchema.properties.unsigned.additionalProperties"
    ],
    [
      "too deep",
      schema(nested(schemaLimits.depth + 1)),
      "jsonSchema.properties.a.properties.a.properties.a.properties.a.properties.a"
    ],
    ["too many attributes", schema(many(schemaLimits.attributes + 1)), "jsonSchema.properties"],
    ["too many on two levels", schema(many(2, () => object(many(100)))), "jsonSchema.properties.a1.properties"]
  ])("%s is none", (_, value, path) => {
    const read = readJsonSchema(value)
    expect(Result.isFailure(read) && read.failure[0]).toMatchObject({ path, message: expect.stringMatching(/.{5}/) })
  })

  it("of 100,000 properties, or 100,000 levels, is refused at once (threat: schema bombs)", () => {
    const wide = readJsonSchema(schema(many(100_000)))
    expect(Result.isFailure(wide) && wide.failure).toHaveLength(1)
    let deep: Json = bool
    for (let i = 0; i < 100_000; i++) deep = object({ a: deep })
    expect(Result.isFailure(readJsonSchema(schema({ deep })))).toBe(true)
    const wrong = readJsonSchema(schema(many(100, () => 1)))
    expect(Result.isFailure(wrong) && wrong.failure).toHaveLength(20)
  })
})

describe("templates of conditions", () => {
  const templates = (properties: Json) => templateConditions(Result.getOrThrow(readJsonSchema(schema(properties))))

  it("ask what can be asked of each attribute", () => {
    expect(
      templates({
        beta: { type: "boolean" },
        plan: { type: "string", description: "The plan.", enum: ["pro", 'a "b" \\'] },
        name: text,
        seats: { type: "number", description },
        groups: { type: "array", description, items: text },
        roles: { type: "array", description, items: { ...text, enum: ["dev"] } },
        access: object({ "https://acme.com/x": bool }),
        unsigned: unsigned({ vip: { type: "boolean" } })
      })
    ).toEqual([
      { description: "beta is true", condition: "visitor.claims.beta === true" },
      { description: "beta is false", condition: "visitor.claims.beta === false" },
      { description: 'plan is "pro": The plan.', condition: 'visitor.claims.plan === "pro"' },
      { description: 'plan is "a \\"b\\" \\\\": The plan.', condition: 'visitor.claims.plan === "a \\"b\\" \\\\"' },
      { description: "name is known: What it is.", condition: "visitor.claims.name != null" },
      { description: "seats is more than 0: What it is.", condition: "visitor.claims.seats > 0" },
      { description: "groups is not empty: What it is.", condition: "visitor.claims.groups.length > 0" },
      { description: 'roles has "dev": What it is.', condition: '"dev" in visitor.claims.roles' },
      {
        description: "access https://acme.com/x is true: What it is.",
        condition: 'visitor.claims.access["https://acme.com/x"] === true'
      },
      {
        description: "access https://acme.com/x is false: What it is.",
        condition: 'visitor.claims.access["https://acme.com/x"] === false'
      },
      { description: "unsigned vip is true", condition: "visitor.claims.unsigned.vip === true" },
      { description: "unsigned vip is false", condition: "visitor.claims.unsigned.vip === false" }
    ])
  })

  it("can be read, and hold for nobody without claims, whatever the names and values are", () => {
    const strange = ['"', "\\", "\\n", "a\nb", "{x}", "in", "null", "é😀", "'", "x".repeat(250), ""]
    const values = { ...text, enum: strange }
    const properties = {
      ...Object.fromEntries(
        strange.filter((name) => name !== "" && name.length < 64 && !name.includes("\n")).map((name) => [name, values])
      ),
      list: { type: "array", description, items: values },
      deep: object({ ['"'.repeat(64)]: object({ ["\\".repeat(64)]: object({ ["'".repeat(64)]: values }) }) })
    }
    const made = templates(properties)
    expect(made.length).toBeGreaterThan(100)
    const looking = { adaptiveContent: true, schema: undefined }
    for (const { condition } of made) {
      expect(Result.isSuccess(parseExpression(condition)), condition).toBe(true)
      expect(makeJudge(anonymous, looking).decide(condition), condition).toBe(false)
    }
    const claims = Object.fromEntries(
      Object.keys(properties).map((name) => [name, name === "list" ? ["a\nb"] : "a\nb"])
    )
    expect(
      made.filter(({ condition }) => makeJudge({ claims, unsigned: {} }, looking).decide(condition) === true).length
    ).toBe(Object.keys(properties).length - 2 + 1)
  })

  it("are not endless", () => {
    const values = { ...text, enum: texts(100) }
    expect(templates(many(20, () => values))).toHaveLength(mostTemplates)
  })
})
