import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { PreparedChange } from "../../../../src/content/revisions/changes/ChangePlan.ts"
import { slugProblem } from "../../../../src/content/revisions/changes/pageFields.ts"
import { planChanges } from "../../../../src/content/revisions/changes/planChanges.ts"
import { childrenOf } from "../../../../src/content/revisions/model/PageTree.ts"
import type { PageRecord } from "../../../../src/content/revisions/model/Records.ts"
import { emptyRoot } from "../../../../src/content/revisions/model/Records.ts"
import { editRevision, type RevisionEdit } from "../../../../src/content/revisions/model/RevisionEdit.ts"
import { bodyOf } from "../../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../../src/kernel/shared/hash.ts"
import { file, makeMaps, page, put } from "../support.ts"

const at = "2026-02-02T00:00:00.000Z"

/** A revision with texts, and what a batch makes of it. */
const scene = (edits: ReadonlyArray<RevisionEdit>, bodies: ReadonlyArray<string> = []) => {
  const maps = makeMaps()
  for (const [hash, bytes] of emptyRoot.created) maps.stored.set(hash, bytes)
  const edit = (root: string | null, list: ReadonlyArray<RevisionEdit>) => {
    const edited = Result.getOrThrow(editRevision(maps.lookup, root, list))
    for (const [hash, bytes] of edited.created) maps.stored.set(hash, bytes)
    return edited.root
  }
  const root = edit(null, edits)
  const texts = new Map(bodies.map((text) => [contentHash(utf8.encode(text)), bodyOf(utf8.encode(text))]))
  const apply = (...changes: ReadonlyArray<PreparedChange>) => {
    const planned = planChanges(maps.lookup, maps.lookup.root(root)!, changes, { at, texts })
    if (Result.isFailure(planned)) return planned.failure
    const { bodies: made, edits: decided, touched } = planned.success
    const next = maps.lookup.root(edit(root, decided))!
    const show = (parent: string | null): ReadonlyArray<Shown> =>
      childrenOf(maps.lookup, next, parent).map((record) => ({
        record,
        text: record.body === undefined ? "" : utf8.decode(made.get(record.body) ?? texts.get(record.body)!.bytes),
        pages: show(record.id)
      }))
    const all: Array<Shown> = []
    const walk = (pages: ReadonlyArray<Shown>) => {
      for (const one of pages) {
        all.push(one)
        walk(one.pages)
      }
    }
    const top = show(null)
    walk(top)
    return {
      tree: outline(top),
      page: (id: string) => all.find(({ record }) => record.id === id)!,
      touched: touched.map(({ id, kind, ...page }) => [kind, id, "ref" in page && page.ref].filter(Boolean).join(" ")),
      same: next === maps.lookup.root(root)
    }
  }
  return apply
}
interface Shown {
  readonly record: PageRecord
  readonly text: string
  readonly pages: ReadonlyArray<Shown>
}
const outline = (pages: ReadonlyArray<Shown>): string =>
  pages.map(({ pages: below, record }) => record.slug + (below.length === 0 ? "" : `(${outline(below)})`)).join(" ")

type Applied = Exclude<ReturnType<ReturnType<typeof scene>>, { readonly path: string; readonly message: string }>
const done = (result: ReturnType<ReturnType<typeof scene>>): Applied => {
  if ("path" in result) throw new Error(`${result.path}: ${result.message}`)
  return result
}
const refused = (result: ReturnType<ReturnType<typeof scene>>): string =>
  "path" in result && "message" in result ? result.path : "nothing refused it"

const insert = (
  id: string,
  text: string,
  more: Partial<Extract<PreparedChange, { operation: "insert_page" }>> = {}
): PreparedChange => ({
  operation: "insert_page",
  type: "document",
  id,
  text,
  into: null,
  at: undefined,
  ref: undefined,
  fields: {},
  ...more
})
const update = (
  id: string,
  more: Partial<Extract<PreparedChange, { operation: "update_page" }>> = {}
): PreparedChange => ({
  operation: "update_page",
  page: id,
  text: undefined,
  into: undefined,
  at: undefined,
  fields: {},
  ...more
})
const remove = (id: string): PreparedChange => ({ operation: "delete_page", page: id })

const written = (id: string, text: string, fields: Partial<PageRecord> = {}) =>
  page(id, { body: contentHash(utf8.encode(text)), bodySize: utf8.encode(text).length, ...fields })

const abc = put(page("a", { order: "a0" }), page("b", { order: "a1" }), page("c", { order: "a2" }))

describe("inserting a page", () => {
  it("puts it last, or where it is told", () => {
    const apply = scene(abc)
    expect(done(apply(insert("n", "# New"))).tree).toBe("a b c new")
    expect(done(apply(insert("n", "# New", { at: 1 }))).tree).toBe("a new b c")
    expect(done(apply(insert("n", "# New", { at: 99, into: "a" }))).tree).toBe("a(new) b c")
    expect(done(apply(insert("n", "# One"), insert("m", "# Two"))).tree).toBe("a b c one two")
  })

  it.each([
    ["the heading wins", "# Heading\n", { title: "Field" }, "Heading"],
    ["the header wins over the heading", "---\ntitle: Header\n---\n\n# Heading\n", { title: "Field" }, "Header"],
    ["the field counts where the text has none", "Just text", { title: "Field" }, "Field"],
    ["else a default", "Just text", {}, "Untitled"],
    ["also of an empty page", "", {}, "Untitled"]
  ])("title: %s", (_, text, fields, title) => {
    const { record, text: kept } = done(scene([])(insert("n", text, { fields }))).page("n")
    expect([record.title, kept]).toEqual([title, text])
  })

  it("derives slugs that are free, and takes those that are given", () => {
    const apply = scene(abc)
    expect(done(apply(insert("x", "# A"), insert("y", "# A"))).tree).toBe("a b c a-1 a-2")
    expect(done(apply(insert("x", "# Ünïcode & Co. 漢字"))).tree).toBe("a b c unicode-and-co.-han-zi")
    expect(done(apply(insert("x", "# 🎉"))).tree).toBe("a b c page")
    expect(done(apply(insert("x", "# Some", { fields: { slug: "own" } }))).tree).toBe("a b c own")
    expect(done(apply(insert("x", "# Own"), insert("y", "# Some", { fields: { slug: "own" } }))).tree).toBe(
      "a b c own-1 own"
    )
    expect(refused(apply(insert("x", "# A", { fields: { slug: "a/b" } })))).toBe("changes.0.slug")
  })

  it("what the header says wins over the fields", () => {
    const text = "---\ndescription: Header\nhidden: false\nicon: gear\n---\n\n# T\n"
    const fields = {
      description: "Field",
      hidden: true,
      icon: "star",
      noIndex: true,
      emoji: "🍎",
      condition: "visitor.x"
    }
    const { record } = done(scene([])(insert("n", text, { fields }))).page("n")
    expect(record).toMatchObject({
      description: "Header",
      icon: "gear",
      noIndex: true,
      emoji: "🍎",
      condition: "visitor.x"
    })
    expect(record.hidden).toBeUndefined()
  })

  it("refuses a parent that is not there, and one that holds no pages", () => {
    const apply = scene(put(page("l", { type: "link", slug: "" })))
    expect(refused(apply(insert("n", "", { into: "none" })))).toBe("changes.0.into")
    expect(() => apply(insert("n", "", { into: "l" }))).toThrow()
  })

  it("may go into a page that the batch makes, before or after it", () => {
    const apply = scene([])
    const parent = insert("p", "# Parent", { ref: "parent" })
    const child = insert("c", "# Child", { into: "parent" })
    for (const batch of [
      [parent, child],
      [child, parent]
    ]) {
      const { touched, tree } = done(apply(...batch))
      expect(tree).toBe("parent(child)")
      expect(touched.slice().sort()).toEqual(["created c", "created p parent"])
    }
  })
})

describe("refs", () => {
  it("are unique, pages and files together, and no paths", () => {
    const apply = scene(abc)
    const files: PreparedChange = { operation: "insert_files", files: [{ ref: "x", file: file("f") }] }
    expect(refused(apply(insert("n", "", { ref: "x" }), files))).toBe("changes.1.files.0.ref")
    expect(refused(apply(insert("n", "", { ref: "a" })))).toBe("changes.0.ref")
  })

  it("resolve whatever the order, and are not stored", () => {
    const apply = scene(abc)
    const files: PreparedChange = { operation: "insert_files", files: [{ ref: "pic", file: file("f") }] }
    const { page: shown } = done(
      apply(
        insert("n", "# N\n\n[two](./two.md#x) ![p](./pic) [a](/pages/a) [no](./none.md)\r\n", { ref: "one" }),
        insert("m", "# M\n\n[one](./one.md)", { ref: "two" }),
        files
      )
    )
    expect(shown("n").text).toBe("# N\n\n[two](/pages/m#x) ![p](/files/f) [a](/pages/a) [no](./none.md)\r\n")
    expect(shown("m").text).toBe("# M\n\n[one](/pages/n)")
  })

  it("work in the header: a cover is the file", () => {
    const files: PreparedChange = { operation: "insert_files", files: [{ ref: "pic", file: file("f") }] }
    const { record, text } = done(scene([])(insert("n", "---\ncover: ./pic\n---\n\n# N\n"), files)).page("n")
    expect(record.cover).toEqual({ ref: { kind: "file", file: "f" }, yPos: 0 })
    expect(text).toBe("---\ncover: /files/f\n---\n\n# N\n")
  })
})

describe("updating a page", () => {
  const old = "---\ndescription: Old\n---\n\n# Title\n\nText\n"
  const edits = put(
    written("a", old, { title: "Named otherwise", description: "Old", icon: "star", git: { oid: "1", path: "a.md" } }),
    page("b", { order: "a1" })
  )

  it("sets fields alone, each without the others", () => {
    const apply = scene(edits, [old])
    const titled = done(apply(update("a", { fields: { title: "New" } }))).page("a")
    expect(titled.record).toMatchObject({ title: "New", slug: "a", updatedAt: at })
    expect(titled.text).toBe(old)
    expect(done(apply(update("a", { fields: { slug: "new" } }))).page("a").record).toMatchObject({
      title: "Named otherwise",
      slug: "new"
    })
    const cleared = done(apply(update("a", { fields: { icon: "", description: "" } }))).page("a").record
    expect([cleared.icon, cleared.description]).toEqual([undefined, undefined])
  })

  it("takes the title of another text only where that changed, and keeps what stood beside the text", () => {
    const apply = scene(edits, [old])
    const same = done(apply(update("a", { text: old.replace("Text", "Other") }))).page("a").record
    expect(same).toMatchObject({ title: "Named otherwise", icon: "star", description: "Old", git: { path: "a.md" } })
    const other = done(apply(update("a", { text: "# Other\n" }))).page("a").record
    expect(other).toMatchObject({ title: "Other", icon: "star" })
    expect(other.description).toBeUndefined()
    const both = done(apply(update("a", { text: "# Other\n", fields: { description: "Field", title: "Field" } }))).page(
      "a"
    ).record
    expect(both).toMatchObject({ title: "Field", description: "Field" })
  })

  it("leaves every destination that the text had, whatever it could name", () => {
    const hrefs = [
      "group",
      "../group/",
      "b",
      "./b.md",
      "c",
      "README",
      "./",
      "/pages/b",
      "/pages/group/",
      `data:image/png;base64,${"A".repeat(40_000)}`
    ]
    const text = `# Title\n\n${hrefs.map((href) => `[x](${href}) <a href="${href}">y</a>`).join("\n\n")}\n\n[d]: b\n`
    const apply = scene(
      put(
        written("a", text, { git: { oid: "1", path: "docs/a.md" } }),
        page("b", { order: "a1", git: { oid: "2", path: "docs/other.md" } }),
        page("c", { order: "a2" }),
        page("g", { type: "group", slug: "group", order: "a3" })
      ),
      [text]
    )
    const edited = text.replace("# Title\n", "# Title\n\nMore, [new](b).\n").replace("[d]: b", "[d]: b\n\n[e](c)")
    expect(done(apply(update("a", { text: edited }))).page("a").text).toBe(edited)
    expect(
      done(apply(update("a", { text: `${text}\n[new](./n) [b](/pages/c)\n` }), insert("n", "# N", { ref: "n" }))).page(
        "a"
      ).text
    ).toBe(`${text}\n[new](/pages/n) [b](/pages/c)\n`)
  })

  it("names no group by an id, which no file of a repository could have", () => {
    const apply = scene(put(page("g", { type: "group", slug: "group" }), page("a", { parent: "g", slug: "x" })))
    const text = "# N\n\n[g](../group) [g](/pages/group) [a](/pages/group/x)\n"
    const made = done(apply(insert("n", text, { into: "g" }))).page("n")
    expect(made.text).toBe("# N\n\n[g](../group) [g](/pages/group) [a](/pages/a)\n")
  })

  it("an empty document empties it", () => {
    const emptied = done(scene(edits, [old])(update("a", { text: "" }))).page("a")
    expect([emptied.record.body, emptied.text]).toEqual([undefined, ""])
  })

  it("two entries on one page: the later text counts, fields add up", () => {
    const apply = scene(edits, [old])
    const { record, text } = done(
      apply(update("a", { text: "# One\n", fields: { icon: "gear" } }), update("a", { text: "# Two\n" }))
    ).page("a")
    expect([text, record.title, record.icon]).toEqual(["# Two\n", "Two", "gear"])
  })

  it("refuses what is not there, and text for a group", () => {
    const apply = scene(put(page("g", { type: "group" })))
    expect(refused(apply(update("none")))).toBe("changes.0.page")
    expect(refused(apply(update("g", { text: "x" })))).toBe("changes.0.document")
    expect(done(apply(update("g", { fields: { title: "G" } }))).page("g").record.title).toBe("G")
  })
})

describe("moving a page", () => {
  const tree = put(
    page("a", { order: "a0" }),
    page("b", { order: "a1" }),
    page("c", { order: "a2" }),
    page("d", { parent: "a", order: "a0" })
  )
  it.each([
    ["to another parent: last", { into: "a" }, "c", "a(d c) b"],
    ["to a place below it", { into: "a", at: 0 }, "c", "a(c d) b"],
    ["among its siblings", { at: 0 }, "c", "c a(d) b"],
    ["past the end", { at: 9 }, "a", "b c a(d)"],
    ["to the root", { into: null }, "d", "a b c d"],
    ["into the parent that it has: unchanged", { into: "a" }, "d", "a(d) b c"],
    ["nothing said: unchanged", {}, "b", "a(d) b c"]
  ])("%s", (_, where, id, result) => expect(done(scene(tree)(update(id, where))).tree).toBe(result))

  it("below itself is refused", () => {
    for (const into of ["a", "d"]) expect(refused(scene(tree)(update("a", { into })))).toBe("changes.0.into")
  })

  it("and deleting the old parent in the same batch keeps it", () => {
    const { touched, tree: left } = done(scene(tree)(update("d", { into: null }), remove("a")))
    expect(left).toBe("b c d")
    expect(touched).toEqual(["updated d", "deleted a"])
  })
})

describe("deleting", () => {
  it("takes the subpages, and tells of each", () => {
    const apply = scene(
      put(page("a"), page("b", { parent: "a" }), page("c", { parent: "b" }), page("d", { order: "a1" }))
    )
    const { touched, tree } = done(apply(remove("a")))
    expect([tree, touched]).toEqual(["d", ["deleted a", "deleted b", "deleted c"]])
  })

  it("what the batch made and deleted was never there", () => {
    const apply = scene(abc)
    const { touched, tree } = done(
      apply(insert("n", "", { ref: "n" }), update("a", { fields: { title: "A" } }), remove("n"))
    )
    expect([tree, touched]).toEqual(["a b c", ["updated a"]])
    expect(refused(apply(remove("a"), remove("a")))).toBe("changes.1.page")
  })
})

describe("reverting", () => {
  const revert = (record: PageRecord | undefined, id = record?.id ?? "x"): PreparedChange => ({
    operation: "revert_page",
    page: id,
    record
  })
  it("brings the page back as it was, place included", () => {
    const apply = scene(abc, ["old"])
    const was = written("b", "old", { title: "Was", parent: "a" })
    const { page: shown, touched, tree } = done(apply(revert(was)))
    expect([tree, touched, shown("b").record.title, shown("b").text]).toEqual(["a(b) c", ["updated b"], "Was", "old"])
  })

  it("brings back a page that is gone; at the root when the one above it is gone too", () => {
    const apply = scene(put(page("a")))
    expect(done(apply(revert(page("b", { order: "a1" })))).touched).toEqual(["created b"])
    expect(done(apply(revert(page("b", { parent: "gone" })))).tree).toBe("a b")
  })

  it("refuses a page that the revision does not have", () => {
    expect(refused(scene(abc)(revert(undefined, "a")))).toBe("changes.0.page")
  })
})

describe("slugs that people choose", () => {
  it.each([
    ["ok", true],
    ["Ok-1_2.3", true],
    ["größe", true],
    ["漢字", true],
    ["", true],
    ["a b", false],
    ["a/b", false],
    ["..", false],
    ["~files", false],
    ["_octavo", false],
    ["a?b", false]
  ])("%s", (slug, valid) => expect(slugProblem(slug) === undefined).toBe(valid))
})
