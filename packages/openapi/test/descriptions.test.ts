/**
 * Descriptions that nobody here wrote: every operation of them has a page and is shown whole, and none takes what others
 * need. `OCTAVO_DESCRIPTIONS` names more of them, by paths with commas between.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { computedPages, computedText } from "@octavo/core/content/openapi/computedPages"
import { apiView } from "@octavo/core/content/openapi/description/apiView"
import { openDescription } from "@octavo/core/content/openapi/description/Description"
import { apiMarkdown } from "@octavo/core/content/openapi/description/markdown"
import type { ComputedPageDraft } from "@octavo/core/content/revisions/computed/ComputedSources"
import { describe, expect, it } from "vitest"
import { readDescription } from "../src/read.ts"

const require = createRequire(import.meta.url)
const within = (name: string, path: string): string => {
  const [first, ...more] = require.resolve.paths(name) ?? []
  for (const root of [first, ...more]) {
    const file = join(root ?? "", name, path)
    try {
      readFileSync(file)
      return file
    } catch {}
  }
  throw new Error(`${name} carries no ${path}`)
}

const files = [
  within("@gitbook/api", "spec/openapi.json"),
  within("@netlify/open-api", "dist/swagger.json"),
  within("@figma/rest-api-spec", "openapi/openapi.yaml"),
  within("@scalar/galaxy", "dist/latest.yaml"),
  ...[
    "3.1/json/readme.json",
    "3.0/yaml/star-trek.yaml",
    "2.0/json/petstore.json",
    "3.0/json/circular.json",
    "3.0/json/schema-circular.json",
    "3.0/json/polymorphism.json",
    "3.0/json/complex-nesting.json",
    "3.1/json/webhooks.json"
  ].map((path) => within("@readme/oas-examples", path)),
  ...(process.env["OCTAVO_DESCRIPTIONS"]?.split(",") ?? [])
]

const documents = (drafts: ReadonlyArray<ComputedPageDraft>): ReadonlyArray<ComputedPageDraft> =>
  drafts.flatMap((draft) => [draft, ...documents(draft.pages ?? [])])

const blocks = (text: string): number => text.match(/^\{% openapi-operation /gm)?.length ?? 0

const nameOf = (file: string): string => file.split("/node_modules/").at(-1)!.split("/").slice(-4).join("/")

describe("real descriptions", () => {
  it.each(files.map((file) => [nameOf(file), file] as const))("%s", async (name, file) => {
    const bytes = new Uint8Array(readFileSync(file))
    const before = process.memoryUsage().rss
    const begun = performance.now()
    const read = await readDescription(bytes)
    if (read.kind === "unreadable") throw new Error(JSON.stringify(read.problems))
    const readAt = performance.now()
    const { content, index } = read
    const description = openDescription(content, index)
    const spec = { slug: "api", url: undefined }

    for (const grouping of ["by-operation", "by-tag"] as const) {
      const drafts = documents(computedPages(index, { models: true, downloadLink: false, grouping }))
      expect(new Set(drafts.map(({ key }) => key)).size).toBe(drafts.length)
      const shown = drafts.reduce(
        (sum, { document }) => sum + (document === undefined ? 0 : blocks(computedText(index, spec, document))),
        0
      )
      expect(shown, grouping).toBe(index.operations.length)
      const models = drafts
        .filter(({ document }) => document?.["doc"] === "models")
        .map(({ document }) => computedText(index, spec, document!))
      expect(models.join("").match(/^\{% openapi-schemas /gm)?.length ?? 0).toBe(index.schemas.length)
    }

    let longest = 0
    let slowest = 0
    for (const { method, path } of index.operations) {
      const at = performance.now()
      const view = apiView(description, { kind: "operation", path, method })
      if (view?.kind !== "operation") throw new Error(`${method} ${path} is not shown`)
      expect(view.operation.responses.length + view.operation.parameters.length).toBeGreaterThanOrEqual(0)
      const text = apiMarkdown(view, { level: 2 })
      slowest = Math.max(slowest, performance.now() - at)
      longest = Math.max(longest, text.length)
      expect(text).toContain(path.split(/[`{]/, 1)[0]!)
    }
    for (const { method, name } of index.webhooks) {
      expect(apiView(description, { kind: "webhook", path: name, method })).toBeDefined()
    }
    for (const schema of index.schemas) {
      expect(apiView(description, { kind: "schemas", schemas: [schema] }), schema).toBeDefined()
    }
    // a page of a recursive description is no book
    expect(longest).toBeLessThan(1_000_000)
    console.log(
      [
        name,
        `${Math.round(bytes.length / 1024)} KB`,
        `${index.operations.length} operations`,
        `${index.schemas.length} schemas`,
        `${read.problemCount} problems`,
        `read ${Math.round(readAt - begun)} ms`,
        `all shown ${Math.round(performance.now() - readAt)} ms`,
        `slowest ${Math.round(slowest)} ms`,
        `longest ${Math.round(longest / 1024)} KB`,
        `memory +${Math.max(0, Math.round((process.memoryUsage().rss - before) / 1024 / 1024))} MB`
      ].join(", ")
    )
  })
})
