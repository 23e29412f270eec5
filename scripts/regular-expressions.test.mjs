import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { slowAttack } from "./regular-expressions/attacks.mjs"
import { regularExpressions } from "./regular-expressions/literals.mjs"
import { makeStepCounter } from "./regular-expressions/steps.mjs"

const { literals, made } = regularExpressions(fileURLToPath(new URL("..", import.meta.url)))

/** Expressions that are slow on long texts, and why they never see one. */
const bounded = new Map([
  ["/<iframe\\b[^>]{0,4000}>/i", "at most 20,000 characters of an answer"],
  ["/<meta[^>]{0,200}charset=[\"']?([\\w-]{2,30})/i", "2,048 bytes of a page"],
  [
    "/([\\w:-]+)(?:\\s*=\\s*(\"[^\"\\n]*\"|'[^'\\n]*'|“[^”\\n]*”|[^\\s\"'%]+))?/g",
    "the 4,000 characters of a tag in Markdown that is written"
  ],
  [
    "/repository .* not found|returned error: (404|410)|info\\/refs not valid|invalid server resp/i",
    "the last 16 KB of what git says"
  ]
])

/** Files that make expressions of texts, and what the texts are. */
const makers = {
  "packages/api/src/examples.ts": "patterns of the contract, on examples of our own",
  "packages/core/src/content/content-index/terms.ts": "a literal of the file, with other flags",
  "packages/core/src/delivery/redirects/source.ts": "a pattern of our own, on 512 characters at most",
  "packages/core/src/delivery/site-records/customizationValues.ts": "patterns of our own with one loop, from the start",
  "packages/core/src/delivery/urls/pageMetadata.ts": "names of tags",
  "packages/document/src/print/inline-tokens.ts": "a literal of the file, with other flags",
  "packages/document/src/slug.ts": "emoji at the beginning of a title, of which each character can be read in one way",
  "packages/http/src/app.ts": "paths of the contract, one loop for each segment",
  "packages/outbound/src/translators.ts": "words of a glossary one beside the other, without loops",
  "packages/pdf/src/math.ts": "names of sides, on a style that we wrote",
  "packages/render/src/formula.ts": "a name of letters that a formula defines, behind spaces and a brace",
  "packages/runtime/src/imports.ts": "the name of a branch of our own"
}

describe("a regular expression of the product takes time in the length of its text", () => {
  it.each(literals.filter(({ written }) => !bounded.has(written)))("$written", (expression) => {
    expect(slowAttack(expression), [...expression.files].join(", ")).toBeUndefined()
  })
  it("or the text is known to be short", () => {
    for (const [written] of bounded) {
      const expression = literals.find((literal) => literal.written === written)
      expect(expression, `${written} is gone and need not be listed`).toBeDefined()
      expect(slowAttack(expression), `${written} need not be listed`).toBeDefined()
    }
  })
  it("or it is made of something that was looked at", () => {
    expect(made).toEqual(Object.keys(makers))
  })
})

describe("an attack is found on", () => {
  it.each([
    [/\s+$/, "a run that does not end the text"],
    [/^-+|-+$/g, "a run behind something else"],
    [/[^/]*$/u, "a run before what it may not hold"],
    [/([^/]+)\/?$/, "a run before two of what may end it"],
    [/<a\b[^>]*>/g, "a beginning without its end"],
    [/<[\s\S]*?x/g, "a lazy loop"],
    [/^(a+)+$/, "a loop in a loop"],
    [/^(?:a|aa)+$/, "two ways to read the same"],
    [/^\s*(?:x\s*)*\s*y$/, "three loops over the same"],
    [/(?<!a\s*)=/g, "a loop that looks back"],
    [/(?=.*x)/g, "a loop that looks ahead"],
    [/^(`+)[\s\S]*?\1$/, "a loop up to what was found"],
    [/é+!/gu, "letters of other scripts"],
    [/(?:ab){2,}c/g, "more than one character again and again"]
  ])("%s: %s", ({ flags, source }) => {
    expect(slowAttack({ pattern: source, flags })).toBeDefined()
  })
})

describe("no attack is found on", () => {
  it.each([
    /^\s+/,
    /(?<!\s)\s+$/,
    /^-+|(?<!-)-+$/g,
    /\[[^[\]]*\]/g,
    /"[^"]*"/g,
    /^[^.]*\.[\s\S]*$/,
    /a+/y,
    /\d{1,9}[.)]/g
  ])("%s", ({ flags, source }) => {
    expect(slowAttack({ pattern: source, flags })).toBeUndefined()
  })
})

it("the matcher that counts finds what the real one finds", () => {
  const cases = [
    [/(\w+)\s\1/g, "a a b bb bb"],
    [/(?<=x)a{2,3}?/g, "xaaaa aa xa"],
    [/(?<!\\)((?:\\\\)*)\\\|/g, "a\\| \\\\| \\\\\\|"],
    [/^.$|\b[\s\S]\B/gms, "a\nbc\r\n"],
    [/\p{Lu}|[^\P{L}a]/giu, "aÉß1"],
    [/(?:a|ab)(?=c)|$/g, "abc ac"],
    [/(?:)/g, "ab"]
  ]
  for (const [expression, text] of cases) {
    const { flags, source } = expression
    const found = []
    makeStepCounter({ pattern: source, flags })(text, (start, end) => found.push([start, end]))
    const letters = /[uv]/.test(flags) ? [...text] : text.split("")
    const wanted = [...text.matchAll(expression)].map(({ 0: match, index }) => {
      const start = /[uv]/.test(flags) ? [...text.slice(0, index)].length : index
      return [start, start + (/[uv]/.test(flags) ? [...match].length : match.length)]
    })
    expect(
      found.filter(([start]) => start <= letters.length),
      String(expression)
    ).toEqual(wanted)
  }
})
