import type { PageNode } from "@octavo/core/content/model/PageTree"
import type { ContentReference, PageRecord } from "@octavo/core/content/model/Records"
import { describe, expect, it } from "vitest"
import { linkedSpaces, navigationTree, targetHref } from "../src/published/navigation.ts"
import { makeSpaceIndex } from "../src/published/spaceIndex.ts"

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

const tree: ReadonlyArray<PageNode> = [
  { page: record("start"), path: "start", pages: [] },
  link("page", app("s/api/users/list")),
  link("with an organization and an anchor", app("o/acme/s/api/users#rights")),
  link("space", { kind: "space", space: "api" }),
  link("hidden page", app("s/elsewhere/users")),
  link("hidden space", { kind: "space", space: "elsewhere" }),
  link("web", { kind: "url", url: "https://example.org/" })
]
const index = makeSpaceIndex({ tree, files: [], reusables: [], variables: {}, tags: [] })
const place = {
  basePath: "/sites/a/",
  spaceHref: (space: string) => (space === "api" ? "/sites/a/api/" : undefined)
}

describe("links in the navigation", () => {
  it.each<readonly [string, ReturnType<typeof targetHref>]>([
    ["page", { href: "/sites/a/api/users/list" }],
    ["with an organization and an anchor", { href: "/sites/a/api/users#rights" }],
    ["space", { href: "/sites/a/api/" }],
    ["hidden page", { href: "https://app.gitbook.com/s/elsewhere/users", external: true }],
    ["hidden space", undefined],
    ["web", { href: "https://example.org/", external: true }]
  ])("%s", (id, href) => {
    expect(targetHref(index, place, index.pageById.get(id)!.page)).toEqual(href)
    const drawn = navigationTree(index, place, []).find(({ title }) => title === id)
    expect(drawn).toEqual(href === undefined ? undefined : { kind: "link", title: id, ...href })
  })
  it("name the spaces that they depend on", () => {
    expect([...linkedSpaces(index)].sort()).toEqual(["api", "elsewhere"])
  })
})
