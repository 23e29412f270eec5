/** What references of a page lead to on its site. */
import { parsePage } from "@octavo/document"
import { makeResolver } from "@octavo/render/resolver"
import type { IndexedPage, SpaceIndex } from "@octavo/render/spaceIndex"
import { describe, expect, it } from "vitest"
import { renderBody } from "../src/index.ts"

const page = (id: string, path: string) =>
  ({ page: { id, title: `Page ${id}` }, path, ownPath: path }) as unknown as IndexedPage

const index = (...pages: ReadonlyArray<IndexedPage>): SpaceIndex =>
  ({
    home: pages[0],
    pageByFile: new Map(),
    pageById: new Map(pages.map((one) => [one.page.id, one])),
    pageByPath: new Map(pages.map((one) => [one.path, one])),
    fileByPath: new Map(),
    fileById: new Map(),
    tagByName: new Map(),
    unseen: new Map()
  }) as unknown as SpaceIndex

const render = (markdown: string): string => {
  const around = {
    index: index(page("own", "own")),
    basePath: "/sites/a/",
    repositoryTree: undefined,
    includes: new Map(),
    spaceAt: (space: string) =>
      space === "other" ? { base: "/sites/a/other/", title: "Other", index: index(page("p1", "b/c")) } : undefined
  }
  const resolver = { ...makeResolver(around, "README.md", () => undefined), remoteImages: true }
  return renderBody(parsePage(markdown).root, resolver).html
}

describe("an image from the root of who knows what", () => {
  it.each([
    "![Alt](/img/a.png)",
    "text ![Alt](/img/a.png)",
    '<figure><img src="/img/a.png" alt="Alt"><figcaption></figcaption></figure>',
    '<picture><source srcset="/img/a.png" media="(prefers-color-scheme: dark)"><img src="/img/a.png" alt="Alt"></picture>',
    '<table data-view="cards"><thead><tr><th>T</th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>Alt</td><td><a href="/img/a.png">a.png</a></td></tr></tbody></table>'
  ])("%s is not available, and never asked of the server itself", (markdown) => {
    const html = render(markdown)
    expect(html).not.toContain("/img/a.png")
    expect(html).toContain("Alt")
  })
})

describe("a link to a page of another space by its id", () => {
  const app = "https://app.gitbook.com/s"
  it("leads to where the site shows it", () => {
    expect(render(`[x](${app}/other/~/pages/p1#d) [x](${app}/other/b/c)`)).toContain(
      '<a href="/sites/a/other/b/c#d">x</a> <a href="/sites/a/other/b/c">x</a>'
    )
  })

  it("is broken when there is no such page, and left alone when the site does not show the space", () => {
    const html = render(`[x](${app}/other/~/pages/none) [y](${app}/else/~/pages/p1)`)
    expect(html).toContain('<span class="broken"')
    expect(html).toContain(`href="${app}/else/~/pages/p1"`)
  })
})
