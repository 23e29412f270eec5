import { computedPages, computedText } from "@octavo/core/content/openapi/computedPages"
import { apiView } from "@octavo/core/content/openapi/description/apiView"
import { openDescription } from "@octavo/core/content/openapi/description/Description"
import { apiMarkdown } from "@octavo/core/content/openapi/description/markdown"
import { samplesOf } from "@octavo/core/content/openapi/description/samples"
import type { SchemaView } from "@octavo/core/content/openapi/description/schemaView"
import { describe, expect, it } from "vitest"
import { readDescription } from "../src/read.ts"

const open = async (root: object) => {
  const read = await readDescription(
    new TextEncoder().encode(JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, ...root }))
  )
  if (read.kind === "unreadable") throw new Error(JSON.stringify(read.problems))
  return openDescription(read.content, read.index)
}

const operation = async (root: object, path = "/pets", method = "get") => {
  const view = apiView(await open(root), { kind: "operation", path, method })
  if (view?.kind !== "operation") throw new Error("no operation")
  return view.operation
}

const schemaOf = async (schema: object, schemas: object = {}): Promise<SchemaView> => {
  const view = apiView(await open({ paths: {}, components: { schemas: { It: schema, ...schemas } } }), {
    kind: "schemas",
    schemas: ["It"]
  })
  return view?.kind === "schemas" ? view.schemas[0]!.schema : expect.fail("no schema")
}

const shape = ({ choice, cut, items, properties, type }: SchemaView): unknown => [
  type,
  ...properties.map(({ name, required, schema }) => [`${name}${required ? "!" : ""}`, ...(shape(schema) as [])]),
  ...(items === undefined ? [] : [["[]", ...(shape(items) as [])]]),
  ...(choice === undefined ? [] : [[choice.kind, ...choice.of.map(shape)]]),
  ...(cut === undefined ? [] : [cut])
]

describe("schemas", () => {
  it.each([
    ["a type", { type: "string" }, ["string"]],
    ["several types", { type: ["string", "null"] }, ["string | null"]],
    ["a list", { type: "array", items: { type: "integer" } }, ["integer[]"]],
    [
      "a list of what has a name",
      { type: "array", items: { $ref: "#/components/schemas/Pet" } },
      ["Pet[]", ["[]", "object", ["name!", "string"]]]
    ],
    [
      "parts",
      {
        allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { age: { type: "integer" } }, required: ["age"] }]
      },
      ["object", ["name!", "string"], ["age!", "integer"]]
    ],
    [
      "alternatives",
      { oneOf: [{ type: "string" }, { $ref: "#/components/schemas/Pet" }] },
      ["string | object", ["one", ["string"], ["object", ["name!", "string"]]]]
    ],
    ["nothing or something", { anyOf: [{ type: "string" }, { type: "null" }] }, ["string | null", ["any", ["string"]]]],
    ["one value", { const: 3 }, ["number"]],
    ["anything", {}, ["any"]],
    ["nothing that is there", { $ref: "#/components/schemas/None" }, ["None"]],
    [
      "itself",
      { type: "object", properties: { next: { $ref: "#/components/schemas/It" } } },
      ["object", ["next", "object", ["next", "object", "recursive"]]]
    ]
  ])("%s", async (_, schema, wanted) => {
    const Pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } }
    expect(shape(await schemaOf(schema, { Pet }))).toEqual(wanted)
  })

  it("rules, values and access", async () => {
    expect(
      await schemaOf({
        type: "string",
        minLength: 1,
        maxLength: 9,
        pattern: "^a",
        enum: ["a", "ab"],
        default: "a",
        readOnly: true,
        deprecated: true
      })
    ).toMatchObject({
      rules: ["length 1..9", "/^a/"],
      values: ["a", "ab"],
      default: "a",
      access: "read",
      deprecated: true
    })
    expect((await schemaOf({ type: "integer", minimum: 1, exclusiveMaximum: 5 })).rules).toEqual(["≥ 1", "< 5"])
  })

  it("what grows without end is cut", async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`f${n}`, { $ref: `#/components/schemas/S${(n * 7) % 30}` }])
    )
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`S${n}`, { type: "object", properties: wide }])
    )
    const text = JSON.stringify(await schemaOf({ type: "object", properties: wide }, schemas))
    expect(text.length).toBeLessThan(300_000)
    expect(text).toContain('"cut"')
  })
})

const full = {
  servers: [{ url: "https://{host}/v1/", variables: { host: { default: "api.example.com" } } }],
  security: [{ key: [] }],
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" }, example: "a b" }],
      put: {
        tags: ["pets"],
        summary: "Change a pet",
        description: "Text with {% hint %} and {{ x }}.\n\n# Heading",
        parameters: [{ name: "dry", in: "query", required: true, schema: { type: "boolean" } }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  name: { type: "string", example: "O'Rex" },
                  id: { type: "string", readOnly: true },
                  old: { type: ["boolean", "null"] }
                }
              }
            }
          }
        },
        responses: {
          200: { description: "Fine", content: { "application/json": { example: { ok: true } } } },
          404: { $ref: "#/components/responses/None" }
        }
      }
    }
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    responses: { None: { description: "None | of it" } }
  }
}

describe("operations", () => {
  it("have what is theirs and what is everybody's", async () => {
    const view = await operation(full, "/pets/{id}", "put")
    expect(view).toMatchObject({
      servers: [{ url: "https://api.example.com/v1" }],
      security: [[{ name: "key", kind: "apiKey", in: "header", key: "X-Key" }]],
      parameters: [{ name: "id", example: "a b" }, { name: "dry" }],
      body: { required: true, contents: [{ value: { name: "O'Rex", old: true } }] },
      responses: [
        { status: "200", contents: [{ value: { ok: true } }] },
        { status: "404", description: "None | of it" }
      ]
    })
  })

  it("are called in five languages", async () => {
    const samples = samplesOf(await operation(full, "/pets/{id}", "put"))
    const code = Object.fromEntries(samples.map(({ code, title }) => [title, code]))
    expect(Object.keys(code)).toEqual(["cURL", "JavaScript", "Python", "Go", "PHP"])
    for (const text of Object.values(code)) {
      expect(text).toContain("https://api.example.com/v1/pets/a%20b?dry=VALUE")
      expect(text).toContain("YOUR_API_KEY")
    }
    // quotes of each language
    expect(code["cURL"]).toContain(`O'\\''Rex`)
    expect(code["PHP"]).toContain(`O\\'Rex`)
    expect(code["Python"]).toContain(`"old": True`)
    expect(() => new Function(`return async () => {\n${code["JavaScript"]}\n}`)).not.toThrow()
  })

  it("keep quotes of every language within their quotes", async () => {
    const odd = `'"\`\\$(x)\n`
    const media = { example: { [odd]: odd } }
    for (const type of ["application/json", "multipart/form-data", "application/x-www-form-urlencoded", "text/plain"]) {
      const put = {
        parameters: [{ name: "X-'\"Odd", in: "header", required: true, example: `'"\`\\$(x)` }],
        requestBody: { content: { [type]: type === "text/plain" ? { example: odd } : media } },
        responses: {}
      }
      const samples = samplesOf(await operation({ paths: { "/a'b\"c": { put } } }, "/a'b\"c", "put"))
      const code = Object.fromEntries(samples.map(({ code, title }) => [title, code]))
      const js = code["JavaScript"]!
      expect(() => new Function(`return async () => {\n${js}\n}`), js).not.toThrow()
      // what is left when strings are taken out has none of what stands in them
      const php = code["PHP"]!.replace(/'(?:[^'\\]|\\[\s\S])*'/g, "")
      const shell = code["cURL"]!.replace(/'[^']*'|\\'/g, "")
      const python = code["Python"]!.replace(/"(?:[^"\\\n]|\\.)*"/g, "")
      const go = code["Go"]!.replace(/`[^`]*`|"(?:[^"\\\n]|\\.)*"/g, "")
      for (const [name, left] of Object.entries({ php, shell, python, go })) {
        expect(left, `${name}, ${type}`).not.toMatch(/["'`]|\$\(|Odd/)
      }
    }
  })

  it("have a bounded example, however schemas refer to each other and whatever lengths they ask for", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => {
        const $ref = `#/components/schemas/S${n + 1}`
        return [
          `S${n}`,
          { type: "object", required: ["a", "b", "c"], properties: { a: { $ref }, b: { $ref }, c: { $ref } } }
        ]
      })
    )
    const long = { type: "string", minLength: 1e9, pattern: "^a{1000000000}$" }
    const bodies = [{ $ref: "#/components/schemas/S0" }, { type: "array", minItems: 1e9, items: long }, long]
    for (const schema of bodies) {
      const put = { requestBody: { content: { "application/json": { schema } } }, responses: {} }
      const view = await operation(
        { paths: { "/pets": { put } }, components: { schemas: { ...schemas, S40: long } } },
        "/pets",
        "put"
      )
      expect(JSON.stringify(view.body!.contents[0]!.value).length).toBeLessThan(10_000)
    }
  })

  it("send a long body from a file, which is shown once", async () => {
    const example = { letters: "ab".repeat(3000) }
    const put = { requestBody: { content: { "application/json": { example } } }, responses: {} }
    const long = { paths: { "/words": { put } } }
    const samples = samplesOf(await operation(long, "/words", "put"))
    expect(samples.map(({ isFile, title }) => [title, isFile])).toEqual([
      ["cURL", undefined],
      ["JavaScript", undefined],
      ["Python", undefined],
      ["Go", undefined],
      ["PHP", undefined],
      ["body.json", true]
    ])
    for (const { code, isFile } of samples) expect(code).toContain(isFile ? "abab" : "body.json")
    expect(samples.filter(({ code }) => code.includes("abab"))).toHaveLength(1)
    expect(JSON.parse(samples.at(-1)!.code)).toEqual(example)
    const view = apiView(await open(long), { kind: "operation", path: "/words", method: "put" })!
    expect(apiMarkdown(view, { level: 2, samples: 1 })).toContain("**body.json**")
  })

  it("are Markdown that begins nothing of ours", async () => {
    const view = apiView(await open(full), { kind: "operation", path: "/pets/{id}", method: "put" })!
    const text = apiMarkdown(view, { level: 2, samples: 1 })
    expect(text).toMatch(/^## Change a pet\n\n`PUT \/pets\/\{id\}`/)
    expect(text).not.toContain("{% hint")
    expect(text).not.toContain("{{ x")
    expect(text).not.toContain("\n# Heading")
    expect(text).toContain("- `name` _string_")
    expect(text).toContain("```bash")
    expect(text).not.toContain("**Python**")
  })
})

describe("computed pages", () => {
  const make = async (grouping: string, tags: object = {}) => {
    const { index } = await open({
      tags: [{ name: "pets", description: "All pets." }, { name: "cats", parent: "pets" }, { name: "unused" }],
      paths: {
        "/pets": { get: { tags: ["pets"], summary: "List pets" }, post: { tags: ["pets"], summary: "List pets" } },
        "/cats": { get: { tags: ["cats", "pets"], operationId: "listCats" } },
        "/health": { get: {} }
      },
      components: { schemas: { Pet: {}, Cat: {} } },
      ...tags
    })
    const drafts = computedPages(index, {
      models: true,
      downloadLink: false,
      grouping: grouping === "by-operation" ? grouping : "by-tag"
    })
    const outline = (list: typeof drafts): unknown =>
      list.map(({ pages = [], title }) => (pages.length === 0 ? title : [title, outline(pages)]))
    return { index, drafts, outline: outline(drafts) }
  }

  it("one for each tag", async () => {
    const { drafts, index, outline } = await make("by-tag")
    expect(outline).toEqual([["pets", ["cats"]], "Other", "Models"])
    const text = computedText(index, { slug: "pets", url: "https://x.test/s" }, drafts[0]!.document!)
    expect(text.match(/^## /gm)).toHaveLength(2)
    expect(text).toContain(
      '{% openapi-operation spec="pets" path="/pets" method="post" headless="true" %}\n[OpenAPI pets](https://x.test/s)\n{% endopenapi-operation %}'
    )
    expect(drafts[0]!.description).toBe("All pets.".replace(".", ""))
  })

  it("one for each operation", async () => {
    const { outline } = await make("by-operation")
    expect(outline).toEqual([
      ["pets", ["List pets", "List pets", "cats"]].map((one) =>
        Array.isArray(one) ? ["List pets", "List pets", ["cats", ["listCats"]]] : one
      ),
      "GET /health",
      "Models"
    ])
  })

  it("tags that are each other's parents do not go on for ever", async () => {
    const { outline } = await make("by-tag", {
      tags: [
        { name: "pets", parent: "cats" },
        { name: "cats", parent: "pets" }
      ]
    })
    expect(JSON.stringify(outline)).toContain("pets")
  })
})
