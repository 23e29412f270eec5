import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { describe, expect, it } from "vitest"
import { homeIdOf, makeSpaceIndex, nameOfPage, pageNamed, visibleIndex } from "../src/spaceIndex.ts"

const at = "2026-01-02T03:04:05.000Z"
const node = (path: string, more: Partial<PageRecord> = {}, pages: ReadonlyArray<PageNode> = []): PageNode => {
  const slug = path.split("/").at(-1)!
  const page = { type: "document", title: path, slug, parent: null, order: "a0", createdAt: at, updatedAt: at } as const
  return { page: { id: path, ...page, ...more }, path, pages }
}
const tree = [
  node("group", { type: "group" }, [node("group/start"), node("group/below", {}, [node("group/below/far")])]),
  node("start"),
  node("index"),
  node("staff", { condition: "visitor.claims.staff" }, [node("staff/plan")]),
  node("away", { type: "link" })
]
const around = { tree, files: [], reusables: [], variables: {}, tags: [] }
const indexOf = (chosen: string | null) => makeSpaceIndex(around, homeIdOf(tree, chosen))

describe("the page at the root", () => {
  it.each([
    [null, "group/start"],
    ["start", "start"],
    ["group/below/far", "group/below/far"],
    ["staff/plan", "staff/plan"],
    // no documents, or not there
    ["group", "group/start"],
    ["away", "group/start"],
    ["nothing", "group/start"]
  ])("chosen %s: %s", (chosen, home) => {
    const index = indexOf(chosen)
    expect(index.home?.page.id).toBe(home)
    expect(index.pageByPath.get("")).toBe(index.home)
    expect([...index.pageById.values()].filter(({ path }) => path === "").map(({ page }) => page.id)).toEqual([home])
  })
  it("is nowhere else for whom it is not shown to", () => {
    for (const [chosen, hold] of [
      ["staff", []],
      ["staff/plan", []]
    ] as const) {
      const index = visibleIndex(indexOf(chosen), new Set(hold))
      expect([index.home, index.pageByPath.get("")]).toEqual([undefined, undefined])
      expect(index.reading[0]?.path).toBe("group/start")
    }
    expect(visibleIndex(indexOf("staff"), new Set(["visitor.claims.staff"])).home?.page.id).toBe("staff")
  })
})

describe("names of files of pages", () => {
  it.each([
    [null, "group/start", "group/start"],
    [null, "start", "start"],
    [null, "index", "index"],
    [null, "", "group/start"],
    ["group/below/far", "far", "group/below/far"],
    ["group/below/far", "group/below/far", "group/below/far"],
    ["group/below/far", "group/start", "group/start"],
    ["group/below/far", "index", "index"],
    ["group/below/far", "", "group/below/far"],
    ["index", "index", "index"],
    [null, "group/below/other", undefined]
  ])("with %s at the root, %s is %s", (chosen, name, id) => {
    expect(pageNamed(indexOf(chosen), name)?.page.id).toBe(id)
  })
  it("lead back to each page", () => {
    for (const chosen of [null, "start", "index", "group/below/far"]) {
      const index = indexOf(chosen)
      for (const page of index.reading) expect(pageNamed(index, nameOfPage(page))).toBe(page)
    }
  })
})
