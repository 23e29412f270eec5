/** What is pasted becomes blocks that can be written, and what strangers wrote brings nothing along that could run. */
import fc from "fast-check"
import { Slice } from "prosemirror-model"
import { EditorState, TextSelection } from "prosemirror-state"
import { describe, expect, it } from "vitest"
import { commands, fromEditor, markdownOf, pasted, readPaste, schema, toEditor } from "../src/index.ts"
import { after, done, stateOf } from "./carets.ts"
import { copies } from "./copies.ts"
import { read, write, written } from "./documents.ts"
import { forms } from "./pages.ts"

const docOf = (slice: Slice | undefined) => schema.node("doc", null, slice?.content ?? [])

const markdown = (html: string, text = ""): string | undefined => {
  const slice = pasted({ html, text })
  return slice && written(fromEditor(docOf(slice)), "", false)
}

describe("HTML", () => {
  it.each(copies)("of %s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  it("is taken before the text that comes with it", () => {
    expect(markdown("<p>a <b>b</b></p>", "a b")).toBe("a **b**\n")
  })

  it("of an editor of code gives way to Markdown", () => {
    expect(markdown('<div style="white-space: pre;"><span>## a</span></div>', "## a")).toBe("## a\n")
  })
})

const bad = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " java\nscript:alert(1)",
  "java&#10;script:alert(1)",
  "&#106;avascript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "blob:https://a.b/c",
  "file:///etc/passwd"
]

/** Everything that is kept of something, as text. */
const kept = (html: string): string => JSON.stringify(pasted({ html })?.content.toJSON() ?? null)

describe("hostile HTML", () => {
  it.each(bad)("leads nowhere: %j", (address) => {
    const html = [
      `<p>a <a href="${address}">b</a> <img src="${address}"> c</p>`,
      `<form action="${address}"><button formaction="${address}">d</button></form>`,
      `<table background="${address}"><tr><td>e<td><a href='${address}'>f</a></table>`,
      `<div style="background:url(${address})">g</div><iframe src="${address}"></iframe><base href="${address}">`
    ].join("")
    expect(kept(html)).not.toMatch(/script|alert|vbscript|blob:|file:|data:/i)
  })

  it.each([
    "<script>alert(1)</script>a",
    "<SCRIPT SRC=//x.y>alert(1)</SCRIPT >a",
    "<svg><script>alert(1)</script></svg>a",
    "<style>@import 'alert(1)'</style>a",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>a",
    "<textarea><img src=x onerror=alert(1)></textarea>a",
    "<title>alert(1)</title>a",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>a",
    "<object data='x'>alert(1)</object>a",
    "<p onclick=alert(1) style=\"color:expression(alert(1))\" data-x='alert(1)' id=alert>a</p>",
    "<!-- alert(1) -->a",
    "<math><mtext><script>alert(1)</script></mtext></math>a",
    "<img src='https://a.b/c.png' onerror='alert(1)' onload=alert(1)>a",
    "<template><img src=x onerror=alert(1)></template>a"
  ])("keeps the text alone: %s", (html) => {
    expect(kept(html)).toMatch(/a"/)
    expect(kept(html)).not.toMatch(/alert|onerror|onload/)
  })

  it("becomes a document that can be written, whatever it is", () => {
    const pieces = fc.array(
      fc.constantFrom(
        ..."<p <b <a <img <table <tr <td <ul <li <script <style <!-- --> <! </p> </b> </a> </td> </table> </ul> > < / = \" ' & &lt; &#106; href= src= onclick= javascript: style= a b \n".split(
          " "
        ),
        " "
      ),
      { maxLength: 40 }
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const slice = pasted({ html: parts.join("") })
        if (slice === undefined) return
        const doc = docOf(slice)
        doc.check()
        expect(write(fromEditor(doc), "", false)).toHaveProperty("text")
      }),
      { numRuns: 500 }
    )
  })
})

describe("plain text", () => {
  it.each([
    ["# a\n\n## b\n\n- c\n- d\n\n**e**", "## a\n\n### b\n\n* c\n* d\n\n**e**\n"],
    ["a\nb\n\nc", "a\\\nb\n\nc\n"],
    ["a * b # c", "a \\* b # c\n"],
    ["a\tb\n1\t2\n", "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n"],
    ['a\tb\n1\t"x\ny ""z"""\n', '| a   | b          |\n| --- | ---------- |\n| 1   | x<br>y "z" |\n'],
    ["a\tb\tc", "a b c\n"],
    ['{% hint style="info" %}\na\n{% endhint %}', '{% hint style="info" %}\na\n{% endhint %}\n'],
    ['{% file src="a.pdf" %}', '\\{% file src="a.pdf" %}\n'],
    ["```js\na\n```", "```js\na\n```\n"],
    ["| a |\n|---|\n| b |", "| a   |\n| --- |\n| b   |\n"],
    ["see [a](https://b.c)", "see [a](https://b.c)\n"]
  ])("%j is %j", (text, expected) => {
    expect(markdown("", text)).toBe(expected)
  })

  it("leads to what the installation knows", () => {
    const refOf = (url: string) => (url === "https://here/p" ? ({ kind: "page", page: "p.md" } as const) : undefined)
    const slice = pasted({ text: "see [a](https://here/p)" }, { refOf })
    expect(written(fromEditor(docOf(slice)), "", false)).toBe("see [a](p.md)\n")
  })
})

describe("how much can be pasted", () => {
  const problem = (clipboard: Parameters<typeof readPaste>[0], size = 0): string | undefined => {
    const read = readPaste(clipboard, { size })
    return "problem" in read ? read.problem : undefined
  }

  it("is said", () => {
    expect(problem({ text: "a".repeat(1_000_001) })).toMatch(/^Nothing was pasted: .*1 MB/)
    expect(problem({ text: "ä".repeat(500_001) })).toMatch(/1 MB/)
    expect(problem({ text: "a".repeat(1000) }, 999_500)).toMatch(/1 MB/)
    expect(problem({ html: `<p>${"a".repeat(1_000_001)}</p>`, text: "a" })).toMatch(/1 MB/)
    expect(problem({ html: `<style>${"a".repeat(1_000_001)}</style><p>a</p>`, text: "a" })).toBeUndefined()
    expect(problem({ text: " " })).toMatch(/no text/)
    expect(problem({ html: "<p></p>" })).toMatch(/no text/)
    expect(problem({ text: "a" })).toBeUndefined()
  })

  const rows = (height: number, width: number, cell: string, between: string): string[] =>
    Array.from({ length: height }, () => Array.from({ length: width }, () => cell).join(between))

  it.each([
    ["of a spreadsheet, as text", { text: rows(2000, 10, "a", "\t").join("\n") }],
    [
      "of a spreadsheet, as HTML",
      { html: `<table><tr>${rows(2000, 10, "<td>a</td>", "").join("</tr><tr>")}</tr></table>`, text: "a" }
    ],
    [
      "whose rows are of many lengths",
      { html: `<table><tr>${"<td>a".repeat(3000)}${"<tr><td>a".repeat(1900)}</table>` }
    ],
    ["that reaches far", { html: `<table><tr><td colspan=900>a${"<tr><td colspan=900>a".repeat(900)}</table>` }],
    [
      "in Markdown",
      {
        text: `| a | b |\n| - | - |\n${rows(3000, 2, "a", " | ")
          .map((row) => `| ${row} |`)
          .join("\n")}`
      }
    ]
  ])("a table of too many cells is told of, and nothing of it is pasted: %s", (_, clipboard) => {
    expect(problem(clipboard)).toMatch(/^Nothing was pasted: .*5,000 cells/)
    expect(pasted(clipboard)).toBeUndefined()
    const told: Array<string> = []
    const state = stateOf("a ¦\n")
    expect(
      commands.paste(clipboard, { onProblem: (words) => told.push(words) })(state, () => told.push("pasted"))
    ).toBe(false)
    expect(told).toEqual([problem(clipboard)])
  })

  const megabytes = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length))

  it.each([
    "<",
    "<a ",
    "<p>",
    "<b><p>",
    "<div>",
    "<ul><li>",
    "<table><tr><td>",
    "</p>",
    "<!--",
    "<![if",
    "<a href='",
    "&",
    "&amp",
    "<p style='a:b;'>a</p>",
    "<script>",
    " ",
    "<br>",
    "<td>a",
    "<p style='mso-list:l0 level1'>a"
  ])("is read in time linear in it, however it is made: %j", (part) => {
    const html = megabytes(part, 1_000_000)
    expect(() => pasted({ html, text: "a" })).not.toThrow()
  })

  it.each(["\t", "a\tb\n", '"', '""\t', "- ", "> ", "`", "**", "[", "](", "{% hint %}", "\n", "|", "<b>"])(
    "and so is text: %j",
    (part) => {
      expect(() => pasted({ text: `x${megabytes(part, 200_000)}` })).not.toThrow()
    }
  )
})

describe("pasting", () => {
  it.each([
    ["a ¦b¦ c\n", "https://x.y/z", "a ¦[b](https://x.y/z)¦ c\n"],
    ["a ¦c\n", "https://x.y/z", "a [https://x.y/z](https://x.y/z)¦c\n"],
    // nothing is selected but the end of the heading
    ["## a¦\n\n¦b\n", "https://x.y/z", "## a[https://x.y/z](https://x.y/z)¦\n\nb\n"],
    ["```\na¦b\n```\n", "x\n# y\nz", "```\nax\n# y\nz¦b\n```\n"],
    ["```\na¦b\n```\n", "**x**", "```\na**x**¦b\n```\n"],
    ["a¦b\n", "# x\n\ny\n\nz", "a\n\n## x\n\ny\n\nz¦b\n"],
    ["a ¦ b\n", "**x**", "a **x¦** b\n"],
    ["a¦b\n", "x\n\ny\n\nz", "ax\n\ny\n\nz¦b\n"],
    ["- a¦\n- b\n", "- x\n- y", "* a\n* x\n* y¦\n* b\n"],
    ["- [ ] a¦\n", "- x", "* [ ] a\n* [ ] x¦\n"],
    ["¦\n", "- x\n- y", "* x\n* y¦\n"],
    ["## a¦\n", "- x", "## a\n\n* x¦\n"],
    ["| a¦ | b |\n|---|---|\n| c | d |\n", "- x\n- y", "| ax y¦ | b   |\n| ----- | --- |\n| c     | d   |\n"],
    ["a ¦b c¦ d\n", "x", "a x¦ d\n"]
  ])("in %j of %j is %j", (before, text, expected) => {
    expect(done(before, commands.paste({ text }))).toBe(expected)
  })

  it("keeps every page one that can be written", () => {
    const texts = fc.constantFrom(...forms.map(([, text]) => text))
    fc.assert(
      fc.property(texts, texts, fc.nat(10_000), (into, text, at) => {
        const { doc } = stateOf(into)
        const places: number[] = []
        doc.descendants((node, pos) => {
          if (node.isTextblock) places.push(pos + 1, pos + 1 + Math.floor(node.content.size / 2))
        })
        if (places.length === 0) return
        const selection = TextSelection.create(doc, places[at % places.length]!)
        const next = after(EditorState.create({ doc, selection }), commands.paste({ text }))
        if (next === undefined) return
        next.doc.check()
        expect(write(fromEditor(next.doc), into, false)).toHaveProperty("text")
      }),
      { numRuns: 300 }
    )
  })
})

describe("what is copied", () => {
  it.each(forms)("is pasted as what it was: %s", (_, text) => {
    const doc = toEditor(read(text, false))
    const copied = markdownOf(new Slice(doc.content, 0, 0), (ref) => Object.values(ref)[1] as string)
    expect(typeof copied).toBe("string")
    expect(copied).toContain("ord")
  })

  it.each([
    ["a **b¦c¦** d\n", "**c**"],
    ["- ¦a\n- b¦\n", "* a\n* b"],
    ["```\n¦a\nb¦\n```\n", "a\nb"],
    ["## ¦a¦ b\n", "a"]
  ])("of a part: %j is %j", (text, expected) => {
    const state = stateOf(text)
    expect(markdownOf(state.selection.content())).toBe(expected)
  })
})
