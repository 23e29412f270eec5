import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { headersProblem, NewMcpServer } from "../../../src/delivery/sites/McpServer.ts"

describe("headers of an MCP server", () => {
  it.each([
    [{}],
    [{ Authorization: "Bearer a.b-c_d", "x-y": "z" }],
    [{ "X-Long": "a".repeat(512) }],
    [Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x-${i}`, "1"]))]
  ])("may be %j", (headers) => expect(headersProblem(headers)).toBeUndefined())

  it.each([
    [{ "": "a" }, "is no name"],
    [{ "a b": "c" }, "is no name"],
    [{ "a:b": "c" }, "is no name"],
    [{ "a\r\nb": "c" }, "is no name"],
    [{ "x-a": "b\r\nx-c: d" }, "one line"],
    [{ "x-a": "b\u0000" }, "one line"],
    [{ "x-a": "…" }, "one line"],
    [{ "x-a": "a".repeat(513) }, "1 to 512"],
    [{ "x-a": "1", "X-A": "2" }, "named twice"],
    [Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, "1"])), "at most 50"]
  ])("may not be %j", (headers, problem) => expect(headersProblem(headers)).toContain(problem))
})

it.each([
  ["https://mcp.example.org/sse", true],
  ["http://localhost:9000", true],
  ["ftp://mcp.example.org", false],
  ["javascript:alert(1)", false],
  ["https://user:secret@mcp.example.org", false],
  ["https://a b", false],
  ["//mcp.example.org", false],
  ["https://", false]
])("an MCP server at %s: %s", (url, valid) => expect(Schema.is(NewMcpServer)({ name: "One", url })).toBe(valid))
