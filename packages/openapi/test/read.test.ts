import { describe, expect, it } from "vitest"
import { type Read, readDescription } from "../src/read.ts"

const read = (text: string | object) =>
  readDescription(new TextEncoder().encode(typeof text === "string" ? text : JSON.stringify(text)))

const described = (found: Read) => {
  if (found.kind === "unreadable") throw new Error(JSON.stringify(found.problems))
  return { ...found, root: JSON.parse(new TextDecoder().decode(found.content)) }
}
const unreadable = async (text: string | object) => {
  const found = await read(text)
  return found.kind === "unreadable" ? found.problems : []
}

const info = { title: "Pets", version: "1.0.0" }
const ok = { responses: { 200: { description: "Fine" } } }

describe("versions and forms", () => {
  it("Swagger 2 becomes OpenAPI 3.1", async () => {
    const { format, index, problems, root } = described(
      await read({
        swagger: "2.0",
        info,
        host: "api.example.com",
        basePath: "/v1",
        schemes: ["https"],
        consumes: ["application/json"],
        definitions: { Pet: { type: "object", properties: { id: { type: "integer" } } } },
        paths: {
          "/pets": {
            post: {
              operationId: "addPet",
              tags: ["pets"],
              parameters: [{ in: "body", name: "pet", schema: { $ref: "#/definitions/Pet" } }],
              ...ok
            }
          }
        }
      })
    )
    expect(format).toBe("json")
    expect(problems).toEqual([])
    expect(root.openapi).toMatch(/^3\.1/)
    expect(root.servers).toEqual([{ url: "https://api.example.com/v1" }])
    expect(root.paths["/pets"].post.requestBody.content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/Pet"
    })
    expect(index).toMatchObject({
      title: "Pets",
      version: "1.0.0",
      tags: [{ name: "pets" }],
      operations: [{ path: "/pets", method: "post", id: "addPet", tags: ["pets"] }],
      schemas: ["Pet"]
    })
  })

  const yaml = (version: string) => `${version}
info: { title: Pets, version: "1" }
x-shared: &shared
  200: { description: Fine }
paths:
  /pets:
    get: { summary: All of them, responses: *shared }
    x-note: no operation
  /pets/{id}:
    get:
      deprecated: true
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        <<: *shared
        404: { description: None }
    delete: { x-internal: true, responses: *shared }
`
  it.each(["openapi: 3.0.3", "openapi: '3.0.0'", "openapi: 3.1.0", "openapi: 3.1", "openapi: 3.0"])(
    "%s in YAML",
    async (version) => {
      const { format, index, problems, root } = described(await read(yaml(version)))
      expect(format).toBe("yaml")
      expect(problems).toEqual([])
      expect(root.openapi).toMatch(/^3\.1/)
      expect(index.operations).toEqual([
        { path: "/pets", method: "get", summary: "All of them", tags: [] },
        { path: "/pets/{id}", method: "get", tags: [], deprecated: true }
      ])
      expect(Object.keys(root.paths["/pets/{id}"].get.responses)).toEqual(["200", "404"])
    }
  )

  it("the index tells where each piece of the content lies", async () => {
    const { content, index, root } = described(
      await read({
        openapi: "3.1.0",
        info: { title: "Ünïcode 🦁", version: "1" },
        paths: { "/a~b/{c}": { get: ok } },
        components: { schemas: { "A/B": { type: "string", description: "é" }, Empty: {} }, securitySchemes: {} },
        webhooks: { born: { post: { summary: "Somebody was born", ...ok } } }
      })
    )
    const piece = (pointer: string) => {
      const [start, end] = index.pieces[pointer]!
      return JSON.parse(new TextDecoder().decode(content.subarray(start, end)))
    }
    expect(piece("/paths/~1a~0b~1{c}")).toEqual(root.paths["/a~b/{c}"])
    expect(piece("/components/schemas/A~1B")).toEqual({ type: "string", description: "é" })
    expect(piece("/info").title).toBe("Ünïcode 🦁")
    expect(index.webhooks).toEqual([{ name: "born", method: "post", summary: "Somebody was born" }])
  })
})

describe("what is wrong is told", () => {
  it.each([
    ["no JSON", '{ "openapi": "3.1.0", ', "syntax", "JSON"],
    ["no YAML", "openapi: 3.1.0\n  info: [", "syntax", "YAML"],
    ["no description", "Hello", "format", "object"],
    ["no version", { info, paths: {} }, "version", "swagger: 2.0"],
    ["a version of the future", { openapi: "4.0.0", info, paths: {} }, "version", "3.x"],
    ["a list", "[]", "format", "object"]
  ])("%s", async (_, text, code, words) => {
    const [problem] = await unreadable(text)
    expect(problem?.code).toBe(code)
    expect(problem?.message).toContain(words)
  })

  it("many errors of YAML in one line, each with its place and without the line", async () => {
    const problems = await unreadable("a: b: ".repeat(2_000))
    expect(problems.length).toBeGreaterThan(1)
    for (const { message } of problems) {
      expect(message).toMatch(/^The YAML cannot be read: [^\n]* at line 1, column \d+$/)
    }
  })

  it("text of no known encoding", async () => {
    const found = await readDescription(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))
    expect(found).toMatchObject({ kind: "unreadable", problems: [{ code: "encoding" }] })
  })

  it("mistakes that leave it readable, with where they are; references are not followed", async () => {
    const { index, problemCount, problems } = described(
      await read({
        openapi: "3.0.0",
        info: { title: "Pets\u0000" },
        paths: {
          "/pets": {
            get: {
              responses: {
                200: {
                  description: "Fine",
                  content: {
                    "application/json": {
                      schema: { oneOf: [{ $ref: "https://169.254.169.254/x.json" }, { $ref: "file:///etc/passwd" }] },
                      example: { $ref: "http://example.com/is-an-example" }
                    },
                    "text/plain": { schema: { $ref: "#/components/schemas/None" } }
                  }
                }
              }
            }
          }
        }
      })
    )
    expect(index.operations).toHaveLength(1)
    expect(problemCount).toBe(problems.length)
    expect(problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["schema", "external-reference", "missing-reference"])
    )
    const told = problems.map(({ message }) => message).join("\n")
    expect(told).toContain("/info")
    expect(told).toContain("169.254.169.254")
    expect(told).toContain("file:///etc/passwd")
    expect(told).not.toContain("is-an-example")
    expect(told).not.toContain("\u0000")
  })
})

describe("descriptions that are made to exhaust (threat: hostile specifications)", () => {
  const laughs = (levels: number) =>
    [
      "openapi: 3.1.0",
      "info: { title: x, version: '1' }",
      'a0: &a0 ["lol","lol","lol","lol","lol","lol","lol","lol","lol"]',
      ...Array.from({ length: levels }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(",")}]`)
    ].join("\n")

  it("aliases of aliases", async () => {
    expect((await unreadable(laughs(9)))[0]?.code).toBe("syntax")
  })

  it("many aliases of one large value", async () => {
    const large = `openapi: 3.1.0\nbig: &big [${Array(2000).fill('"xxxxxxxxxx"').join(",")}]\nall: [${Array(5000).fill("*big").join(",")}]`
    expect((await unreadable(large))[0]?.code).toBe("too-large")
  })

  it("a value that holds itself", async () => {
    expect((await unreadable("openapi: 3.1.0\nme: &me { again: *me }"))[0]?.code).toBe("too-large")
  })

  it.each([
    ["JSON", `{"openapi":"3.1.0","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["YAML", `openapi: 3.1.0\nx: ${"[".repeat(20_000)}`]
  ])("deep nesting of %s", async (_, text) => {
    expect(["too-large", "syntax"]).toContain((await unreadable(text))[0]?.code)
  })

  it("names of prototypes are plain data", async () => {
    const { root } = described(
      await read('{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{},"x-a":{"__proto__":{"polluted":1}}}')
    )
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.hasOwn(root["x-a"], "__proto__")).toBe(true)
  })
})
