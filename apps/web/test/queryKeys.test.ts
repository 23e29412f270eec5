/** Two queries with the same key would be given each other's answers. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const browser = fileURLToPath(new URL("../src/browser", import.meta.url))
const source = globSync("**/queries.ts", { cwd: browser })
  .map((file) => readFileSync(join(browser, file), "utf8"))
  .join("\n")

describe("the keys of queries", () => {
  it("are each of one query, whatever they are asked with", () => {
    const keys = Array.from(source.matchAll(/queryKey: \[([^\]]*)\]/g), ([, parts = ""]) =>
      parts
        .split(",")
        .map((part) => (/^\s*"[^"]*"\s*$/.test(part) ? part.trim() : "?"))
        .join(" ")
    )
    expect(keys.length).toBeGreaterThan(60)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
})
