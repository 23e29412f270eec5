import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PageNode } from "../../../src/content/revisions/model/PageTree.ts"
import { emptyRoot } from "../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../src/kernel/shared/hash.ts"
import { file, makeEditor, makeTrees, page, put, reusable } from "./support.ts"

const guide = put(
  page("home", { slug: "readme", order: "a0" }),
  page("start", { type: "group", order: "a1" }),
  page("install", { parent: "start", order: "a0", git: { oid: "1", path: "start/install.md" } }),
  page("linux", { parent: "install", order: "a0" }),
  page("mac", { parent: "install", order: "a1" }),
  page("site", { type: "link", slug: "", parent: "start", order: "a1", target: { kind: "url", url: "https://x.y" } })
)

const outline = (tree: ReadonlyArray<PageNode>): unknown =>
  tree.map((node) => (node.pages.length === 0 ? node.page.id : [node.page.id, outline(node.pages)]))

const paths = (tree: ReadonlyArray<PageNode>): ReadonlyArray<string | undefined> =>
  tree.flatMap((node) => [node.path, ...paths(node.pages)])

describe("RevisionTree", () => {
  it.effect("reads what was put", () =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const hash = yield* edit(null, [
        ...guide,
        { type: "putFile", file: file("f1", { git: { oid: "2", path: ".gitbook/assets/a.png" } }) },
        { type: "putFile", file: file("f2") },
        { type: "putFile", file: file("f3") },
        { type: "putReusable", reusableContent: reusable("r1", { git: { oid: "3", path: ".gitbook/includes/r.md" } }) },
        { type: "setVariables", variables: { b: "2", a: "1" } }
      ])
      const revision = yield* trees.open(hash)
      assert.deepStrictEqual(revision.root.counts, { pages: 6, files: 3, reusableContents: 1 })
      assert.strictEqual((yield* revision.page("mac"))?.parent, "install")
      assert.isUndefined(yield* revision.page("nothing"))
      const tree = yield* revision.pages()
      assert.deepStrictEqual(outline(tree), ["home", ["start", [["install", ["linux", "mac"]], "site"]]])
      assert.deepStrictEqual(paths(tree), [
        "readme",
        "start",
        "start/install",
        "start/install/linux",
        "start/install/mac",
        undefined
      ])
      assert.deepStrictEqual(
        (yield* revision.children("start")).map(({ id }) => id),
        ["install", "site"]
      )
      assert.deepStrictEqual(
        (yield* revision.children(null)).map(({ id }) => id),
        ["home", "start"]
      )
      assert.deepStrictEqual(
        (yield* revision.ancestors("mac")).map(({ id }) => id),
        ["start", "install"]
      )
      assert.strictEqual(yield* revision.pathOf("mac"), "start/install/mac")
      assert.isUndefined(yield* revision.pathOf("site"))
      assert.deepStrictEqual(
        (yield* revision.files(undefined, 2)).map(({ id }) => id),
        ["f1", "f2"]
      )
      assert.deepStrictEqual(
        (yield* revision.files("f2", 2)).map(({ id }) => id),
        ["f3"]
      )
      assert.strictEqual((yield* revision.file("f1"))?.name, "f1.png")
      assert.strictEqual((yield* revision.reusableContent("r1"))?.title, "r1")
      assert.strictEqual((yield* revision.reusableContents()).length, 1)
      assert.deepStrictEqual(yield* revision.variables(), { a: "1", b: "2" })
      assert.deepStrictEqual(yield* revision.byGitPath(".gitbook/assets/a.png"), { kind: "file", id: "f1" })
      assert.deepStrictEqual(yield* revision.byGitPath(".gitbook/includes/r.md"), { kind: "reusable", id: "r1" })
      assert.deepStrictEqual(yield* revision.byGitPath("start/install.md"), { kind: "page", id: "install" })
      assert.isUndefined(yield* revision.byGitPath("start/install"))
    })
  )

  it.effect.each([
    ["", "home"],
    ["readme", "home"],
    ["start", "start"],
    ["start/install/mac", "mac"],
    ["install", undefined],
    ["start/", undefined],
    ["/start", undefined],
    ["start//install", undefined],
    ["start/install/mac/more", undefined]
  ] as const)("finds %j: %s", ([path, id]) =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const revision = yield* trees.open(yield* edit(null, guide))
      assert.strictEqual((yield* revision.pageByPath(path))?.id, id)
    })
  )

  it.effect.each([
    [
      "a group first",
      put(page("g", { type: "group", order: "a0" }), page("b", { order: "a1" }), page("a", { parent: "g" })),
      "a"
    ],
    ["an empty group first", put(page("g", { type: "group", order: "a0" }), page("b", { order: "a1" })), "b"],
    [
      "many links first",
      put(...Array.from({ length: 70 }, (_, i) => page(`l${i}`, { type: "link" })), page("z", { order: "a1" })),
      "z"
    ],
    ["no document", put(page("g", { type: "group" })), undefined]
  ] as const)("has the first document as home page: %s", ([, edits, id]) =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const revision = yield* trees.open(yield* edit(null, edits))
      assert.strictEqual((yield* revision.pageByPath(""))?.id, id)
    })
  )

  it.effect("opens the empty revision though nothing was stored", () =>
    Effect.gen(function* () {
      const { trees } = yield* makeEditor
      const revision = yield* trees.open(emptyRoot.root)
      assert.deepStrictEqual(yield* revision.pages(), [])
      assert.isUndefined(yield* revision.pageByPath(""))
      assert.deepStrictEqual(yield* trees.edit(null, []), emptyRoot)
      assert.strictEqual((yield* trees.edit(emptyRoot.root, [])).root, emptyRoot.root)
      assert.deepStrictEqual(
        yield* trees.edit(null, guide).pipe(Effect.map(({ root }) => root)),
        yield* trees.edit(emptyRoot.root, guide).pipe(Effect.map(({ root }) => root))
      )
    })
  )

  it.effect("fails on a revision or a body that is not there", () =>
    Effect.gen(function* () {
      const { trees } = yield* makeEditor
      const absent = contentHash(utf8.encode("absent"))
      assert.strictEqual((yield* Effect.flip(trees.open(absent)))._tag, "ObjectMissing")
      assert.strictEqual((yield* Effect.flip(trees.body(absent)))._tag, "ObjectMissing")
    })
  )

  it.effect("gives a body byte for byte", () =>
    Effect.gen(function* () {
      const { trees, objects } = yield* makeEditor
      const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x23, 0x20, 0xff, 0x0d, 0x0a])
      const hash = contentHash(bytes)
      yield* objects.service.put(new Map([[hash, bytes]]))
      const body = yield* trees.body(hash)
      assert.deepStrictEqual(body.bytes, bytes)
      assert.strictEqual(body.text, "\uFEFF# \uFFFD\r\n")
      assert.strictEqual(yield* (yield* trees.open(emptyRoot.root)).body(hash), body)
    })
  )

  it.effect("answers from the cache without a load, and cold with one batch for each level", () =>
    Effect.gen(function* () {
      const objects = makeTrees()
      const pages = Array.from({ length: 1_000 }, (_, i) => page(`p${i}`, { order: `a${i % 10}` }))
      const { root, created } = yield* (yield* objects.fresh).edit(null, put(...pages))
      yield* objects.service.put(created)
      const cold = yield* objects.fresh
      const revision = yield* cold.open(root)
      assert.strictEqual((yield* revision.pages()).length, 1_000)
      assert.isAtMost(objects.counts.batches, 6)
      const after = { ...objects.counts }
      for (const { id } of pages) assert.strictEqual((yield* revision.page(id))?.id, id)
      assert.strictEqual((yield* revision.pages()).length, 1_000)
      assert.deepStrictEqual(objects.counts, after)
      assert.strictEqual(yield* revision.pages(), yield* (yield* cold.open(root)).pages())
    })
  )

  it.effect("edits many pages cold in few batches", () =>
    Effect.gen(function* () {
      const objects = makeTrees()
      const ids = Array.from({ length: 2_000 }, (_, i) => `p${i}`)
      const { root, created } = yield* (yield* objects.fresh).edit(null, put(...ids.map((id) => page(id))))
      yield* objects.service.put(created)
      const cold = yield* objects.fresh
      const edits = ids.map((id) => ({ type: "patchPage", id, patch: { title: "New", slug: `${id}-x` } }) as const)
      const edited = yield* cold.edit(root, edits)
      assert.isAtMost(objects.counts.batches, 14)
      assert.deepStrictEqual(edited, yield* cold.edit(root, edits))
      assert.deepStrictEqual(edited, yield* (yield* objects.cacheless).edit(root, edits))
      yield* objects.service.put(edited.created)
      objects.counts.batches = 0
      assert.strictEqual((yield* (yield* objects.fresh).diff(root, edited.root)).pages.edited.length, 2_000)
      assert.isAtMost(objects.counts.batches, 7)
    })
  )
})
