/** What a preview makes of two texts, and of what a change request says it changes. */
import type { SemanticChange } from "@octavo/core/content/space-content/SemanticChanges"
import { describe, expect, it } from "vitest"
import { renderBody } from "../src/body/render.ts"
import { markBlocks } from "../src/preview/blocks.ts"
import { changesOf, hasConflict } from "../src/preview/changes.ts"
import { drawSpoken } from "../src/preview/comments.ts"
import { compareLines } from "../src/preview/lines.ts"
import { resolver } from "./build.ts"
import { inspect } from "./inspect.ts"

/** Each block as a sign and its text. */
const marked = (before: string, after: string): ReadonlyArray<string> => {
  const { marks, root } = markBlocks(before, after)
  const signs = { added: "+", edited: "~", removed: "-" }
  return root.children.map((node) => {
    const mark = marks.get(node)
    const text = renderBody({ ...root, children: [node] }, resolver).html.replace(/<[^>]*>/g, "")
    return `${mark === undefined ? "=" : signs[mark.change]} ${text.trim()}`
  })
}

describe("blocks of a page", () => {
  it.each([
    ["nothing changed", "# T\n\nOne.\n\nTwo.", "# T\n\nOne.\n\nTwo.", ["= One.", "= Two."]],
    ["line ends are no change", "# T\r\n\r\nOne.\r\n", "# T\n\nOne.\n", ["= One."]],
    ["a block is new", "One.\n\nTwo.", "One.\n\nNew here.\n\nTwo.", ["= One.", "+ New here.", "= Two."]],
    ["a block is gone", "One.\n\nGone away.\n\nTwo.", "One.\n\nTwo.", ["= One.", "- Gone away.", "= Two."]],
    ["a word is another", "One red house stands.", "One blue house stands.", ["~ One blue house stands."]],
    ["nothing in common", "Apples and pears.", "Cats, dogs!", ["+ Cats, dogs!", "- Apples and pears."]],
    [
      "another kind of block",
      "A house by the sea.",
      "> A house by the sea.",
      ["+ A house by the sea.", "- A house by the sea."]
    ],
    ["the title is not of the body", "# Old\n\nOne.", "# New\n\nOne.", ["= One."]],
    ["a new page", "", "# T\n\nOne.\n\nTwo.", ["+ One.", "+ Two."]],
    ["a deleted page", "# T\n\nOne.\n\nTwo.", "", ["- One.", "- Two."]],
    [
      "an edit among others",
      "Keep the old house clean.\n\nDrop this now.",
      "Brand new words.\n\nKeep the new house clean.",
      ["+ Brand new words.", "~ Keep the new house clean.", "- Drop this now."]
    ]
  ])("%s", (_, before, after, expected) => {
    expect([...marked(before, after)].sort()).toEqual([...expected].sort())
  })

  it("keep their order, and give their anchors to the draft", () => {
    const { marks, root } = markBlocks("## Setup\n\nSame.\n", "## Other\n\nSame.\n\n## Setup\n")
    const { html } = renderBody(root, resolver, { marks })
    expect(html.match(/id="setup"/g)).toHaveLength(1)
    expect(html).toMatch(/<div class="change added"[^>]*><h2 id="setup">/)
    expect(marked("A b c.\n\nD e f.", "A b c.\n\nX.\n\nD e f.")).toEqual(["= A b c.", "+ X.", "= D e f."])
  })

  it("share a frame with neighbours that were changed alike; what shows nothing has none", () => {
    const { marks, root } = markBlocks("One.", "One.\n\nTwo.\n\n<!-- quiet -->\n\nThree.")
    const { html } = renderBody(root, resolver, { marks })
    expect(html.match(/class="change added"/g)).toHaveLength(1)
  })
})

it("conditional content is shown in all of its branches, for those who review alone", () => {
  const text = "{% if visitor.a %}\nOne\n\n{% elsif visitor.b < 2 %}\nTwo\n\n{% else %}\nThree\n\n{% endif %}\n"
  const { root } = markBlocks("", text)
  const { html } = renderBody(root, { ...resolver, everyBranch: true })
  expect(html.match(/<code>.*?<\/code>/g)).toEqual([
    "<code>if visitor.a</code>",
    "<code>else if visitor.b &lt; 2</code>",
    "<code>else</code>"
  ])
  expect(html.match(/One|Two|Three/g)).toEqual(["One", "Two", "Three"])
  expect(renderBody(root, resolver).html).toBe("")
})

describe("lines", () => {
  const shown = (before: string, after: string): ReadonlyArray<string> =>
    compareLines(before, after).map((row) => {
      if (row.kind === "gap") return `… ${row.count}`
      const side = (line: typeof row.before): string =>
        line === undefined
          ? ""
          : `${line.number}:${line.parts.map(({ changed, text }) => (changed ? `[${text}]` : text)).join("")}`
      return `${row.kind === "same" ? "=" : "~"} ${side(row.before)} | ${side(row.after)}`
    })
  const many = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)

  it.each([
    ["equal texts", "a\nb\n", "a\nb\n", []],
    ["line ends", "a\r\nb", "a\nb\n", []],
    ["one word", "see two trees", "see three trees", ["~ 1:see [two] trees | 1:see [three] trees"]],
    ["nothing alike", "alpha beta", "gamma delta", ["~ 1:alpha beta | 1:gamma delta"]],
    ["new at the end", "a", "a\nb", ["= 1:a | 1:a", "~  | 2:b"]],
    ["out of nothing", "", "a", ["~  | 1:a"]],
    ["into nothing", "a", "", ["~ 1:a | "]],
    [
      "long stretches are folded",
      many.join("\n"),
      many.with(9, "other words").join("\n"),
      [
        "… 6",
        ...[7, 8, 9].map((n) => `= ${n}:line ${n} | ${n}:line ${n}`),
        "~ 10:line 10 | 10:other words",
        ...[11, 12, 13].map((n) => `= ${n}:line ${n} | ${n}:line ${n}`),
        "… 7"
      ]
    ]
  ])("%s", (_, before, after, expected) => {
    expect(shown(before, after)).toEqual(expected)
  })
})

it("long texts that have nothing in common are changed between their ends", () => {
  const long = (name: string) =>
    ["first", ...Array.from({ length: 3000 }, (_, i) => `${name} ${i % 7}`), "last"].join("\n")
  const rows = compareLines(long("one"), long("two"))
  expect(rows.filter(({ kind }) => kind === "same")).toHaveLength(2)
  expect(rows.filter(({ kind }) => kind === "changed")).toHaveLength(3000)
})

describe("changes", () => {
  const page = { id: "p", type: "document", title: "Page", path: "page" } as const
  it("of one page are one entry", () => {
    const changes: ReadonlyArray<SemanticChange> = [
      { type: "page_edited", page, attributes: { title: { before: "Old", after: "Page" }, hidden: { after: true } } },
      { type: "page_moved", page, parent: { after: { ...page, id: "q", title: "Above" } } },
      { type: "variables_edited", variables: { name: { after: "x" } } }
    ]
    expect(changesOf(changes)).toEqual({
      pages: [
        {
          id: "p",
          title: "Page",
          path: "page",
          what: ["edited", "moved"],
          fields: [
            { name: "Title", before: "Old", after: "Page" },
            { name: "Hidden", before: undefined, after: "true" },
            { name: "Parent", before: "Top of the space", after: "Above" }
          ]
        }
      ],
      others: ["Variables edited: name"]
    })
  })

  it.each([
    ["<<<<<<< Main\na\n=======\nb\n>>>>>>> Change request #1\n", true],
    ["x\r\n<<<<<<< a\r\n=======\r\n>>>>>>> b\r\n", true],
    ["<<<<<<< a\nb\n>>>>>>> c\n", false],
    ["Title\n=======\n", false],
    ["", false]
  ])("with both sides of a conflict: %j", (text, expected) => {
    expect(hasConflict(text)).toBe(expected)
  })
})

it("comments are shown as people speak, and run nothing", () => {
  const markdown =
    '# Loud\n\n**Bold** and `code`\n\n<img src=x onerror="alert(1)">\n\n{% tabs %}{% tab title="x" %}y{% endtab %}{% endtabs %}\n\n[x](javascript:alert(1))'
  const html = drawSpoken(markdown, resolver).text
  expect(inspect(html)).toEqual([])
  expect(html).toContain("<p># Loud</p>")
  expect(html).toContain("<strong>Bold</strong> and <code>code</code>")
  expect(html).not.toMatch(/ id=|<h\d|<input/)
})
