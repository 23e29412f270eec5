import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { editFrontmatter, editYaml, parsePage, parseVariables } from "../../src/index.ts"
import { hasCorpora, pages } from "../corpora.ts"
import { headers, headersWithAlias, headerText, textOf, values } from "./headers.ts"

const read = (text: string): Record<string, unknown> => {
  const { frontmatter } = parsePage(text)
  expect(frontmatter?.error).toBeUndefined()
  return { ...frontmatter?.data }
}

const runs = { numRuns: 1000 }

/** What stands between the lines that two texts share at their beginnings and at their ends. */
const changed = (before: string, after: string): [string[], string[]] => {
  const [one, two] = [before.split("\n"), after.split("\n")]
  let [start, end] = [0, 0]
  while (start < Math.min(one.length, two.length) && one[start] === two[start]) start++
  while (end < Math.min(one.length, two.length) - start && one.at(-1 - end) === two.at(-1 - end)) end++
  return [one.slice(start, one.length - end), two.slice(start, two.length - end)]
}

describe("a header of any style", () => {
  it("changes in the lines of the key that is set, and reads as the new value", () => {
    fc.assert(
      fc.property(headers, fc.nat(6), values, (header, pick, value) => {
        const index = pick % header.fields.length
        const field = header.fields[index]!
        const text = textOf(header)
        const before = read(text)
        const edited = editFrontmatter(text, { [field.key]: value })
        expect(read(edited)).toEqual({ ...before, [field.key]: value })
        const start = text.indexOf("---") + 3 + header.newline.length
        const prefix = text.slice(0, start) + headerText(header.fields.slice(0, index)) + field.before
        const suffix = text.slice(prefix.length + field.text.length)
        expect(edited.slice(0, prefix.length)).toBe(prefix)
        expect(edited.slice(edited.length - suffix.length)).toBe(suffix)
        const own = edited.slice(prefix.length, edited.length - suffix.length)
        if (header.newline === "\r\n") expect(own).not.toMatch(/(?<!\r)\n/)
        else expect(own).not.toContain("\r")
      }),
      runs
    )
  })

  it("stays as it is when a key is set to what it is", () => {
    fc.assert(
      fc.property(headersWithAlias, (header) => {
        const text = textOf(header)
        const says = read(text)
        expect(editFrontmatter(text, says)).toBe(text)
        for (const [key, value] of Object.entries(says)) expect(editFrontmatter(text, { [key]: value })).toBe(text)
      }),
      runs
    )
  })

  it("loses the lines of the key that is removed, and no other ones", () => {
    fc.assert(
      fc.property(headers, fc.nat(6), (header, pick) => {
        const index = pick % header.fields.length
        const field = header.fields[index]!
        const text = textOf(header)
        const rest = header.fields.filter((one) => one !== field)
        fc.pre(rest.length > 0)
        // blank lines behind a text that keeps its blank lines would become a part of it
        fc.pre(!/[|>]\+/.test(header.fields[index - 1]?.text ?? ""))
        const start = text.indexOf("---") + 3 + header.newline.length
        const at = start + headerText(header.fields.slice(0, index)).length + field.before.length
        const edited = editFrontmatter(text, { [field.key]: undefined })
        expect(edited).toBe(text.slice(0, at) + text.slice(at + field.text.length))
      }),
      runs
    )
  })

  it("gets a new key in lines of its own", () => {
    fc.assert(
      fc.property(headers, values, (header, value) => {
        const text = textOf(header)
        const edited = editFrontmatter(text, { "brand new": value })
        expect(read(edited)).toEqual({ ...read(text), "brand new": value })
        const [gone] = changed(text, edited)
        expect(gone.join("").trim()).toBe("")
        expect(editFrontmatter(edited, { "brand new": undefined })).toBe(text)
      }),
      runs
    )
  })

  it("keeps what repeats a key that changes or goes", () => {
    fc.assert(
      fc.property(headersWithAlias, fc.nat(6), fc.option(values, { nil: undefined }), (header, pick, value) => {
        const repeated = header.fields.find(({ anchor }) => anchor !== undefined)
        const { key } = repeated ?? header.fields[pick % header.fields.length]!
        const text = textOf(header)
        const wanted = { ...read(text), [key]: value }
        if (value === undefined) delete wanted[key]
        fc.pre(Object.keys(wanted).length > 0)
        const edited = editFrontmatter(text, { [key]: value })
        expect(read(edited)).toEqual(wanted)
        expect(edited.endsWith(header.body)).toBe(true)
      }),
      runs
    )
  })

  it.each([
    ["braces", "{ icon: star, tags: [a, b] }\n", { icon: "x y" }, '{ icon: "x y", tags: [a, b] }\n'],
    ["braces: a key more", "{ icon: star }\n", { hidden: true }, "{ icon: star, hidden: true }\n"],
    ["braces: a key less", "{ icon: star, hidden: true }\n", { icon: undefined }, "{ hidden: true }\n"],
    ["braces: the last key less", "{ icon: star, hidden: true }\n", { hidden: undefined }, "{ icon: star }\n"],
    ["a key twice: the last one counts", "icon: a\nicon: b\n", { icon: "c" }, "icon: a\nicon: c\n"],
    ["a key twice: both go", "icon: a\nx: 1\nicon: b\n", { icon: undefined }, "x: 1\n"],
    ["an explicit key", "? icon\n: star\nx: 1\n", { icon: "moon" }, "? icon\n: moon\nx: 1\n"],
    ["a line of spaces behind a text", "a: |\n  x\nb: 1\n     \nc: 2\n", { b: undefined }, "a: |\n  x\nc: 2\n"],
    ["a comment on the line", "icon: star # why\n", { icon: "moon" }, "icon: moon # why\n"],
    ["a comment behind the last key", "icon: star\n# end\n", { icon: undefined, x: 1 }, "# end\nx: 1\n"],
    [
      "a map: its own keys only",
      "layout:\n  width: wide # w\n  # t\n  title:\n    visible: true\nx: 1\n",
      { layout: { width: "wide", title: { visible: false }, outline: { visible: false } } },
      "layout:\n  width: wide # w\n  # t\n  title:\n    visible: false\n  outline:\n    visible: false\nx: 1\n"
    ],
    [
      "a long text is folded",
      "description: x\n",
      { description: `${"word ".repeat(20)}end` },
      `description: >-\n  ${"word ".repeat(14)}word\n  ${"word ".repeat(5)}end\n`
    ]
  ])("%s", (_, text, changes, expected) => expect(editYaml(text, changes)).toBe(expected))

  it.each([
    ["an empty header", "---\n---\n# T\n", "---\nicon: star\n---\n# T\n"],
    ["a blank header", "---\n\n---\n# T\n", "---\n\nicon: star\n---\n# T\n"],
    ["comments only", "---\n# c\n---\n# T\n", "---\n# c\nicon: star\n---\n# T\n"],
    ["mixed line ends", "---\na: 1\r\nb: 2\n---\n# T\r\n", "---\na: 1\r\nb: 2\nicon: star\r\n---\n# T\r\n"]
  ])("%s gets a key", (_, text, expected) => expect(editFrontmatter(text, { icon: "star" })).toBe(expected))
})

describe.skipIf(!hasCorpora)("headers of the corpora", () => {
  it("change in the lines of one key", () => {
    let edits = 0
    for (const { name, text } of pages()) {
      const { frontmatter } = parsePage(text)
      if (frontmatter === undefined || frontmatter.error !== undefined) continue
      expect(editFrontmatter(text, { ...frontmatter.data }), name).toBe(text)
      for (const key of Object.keys(frontmatter.data)) {
        const edited = editFrontmatter(text, { [key]: "changed: #1" })
        expect(read(edited), name).toEqual({ ...frontmatter.data, [key]: "changed: #1" })
        const [gone] = changed(text, edited)
        expect(gone[0], name).toMatch(new RegExp(`^${key}:`))
        for (const line of gone.slice(1)) expect(line, name).toMatch(/^(?:\s|- |$)/)
        const without = editFrontmatter(text, { [key]: undefined })
        expect(editFrontmatter(edited, { [key]: undefined }), name).toBe(without)
        edits++
      }
    }
    expect(edits).toBeGreaterThan(200)
  })
})

describe("vars.yaml", () => {
  it("reads as what is set, whatever it says", () => {
    const text = fc.constantFrom(
      "",
      "\uFEFFa: 1\n",
      "a: 5.0\nb: 'true' # c\n",
      "a: x",
      "{ a: 1 }",
      "# only\n",
      "a: 1\r\nb: 2"
    )
    fc.assert(
      fc.property(
        text,
        fc.constantFrom("a", "b", "c"),
        fc.string({ unit: "grapheme", maxLength: 30 }),
        (before, key, value) => {
          const edited = editYaml(before, { [key]: value }, { texts: true })
          expect({ ...parseVariables(edited).variables }).toEqual({ ...parseVariables(before).variables, [key]: value })
        }
      )
    )
  })
  it("stays as it is when it says so already", () =>
    expect(editYaml("a: 5.0\n", { a: "5.0" }, { texts: true })).toBe("a: 5.0\n"))
  it.each(["a: [", "- a\n", "text"])("%j is left as it is", (text) =>
    expect(editYaml(text, { a: "1" }, { texts: true })).toBe(text)
  )
})
