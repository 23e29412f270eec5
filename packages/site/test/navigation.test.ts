import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { ContentReference, FileRecord, PageRecord } from "@octavo/core/content/revisions/model/Records"
import { labelsFor } from "@octavo/render/labels"
import { makeSpaceIndex, visibleIndex } from "@octavo/render/spaceIndex"
import { describe, expect, it } from "vitest"
import { drawOutline, renderBranches } from "../src/page/navigation.ts"
import { linkedSpaces, navigationTree, targetHref } from "../src/published/navigation.ts"

const at = "2026-01-02T03:04:05.000Z"
const record = (id: string, more: Partial<PageRecord> = {}): PageRecord => ({
  ...{ id, type: "document", title: id, slug: id, parent: null, order: "a0", createdAt: at, updatedAt: at },
  ...more
})
const link = (id: string, target: ContentReference): PageNode => ({
  page: record(id, { type: "link", target }),
  pages: []
})
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
