/** Two queries with the same key would be given each other's answers. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const source = [
  "queries.ts",
  "notifications/queries.ts",
  "sites/queries.ts",
  "organization/queries.ts",
  "account/queries.ts"
]
  .map((file) => readFileSync(new URL(`../src/browser/${file}`, import.meta.url), "utf8"))
  .join("\n")

describe("the keys of queries", () => {
  it("are each of one query, whatever they are asked with", () => {
    const keys = Array.from(source.matchAll(/queryKey: \[([^\]]*)\]/g), ([, parts = ""]) =>
      parts
        .split(",")
        .map((part) => (/^\s*"[^"]*"\s*$/.test(part) ? part.trim() : "?"))
        .join(" ")
    )
    expect(keys.length).toBeGreaterThan(25)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
})
