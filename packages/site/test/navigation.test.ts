import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { ContentReference, FileRecord, PageRecord } from "@octavo/core/content/revisions/model/Records"
import { labelsFor } from "@octavo/render/labels"
import { makeSpaceIndex, visibleIndex } from "@octavo/render/spaceIndex"
import { describe, expect, it } from "vitest"
import { drawOutline, renderBranches } from "../src/page/navigation.ts"
import { linkedSpaces, navigationTree, pathTo, targetHref } from "../src/published/navigation.ts"
import type { NavigationEntry } from "../src/view.ts"

const at = "2026-01-02T03:04:05.000Z"
const record = (id: string, more: Partial<PageRecord> = {}): PageRecord => ({
  ...{ id, type: "document", title: id, slug: id, parent: null, order: "a0", createdAt: at, updatedAt: at },
  ...more
})
const link = (id: string, target: ContentReference): PageNode => ({
  page: record(id, { type: "link", target }),
  pages: []
})
/** Another page of the same kind, with what is below it. */
const copyOf = ({ page, pages, path }: PageNode, parent: string): PageNode => {
  const id = page.id.replace(/^./, "$&-")
  return { page: { ...page, id, title: id, parent }, path: `copy-${path}`, pages: pages.map((one) => copyOf(one, id)) }
}
const app = (path: string): ContentReference => ({ kind: "url", url: `https://app.gitbook.com/${path}` })

it("an outline of very many headings is drawn", () => {
  const outline = Array.from({ length: 200_000 }, (_, n) => ({ anchor: `a${n}`, title: "A", depth: n === 7 ? 2 : 3 }))
  const html = drawOutline(outline, labelsFor("en")).text
  expect(html.match(/class="deep"/g)?.length).toBe(199_999)
})

const tree: ReadonlyArray<PageNode> = [
  { page: record("start"), path: "start", pages: [] },
  link("page", app("s/api/users/list")),
  link("with an organization and an anchor", app("o/acme/s/api/users#rights")),
  link("space", { kind: "space", space: "api" }),
  link("hidden page", app("s/elsewhere/users")),
  link("hidden space", { kind: "space", space: "elsewhere" }),
  link("web", { kind: "url", url: "https://example.org/" }),
  link("page by its id", { kind: "page", page: "list", space: "api" }),
  link("anchor by the id of its page", { kind: "anchor", page: "list", anchor: "a b", space: "api" }),
  link("home page", { kind: "page", page: "intro", space: "api" }),
  link("home page by its path", app("s/api/intro")),
  link("file by its id", { kind: "file", file: "scheme", space: "api" }),
  link("page that is gone", { kind: "page", page: "start", space: "api" }),
  link("page that is not shown", { kind: "page", page: "staff", space: "api" }),
  link("path that is not shown", app("s/api/users/staff")),
  link("page of a hidden space", { kind: "page", page: "list", space: "elsewhere" }),
  link("anchor without a page", { kind: "anchor", anchor: "a", space: "api" }),
  link("own page", { kind: "page", page: "start" }),
  link("page not of this space", { kind: "page", page: "list" })
]
const contentOf = (tree: ReadonlyArray<PageNode>, files: ReadonlyArray<FileRecord> = []) => ({
  ...{ tree, files, reusables: [], variables: {}, tags: [] }
})
const index = makeSpaceIndex(contentOf(tree))
const scheme = { id: "scheme", name: "scheme.json", blob: "0123456789abcdef0123", size: 1, contentType: "text/plain" }
const there = visibleIndex(
  makeSpaceIndex(
    contentOf(
      [
        { page: record("intro"), path: "intro", pages: [] },
        { page: record("list"), path: "users/list", pages: [] },
        { page: record("staff", { condition: "visitor.claims.staff" }), path: "users/staff", pages: [] }
      ],
      [scheme]
    ),
    "intro"
  ),
  new Set()
)
const place = {
  basePath: "/sites/a/",
  spaceAt: (space: string) => (space === "api" ? { base: "/sites/a/api/", title: "API", index: there } : undefined)
}

describe("links in the navigation", () => {
  it.each<readonly [string, ReturnType<typeof targetHref>]>([
    ["page", { href: "/sites/a/api/users/list" }],
    ["with an organization and an anchor", { href: "/sites/a/api/users#rights" }],
    ["space", { href: "/sites/a/api/" }],
    ["hidden page", { href: "https://app.gitbook.com/s/elsewhere/users", external: true }],
    ["hidden space", undefined],
    ["web", { href: "https://example.org/", external: true }],
    ["page by its id", { href: "/sites/a/api/users/list" }],
    ["anchor by the id of its page", { href: "/sites/a/api/users/list#a%20b" }],
    ["home page", { href: "/sites/a/api/" }],
    ["home page by its path", { href: "/sites/a/api/" }],
    ["file by its id", { href: "/sites/a/api/~files/scheme/0123456789abcdef/scheme.json" }],
    ["page that is gone", undefined],
    ["page that is not shown", undefined],
    ["path that is not shown", undefined],
    ["page of a hidden space", undefined],
    ["anchor without a page", undefined],
    ["own page", { href: "/sites/a/" }],
    ["page not of this space", undefined]
  ])("%s", (id, href) => {
    expect(targetHref(index, place, index.pageById.get(id)!.page)).toEqual(href)
    const drawn = navigationTree(index, place, []).find(({ title }) => title === id)
    expect(drawn).toEqual(href === undefined ? undefined : { kind: "link", title: id, ...href })
  })
  it("name the spaces that they depend on", () => {
    expect([...linkedSpaces(index)].sort()).toEqual(["api", "elsewhere"])
  })
})

describe("a level of thousands of pages", () => {
  const chapters = 3600
  const long = Array.from({ length: chapters }, (_, n): PageNode => {
    const below = { page: record(`p${n}`, { parent: `c${n}` }), path: `c${n}/p${n}`, pages: [] }
    // some that nobody sees are not counted
    const more = n % 5 === 0 ? { hidden: true } : {}
    return { page: record(`c${n}`, more), path: `c${n}`, pages: [below] }
  })
  const group = {
    page: record("group", { type: "group" }),
    pages: long.slice(0, 700).map((one) => copyOf(one, "group"))
  }
  const index = makeSpaceIndex(contentOf([...long, group]))
  const entriesIn = (entries: ReadonlyArray<NavigationEntry>): ReadonlyArray<NavigationEntry> =>
    entries.flatMap((one) => [one, ...entriesIn("children" in one ? (one.children ?? []) : [])])
  const whole = navigationTree(index, place, [], false)

  it.each([
    ["c1", 1],
    ["p1", 1],
    ["c1799", 1],
    ["p3599", 1],
    ["c-501", 2]
  ])("shows on page %s the way to it and its neighbours", (id, ranges) => {
    const path = pathTo(index, index.pageById.get(id)!.page)
    const shown = entriesIn(navigationTree(index, place, path))
    expect(shown.length).toBeLessThan(150 * ranges)
    expect(shown.filter((one) => one.kind === "page" && one.active === true).map(({ title }) => title)).toEqual([id])
    const open = shown.filter((one) => one.kind === "page" && one.isRange === true && one.ancestor === true)
    expect(open).toHaveLength(ranges)
    const html = renderBranches(navigationTree(index, place, path), "en").text
    expect(html.length).toBeLessThan(25_000 * ranges)
    // each branch that is left out is in the whole once, by what the script of pages looks for it
    const names = (text: string) =>
      Array.from(
        text.matchAll(/<a href="([^"]*)"( class="range")?[^>]*>(?:(?!<\/a>).)*<\/a><details/g),
        (m) => m[1]! + m[2]
      )
    const all = names(renderBranches(whole, "en").text)
    expect(new Set(all).size).toBe(all.length)
    for (const name of names(html)) expect(all).toContain(name)
  })

  it("has every page once in the whole, in ranges that tell where they begin and end", () => {
    const pages = entriesIn(whole).filter((one) => one.kind === "page" && one.isRange !== true)
    const seen = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<string> =>
      nodes.flatMap(({ page, pages: below }) =>
        page.hidden === true ? [] : [...(page.type === "document" ? [page.id] : []), ...seen(below)]
      )
    expect(pages.map(({ title }) => title)).toEqual(seen(index.tree))
    const [first] = whole
    expect(first).toMatchObject({ title: "c1 – c124", href: "/sites/a/c1", isRange: true })
  })
})

describe("what follows a group", () => {
  const navigation = [
    { kind: "page", title: "Home", href: "/" },
    { kind: "group", title: "Guides", children: [{ kind: "page", title: "Start", href: "/start" }] },
    { kind: "page", title: "Alone", href: "/alone" },
    { kind: "page", title: "Too", href: "/too" },
    { kind: "group", title: "More", children: [] },
    { kind: "group", title: "Most", children: [] },
    { kind: "link", title: "Out", href: "https://example.org/", external: true }
  ] as const

  it("stands apart from it, so that it does not look like a part of it", () => {
    const html = renderBranches(navigation, "en").text
    const apart = Array.from(html.matchAll(/<li class="apart">.*?<span>(.*?)<\/span>/g), ([, title]) => title)
    expect(apart).toEqual(["Alone", "Out"])
  })
})

describe("icons of a navigation", () => {
  const icons = ["house", "book", "fa-gear", "star", "bolt", "user", "bell", "flag"]
  const indexWith = (count: number) =>
    makeSpaceIndex(
      contentOf(icons.slice(0, count).map((icon, n) => ({ page: record(`i${n}`, { icon }), path: `i${n}`, pages: [] })))
    )
  const drawn = (count: number) =>
    renderBranches(navigationTree(indexWith(count), { ...place, siteBasePath: "/sites/" }, []), "en").text

  it("are drawn in place where there are few", () => {
    expect(drawn(7)).not.toContain("<use")
    expect(drawn(7).match(/<path d="/g)).toHaveLength(7)
  })
  it("come from a file of the site where there are more", () => {
    const hrefs = Array.from(drawn(8).matchAll(/<use href="([^"]*)"\/>/g), ([, href]) => href!)
    expect(hrefs).toHaveLength(8)
    for (const href of hrefs) expect(href).toMatch(/^\/sites\/_octavo\/icons\.[\da-f]{16}\/bell~[a-z~]*\.svg#[a-z]+$/)
    expect(hrefs.map((href) => href.split("#")[1])).toEqual(icons.map((icon) => icon.replace("fa-", "")))
    expect(drawn(8)).not.toContain("<path d=")
  })
})
