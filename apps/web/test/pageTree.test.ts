/** The tree of pages as it is edited: where pages may stand, where a drop or a key puts them, and what takes edits back. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pageNodes } from "../src/logic/pages.ts"
import {
  copyTitle,
  findPage,
  freeSlug,
  freeTitle,
  type TreePage,
  type TreePages,
  withBelow
} from "../src/logic/pageTree.ts"
import { branchesOf, rowsOf } from "../src/logic/tree.ts"
import { applyEdit, changesOf, inBatches, inverseOf, moveTo, rename, type TreeEdit } from "../src/logic/treeEdits.ts"
import {
  landingOf,
  neighbourOf,
  placeAt,
  placeByKey,
  placeForNew,
  placeWords,
  targetsFor
} from "../src/logic/treePlaces.ts"

const page = (id: string, ...pages: ReadonlyArray<TreePage>): TreePage => ({
  id,
  type: "document",
  title: id,
  slug: id,
  path: id,
  pages
})
const group = (id: string, ...pages: ReadonlyArray<TreePage>): TreePage => ({ ...page(id, ...pages), type: "group" })
const link = (id: string): TreePage => ({ id, type: "link", title: id, href: "https://example.com" })

/** Paths as they follow from slugs. */
const pathed = (pages: TreePages, above = ""): TreePages =>
  pages.map((one) => {
    if (one.slug === undefined) return one
    const path = above === "" ? one.slug : `${above}/${one.slug}`
    return { ...one, path, ...(one.pages && { pages: pathed(one.pages, path) }) }
  })

/** A tree in a line: `a(b c) d`. */
const line = (pages: TreePages): string =>
  pages.map(({ id, pages = [] }) => (pages.length === 0 ? id : `${id}(${line(pages)})`)).join(" ")

const tree = pathed([page("a", page("b", page("c")), page("d")), page("e"), group("g", page("h")), link("l")])

describe("Where a page may go", () => {
  it.each([
    ["d", "b", "before", { into: "a", at: 0 }],
    ["b", "d", "after", { into: "a", at: 1 }],
    ["b", "d", "before", { into: "a", at: 0 }],
    ["e", "a", "into", { into: "a", at: 2 }],
    ["e", "c", "after", { into: "b", at: 1 }],
    ["e", "g", "into", { into: "g", at: 1 }],
    ["a", "l", "after", { into: null, at: 3 }],
    ["b", "b", "after", undefined],
    // below itself
    ["a", "c", "after", undefined],
    ["a", "b", "into", undefined],
    // links hold nothing, and groups stand at the root
    ["e", "l", "into", undefined],
    ["g", "a", "into", undefined],
    ["g", "d", "after", undefined],
    ["g", "a", "before", { into: null, at: 0 }],
    ["e", "nowhere", "after", undefined]
  ] as const)("%s at %s, %s", (id, target, side, place) => {
    expect(placeAt(tree, id, target, side)).toEqual(place)
  })

  it.each([
    ["ArrowUp", "d", "a(d b(c)) e g(h) l"],
    ["ArrowUp", "b", undefined],
    ["ArrowDown", "b", "a(d b(c)) e g(h) l"],
    ["ArrowDown", "l", undefined],
    ["ArrowLeft", "c", "a(b c d) e g(h) l"],
    ["ArrowLeft", "d", "a(b(c)) d e g(h) l"],
    ["ArrowLeft", "e", undefined],
    ["ArrowRight", "d", "a(b(c d)) e g(h) l"],
    ["ArrowRight", "b", undefined],
    ["ArrowRight", "e", "a(b(c) d e) g(h) l"],
    // the group before holds it; a group goes into nothing, and nothing into a link
    ["ArrowRight", "l", "a(b(c) d) e g(h l)"],
    ["ArrowRight", "g", undefined],
    ["Home", "d", undefined]
  ])("%s on %s gives %s", (key, id, after) => {
    const place = placeByKey(tree, id, key)
    const edit = place && moveTo(tree, id, place)
    expect(edit && line(applyEdit(tree, edit))).toBe(after)
  })

  it("is told in words", () => {
    expect(placeWords(tree, "d")).toBe("2 of 2 in a")
    expect(placeWords(tree, "e")).toBe("2 of 4 at the top")
  })
})

describe("Where a page lands that is held over a row", () => {
  const nodes = pageNodes(tree, (path) => `/${path}`)
  const open = rowsOf(nodes, branchesOf(nodes))
  const closed = rowsOf(nodes, new Set<string>())
  // a b c d e g h l
  it.each([
    // the edges of a row are beside it, its middle is in it
    ["e", 0, 0.1, 1, "before 1", { into: null, at: 0 }],
    ["e", 1, 0.5, 2, "into 3", { into: "b", at: 1 }],
    ["e", 3, 0.9, 2, "after 2", { into: "a", at: 2 }],
    // under the last of some siblings the pointer says how deep
    ["e", 2, 0.9, 3, "after 3", { into: "b", at: 1 }],
    ["e", 2, 0.9, 2, "after 2", { into: "a", at: 1 }],
    // but not out of a page that goes on
    ["e", 2, 0.9, 1, "after 2", { into: "a", at: 1 }],
    ["h", 3, 0.9, 1, "after 1", { into: null, at: 1 }],
    // under an open page, before the first one in it
    ["e", 0, 0.9, 1, "after 2", { into: "a", at: 0 }],
    // links have two halves
    ["e", 7, 0.4, 1, "before 1", { into: null, at: 2 }],
    ["e", 7, 0.6, 1, "after 1", { into: null, at: 3 }],
    // not below itself
    ["a", 2, 0.5, 1, undefined, undefined]
  ] as const)("%s over row %i, %f down, at level %i", (id, row, part, depth, shown, place) => {
    const landing = landingOf(tree, open, id, row, part, depth)
    expect(landing?.place).toEqual(place)
    expect(landing && `${landing.side} ${landing.level}`).toBe(shown)
  })

  it("after a closed page is beside it", () => {
    expect(landingOf(tree, closed, "e", 0, 0.9, 1)?.place).toEqual({ into: null, at: 1 })
    expect(landingOf(tree, closed, "e", 9, 0.9, 1)).toBeUndefined()
  })

  it("is always where it may stand, and where the line says", () => {
    const ids = tree.flatMap(withBelow).map(({ id }) => id)
    for (const id of ids)
      for (const rows of [open, closed])
        for (let row = 0; row < rows.length; row++)
          for (const part of [0, 0.2, 0.4, 0.6, 0.8, 1])
            for (const depth of [1, 2, 3, 4]) {
              const landing = landingOf(tree, rows, id, row, part, depth)
              if (landing === undefined) continue
              const edit = moveTo(tree, id, landing.place)
              const after = edit === undefined ? tree : applyEdit(tree, edit)
              expect(findPage(after, id)?.above.length, `${id} ${row} ${part} ${depth}`).toBe(landing.level - 1)
              expect(after.flatMap(withBelow)).toHaveLength(ids.length)
            }
  })
})

describe("What a page is called", () => {
  const siblings = [page("Untitled"), page("Untitled 2"), page("A (copy)"), page("A")]
  it.each([
    [freeTitle(siblings, "Untitled"), "Untitled 3"],
    [freeTitle(siblings, "Other"), "Other"],
    [copyTitle(siblings, "A"), "A (copy 2)"],
    [copyTitle(siblings, "A (copy)"), "A (copy 2)"],
    [copyTitle(siblings, "B"), "B (copy)"],
    [copyTitle([], "(copy)"), "(copy) (copy)"],
    [freeSlug([page("a"), page("a-1")], "a"), "a-2"],
    [freeSlug([page("a")], "b"), "b"]
  ])("is free: %s", (made, wanted) => expect(made).toBe(wanted))

  it("takes its address from its first title, and keeps it then", () => {
    const pages = [page("untitled-1"), page("guide")]
    expect(rename(pages, "untitled-1", "Guide")).toMatchObject({ fields: { title: "Guide", slug: "" } })
    expect(rename(pages, "guide", "Guide")).toEqual({ kind: "change", id: "guide", fields: { title: "Guide" } })
    expect(rename(pages, "guide", "")).toBeUndefined()
    expect(rename(pages, "guide", "guide")).toBeUndefined()
  })
})

it("A page that moves to where its name is taken gets another one, and all below it another path", () => {
  const pages = pathed([page("x", page("a", page("y"))), { ...page("z"), slug: "a" }])
  const edit = moveTo(pages, "a", { into: null, at: 0 })!
  expect(edit).toMatchObject({ slug: "a-1" })
  const after = applyEdit(pages, edit)
  expect(findPage(after, "y")?.page.path).toBe("a-1/y")
  expect(applyEdit(after, inverseOf(pages, edit)!)).toEqual(pages)
})

it("What comes back is asked for page by page, each after what it is below, and is put where it was", () => {
  const large = pathed([page("p", ...Array.from({ length: 120 }, (_, at) => page(`p${at}`))), page("q")])
  const gone = applyEdit(large, { kind: "delete", id: "p" })
  const back = inverseOf(large, { kind: "delete", id: "p" })!
  const batches = changesOf(gone, back, "revision")
  expect(batches.map((batch) => batch.length)).toEqual([50, 50, 22])
  expect(batches[0]?.slice(0, 2)).toEqual([
    { operation: "revert_page", page: "p", revision: "revision" },
    { operation: "update_page", page: "p", into: null, at: 0 }
  ])
  expect(changesOf(gone, back)).toEqual([])
  expect(inBatches([])).toEqual([])
})

it.each([
  ["b", "d"],
  ["d", "b"],
  ["c", "b"],
  ["h", "a"],
  ["e", "a"],
  ["a", "e"]
])("When %s is gone, %s is looked at", (gone, next) => expect(neighbourOf(tree, gone)?.id).toBe(next))

it("New pages stand after what is looked at, groups at the root", () => {
  expect(placeForNew(tree, "b", "document")).toEqual({ into: "a", at: 1 })
  expect(placeForNew(tree, "c", "group")).toEqual({ into: null, at: 1 })
  expect(placeForNew(tree, undefined, "document")).toEqual({ into: null, at: 4 })
})

it("A page can be moved into whatever holds pages, but itself and what is below it", () => {
  const titles = (id: string, words = "") => targetsFor(tree, id, words).map(({ id }) => id)
  expect(titles("b")).toEqual([null, "a", "d", "e", "g", "h"])
  // it is the last one in a already
  expect(titles("d")).toEqual([null, "b", "c", "e", "g", "h"])
  expect(titles("g")).toEqual([null])
  expect(titles("b", "TOP level")).toEqual([null])
})

/** Trees of pages, groups and links. */
const ids = "abcdefghijklmnopqrstuvwxyz".split("")
const trees = fc
  .array(fc.tuple(fc.nat(), fc.constantFrom("document", "group", "link")), { maxLength: 20 })
  .map((plan) => {
    let pages: TreePages = []
    for (const [at, [where, type]] of plan.entries()) {
      const id = ids[at]!
      const made = type === "document" ? page(id) : type === "group" ? group(id) : link(id)
      const targets = [
        null,
        ...pages
          .flatMap(withBelow)
          .filter((one) => one.type !== "link")
          .map((one) => one.id)
      ]
      const into = type === "group" ? null : targets[where % targets.length]!
      pages = applyEdit(pages, { kind: "restore", page: made, place: { into, at: where % 3 } })
    }
    return pathed(pages)
  })
const edits = fc.record({ which: fc.nat(), where: fc.nat(), at: fc.nat({ max: 6 }), kind: fc.nat({ max: 3 }) })

const editOf = (
  pages: TreePages,
  { at, kind, where, which }: typeof edits extends fc.Arbitrary<infer A> ? A : never
) => {
  const all = pages.flatMap(withBelow)
  const id = all[which % Math.max(1, all.length)]?.id ?? "nowhere"
  const into = [null, ...all.map((one) => one.id)][where % (all.length + 1)]!
  const made: ReadonlyArray<TreeEdit | undefined> = [
    moveTo(pages, id, { into, at }),
    rename(pages, id, `Title ${where}`),
    { kind: "change", id, fields: { hidden: at % 2 === 0 } },
    { kind: "delete", id }
  ]
  return made[kind]
}

/** What of a tree can be seen. */
const seen = (pages: TreePages): unknown =>
  pages.map(({ hidden, id, pages = [], path, title }) => [id, title, path, hidden === true, seen(pages)])

it("Any edits, taken back from the last to the first, leave the tree as it was", () => {
  fc.assert(
    fc.property(trees, fc.array(edits, { maxLength: 30 }), (start, plans) => {
      let pages = start
      const back: Array<TreeEdit> = []
      for (const plan of plans) {
        const edit = editOf(pages, plan)
        const inverse = edit && inverseOf(pages, edit)
        if (edit === undefined || inverse === undefined) continue
        back.push(inverse)
        pages = applyEdit(pages, edit)
        const all = pages.flatMap(withBelow)
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(pathed(pages)).toEqual(pages)
      }
      for (const edit of back.reverse()) pages = applyEdit(pages, edit)
      expect(seen(pages)).toEqual(seen(start))
    })
  )
})
