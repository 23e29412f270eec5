/** What editors say of `octavo.yaml` by its schema, and what reads it, are one: for whatever the schema knows, and what is nearly that. */
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { projectSchema, readProject } from "../src/project.ts"

interface Node {
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly pattern?: string
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Node>
  readonly allOf?: ReadonlyArray<Node>
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | Node
  readonly items?: Node
  readonly minLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

const schema = projectSchema() as unknown as Node & { readonly $defs: Readonly<Record<string, Node>> }
const accepts = new Ajv2020({ strict: false }).compile(schema)

/** Tried wherever a value may stand. */
const oddities: ReadonlyArray<unknown> = [
  ...[null, true, 3, -1, 1.5, [], {}, ["a"], { a: "b" }],
  ...["", "a", "ab", "é", " ", "a b", "x".repeat(60), "x".repeat(200), "x".repeat(3000)],
  ...["/a", "//a", "../a", "a/..", "./a", "a//b", "a/", ".", "..", "/", "/a b", "/a\\b", "/a\u0007", "..a/b", "a/..b"],
  ...["https://a.example/x", "HTTPS://A.example", "http://", "https:///x", "https://a b", "mailto:a@b.example"],
  ...["javascript:alert(1)", "#aa2200", "#abc", "#zzz", "red"]
]
/** Tried as names of what may have any. */
const names = ["/a", "/a/*", "/*", "a", "/a/", "/a b", "/é", "/%41", "/%4", "//a", "/a/../b", `/${"a".repeat(600)}`]

const nodeOf = (node: Node): Node => (node.$ref === undefined ? node : schema.$defs[node.$ref.split("/").at(-1)!]!)

/** Values that a reader may take: the first one does where a text has no pattern of its own. */
const samplesOf = (given: Node): ReadonlyArray<unknown> => {
  const node = nodeOf(given)
  if (node.enum !== undefined) return node.enum
  if (node.anyOf !== undefined) return node.anyOf.flatMap(samplesOf)
  switch (node.type) {
    case "object":
      return [requiredOf(node)]
    case "array":
      return [node.minItems ?? 0, node.maxItems ?? 2].map((count) =>
        Array.from({ length: count }, () => samplesOf(node.items!)[0])
      )
    case "string":
      if (node.pattern === undefined) return ["a".repeat(Math.max(node.minLength ?? 1, 1))]
      return [oddities.find((one) => typeof one === "string" && RegExp(node.pattern!, "u").test(one))]
    case "boolean":
      return [true]
    case "number":
      return [1]
    default:
      return [null]
  }
}

const requiredOf = ({ properties = {}, required = [] }: Node, except?: string): object =>
  Object.fromEntries(required.filter((key) => key !== except).map((key) => [key, samplesOf(properties[key]!)[0]]))

type Wrap = (value: unknown) => unknown

/** Documents with something at each place of the schema. */
const documentsOf = (given: Node, wrap: Wrap = (value) => value): ReadonlyArray<unknown> => {
  const node = nodeOf(given)
  const own = [...samplesOf(node), ...oddities].map(wrap)
  const properties = Object.entries(node.properties ?? {})
  const below = properties.flatMap(([key, property]) =>
    documentsOf(property, (value) => wrap({ ...requiredOf(node, key), [key]: value }))
  )
  const pairs = properties.flatMap(([key, property], index) =>
    properties
      .slice(index + 1)
      .map(([other, second]) =>
        wrap({ ...requiredOf(node), [key]: samplesOf(property)[0], [other]: samplesOf(second)[0] })
      )
  )
  const any =
    Object.values(node.patternProperties ?? {})[0] ??
    (typeof node.additionalProperties === "object" ? node.additionalProperties : undefined)
  const named =
    any === undefined
      ? []
      : [
          ...documentsOf(any, (value) => wrap({ "/a": value })),
          ...names.map((name) => wrap({ [name]: samplesOf(any)[0] }))
        ]
  const items = node.items === undefined ? [] : documentsOf(node.items, (value) => wrap([value]))
  const choices = (node.anyOf ?? []).flatMap((one) => documentsOf(one, wrap))
  return [...own, ...below, ...pairs, ...named, ...items, ...choices]
}

describe.each(Object.entries(schema.properties!))("%s", (key, node) => {
  it("is taken or refused by both", { timeout: 60_000 }, () => {
    const texts = new Set(documentsOf(node, (value) => ({ [key]: value })).map((one) => JSON.stringify(one)))
    const differ: Array<string> = []
    const taken = { editors: 0, reader: 0 }
    for (const text of texts) {
      const byEditors = accepts(JSON.parse(text))
      const { faults } = readProject(text)
      if (byEditors) taken.editors++
      if (faults.length === 0) taken.reader++
      if (byEditors !== (faults.length === 0))
        differ.push(`${text.slice(0, 200)}: ${faults.map(({ message }) => message)}`)
    }
    expect(differ).toEqual([])
    expect(taken.editors).toBeGreaterThan(0)
    expect(taken.editors).toBeLessThan(texts.size)
  })
})

it("sections and variants at once are refused by both", () => {
  const text = JSON.stringify({ sections: [{ folder: "a" }], variants: [{ folder: "b" }] })
  expect([accepts(JSON.parse(text)), readProject(text).faults.length]).toEqual([false, 1])
})
