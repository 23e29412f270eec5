/** Properties of revisions under random edits, against plain arrays of records. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { canonicalJson } from "../../../src/content/revisions/model/MapNode.ts"
import type { PageNode } from "../../../src/content/revisions/model/PageTree.ts"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import type { RevisionEdit } from "../../../src/content/revisions/model/RevisionEdit.ts"
import type { RevisionTree } from "../../../src/content/revisions/model/RevisionTree.ts"
import { compareOrder } from "../../../src/content/revisions/model/SiblingOrder.ts"
import { file, makeEditor, page, reusable } from "./support.ts"

const id = fc.integer({ min: 0, max: 14 }).map((n) => `p${n}`)
const parent = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: id })
const slug = fc.constantFrom("a", "b", "c", "d", "e", "f")
const order = fc.constantFrom("a0", "a1", "a1V", "a2", "Zz")
const git = fc.option(
  fc.constantFrom("x.md", "y.md", "z/z.md", "w.md").map((path) => ({ oid: "0", path })),
  {
    nil: undefined
  }
)
const type = fc.constantFrom("document", "document", "document", "group", "link") as fc.Arbitrary<PageRecord["type"]>
const title = fc.constantFrom("One", "Two")

const putPage = fc
  .record({ id, parent, slug, order, git, type, title })
  .map(({ id, git, ...fields }): RevisionEdit => ({ type: "putPage", page: page(id, withGit(fields, git)) }))
const patch = fc.record({ slug, title, git, type, parent }, { requiredKeys: [] })
const withGit = <A extends object>(record: A, git: PageRecord["git"]) =>
  git === undefined ? record : { ...record, git }

const anyEdit: fc.Arbitrary<RevisionEdit> = fc.oneof(
  { weight: 5, arbitrary: putPage },
  { weight: 2, arbitrary: fc.record({ id, patch }).map((edit): RevisionEdit => ({ type: "patchPage", ...edit })) },
  { weight: 1, arbitrary: id.map((id): RevisionEdit => ({ type: "removePage", id })) },
  {
    weight: 3,
    arbitrary: fc
      .record({ id, parent, index: fc.integer({ min: 0, max: 5 }) })
      .map((edit): RevisionEdit => ({ type: "movePage", ...edit }))
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ id, git })
      .map(({ id, git }): RevisionEdit => ({ type: "putFile", file: file(id, withGit({}, git)) }))
  },
  { weight: 1, arbitrary: id.map((id): RevisionEdit => ({ type: "removeFile", id })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ id, title })
      .map(({ id, title }): RevisionEdit => ({ type: "putReusable", reusableContent: reusable(id, { title }) }))
  },
  { weight: 1, arbitrary: id.map((id): RevisionEdit => ({ type: "removeReusable", id })) },
  {
    weight: 1,
    arbitrary: fc.dictionary(slug, title).map((variables): RevisionEdit => ({ type: "setVariables", variables }))
  }
)
/** What most edits find: a small tree with a slug and an order key for each page. */
const seed: ReadonlyArray<RevisionEdit> = Array.from({ length: 12 }, (_, i) => ({
  type: "putPage",
  page: page(`p${i}`, { parent: i < 4 ? null : `p${i % 4}`, order: `a${i % 9}`, slug: `s${i}` })
}))

const batch = fc.array(anyEdit, { minLength: 1, maxLength: 4 })
const history = fc.array(batch, { maxLength: 25, size: "max" })

type Batches = ReadonlyArray<ReadonlyArray<RevisionEdit>>

/** Everything a revision holds, read through its public functions. */
const contentOf = Effect.fnUntraced(function* (trees: RevisionTree["Service"], hash: string) {
  const revision = yield* trees.open(hash)
  const flatten = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageNode> =>
    nodes.flatMap((node) => [node, ...flatten(node.pages)])
  const tree = flatten(yield* revision.pages())
  return {
    revision,
    tree,
    pages: tree.map(({ page }) => page),
    files: yield* revision.files(undefined, 1_000),
    reusableContents: yield* revision.reusableContents(),
    variables: yield* revision.variables()
  }
})

type Content = Effect.Success<ReturnType<typeof contentOf>>

const remake = (content: Content): ReadonlyArray<RevisionEdit> => [
  ...content.pages.map((page) => ({ type: "putPage", page }) as const),
  ...content.files.map((file) => ({ type: "putFile", file }) as const),
  ...content.reusableContents.map((reusableContent) => ({ type: "putReusable", reusableContent }) as const),
  { type: "setVariables", variables: content.variables }
]

const assertRules = (pages: ReadonlyArray<PageRecord>) => {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const slugs = new Set<string>()
  for (const page of pages) {
    assert.isFalse(slugs.has(`${page.parent}/${page.slug}`))
    slugs.add(`${page.parent}/${page.slug}`)
    if (page.type === "group") assert.isNull(page.parent)
    let steps = 0
    for (let above = page.parent; above !== null; above = byId.get(above)!.parent) {
      assert.include(["document", "group"], byId.get(above)!.type)
      assert.isBelow(++steps, 100)
    }
  }
}

const naiveDiff = <A extends { readonly id: string }>(a: ReadonlyArray<A>, b: ReadonlyArray<A>) => {
  const left = new Map(a.map((record) => [record.id, record]))
  const right = new Map(b.map((record) => [record.id, record]))
  const sorted = (records: ReadonlyArray<A>) => [...records].sort((x, y) => (x.id < y.id ? -1 : 1))
  return {
    created: sorted(b.filter(({ id }) => !left.has(id))),
    deleted: sorted(a.filter(({ id }) => !right.has(id))),
    changed: sorted(b.filter((r) => left.has(r.id) && canonicalJson(left.get(r.id)) !== canonicalJson(r))).map(
      (after) => ({ before: left.get(after.id)!, after })
    )
  }
}

const without = (page: PageRecord) => canonicalJson({ ...page, parent: undefined, order: undefined })

type Edit = Effect.Success<typeof makeEditor>["edit"]

/** Applies batches; of one that is refused, those of its edits that are not. */
const applyAll = Effect.fnUntraced(function* (edit: Edit, start: string, batches: Batches) {
  let hash = start
  for (const batch of batches) {
    const whole = yield* Effect.result(edit(hash, batch))
    if (Result.isSuccess(whole)) hash = whole.success
    else for (const each of batch) hash = yield* edit(hash, [each]).pipe(Effect.orElseSucceed(() => hash))
  }
  return hash
})
describe("revisions under random edits", () => {
  it("keep their rules, and their indexes and hash are those of the same content made at once", () => {
    fc.assert(
      fc.property(history, (batches) =>
        Effect.runSync(
          Effect.gen(function* () {
            const { trees, edit } = yield* makeEditor
            const hash = yield* applyAll(edit, yield* edit(null, seed), batches)
            const content = yield* contentOf(trees, hash)
            assertRules(content.pages)
            assert.strictEqual(content.revision.root.counts.pages, content.pages.length)
            assert.strictEqual(content.revision.root.counts.files, content.files.length)
            assert.strictEqual((yield* trees.edit(null, [...remake(content)].reverse())).root, hash)
            for (const { page, path } of content.tree) {
              assert.strictEqual(yield* content.revision.pathOf(page.id), path)
              assert.strictEqual((yield* content.revision.pageByPath(path!))?.id, page.id)
              const children = content.pages.filter(({ parent }) => parent === page.id)
              assert.deepStrictEqual(yield* content.revision.children(page.id), children.sort(compareOrder))
            }
          })
        )
      ),
      { numRuns: 150 }
    )
  })

  it("are edited alike warm, cold and without any cache", () => {
    fc.assert(
      fc.property(history, batch, (batches, last) =>
        Effect.runSync(
          Effect.gen(function* () {
            const { trees, edit, objects } = yield* makeEditor
            const hash = yield* applyAll(edit, yield* edit(null, seed), batches)
            const warm = yield* Effect.result(trees.edit(hash, last))
            assert.deepStrictEqual(yield* Effect.result((yield* objects.fresh).edit(hash, last)), warm)
            assert.deepStrictEqual(yield* Effect.result((yield* objects.cacheless).edit(hash, last)), warm)
            const { tree } = yield* contentOf(trees, hash)
            assert.deepStrictEqual((yield* contentOf(yield* objects.cacheless, hash)).tree, tree)
          })
        )
      ),
      { numRuns: 60 }
    )
  })

  it("differ as their records do", () => {
    fc.assert(
      fc.property(history, history, (shared, own) =>
        Effect.runSync(
          Effect.gen(function* () {
            const { trees, edit } = yield* makeEditor
            const a = yield* applyAll(edit, yield* edit(null, seed), shared)
            const b = yield* applyAll(edit, a, own)
            const before = yield* contentOf(trees, a)
            const after = yield* contentOf(trees, b)
            const diff = yield* trees.diff(a, b)
            const pages = naiveDiff(before.pages, after.pages)
            assert.deepStrictEqual(diff.pages.created, pages.created)
            assert.deepStrictEqual(diff.pages.deleted, pages.deleted)
            assert.deepStrictEqual(
              diff.pages.edited.map(({ before, after }) => ({ before, after })),
              pages.changed.filter((change) => without(change.before) !== without(change.after))
            )
            assert.deepStrictEqual(
              diff.pages.moved,
              pages.changed.filter((c) => c.before.parent !== c.after.parent || c.before.order !== c.after.order)
            )
            const files = naiveDiff(before.files, after.files)
            assert.deepStrictEqual([diff.files.created, diff.files.deleted], [files.created, files.deleted])
            const reusables = naiveDiff(before.reusableContents, after.reusableContents)
            assert.deepStrictEqual(
              diff.reusableContents.edited.map(({ before, after }) => ({ before, after })),
              reusables.changed
            )
            const names = new Set([...Object.keys(before.variables), ...Object.keys(after.variables)])
            assert.deepStrictEqual(
              diff.variables.map(({ key }) => key),
              [...names].filter((name) => before.variables[name] !== after.variables[name]).sort()
            )
          })
        )
      ),
      { numRuns: 60 }
    )
  })

  it.effect("names the fields of an edit", () =>
    Effect.gen(function* () {
      const { trees, edit } = yield* makeEditor
      const a = yield* edit(null, [{ type: "putPage", page: page("p", { emoji: "x" }) }])
      const patch = { title: "New", emoji: undefined, icon: "star", order: "a5" }
      const b = yield* edit(a, [{ type: "patchPage", id: "p", patch }])
      const diff = yield* trees.diff(a, b)
      assert.deepStrictEqual(diff.pages.edited[0]?.fields, ["emoji", "icon", "title"])
      assert.strictEqual(diff.pages.moved.length, 1)
    })
  )
})
