/** The OpenAPI document that a server gives out, read as generators and linters read it. */
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

describe("The OpenAPI document", () => {
  let world: World
  let text: string
  beforeAll(async () => {
    world = await startWorld(sqlite)
    text = (await world.api.get("/openapi.json")).text
  })
  afterAll(() => world?.stop())

  it("has nothing that a strict linter finds, examples included", { timeout: 120_000 }, async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        "no-invalid-schema-examples": "error",
        "no-invalid-media-type-examples": "error",
        "tag-description": "error"
      }
    })
    const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config })
    expect(problems.map(({ location, message, ruleId }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  it("is shown to people at /docs, however often they ask", async () => {
    for (const _ of [1, 2]) {
      const { headers, status, text: page } = await world.api.get("/docs")
      expect(status).toBe(200)
      expect(headers.get("content-type")).toMatch(/^text\/html/)
      expect(page).toContain("GET /v1/spaces/{spaceId}")
    }
  })

  it("says of every operation what it is for, who may ask, and shows its bodies", () => {
    const { components, paths } = JSON.parse(text)
    const shown = (body: any): boolean =>
      body === undefined ||
      body.example !== undefined ||
      components.schemas[body.schema.$ref?.split("/").at(-1)]?.examples?.[0] !== undefined
    for (const methods of Object.values<Record<string, any>>(paths)) {
      for (const operation of Object.values(methods)) {
        const { operationId, requestBody, responses, security, summary, tags } = operation
        expect(summary, operationId).toMatch(/\S/)
        expect(tags, operationId).toHaveLength(1)
        expect(security, operationId).toBeDefined()
        expect(Object.keys(responses), operationId).toContain("400")
        for (const { content } of [requestBody ?? {}, ...Object.values<any>(responses)]) {
          expect(shown(content?.["application/json"]), operationId).toBe(true)
        }
      }
    }
  })
})
