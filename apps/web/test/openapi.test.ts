/** OpenAPI specifications in words, and what of them can stand on a page. */
import { parsePage } from "@octavo/document"
import { expect, it } from "vitest"
import {
  isBeingRead,
  operationMarkdown,
  operationsOf,
  operationsWith,
  slugOf,
  specState
} from "../src/logic/openapi.ts"

const read = { processingState: "complete", lastProcessedErrorCount: 0, lastVersion: "v1" } as const

it.each([
  [{ processingState: "pending" }, "Waiting", false],
  [{ processingState: "progress" }, "Reading", false],
  [{}, "Ready", false],
  [{ lastProcessedErrorCount: 1 }, "1 problem", true],
  [{ lastProcessedErrorCount: 3 }, "3 problems", true],
  [{ lastProcessErrorCode: "FETCH_ERROR", lastProcessedErrorCount: 1 }, "Not fetched", true],
  [{ lastProcessErrorCode: "FETCH_TIMEOUT", lastProcessedErrorCount: 1 }, "Not fetched", true],
  [{ lastProcessErrorCode: "PARSE_ERROR", lastProcessedErrorCount: 1 }, "Not read", true]
] as const)("A specification with %j is called %s", (facts, label, isWrong) => {
  const spec = { ...read, ...facts }
  expect(specState(spec)).toMatchObject({ label, isWrong })
  expect(isBeingRead(spec)).toBe("processingState" in facts)
})

it("What could not be read leaves the version that was there, and says so", () => {
  const failed = { ...read, lastProcessErrorCode: "PARSE_ERROR", lastProcessedErrorCount: 1 } as const
  expect(specState(failed).text).toContain("go on showing")
  const { lastVersion: _, ...never } = failed
  expect(specState(never).text).toContain("nothing of it to show yet")
})

const specification = {
  paths: {
    "/pets/{id}": {
      parameters: [],
      get: { summary: "Get a pet", operationId: "getPet" },
      delete: { operationId: "deletePet" },
      patch: { summary: " " },
      post: { "x-internal": true }
    },
    "/none": null
  }
}

it("Operations are those that pages show, in their order", () => {
  expect(operationsOf(specification)).toEqual([
    { method: "get", path: "/pets/{id}", title: "Get a pet" },
    { method: "delete", path: "/pets/{id}", title: "deletePet" },
    { method: "patch", path: "/pets/{id}", title: undefined }
  ])
})

it.each([undefined, null, 1, "text", [], {}, { paths: [] }, { paths: { "/a": { get: 1 } } }])(
  "Whatever stands in place of a description, %j, has none",
  (odd) => {
    expect(operationsOf(odd)).toEqual([])
  }
)

it.each([
  ["get pet", 1],
  ["PETS delete", 1],
  ["", 3],
  ["  {ID} ", 3],
  ["cat", 0]
])("The words %j find %i operations", (words, count) => {
  expect(operationsWith(operationsOf(specification), words)).toHaveLength(count)
})

it("The Markdown of an operation is read as one", () => {
  const [first] = operationsOf(specification)
  const { root } = parsePage(operationMarkdown("pet-store", first!))
  expect(root.children).toMatchObject([
    { type: "openapiOperation", attributes: { spec: "pet-store", path: "/pets/{id}", method: "get" } }
  ])
})

it.each([
  ["Pet Store.yaml", "pet-store"],
  ["openapi.JSON", "openapi"],
  ["--ä--.yml", ""],
  [`${"a".repeat(99)}-b.json`, "a".repeat(99)]
])("A file %s suggests the name %j, which the API takes", (file, slug) => {
  expect(slugOf(file)).toBe(slug)
  if (slug !== "") expect(slug).toMatch(/^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/)
})
