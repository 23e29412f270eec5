import type { Block } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { renderBody } from "../src/index.ts"
import { attributes, body, html, inline, link, node, paragraph, resolver, tag, text } from "./build.ts"
import { inspect } from "./inspect.ts"
import { trees } from "./nodes.ts"

/** A resolver that hands back whatever the author wrote. */
const trusting: Partial<Resolver> = {
  link: (href) => ({ href, status: "ok", page: { title: href, emoji: href, icon: href, description: href } }),
  file: (href) => (href.startsWith("assets") ? { url: href, name: href, contentType: href } : undefined),
  expression: (source) => source,
  condition: () => true,
  tag: (slug) => ({ label: slug, color: slug })
}

const attacks: Array<[string, Block, string]> = [
  ["text", paragraph("<script>alert(1)</script>"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["script element", html("script", { src: "https://x.test" }, text("alert(1)")), ""],
  ["style element", html("style", {}, text("*{}")), ""],
  ["iframe", html("iframe", { src: "https://x.test" }), ""],
  ["svg", html("svg", { onload: "x" }, html("a", { href: "javascript:x" }, text("a"))), ""],
  ["handlers", html("div", { onclick: "x", onmouseover: "x" }, text("a")), "<div>a</div>"],
  ["form", html("form", { action: "https://x.test" }, text("a")), "<div>a</div>"],
  ["class and data of the author", html("div", { class: "top", "data-x": "1" }, text("a")), "<div>a</div>"],
  ["style attribute", html("div", { style: "position:fixed;inset:0" }, text("a")), "<div>a</div>"],
  ["safe width", html("div", { style: "width: 50%; position:fixed" }, text("a")), '<div style="width:50%">a</div>'],
  ["id that breaks out", html("div", { id: '"><script>' }, text("a")), "<div>a</div>"],
  ["id of the frame", html("div", { id: "Page-content" }, text("a")), "<div>a</div>"],
  ["javascript link", paragraph(link("javascript:alert(1)", "x")), "leads nowhere"],
  ["javascript link with a tab", paragraph(link("java\tscript:alert(1)", "x")), "leads nowhere"],
  ["javascript link with a control", paragraph(link("\u0001javascript:alert(1)", "x")), "leads nowhere"],
  ["data link", paragraph(link("data:text/html,x", "x")), "leads nowhere"],
  ["image of a script scheme", paragraph(node("image", { url: "javascript:x", alt: "a" })), 'class="missing"'],
  // threat: addresses resolved late: what a browser would load from elsewhere is no picture of the site
  [
    "image of a scheme without slashes",
    paragraph(node("image", { url: "https:evil.test/a.png", alt: "a" })),
    'class="missing"'
  ],
  [
    "the same of the other scheme",
    paragraph(node("image", { url: "HTTP:evil.test/a.png", alt: "a" })),
    'class="missing"'
  ],
  ["image behind backslashes", paragraph(node("image", { url: "/\\evil.test/a.png", alt: "a" })), 'class="remote"'],
  ["image behind two slashes", paragraph(node("image", { url: "//evil.test/a.png", alt: "a" })), 'class="remote"'],
  [
    "svg in a data address",
    paragraph(node("image", { url: "data:image/svg+xml;base64,AAAA", alt: "a" })),
    'class="missing"'
  ],
  [
    "png in a data address",
    paragraph(node("image", { url: "data:image/png;base64,AAAA", alt: "a" })),
    'src="data:image/png;base64,AAAA"'
  ],
  ["video of another host", html("video", { src: "https://x.test/v.mp4" }), '<a href="https://x.test/v.mp4"'],
  ["embed of a script scheme", node("embed", { ...tag("embed"), url: "javascript:x", children: [] }), "broken-card"],
  ["card target", node("contentRef", { ...tag("content-ref"), url: "javascript:x", children: [] }), "broken-card"],
  ["formula", node("blockMath", { value: "\\href{javascript:x}{y}" }), 'class="formula"'],
  ["formula with a page of macros", node("blockMath", { value: "\\def\\a{\\a\\a}\\a" }), 'class="formula"'],
  ["colour", paragraph(node("mark", { color: "red;background:url(x)", children: [text("m")] })), "<p>m</p>"]
]

describe("safety", () => {
  it.each(attacks)("%s", (_name, block, expected) => {
    const out = body([block], trusting)
    expect(inspect(out)).toEqual([])
    if (expected === "") expect(out).toBe("")
    else expect(out).toContain(expected)
  })

  it("marks links that leave the site", () => {
    expect(inline(link("https://x.test", "x"))).toContain('rel="noopener"')
  })

  it("writes nothing active for any tree", () => {
    fc.assert(
      fc.property(trees, fc.boolean(), (tree, trust) => {
        const { html: out } = renderBody(tree, trust ? { ...resolver, ...trusting } : resolver)
        expect(inspect(out)).toEqual([])
      }),
      { numRuns: 400 }
    )
  })

  it("claims every id once", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const ids = [...renderBody(tree, resolver).html.matchAll(/<[a-z][^>]* id="([^"]*)"/g)].map((match) => match[1])
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 200 }
    )
  })

  it("bears the deepest tree that a parser may hand over", () => {
    let block: Block = paragraph("deep")
    for (let depth = 0; depth < 200; depth++)
      block = node("htmlElement", { tag: "div", attributes: attributes(), children: [block] })
    expect(body([block])).toContain("deep")
  })
})

describe("includes", () => {
  const include = (path: string) => node("include", { ...tag("include"), path })
  const tree = (...children: Block[]) => node("root", { children })

  it("draws reusable content with the resolver of its own file", () => {
    const inner = { ...resolver, link: () => ({ href: "/inner", status: "ok" as const }) }
    const root = tree(paragraph(link("x.md", "x")))
    expect(body([include("a.md")], { include: () => ({ root, resolver: inner }) })).toBe(
      '<p><a href="/inner">x</a></p>'
    )
  })

  it("ends cycles gently", () => {
    const root = tree(paragraph("again"), include("a.md"))
    const cyclic: Resolver = { ...resolver, include: () => ({ root, resolver: cyclic }) }
    const out = body([include("a.md")], cyclic)
    expect(out.match(/again/g)).toHaveLength(1)
    expect(out).toContain("This part is not available")
  })

  it("bounds includes that multiply", () => {
    const wide = (path: string): Resolver => ({
      ...resolver,
      include: (next) => ({
        root: tree(paragraph(path), ...Array.from({ length: 20 }, () => include(`${next}x`))),
        resolver: wide(next)
      })
    })
    expect(body([include("a")], wide("")).match(/<p>/g)!.length).toBeLessThan(300)
  })

  it("keeps footnotes of each file apart", () => {
    const note = (value: string) => [
      paragraph(node("footnoteReference", { identifier: "1", label: "1", children: [] })),
      node("footnoteDefinition", { identifier: "1", label: "1", children: [paragraph(value)] })
    ]
    const out = body([...note("outer"), include("a.md")], {
      include: () => ({ root: tree(...note("inner")), resolver })
    })
    expect(out).toMatch(/<li id="Note-1"><p>outer.*<li id="Note-2"><p>inner/)
  })
})
