/** Every operation of the contract: what it takes is never named as ignored, what it does not take always is. */
import { Api } from "@octavo/api/Api"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { ignoredOf } from "../src/ignoredFields.ts"

type Json = any

const document: Json = OpenApi.fromApi(Api)
const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, "x"),
    schema: operation.requestBody?.content?.["application/json"]?.schema as Json,
    query: operation.parameters.filter((one: Json) => one.in === "query").map((one: Json) => one.name as string)
  }))
)

const resolved = (schema: Json): Json =>
  schema.$ref === undefined ? schema : resolved(document.components.schemas[schema.$ref.split("/").at(-1)])

/** Structs have fields, and the document allows more of them; records say what more there may be. */
const isClosed = ({ additionalProperties, properties }: Json): boolean =>
  additionalProperties === undefined && Object.keys(properties ?? {}).length > 0

/** Where a made value has a place for a field that is not in its schema. */
const closed = new WeakSet<object>()

/** Values of a schema with all of its fields: one for each alternative, at each level. */
const samples = (given: Json, depth = 0): ReadonlyArray<Json> => {
  const schema = resolved(given)
  if (depth > 12) return []
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum !== undefined) return [schema.enum[0]]
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (alternatives.length > 0) return alternatives.flatMap((one) => samples(one, depth + 1)).slice(0, 60)
  if (schema.allOf !== undefined && schema.type === undefined) return samples(schema.allOf[0], depth + 1)
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
        const values = samples(inner, depth + 1)
        return values.length === 0 ? [] : [[name, values] as const]
      })
      const made = Array.from(
        { length: Math.min(60, Math.max(1, ...fields.map(([, values]) => values.length))) },
        (_, i) => Object.fromEntries(fields.map(([name, values]) => [name, values[i % values.length]]))
      )
      // else fields of any name are taken
      if (isClosed(schema)) for (const one of made) closed.add(one)
      return made
    }
    case "array":
      return samples(schema.items ?? {}, depth + 1).map((one) => [one])
    case "string":
      return ["x"]
    case "integer":
    case "number":
      return [1]
    case "boolean":
      return [true]
    case "null":
      return [null]
    default:
      return []
  }
}

/** All places of a value where a field could be that nobody knows, each with the value that has it there. */
const misspelt = (value: Json, path: ReadonlyArray<string> = []): ReadonlyArray<readonly [string, Json]> => {
  if (value === null || typeof value !== "object") return []
  if (Array.isArray(value)) {
    return value.flatMap((one, i) =>
      misspelt(one, [...path, String(i)]).map(([at, inner]) => [at, value.with(i, inner)] as const)
    )
  }
  return [
    ...(closed.has(value) ? [[[...path, "titel"].join("."), { ...value, titel: "x" }] as const] : []),
    ...Object.entries(value).flatMap(([name, one]) =>
      misspelt(one, [...path, name]).map(([at, inner]) => [at, { ...value, [name]: inner }] as const)
    )
  ]
}

/** Fields that may be more than the document lists: what a link of an event leads to is anybody's. */
const unlisted = ["trackEventsInSiteById events.0.link.target.titel"]

const withBody = operations.filter(({ schema }) => schema !== undefined)

describe("fields that an operation ignores", () => {
  it("are looked for in every operation with a body, at many levels", () => {
    expect(withBody.length).toBeGreaterThan(90)
    const places = withBody.flatMap(({ schema }) => samples(schema).flatMap((one) => misspelt(one)))
    expect(new Set(places.map(([path]) => path)).size).toBeGreaterThan(100)
  })

  it.each(withBody)("$id: what it takes is not named, and what it does not take is", ({ id, method, path, schema }) => {
    for (const value of samples(schema)) {
      expect(ignoredOf(method, path, value), JSON.stringify(value)).toEqual([])
      for (const [at, wrong] of misspelt(value)) {
        const named = unlisted.includes(`${id} ${at}`) ? [] : [`body.${at}`]
        expect(ignoredOf(method, path, wrong), JSON.stringify(wrong)).toEqual(named)
      }
    }
  })

  it.each(operations)("$id: parameters of the query are named where they are none", ({ method, path, query }) => {
    const known = query.map((name: string) => `${name}=1`).join("&")
    expect(ignoredOf(method, `${path}?${known}`)).toEqual([])
    expect(ignoredOf(method, `${path}?${known}&limt=1&limt=2`)).toEqual(["query.limt"])
  })

  it("are told of an operation without a body, and of none that there is not", () => {
    expect(ignoredOf("POST", "/v1/orgs/o/sites/s/publish", { visibility: "public" })).toEqual(["body.visibility"])
    expect(ignoredOf("POST", "/v1/nothing?a=1", { a: 1 })).toEqual([])
    expect(ignoredOf("GET", "/sites/a/?a=1")).toEqual([])
  })
})
