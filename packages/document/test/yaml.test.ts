/** Headers that are read without the YAML library say what the library says of them. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseDocument } from "yaml"
import { readYaml } from "../src/yaml.ts"

const parts = [
  ..."aZé語9 ,.;!?()'\"/&+-:#*|>[]{}%@`~=<_\t\r",
  "\u0301",
  "\u0085",
  "\u2028",
  "null",
  "True",
  "false",
  "yes",
  ".inf",
  "0x1F",
  "1e3",
  "- ",
  ": ",
  " #",
  "? ",
  "--- ",
  "<<",
  "__proto__"
]
const word = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((some) => some.join(""))
const key = fc.oneof(fc.constantFrom("title", "description", "a-b_c", "null", "True", "__proto__", "constructor"), word)
const value = fc.oneof(
  word,
  fc.array(fc.constantFrom("Words", "of a", "page", "null", "it's", "I/O", "(x)", "-", "9")).map((w) => w.join(" "))
)
const line = fc.oneof(
  fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`),
  fc.constantFrom("", " ", "# remark", "  more", "- item")
)
const header = fc
  .tuple(fc.array(line, { maxLength: 4 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ""))

/** What the library says; nothing where it finds an error. */
const ofLibrary = (text: string, schema: "core" | "failsafe"): { readonly value?: unknown } => {
  const document = parseDocument(text, { schema, uniqueKeys: false, logLevel: "silent", prettyErrors: false })
  if (document.errors.length > 0) return {}
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch {
    return {}
  }
}

/** Without prototypes, by JSON, which tells of every own member. */
const told = (value: unknown) => JSON.stringify(value) ?? "nothing"

describe("YAML of headers", () => {
  it.each([
    ["title: A page\ndescription: What it's about, in one (short) sentence.\n"],
    ["a: Null\n"],
    ["a: Nullable\n"],
    ["null: a\n"],
    ["a: b: c\n"],
    ["a: b #c\n"],
    ["a: b#c\n"],
    ["a: b\n\nc: d\n"],
    ["a: b\nc\n"],
    ["a: b \n"],
    ["a: b\r\n"],
    ["a: b\na: c\n"],
    ["__proto__: a\nb: c\n"]
  ])("%j is read as the library reads it", (text) => {
    for (const schema of ["core", "failsafe"] as const) {
      expect(told(readYaml(text, schema === "failsafe").value)).toBe(told(ofLibrary(text, schema).value))
    }
  })

  it("whatever they hold", () => {
    fc.assert(
      fc.property(header, fc.constantFrom("core", "failsafe"), (text, schema) => {
        const expected = ofLibrary(text, schema)
        const { error, value } = readYaml(text, schema === "failsafe")
        expect("value" in expected || error !== undefined).toBe(true)
        if (error === undefined) expect(told(value)).toBe(told(expected.value))
      }),
      { numRuns: 3_000 }
    )
  })
})
