/** Threat: claim confusion: what is unsigned never satisfies what asks for signed claims. */
import type { AdaptiveJsonSchema } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { type AdaptiveSettings, makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { type Claims, toClaims } from "@octavo/core/kernel/conditions/Visitor"
import { describe, expect, it } from "vitest"

const open: AdaptiveSettings = { adaptiveContent: true, schema: undefined }

const holds = (condition: string, claims: unknown, unsigned: unknown, looking: AdaptiveSettings = open) =>
  makeJudge({ claims: claims as Claims, unsigned: unsigned as Claims }, looking).decide(condition)

/** As a hostile sender writes it: keys that JavaScript literals would not make. */
const json = (text: string): unknown => JSON.parse(text)

describe("signed conditions and unsigned claims", () => {
  const signed = "visitor.claims.admin"
  const hostile: ReadonlyArray<readonly [what: string, unsigned: unknown]> = [
    ["the same name", { admin: true }],
    ["a claims object", { claims: { admin: true } }],
    ["a visitor object", { visitor: { claims: { admin: true } } }],
    ["a prototype", json('{ "__proto__": { "admin": true } }')],
    ["a constructor", json('{ "constructor": { "prototype": { "admin": true } } }')],
    ["an unsigned object", { unsigned: { admin: true } }],
    ["a path as a name", { "../admin": true, "claims.admin": true, "visitor.claims.admin": true }],
    ["a list", [{ admin: true }]],
    ["a list with a name", Object.assign([], { admin: true })],
    ["an object with a number as name", { 0: { admin: true } }]
  ]

  it.each(hostile)("%s", (_, unsigned) => {
    const conditions = [
      signed,
      "visitor.claims['admin'] === true",
      "visitor.claims.admin == true",
      "'admin' in visitor.claims",
      "visitor.claims.claims.admin",
      "visitor.claims.visitor.claims.admin",
      "visitor.claims.__proto__.admin",
      "visitor.__proto__.claims.admin",
      "visitor.claims.constructor.prototype.admin",
      "visitor.admin",
      "admin"
    ]
    for (const unsignedForm of [unsigned, toClaims(unsigned)]) {
      for (const condition of conditions) expect(holds(condition, {}, unsignedForm), condition).toBe(false)
    }
  })

  it.each<readonly [string, unknown, unknown, string, boolean]>([
    ["signed claims are read", { admin: true }, {}, signed, true],
    ["unsigned claims are read where they are", {}, { beta: true }, "visitor.claims.unsigned.beta", true],
    ["signed claims are not unsigned ones", { beta: true }, {}, "visitor.claims.unsigned.beta", false],
    [
      "a signed claim called unsigned says nothing",
      { unsigned: { beta: true } },
      {},
      "visitor.claims.unsigned.beta",
      false
    ],
    ["and takes nothing away", { unsigned: null }, { beta: true }, "visitor.claims.unsigned.beta", true],
    ["a number is not the text of it", { level: "3" }, {}, "visitor.claims.level === 3", false],
    ["nor a text the number", { level: 3 }, {}, "visitor.claims.level === '3'", false],
    ["a text is not true", { admin: "true" }, {}, "visitor.claims.admin === true", false],
    ["a list is not its only item", { plan: ["pro"] }, {}, "visitor.claims.plan === 'pro'", false],
    ["a list has its items", { groups: ["a", "b"] }, {}, "'b' in visitor.claims.groups", true],
    ["nobody has claims", {}, {}, "visitor.claims.admin", false],
    ["nor is nobody known by name", {}, {}, "visitor.claims.admin !== true", true]
  ])("%s", (_, claims, unsigned, condition, expected) => {
    expect(holds(condition, claims, unsigned)).toBe(expected)
  })

  it("nothing is inherited from what claims are made with", () => {
    const inherited = Object.create({ admin: true })
    expect(holds(signed, {}, inherited)).toBe(false)
    expect(holds("visitor.claims.unsigned.admin", {}, inherited)).toBe(false)
    expect(holds("visitor.claims.toString", {}, {})).toBe(false)
  })

  it("while adaptive content is off, visitors are nobody in particular", () => {
    const off = { ...open, adaptiveContent: false }
    expect(holds(signed, { admin: true }, {}, off)).toBe(false)
    expect(holds("!visitor.claims.admin", { admin: true }, {}, off)).toBe(true)
    expect(holds("visitor.claims.unsigned.beta", {}, { beta: true }, off)).toBe(false)
  })
})

describe("claims and the site's schema", () => {
  const description = ""
  const object = (properties: AdaptiveJsonSchema["properties"]) =>
    ({ type: "object", properties, additionalProperties: false }) as const
  const schema: AdaptiveJsonSchema = object({
    beta: { type: "boolean", description },
    plan: { type: "string", description, enum: ["free", "pro"] },
    name: { type: "string", description },
    seats: { type: "number", description },
    groups: { type: "array", description, items: { type: "string", description, enum: ["a", "b"] } },
    access: { ...object({ alpha: { type: "boolean", description } }), description },
    unsigned: { ...object({ language: { type: "string", description, enum: ["en", "fr"] } }), description }
  })

  it.each<readonly [string, Claims, Claims, string, boolean]>([
    ["what is described", { beta: true }, {}, "visitor.claims.beta", true],
    ["what is not", { gamma: true }, {}, "visitor.claims.gamma", false],
    ["another type", { beta: "true" }, {}, "visitor.claims.beta", false],
    ["one of the values", { plan: "pro" }, {}, "visitor.claims.plan === 'pro'", true],
    ["another value", { plan: "root" }, {}, "visitor.claims.plan === 'root'", false],
    ["any text", { name: "Ada" }, {}, "visitor.claims.name === 'Ada'", true],
    ["a number", { seats: 5 }, {}, "visitor.claims.seats > 3", true],
    ["a number as text", { seats: "5" }, {}, "visitor.claims.seats != null", false],
    ["items of a list", { groups: ["a", "x", 1] }, {}, "visitor.claims.groups == ['a']", true],
    ["a list for a value", { plan: ["pro"] }, {}, "visitor.claims.plan != null", false],
    ["below an object", { access: { alpha: true, other: true } }, {}, "visitor.claims.access.alpha", true],
    ["what is not described there", { access: { other: true } }, {}, "visitor.claims.access.other", false],
    ["a list for an object", { access: [true] }, {}, "visitor.claims.access != null", false],
    ["an unsigned claim", {}, { language: "fr" }, "visitor.claims.unsigned.language === 'fr'", true],
    ["one that is not described", {}, { beta: true }, "visitor.claims.unsigned.beta", false],
    ["described as signed only", {}, { beta: true }, "visitor.claims.beta || visitor.claims.unsigned.beta", false]
  ])("%s", (_, claims, unsigned, condition, expected) => {
    expect(holds(condition, claims, unsigned, { adaptiveContent: true, schema })).toBe(expected)
  })

  it("without unsigned ones in it, none are seen", () => {
    const { unsigned: _, ...signed } = schema.properties
    const looking = { adaptiveContent: true, schema: { ...schema, properties: signed } }
    expect(holds("visitor.claims.unsigned.language", {}, { language: "fr" }, looking)).toBe(false)
  })
})
