/** What a page says that it is about where its author has not. */
import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import { parsePage } from "@octavo/document"
import { expect, it } from "vitest"
import { summaryOf } from "../src/drawing/summary.ts"

const block = '{% openapi src="cats.json" path="/cats" method="get" %}\n[cats.json](cats.json)\n{% endopenapi %}\n'
const operation = (said: { readonly summary?: string; readonly description?: string }): ApiView => ({
  kind: "operation",
  operation: {
    kind: "operation",
    method: "get",
    path: "/cats",
    deprecated: false,
    servers: [],
    security: [],
    parameters: [],
    responses: [],
    samples: [],
    ...said
  }
})

it.each([
  // the page's own words come first
  [`# Cats\n\nAll about cats.\n\n${block}`, { summary: "List cats" }, "All about cats."],
  [`# Cats\n\n${block}`, { summary: "List cats" }, "List cats"],
  [
    `# Cats\n\n${block}`,
    {
      summary: "List cats",
      description: "Lists **all** cats of [a house](https://cats.example), the oldest first. Or so."
    },
    "Lists all cats of a house, the oldest first. Or so."
  ],
  [`# Cats\n\n${block}`, {}, undefined],
  ["# Cats\n", { summary: "List cats" }, undefined]
])("A page %j with an operation that says %j is about %j", (markdown, said, summary) => {
  const api = (node: { readonly type: string }) => (node.type === "openapi" ? operation(said) : undefined)
  expect(summaryOf(parsePage(markdown).root, { api }, "en")).toBe(summary)
})

it("A page whose descriptions are not there is about nothing", () => {
  expect(summaryOf(parsePage(block).root, {}, "en")).toBe(undefined)
  expect(summaryOf(parsePage(block).root, { api: () => undefined }, "en")).toBe(undefined)
})
