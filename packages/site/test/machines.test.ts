import type { PageRecord } from "@octavo/core/content/model/Records"
import { describe, expect, it } from "vitest"
import {
  listedPages,
  markdownPage,
  markdownPath,
  pageMarkdown,
  prefersMarkdown,
  renderLlms,
  renderSitemap
} from "../src/published/machines.ts"
import { makeSpaceIndex } from "../src/published/spaceIndex.ts"

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

const index = makeSpaceIndex({
  tree: [
    node(record("readme", { title: "Home" }), "readme"),
    node(record("guide", { description: "How\nto" }), "guide"),
    node(record("secret", { hidden: true }), "secret"),
    node(record("quiet", { noIndex: true }), "quiet"),
    node(record("unlisted", { noRobotsIndex: true }), "unlisted"),
    node(record("adaptive", { condition: "visitor.claims.x" }), "adaptive")
  ],
  files: [],
  reusables: [],
  variables: { NAME: "Octavo" }
})
const space = { title: "Docs", url: "https://docs.test/sites/a/", index }

describe("what machines are told of a site (threat 24)", () => {
  it("leaves out what is hidden, not to be indexed, or for some visitors only", () => {
    expect(listedPages(index).map(({ page }) => page.id)).toEqual(["readme", "guide", "unlisted"])
  })
  it("llms.txt lists pages as Markdown, one line each", () => {
    expect(renderLlms("My [site]", [space])).toBe(
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
  it("the sitemap also leaves out what robots shall not index", () => {
    const map = renderSitemap([space])
    expect(map.match(/<loc>[^<]*/g)).toEqual([
      "<loc>https://docs.test/sites/a/",
      "<loc>https://docs.test/sites/a/guide"
    ])
    expect(map).toContain("<lastmod>2026-01-02</lastmod>")
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
  it("has its title at the top and the values of its variables", () => {
    const page = record("x", { title: "Title", emoji: "🚀" })
    const expression = '<code class="expression">space.vars.NAME</code>'
    expect(pageMarkdown(`Made by ${expression}.\n`, page, index)).toBe("# 🚀 Title\n\nMade by Octavo.\n")
    expect(pageMarkdown("# Own\n\nText\n", page, index)).toBe("# Own\n\nText\n")
    expect(pageMarkdown("---\nicon: x\n---\n\nText\n", page, index)).toBe("---\nicon: x\n---\n\n# 🚀 Title\n\nText\n")
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
