import type { Inline } from "@octavo/document"
import { fontAwesomeIcon } from "@octavo/render/fontAwesome"
import { describe, expect, it } from "vitest"
import { attributes, body, html, inline, link, node, paragraph, text } from "./build.ts"

const mark = (fields: { color?: string; background?: string }) => node("mark", { ...fields, children: [text("m")] })
const button = (fields: object) =>
  node("button", { kind: "primary", attributes: attributes(), children: [text("Go")], ...fields })
const note = (label: string, ...children: Inline[]) => node("footnoteReference", { identifier: label, label, children })

const cases: Array<[string, Inline, string]> = [
  ["emphasis", node("emphasis", { children: [text("a")] }), "<em>a</em>"],
  ["strong", node("strong", { children: [text("a")] }), "<strong>a</strong>"],
  ["delete", node("delete", { children: [text("a")] }), "<del>a</del>"],
  ["text that is escaped", text("a < b &amp;"), "a &lt; b &amp;amp;"],
  ["reference to no character", text("a &#xNAN;b"), "a b"],
  ["code", node("inlineCode", { value: "<a>" }), "<code>&lt;a&gt;</code>"],
  ["code about a reference", node("inlineCode", { value: "&#xNAN;" }), "<code>&amp;#xNAN;</code>"],
  ["code that is a short name", node("inlineCode", { value: "log.level" }), "<code>log.level</code>"],
  [
    "code that is a long name",
    node("inlineCode", { value: "log_suppress_interval" }),
    '<code>log_<wbr class="part">suppress_<wbr class="part">interval</code>'
  ],
  [
    "code that is a longer name",
    node("inlineCode", { value: "a/name.that:is-very_very/long" }),
    `<code>${["a/", "name.", "that:", "is-", "very_", "very/", "long"].join('<wbr class="part long">')}</code>`
  ],
  ["code that is no name", node("inlineCode", { value: "npm run some-script" }), "<code>npm run some-script</code>"],
  ["break", node("break", {}), "<br>"],
  ["kbd", node("kbd", { children: [text("K")] }), "<kbd>K</kbd>"],
  ["sub", node("sub", { children: [text("2")] }), "<sub>2</sub>"],
  ["sup", node("sup", { children: [text("2")] }), "<sup>2</sup>"],
  ["emoji", node("emoji", { code: "2705", value: "✅" }), "✅"],
  ["link to a page", link("guide.md", "g"), '<a href="/docs/guide">g</a>'],
  ["link without text", link("guide.md"), '<a href="/docs/guide">A guide</a>'],
  ["link away", link("https://x.test/a b", "x"), '<a href="https://x.test/a%20b" rel="noopener">x</a>'],
  [
    "broken link",
    link("missing.md", "x"),
    '<span class="broken" title="This link leads nowhere">x<span class="hidden"> (This link leads nowhere)</span></span>'
  ],
  [
    "link in a link",
    node("link", { url: "guide.md", children: [link("other.md", "x")] }),
    '<a href="/docs/guide">x</a>'
  ],
  [
    "mention",
    node("mention", { url: "guide.md", children: [text("guide.md")] }),
    '<a class="mention" href="/docs/guide"><span class="emoji" aria-hidden="true">📘</span> <span>A guide</span></a>'
  ],
  [
    "image",
    node("image", { url: "assets/a.png", alt: "A", size: "line" }),
    '<img class="line" src="/docs/~/files/a.png" alt="A" width="800" height="400" decoding="async">'
  ],
  ["named colour", mark({ color: "red" }), '<span class="ink-red">m</span>'],
  ["theme colour", mark({ background: "$primary" }), '<mark class="wash-accent">m</mark>'],
  ["own colour", mark({ color: "#f00" }), '<span style="color:#f00">m</span>'],
  [
    "own ground",
    mark({ background: "rgb(1, 2, 3)" }),
    '<mark class="wash" style="background-color:color-mix(in srgb,rgb(1, 2, 3) 35%,transparent);">m</mark>'
  ],
  ["colour that is none", mark({ color: "url(x)" }), "m"],
  ["plain mark", mark({}), "<mark>m</mark>"],
  ["button", button({ url: "guide.md" }), '<a class="button" href="/docs/guide">Go</a>'],
  [
    "secondary button",
    button({ url: "https://x.test", kind: "secondary" }),
    '<a class="button secondary" href="https://x.test" rel="noopener">Go</a>'
  ],
  ["button of the assistant", button({ action: "ask" }), '<span class="button resting">Go</span>'],
  ["expression", node("expression", { source: "space.vars.NAME" }), "Octavo &lt;3"],
  ["expression without a value", node("expression", { source: "a < b" }), '<code class="expression">a &lt; b</code>'],
  ["footnote without a definition", note("7"), "[^7]"],
  ["block tag in running text", html("div", { align: "right" }, text("x")), '<span class="align-right">x</span>'],
  ["unknown tag", html("tabitem", {}, text("x")), "x"]
]

describe("running text", () => {
  it.each(cases)("%s", (_name, inlineNode, expected) => {
    expect(inline(inlineNode)).toBe(expected)
  })

  it("draws an icon by its Font Awesome name, and a neutral one of our own for what is none", () => {
    const icon = (name: string) => inline(node("icon", { name }))
    const { height, path, width } = fontAwesomeIcon("gear")!
    expect(icon("gear")).toBe(
      `<svg class="icon fa" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${path}"/></svg>`
    )
    expect(icon("no-such-thing")).toMatch(
      /^<svg class="icon unknown" viewBox="0 0 24 24" aria-hidden="true"><path d="M12/
    )
    expect(icon("cog")).toBe(icon("gear"))
    expect(icon("no-such-thing")).toBe(icon("constructor"))
    expect(icon("no-such-thing")).not.toBe(icon("gear"))
  })

  it("renders inline formulas to MathML", () => {
    expect(inline(node("inlineMath", { value: "x" }))).toBe("<math><mi>x</mi></math>")
  })

  it("numbers footnotes in the order of their references and links back from each", () => {
    const definition = (label: string, value: string) =>
      node("footnoteDefinition", { identifier: label, label, children: [paragraph(value)] })
    const out = body([
      paragraph("a", note("b"), note("a"), note("b"), note("a", text("word"))),
      definition("a", "A"),
      definition("b", "B"),
      definition("unused", "U")
    ])
    expect(out).toContain('<a href="#Note-1" id="Ref-1-1" aria-label="Footnote 1">1</a>')
    expect(out).toContain('<a class="annotation" title="A" href="#Note-2" id="Ref-2-2">word</a>')
    expect(out).toMatch(
      /<li id="Note-1"><p>B <a class="back" href="#Ref-1-1"[^>]*>↩<\/a> <a class="back" href="#Ref-1-2"/
    )
    expect(out).not.toContain("U")
  })

  it("draws a footnote that refers to itself once", () => {
    const definition = node("footnoteDefinition", { identifier: "a", label: "a", children: [paragraph(note("a"))] })
    expect(body([paragraph(note("a")), definition]).match(/<li id=/g)).toHaveLength(1)
  })
})
