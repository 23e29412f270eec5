import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { parsePage } from "@octavo/document"
import { makePageEvaluator } from "@octavo/render/pageEvaluator"
import { makeSpaceIndex, visibleIndex } from "@octavo/render/spaceIndex"
import { describe, expect, it } from "vitest"
import { listedPages, markdownPage, prefersMarkdown, renderLlms, renderSitemap } from "../src/published/machines.ts"
import { markdownPath, pageMarkdown, publicHref } from "../src/published/markdown.ts"

const at = "2026-01-02T03:04:05.000Z"
const record = (id: string, fields: Partial<PageRecord> = {}): PageRecord => ({
  id,
  type: "document",
  title: `Page ${id}`,
  slug: id,
  parent: null,
  order: "a0",
  createdAt: at,
  updatedAt: at,
  ...fields
})
const node = (page: PageRecord, path: string, pages: ReadonlyArray<never> = []) => ({ page, path, pages })

const whole = makeSpaceIndex({
  tree: [
    node(record("readme", { title: "Home", git: { oid: "", path: "README.md" } }), "readme"),
    node(record("guide", { description: "How\nto", git: { oid: "", path: "guide.md" } }), "guide"),
    node(record("secret", { hidden: true }), "secret"),
    node(record("quiet", { noIndex: true }), "quiet"),
    node(record("unlisted", { noRobotsIndex: true }), "unlisted"),
    node(record("adaptive", { condition: "visitor.claims.x" }), "adaptive")
  ],
  files: [
    {
      id: "f1",
      name: "a b.png",
      contentType: "image/png",
      size: 1,
      blob: "0123456789abcdef0123",
      git: { oid: "", path: "img/a b.png" }
    }
  ],
  reusables: [],
  tags: [],
  variables: { NAME: "Octavo" }
})
const index = visibleIndex(whole, new Set())
const space = {
  title: "Docs",
  url: "https://docs.test/sites/a/",
  index,
  dateOf: ({ id, updatedAt }: PageRecord) => (id === "guide" ? "2020-03-04T05:06:07.000Z" : updatedAt)
}

describe("what machines are told of a site (threat: hidden content listed)", () => {
  it("leaves out what is hidden, not to be indexed, or for some visitors only", () => {
    expect(listedPages(index).map(({ page }) => page.id)).toEqual(["readme", "guide", "unlisted"])
  })
  it("follows the visitor: a page whose condition holds is listed", () => {
    expect(listedPages(visibleIndex(whole, new Set(whole.conditions))).map(({ page }) => page.id)).toContain("adaptive")
  })
  it("llms.txt lists pages as Markdown, one line each", () => {
    expect(renderLlms({ title: "My [site]", description: null }, [space])).toBe(
      [
        "# My \\[site\\]",
        "",
        "- [Home](https://docs.test/sites/a/readme.md)",
        "- [Page guide](https://docs.test/sites/a/guide.md): How to",
        "- [Page unlisted](https://docs.test/sites/a/unlisted.md)",
        ""
      ].join("\n")
    )
  })
  it("llms.txt says what the site is about, and names its groups", () => {
    const guides = record("guides", { type: "group", title: "Guides" })
    const inside = record("inside", { title: "Inside", parent: "guides" })
    const grouped = makeSpaceIndex({
      tree: [
        node(record("readme", { title: "Home", description: "All of it" }), "readme"),
        { page: guides, path: "guides", pages: [node(inside, "guides/inside")] },
        node(record("last", { title: "Last" }), "last")
      ],
      files: [],
      reusables: [],
      tags: [],
      variables: {}
    })
    const said = (description: string | null) =>
      renderLlms({ title: "Docs", description }, [{ ...space, index: grouped }])
    expect(said("A site\nabout [docs]")).toBe(said(null).replace("> All of it", "> A site about \\[docs\\]"))
    expect(said(null)).toBe(
      [
        "# Docs",
        "",
        "> All of it",
        "",
        "- [Home](https://docs.test/sites/a/readme.md): All of it",
        "",
        "## Guides",
        "",
        "- [Inside](https://docs.test/sites/a/guides/inside.md)",
        "",
        "- [Last](https://docs.test/sites/a/last.md)",
        ""
      ].join("\n")
    )
  })
  it("the sitemap also leaves out what robots shall not index", () => {
    const map = renderSitemap([space])
    expect(map.match(/<loc>[^<]*/g)).toEqual([
      "<loc>https://docs.test/sites/a/",
      "<loc>https://docs.test/sites/a/guide"
    ])
    expect(map.match(/<lastmod>[^<]*/g)).toEqual(["<lastmod>2026-01-02", "<lastmod>2020-03-04"])
  })
})

describe("a page as Markdown", () => {
  it.each([
    ["guide.md", "guide"],
    ["guide", "guide"],
    ["readme.md", "readme"],
    ["index.md", "readme"],
    [".md", "readme"],
    ["nowhere.md", undefined]
  ])("%s is %s", (path, id) => {
    expect(markdownPage(index, path)?.page.id).toBe(id)
  })
  it("is found at the address that it is listed under", () => {
    for (const page of index.pageById.values()) expect(markdownPage(index, markdownPath(page))).toBe(page)
  })
  const url = "https://docs.test/sites/a/"
  const includes = new Map(
    [
      [".gitbook/includes/note.md", "---\ntitle: Note\n---\n\nSee [the guide](../../guide.md).\n\nTwice.\n"],
      [".gitbook/includes/self.md", '{% include "self.md" %}\n']
    ].map(([from, text]) => [from!, { from: from!, text: text! }])
  )
  const of = (text: string, fields: Partial<PageRecord> = {}) => {
    const page = record("x", { title: "Title", emoji: "🚀", ...fields })
    const judge = makeJudge(anonymous, { adaptiveContent: false, schema: undefined })
    const { textOf } = makePageEvaluator(judge, index, page)
    const hrefOf = (href: string, from: string) => publicHref(href, from, { index, url })
    return pageMarkdown({ text, parsed: parsePage(text), page, hrefOf, includes, textOf })
  }

  it.each([
    ["no title", 'Made by <code class="expression">space.vars.NAME</code>.\n', "# 🚀 Title\n\nMade by Octavo.\n"],
    [
      "variables of old GitBook, escaped or not, there or not; code is code",
      "By {{ book.NAME }}, {{book.NAME}}, \\{\\{ book.NO\\_NAME }} and `{{ book.NAME }}`.\n\n```\n{{ book.NAME }}\n```\n\n| {{ book.NAME }} |\n| - |\n",
      "# 🚀 Title\n\nBy Octavo, Octavo, `book.NO_NAME` and `{{ book.NAME }}`.\n\n```\n{{ book.NAME }}\n```\n\n| Octavo |\n| - |\n"
    ],
    ["a title that is another one", "# Own\n\nText\n", "# 🚀 Title\n\nText\n"],
    ["a title", "# 🚀 *Title*\n\nText\n", "# 🚀 *Title*\n\nText\n"],
    ["a header", "---\nicon: x\n---\n\nText\n", "---\nicon: x\n---\n\n# 🚀 Title\n\nText\n"],
    [
      "links",
      "# Own\n\n[a](guide.md#How%20to), [b](README.md), [c](gone.md), [d](https://x.test)\n",
      `# 🚀 Title\n\n[a](${url}guide.md#How%20to), [b](${url}readme.md), [c](gone.md), [d](https://x.test)\n`
    ],
    ["a file", "# Own\n\n![p](img/a%20b.png)\n", `# 🚀 Title\n\n![p](${url}~files/f1/0123456789abcdef/a%20b.png)\n`],
    [
      "reusable content",
      '# Own\n\n{% include ".gitbook/includes/note.md" %}\n\nEnd\n',
      `# 🚀 Title\n\nSee [the guide](${url}guide.md).\n\nTwice.\n\nEnd\n`
    ],
    [
      "reusable content in a list",
      '# Own\n\n* One\n\n  {% include ".gitbook/includes/note.md" %}\n',
      `# 🚀 Title\n\n* One\n\n  See [the guide](${url}guide.md).\n\n  Twice.\n`
    ],
    [
      "reusable content that shows itself, and one that is gone",
      '# Own\n\n{% include ".gitbook/includes/self.md" %}\n\n{% include ".gitbook/includes/gone.md" %}\n',
      '# 🚀 Title\n\n{% include "self.md" %}\n\n{% include ".gitbook/includes/gone.md" %}\n'
    ]
  ])("with %s", (_name, text, expected) => {
    expect(of(text)).toBe(expected)
  })
  it.each([
    [undefined, false],
    ["text/html,application/xhtml+xml,*/*;q=0.8", false],
    ["text/markdown", true],
    ["text/markdown, text/html;q=0.5", true],
    ["text/html, text/markdown;q=0.5", false]
  ])("Accept: %s asks for it: %s", (accept, expected) => {
    expect(prefersMarkdown(accept)).toBe(expected)
  })
})
