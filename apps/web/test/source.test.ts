/** The text of a page as the editor of Markdown has it: what is told apart in it, and the ends of its lines. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dialect } from "../src/browser/source/dialect.ts"
import { lineEndsOf } from "../src/browser/source/lineEnds.ts"

/** What of a text has a kind. */
const found = (text: string, ...kinds: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all: Array<string> = []
  dialect.parser.parse(text).iterate({
    enter: ({ from, name, to }) => void (kinds.includes(name) && all.push(text.slice(from, to)))
  })
  return all
}

describe("The dialect in Markdown", () => {
  it("has tags on lines of their own and in text, with names and attributes", () => {
    const text = '{% hint style="info" %}\nCare: {% @integration/block a=1 %}.\n---\n{% endhint %}\n'
    expect(found(text, "DialectTag")).toEqual([
      '{% hint style="info" %}',
      "{% @integration/block a=1 %}",
      "{% endhint %}"
    ])
    expect(found(text, "DialectName")).toEqual(["hint", "@integration/block", "endhint"])
    expect(found(text, "DialectAttribute", "DialectValue")).toEqual(["style", '"info"', "a", "1"])
  })

  it("a line of tags begins a block, and ends the one before", () => {
    expect(
      found("words\n{% tabs %}\n# One\n{% endtabs %}\n---\n", "Paragraph", "ATXHeading1", "SetextHeading2")
    ).toEqual(["words", "# One"])
    expect(found("* a\n\n  {% hint %}\n  b\n  {% endhint %}\n", "TagLine", "Paragraph")).toEqual([
      "a",
      "{% hint %}",
      "b",
      "{% endhint %}"
    ])
  })

  it("what is code has no tags", () => {
    expect(found("```\n{% hint %}\n```\n\n`{% a %}` and \\{% b %}\n", "DialectTag")).toEqual([])
  })

  it("has a header with keys where the page begins, and a line across elsewhere", () => {
    const text = "---\ntitle: One\n# note\nlayout:\n  width: wide\n---\n\n# Words\n\n---\nkey: no\n---\n"
    expect(found(text, "FrontmatterKey")).toEqual(["title", "layout", "width"])
    expect(found(text, "Frontmatter")).toEqual([text.slice(0, text.indexOf("\n\n# Words"))])
    expect(found("---\n\nwords\n", "Frontmatter")).toEqual([])
    expect(found("---\ntitle: One\n", "Frontmatter")).toEqual(["---\ntitle: One\n"])
  })

  it("has formulas, and HTML with its attributes", () => {
    expect(found("a $$x_1$$ b\n\n$$\ny\n$$\n", "Math")).toEqual(["$$x_1$$", "$$\ny\n$$"])
    const text = '<table data-view="cards">\n</table>\n\nand <b title="x">b</b>\n'
    const tree = dialect.parser.parse(text)
    const kindOf = (part: string) => tree.resolveInner(text.indexOf(part), 1).name
    expect(["table", "data-view", '"cards"', "b title", '"x"'].map(kindOf)).toEqual([
      "TagName",
      "AttributeName",
      "AttributeValue",
      "TagName",
      "AttributeValue"
    ])
  })

  it("any text is read to its end", () => {
    const part = fc.constantFrom("{%", "%}", "hint", " ", "\n", "---", "key: x", "$$", "`", "<a", ">", '"', "* ", "\\")
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join("")
        expect(dialect.parser.parse(text).length).toBe(text.length)
      })
    )
  })
})

describe("Ends of lines", () => {
  it("a text that nobody edited is the same outside", () => {
    const text = fc.array(fc.constantFrom("a", "\n", "\r\n", "\r")).map((parts) => parts.join(""))
    fc.assert(
      fc.property(text, (text) => {
        const { inside, outside, separator } = lineEndsOf(text)
        // as the editor splits and joins it
        const lines = inside(text).split(separator ?? /\r\n?|\n/)
        expect(outside(lines.join("\n"))).toBe(text)
      })
    )
  })

  it("what is written in a text with ends of Windows has them as well", () => {
    const { inside, outside } = lineEndsOf("a\r\nb\r\n")
    expect(inside("a\r\nb\r\n")).toBe("a\nb\n")
    expect(outside("a\nnew\nb\n")).toBe("a\r\nnew\r\nb\r\n")
  })
})
