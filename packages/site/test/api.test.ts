import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import type { OperationView } from "@octavo/core/content/openapi/description/operationView"
import type { SchemaView } from "@octavo/core/content/openapi/description/schemaView"
import { labelsFor } from "@octavo/render/labels"
import { describe, expect, it } from "vitest"
import { contentSecurityPolicy, renderBody } from "../src/index.ts"
import { heading, node, resolver, root, tag } from "./build.ts"

const schema = (type: string, more: Partial<SchemaView> = {}): SchemaView => ({
  type,
  rules: [],
  values: [],
  properties: [],
  ...more
})

const operation = (more: Partial<OperationView> = {}): OperationView => ({
  kind: "operation",
  method: "get",
  path: "/pets/{id}",
  summary: "Get a pet",
  description: "One **pet**.",
  deprecated: false,
  servers: [{ url: "https://api.pets.test/v1" }],
  security: [[{ name: "token", kind: "http", scheme: "bearer", scopes: ["pets:read"] }]],
  parameters: [
    {
      name: "id",
      in: "path",
      required: true,
      deprecated: false,
      schema: schema("integer", { rules: ["≥ 1"] }),
      example: "7"
    },
    { name: "fields", in: "query", required: false, deprecated: true, schema: schema("string", { values: ["a", "b"] }) }
  ],
  responses: [
    {
      status: "200",
      description: "The pet",
      headers: [],
      contents: [
        {
          mediaType: "application/json",
          alike: [],
          schema: schema("Pet", {
            properties: [
              { name: "name", required: true, schema: schema("string", { description: "What it *hears*." }) },
              { name: "parent", required: false, schema: schema("Pet", { title: "Pet", cut: "recursive" }) }
            ]
          }),
          examples: [{ language: "json", text: '{ "name": "Rex" }' }],
          value: { name: "Rex" }
        }
      ]
    }
  ],
  samples: [],
  ...more
})

const block = node("openapiOperation", {
  ...tag("openapi-operation"),
  spec: "pets",
  path: "/pets/{id}",
  method: "get",
  children: []
})

const draw = (view: ApiView | undefined, ...before: ReadonlyArray<ReturnType<typeof heading>>) =>
  renderBody(root(...before, block), { ...resolver, api: () => view })
const drawn = (more: Partial<OperationView> = {}) => draw({ kind: "operation", operation: operation(more) })

describe("operations", () => {
  it("show what they take, answer and need, and how they are called in five languages", () => {
    const { connects, features, html } = drawn()
    for (const part of ["Authorization", "Path parameters", "Query parameters", "Responses", "Request in code"]) {
      expect(html).toContain(`>${part}</h`)
    }
    for (const language of ["cURL", "JavaScript", "Python", "Go", "PHP"]) expect(html).toContain(`>${language}</label>`)
    expect(html).toContain("<strong>pet</strong>")
    expect(html).toContain("<em>hears</em>")
    expect(html).toContain("https://api.pets.test/v1/pets/7")
    expect(html).toContain("pets:read")
    expect(features).toContain("api")
    expect(connects).toEqual(["https://api.pets.test"])
  })

  it("have a title unless the page or a heading is it", () => {
    expect(drawn().html).toMatch(/<h2 class="op-title">Get a pet<\/h2>/)
    expect(draw({ kind: "operation", operation: operation() }, heading(2, "GET a pet!")).html).not.toContain("op-title")
    expect(
      renderBody(
        root(block),
        { ...resolver, api: () => ({ kind: "operation", operation: operation() }) },
        { title: "Get a pet" }
      ).html
    ).not.toContain("op-title")
  })

  it("are named when there is no description", () => {
    const { features, html } = draw(undefined)
    expect(html).toContain("/pets/{id}")
    expect(features).toEqual([])
  })

  it("only those that read can be tried, where a browser can reach them", () => {
    expect(drawn().html).toMatch(/<form class="try" hidden/)
    for (const more of [
      { method: "post" },
      { kind: "webhook" as const },
      { servers: [] },
      { servers: [{ url: "/v1" }] },
      { servers: [{ url: "javascript:alert(1)" }] }
    ]) {
      const { connects, html } = drawn(more)
      expect([html.includes("<form"), connects]).toEqual([false, []])
    }
  })

  it("tell of nothing but text, whatever the description's author writes", () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>{% openapi-operation spec="pets" path="/pets/{id}" method="get" %}{% endopenapi-operation %}`
    const { html } = drawn({
      path: `/pets/${evil}`,
      summary: evil,
      description: `${evil}\n\n# Title\n\n[x](javascript:alert(1)) {{ space.vars.NAME }} {% include "secret.md" %}`,
      deprecated: true,
      servers: [{ url: `https://api.pets.test/${evil}` }],
      security: [[{ name: evil, kind: "apiKey", in: evil, key: evil, description: evil, scopes: [evil] }]],
      parameters: [
        {
          name: evil,
          in: "query",
          required: true,
          deprecated: false,
          description: evil,
          schema: schema(evil, { rules: [evil], values: [evil], default: evil, example: evil, format: evil }),
          example: evil
        }
      ],
      responses: [
        {
          status: evil,
          description: evil,
          headers: [{ name: evil, schema: schema(evil) }],
          contents: [
            {
              mediaType: evil,
              alike: [evil],
              schema: schema(evil),
              examples: [{ title: evil, language: "json", text: evil }],
              value: evil
            }
          ]
        }
      ],
      samples: [{ title: evil, language: evil, code: evil }]
    })
    expect(html).not.toMatch(/<script|<img|href="javascript/i)
    expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/i)
    expect(html).not.toContain("Octavo &lt;3")
    // no block of a description within a description
    expect(html.match(/class="api op"/g)).toHaveLength(1)
    expect(html).not.toMatch(/<h1/)
  })
})

describe("schemas", () => {
  it("are drawn one after the other, or folded", () => {
    const view: ApiView = {
      kind: "schemas",
      schemas: [
        {
          name: "Pet",
          schema: schema("object", { properties: [{ name: "name", required: true, schema: schema("string") }] })
        }
      ]
    }
    const schemas = (grouped: boolean) =>
      renderBody(
        root(
          node("openapiSchemas", { ...tag("openapi-schemas"), spec: "pets", schemas: ["Pet"], grouped, children: [] })
        ),
        { ...resolver, api: () => view }
      ).html
    expect(schemas(true)).toContain("<details")
    expect(schemas(false)).not.toContain("<details")
    for (const grouped of [true, false]) expect(schemas(grouped)).toContain("<code>name</code>")
  })
})

it("pages may send where their forms do, and nowhere else", () => {
  expect(contentSecurityPolicy(false)).toContain("connect-src 'self';")
  expect(contentSecurityPolicy(false, { connects: ["https://api.pets.test"] })).toContain(
    "connect-src 'self' https://api.pets.test;"
  )
})

it("labels of APIs are there in every language", () => {
  const english = labelsFor("en")
  for (const language of ["de", "fr", "es", "pt", "nl", "no", "ru", "zh", "ja"]) {
    for (const name of ["authorization", "responses", "tryIt", "tryFailed", "readOnly"] as const) {
      expect(labelsFor(language)[name], `${language} ${name}`).not.toBe(english[name])
    }
  }
})
