import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RevisionEdit } from "../../../src/content/revisions/model/RevisionEdit.ts"
import { file, makeEditor, page, put, reusable } from "./support.ts"

const base: ReadonlyArray<RevisionEdit> = [
  ...put(
    page("a", { order: "a0", git: { oid: "1", path: "a.md" } }),
    page("b", { order: "a1" }),
    page("c", { order: "a2" }),
    page("g", { type: "group", order: "a3" }),
    page("l", { type: "link", slug: "", order: "a4" }),
    page("a1", { parent: "a", order: "a0", slug: "one" }),
    page("a2", { parent: "a", order: "a1V", slug: "two" }),
    page("a11", { parent: "a1", slug: "deep" })
  ),
  { type: "putFile", file: file("f", { git: { oid: "2", path: "f.png" } }) },
  { type: "putReusable", reusableContent: reusable("r") }
]

const patch = (id: string, fields: (RevisionEdit & { type: "patchPage" })["patch"]): RevisionEdit => ({
  type: "patchPage",
  id,
  patch: fields
})
const move = (id: string, parent: string | null, index: number): RevisionEdit => ({
  type: "movePage",
  id,
  parent,
  index
})
const remove = (id: string): RevisionEdit => ({ type: "removePage", id })

describe("editing a revision", () => {
  it.effect.each<readonly [what: string, edits: ReadonlyArray<RevisionEdit>, tag: string, fields: object]>([
    ["a parent that does not exist", put(page("n", { parent: "no" })), "ParentMissing", { id: "n", parent: "no" }],
    ["moving below nothing", [move("b", "no", 0)], "ParentMissing", { id: "b", parent: "no" }],
    [
      "a page put below one removed",
      [remove("a"), ...put(page("n", { parent: "a1" }))],
      "ParentMissing",
      { parent: "a1" }
    ],
    [
      "a page put back below one removed",
      [remove("a"), ...put(page("a1", { parent: "a" }))],
      "ParentMissing",
      { id: "a1" }
    ],
    ["a page below itself", [move("a", "a", 0)], "PageCycle", { id: "a" }],
    ["a page below its grandchild", [move("a", "a11", 0)], "PageCycle", { id: "a" }],
    [
      "two pages below each other",
      [patch("b", { parent: "c" }), patch("c", { parent: "b" })],
      "PageCycle",
      { id: "b" }
    ],
    [
      "a group below a page",
      put(page("h", { type: "group", parent: "a" })),
      "PageNesting",
      { reason: "group-not-at-root" }
    ],
    ["a group moved below a page", [move("g", "b", 0)], "PageNesting", { id: "g", reason: "group-not-at-root" }],
    ["a page below a link", [move("b", "l", 0)], "PageNesting", { id: "b", reason: "parent-holds-no-pages" }],
    [
      "a parent made a link",
      [patch("a1", { type: "link" })],
      "PageNesting",
      { id: "a11", reason: "parent-holds-no-pages" }
    ],
    ["a sibling's slug", [patch("b", { slug: "a" })], "SlugTaken", { id: "b", parent: null, slug: "a", by: "a" }],
    [
      "a sibling's slug by moving",
      [patch("b", { slug: "one" }), move("b", "a", 9)],
      "SlugTaken",
      { id: "b", by: "a1" }
    ],
    [
      "two new pages with one slug",
      put(page("x", { slug: "s" }), page("y", { slug: "s" })),
      "SlugTaken",
      { id: "y", by: "x" }
    ],
    [
      "a page's Git path",
      put(page("x", { git: { oid: "", path: "a.md" } })),
      "GitPathTaken",
      { id: "x", path: "a.md", by: "a" }
    ],
    ["a file's Git path", put(page("x", { git: { oid: "", path: "f.png" } })), "GitPathTaken", { id: "x", by: "f" }],
    ["an empty slug", [patch("a", { slug: "" })], "InvalidRecord", { id: "a", field: "slug" }],
    ["a slug with a slash", [patch("a", { slug: "x/y" })], "InvalidRecord", { id: "a", field: "slug" }],
    ["an id with a slash", put(page("x/y", { slug: "x" })), "InvalidRecord", { field: "id" }],
    ["a file id with a slash", [{ type: "putFile", file: file("x/y") }], "InvalidRecord", { field: "id" }],
    ["no order key", [patch("a", { order: "!" })], "InvalidRecord", { id: "a", field: "order" }],
    ["a page that is not there", [patch("no", { title: "" })], "RecordMissing", { kind: "page", id: "no" }],
    ["a page removed before", [remove("a"), remove("a1")], "RecordMissing", { kind: "page", id: "a1" }],
    ["moving a page that is not there", [move("no", null, 0)], "RecordMissing", { kind: "page", id: "no" }],
    ["a file that is not there", [{ type: "removeFile", id: "no" }], "RecordMissing", { kind: "file", id: "no" }],
    [
      "a reusable content that is not there",
      [{ type: "removeReusable", id: "f" }],
      "RecordMissing",
      { kind: "reusable" }
    ]
  ])("refuses %s", ([, edits, tag, fields]) =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const error = yield* Effect.flip(trees.edit(yield* edit(null, base), edits))
      assert.strictEqual(error._tag, tag)
      assert.deepInclude(error, fields)
      assert.isAbove(error.message.length, 10)
    })
  )

  it.effect.each<readonly [what: string, edits: ReadonlyArray<RevisionEdit>]>([
    ["no edits", []],
    ["a patch with the same values", [patch("a", { title: "a", emoji: undefined })]],
    ["the same record again", put(page("b", { order: "a1" }))],
    ["a move to where it is", [move("b", null, 1), move("a2", "a", 7), move("a", null, -1)]],
    ["a change taken back", [patch("a", { title: "x" }), patch("a", { title: "a" })]],
    ["a page put and removed", [...put(page("x")), remove("x")]],
    ["the same file, reusable content and variables", [...base.slice(-2), { type: "setVariables", variables: {} }]]
  ])("gives the same hash and writes nothing: %s", ([, edits]) =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const hash = yield* edit(null, base)
      const edited = yield* trees.edit(hash, edits)
      assert.strictEqual(edited.root, hash)
      assert.strictEqual(edited.created.size, 0)
    })
  )

  it.effect.each<readonly [what: string, edits: ReadonlyArray<RevisionEdit>, parent: string | null, ids: string]>([
    ["to the front", [move("c", null, 0)], null, "c a b g l"],
    ["to the end", [move("a", null, 99)], null, "b c g l a"],
    ["one down", [move("a", null, 1)], null, "b a c g l"],
    ["one up", [move("c", null, 1)], null, "a c b g l"],
    ["into a page", [move("b", "a", 1)], "a", "a1 b a2"],
    ["into a page after another", [move("b", "a", 1), move("c", "a", 1)], "a", "a1 c b a2"],
    ["between equal keys", [...put(page("x", { order: "a1" })), move("a", null, 1)], null, "b a x c g l"],
    ["in and out again", [move("b", "a", 0), move("b", null, 0), move("c", "a", 1)], "a", "a1 c a2"],
    ["out of a page that goes", [move("a1", null, 0), remove("a")], null, "a1 b c g l"],
    ["put in order of keys", put(page("n", { order: "a1V" })), null, "a b n c g l"],
    ["removed with all below", [remove("a")], "a", ""]
  ])("orders siblings: %s", ([, edits, parent, ids]) =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const revision = yield* trees.open(yield* edit(yield* edit(null, base), edits))
      assert.strictEqual((yield* revision.children(parent)).map(({ id }) => id).join(" "), ids)
    })
  )

  it.effect("lets pages trade slugs and come before their parents", () =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const first = yield* edit(null, base)
      const second = yield* edit(first, [
        patch("a", { slug: "b", git: undefined }),
        patch("b", { slug: "a", git: { oid: "1", path: "a.md" } }),
        ...put(page("child", { parent: "late" }), page("late", { order: "a9" }))
      ])
      const revision = yield* trees.open(second)
      assert.strictEqual((yield* revision.pageByPath("a"))?.id, "b")
      assert.strictEqual((yield* revision.pageByPath("b/one/deep"))?.id, "a11")
      assert.strictEqual((yield* revision.pageByPath("late/child"))?.id, "child")
      assert.deepStrictEqual(yield* revision.byGitPath("a.md"), { kind: "page", id: "b" })
      assert.isFalse("git" in (yield* revision.page("a"))!)
    })
  )

  it.effect("removes a page from every index, with all below", () =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const revision = yield* trees.open(yield* edit(yield* edit(null, base), [remove("a")]))
      assert.deepStrictEqual(revision.root.counts, { pages: 4, files: 1, reusableContents: 1 })
      for (const id of ["a", "a1", "a2", "a11"]) assert.isUndefined(yield* revision.page(id))
      assert.isUndefined(yield* revision.pageByPath("a/one"))
      assert.isUndefined(yield* revision.byGitPath("a.md"))
    })
  )

  it.effect("writes nothing but pages and the root when a body changes", () =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const before = (yield* trees.open(yield* edit(null, base))).root
      const hash = yield* edit(yield* edit(null, base), [patch("a11", { body: "x", bodySize: 3 })])
      const after = (yield* trees.open(hash)).root
      assert.notStrictEqual(after.pages, before.pages)
      assert.deepStrictEqual({ ...after, pages: null }, { ...before, pages: null })
    })
  )

  it.effect("files that say what a space is stay with the content, and with what they said of it", () =>
    Effect.gen(function* () {
      const { edit, trees } = yield* makeEditor
      const texts = { summary: "s", config: "c" }
      const settings: RevisionEdit = { type: "setSettings", texts }
      const first = yield* edit(null, [...base, settings])
      const plain = yield* edit(null, base)
      const settingsOf = (root: string) => Effect.map(trees.open(root), ({ root }) => root.settings)
      assert.deepStrictEqual(yield* settingsOf(first), { ...texts, of: plain })
      // the same again changes nothing, and an edit of the content leaves them as they are
      assert.strictEqual(yield* edit(first, [settings]), first)
      const later = yield* edit(first, [patch("b", { title: "Later" })])
      assert.deepStrictEqual(yield* settingsOf(later), { ...texts, of: plain })
      // read again they say the later content; what they said can still be read
      const again = (yield* settingsOf(yield* edit(later, [patch("c", { title: "Last" }), settings])))!
      assert.deepStrictEqual({ ...again, of: "" }, { ...texts, of: "" })
      assert.strictEqual((yield* (yield* trees.open(again.of)).page("b"))?.title, "Later")
      assert.strictEqual(yield* settingsOf(again.of), undefined)
      assert.strictEqual(yield* edit(first, [{ type: "setSettings", texts: undefined }]), plain)
    })
  )
})
