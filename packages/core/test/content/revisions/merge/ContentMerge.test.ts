import { Effect, Layer } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ContentMerge } from "../../../../src/content/revisions/merge/ContentMerge.ts"
import { conflictKey, type MergeConflict } from "../../../../src/content/revisions/merge/MergeConflict.ts"
import { Objects } from "../../../../src/content/revisions/model/Objects.ts"
import type { PageRecord, Settings } from "../../../../src/content/revisions/model/Records.ts"
import type { RevisionEdit } from "../../../../src/content/revisions/model/RevisionEdit.ts"
import { RevisionTree } from "../../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../../src/kernel/shared/hash.ts"
import { file, makeObjects, page, put, reusable } from "../support.ts"

const names = { ours: "ours", theirs: "theirs" }

/** A page whose body is the text. */
const written = (id: string, text: string, fields: Partial<PageRecord> = {}) =>
  page(id, { body: contentHash(utf8.encode(text)), bodySize: utf8.encode(text).length, ...fields })

const run = <A, E>(effect: Effect.Effect<A, E, Objects | RevisionTree | ContentMerge>) => {
  // nothing is in memory when a merge begins, as in a server that was just started
  const services = ContentMerge.layer.pipe(
    Layer.provideMerge(RevisionTree.layerWith({ cacheBytes: 0 })),
    Layer.provideMerge(Layer.suspend(() => makeObjects().layer))
  )
  return Effect.runSync(Effect.provide(effect, services))
}

const store = Effect.fnUntraced(function* (
  root: string | null,
  edits: ReadonlyArray<RevisionEdit>,
  texts: ReadonlyArray<string>
) {
  const objects = yield* Objects
  const trees = yield* RevisionTree
  yield* objects.put(new Map(texts.map((text) => [contentHash(utf8.encode(text)), utf8.encode(text)])))
  const { created, root: next } = yield* trees.edit(root, edits)
  yield* objects.put(created)
  return next
})

interface Shown {
  readonly tree: unknown
  readonly texts: Record<string, string>
  readonly files: ReadonlyArray<string>
  readonly variables: Readonly<Record<string, string>>
  readonly settings: Settings | undefined
}

/** What a revision says, without ids of nodes and times. */
const show = Effect.fnUntraced(function* (root: string) {
  const trees = yield* RevisionTree
  const open = yield* trees.open(root)
  const texts: Record<string, string> = {}
  type Nodes = Effect.Success<ReturnType<typeof open.pages>>
  const walk = (nodes: Nodes): Effect.Effect<Array<unknown>, unknown> =>
    Effect.forEach(nodes, ({ page: record, pages }) =>
      Effect.gen(function* () {
        if (record.body !== undefined) texts[record.id] = (yield* open.body(record.body)).text
        const { body: _, bodySize: __, createdAt: ___, order: ____, updatedAt: _____, ...rest } = record
        return { ...rest, pages: yield* walk(pages) }
      })
    )
  const tree = yield* walk(yield* open.pages())
  const files = (yield* open.files(undefined, 100)).map(({ id, name }) => `${id} ${name}`)
  return { tree, texts, files, variables: yield* open.variables(), settings: open.root.settings } satisfies Shown
})

/** Merges both ways and answers what came out; the two ways must agree but for the markers. */
const both = (
  base: ReadonlyArray<RevisionEdit>,
  ours: ReadonlyArray<RevisionEdit>,
  theirs: ReadonlyArray<RevisionEdit>,
  texts: ReadonlyArray<string> = []
) =>
  run(
    Effect.gen(function* () {
      const merging = yield* ContentMerge
      const b = yield* store(null, base, texts)
      const o = yield* store(b, ours, texts)
      const t = yield* store(b, theirs, texts)
      const one = yield* merging.merge(b, o, t, names)
      const other = yield* merging.merge(b, t, o, names)
      const [shown, mirrored] = [yield* show(one.root), yield* show(other.root)]
      const textual = one.conflicts.some(({ reason }) => reason === "text")
      expect(mirrored.tree).toEqual(shown.tree)
      expect(mirrored.files).toEqual(shown.files)
      expect(mirrored.variables).toEqual(shown.variables)
      expect(mirrored.settings).toEqual(shown.settings)
      if (!textual) expect(mirrored.texts).toEqual(shown.texts)
      expect(kinds(other.conflicts)).toEqual(kinds(one.conflicts))
      return { ...shown, conflicts: kinds(one.conflicts) }
    })
  )

const kinds = (conflicts: ReadonlyArray<MergeConflict>) =>
  conflicts.map(({ id, reason, field }) => [id, reason, field].filter(Boolean).join(" ")).sort()

const ids = (tree: unknown): unknown =>
  (tree as ReadonlyArray<{ id: string; pages: unknown }>).map(({ id, pages }) =>
    (pages as ReadonlyArray<unknown>).length === 0 ? id : { [id]: ids(pages) }
  )

const patch = (id: string, fields: Partial<PageRecord>): RevisionEdit => ({ type: "patchPage", id, patch: fields })
const text = (id: string, body: string): RevisionEdit =>
  patch(id, { body: contentHash(utf8.encode(body)), bodySize: utf8.encode(body).length })
const remove = (id: string): RevisionEdit => ({ type: "removePage", id })
const move = (id: string, parent: string | null, index: number): RevisionEdit => ({
  type: "movePage",
  id,
  parent,
  index
})

const abc = put(page("a", { order: "a0" }), page("b", { order: "a1" }), page("c", { order: "a2" }))

describe("a merge", () => {
  it("takes both sides' edits of different pages", () => {
    const merged = both(
      put(written("a", "one\n"), written("b", "two\n", { order: "a1" })),
      [text("a", "ONE\n")],
      [text("b", "TWO\n")],
      ["one\n", "two\n", "ONE\n", "TWO\n"]
    )
    expect(merged.texts).toEqual({ a: "ONE\n", b: "TWO\n" })
    expect(merged.conflicts).toEqual([])
  })
  it("takes both sides' edits of different blocks of one page", () => {
    const merged = both(
      put(written("a", "one\n\ntwo\n")),
      [text("a", "ONE\n\ntwo\n")],
      [text("a", "one\n\nTWO\n")],
      ["one\n\ntwo\n", "ONE\n\ntwo\n", "one\n\nTWO\n"]
    )
    expect(merged.texts).toEqual({ a: "ONE\n\nTWO\n" })
    expect(merged.conflicts).toEqual([])
  })
  it("keeps both sides of one line, and says so", () => {
    const merged = both(
      put(written("a", "one\n")),
      [text("a", "ours\n")],
      [text("a", "theirs\n")],
      ["one\n", "ours\n", "theirs\n"]
    )
    expect(merged.conflicts).toEqual(["a text"])
    expect(merged.texts["a"]).toContain("ours")
    expect(merged.texts["a"]).toContain("theirs")
  })
  it("brings an edit to where the other side moved the page", () => {
    const merged = both(
      [...put(written("a", "one\n")), ...put(page("p", { order: "a1" }))],
      [text("a", "ONE\n")],
      [move("a", "p", 0)],
      ["one\n", "ONE\n"]
    )
    expect(ids(merged.tree)).toEqual([{ p: ["a"] }])
    expect(merged.texts).toEqual({ a: "ONE\n" })
  })
  it("brings an edit to the page that the other side renamed", () => {
    const merged = both(
      put(written("a", "one\n")),
      [text("a", "ONE\n")],
      [patch("a", { title: "New", slug: "new" })],
      ["one\n", "ONE\n"]
    )
    expect(merged.tree).toMatchObject([{ title: "New", slug: "new" }])
    expect(merged.texts).toEqual({ a: "ONE\n" })
    expect(merged.conflicts).toEqual([])
  })
  it("keeps a page that one deleted and the other edited, and says so", () => {
    const merged = both(
      put(written("a", "one\n"), page("b", { order: "a1" })),
      [remove("a")],
      [text("a", "ONE\n")],
      ["one\n", "ONE\n"]
    )
    expect(ids(merged.tree)).toEqual(["a", "b"])
    expect(merged.texts).toEqual({ a: "ONE\n" })
    expect(merged.conflicts).toEqual(["a deleted"])
  })
  it("deletes a page that the other side left alone", () => {
    expect(ids(both(abc, [remove("b")], [patch("a", { title: "A" })]).tree)).toEqual(["a", "c"])
  })
  it("lets both delete one page", () => {
    expect(both(abc, [remove("b")], [remove("b")])).toMatchObject({ conflicts: [] })
  })
  it("merges the fields of a page one by one", () => {
    const merged = both(
      put(page("a", { description: "old", layout: { title: true } })),
      [patch("a", { icon: "star", layout: { title: false } })],
      [patch("a", { description: "new", layout: { title: true, outline: false } })]
    )
    expect(merged.tree).toMatchObject([{ icon: "star", description: "new", layout: { title: false, outline: false } }])
    expect(merged.conflicts).toEqual([])
  })
  it("names a field that both set", () => {
    expect(both(put(page("a")), [patch("a", { title: "Mine" })], [patch("a", { title: "Yours" })]).conflicts).toEqual([
      "a field title"
    ])
  })
  it("takes both sides' insertions at one place", () => {
    const merged = both(abc, put(page("x", { order: "a0V" })), put(page("y", { order: "a0V" })))
    expect(ids(merged.tree)).toEqual(["a", "x", "y", "b", "c"])
    expect(merged.conflicts).toEqual([])
  })
  it("takes both sides' orders of siblings", () => {
    const merged = both(abc, [move("c", null, 0)], [move("a", null, 1)])
    expect(ids(merged.tree)).toEqual(["c", "b", "a"])
    expect(merged.conflicts).toEqual([])
  })
  it("takes one of two places among the same siblings, the same from either side", () => {
    for (const [one, other] of [
      [0, 1],
      [1, 0]
    ] as const) {
      const merged = both(abc, [move("c", null, one)], [move("c", null, other)])
      expect(ids(merged.tree)).toEqual(["a", "c", "b"])
      expect(merged.conflicts).toEqual([])
    }
  })
  it("keeps a parent that one deleted while the other put a page below it", () => {
    const merged = both(abc, [remove("b")], put(page("child", { parent: "b" })))
    expect(ids(merged.tree)).toEqual(["a", { b: ["child"] }, "c"])
  })
  it("keeps a parent that one deleted while the other moved a page below it", () => {
    const merged = both(abc, [remove("b")], [move("c", "b", 0)])
    expect(ids(merged.tree)).toEqual(["a", { b: ["c"] }])
  })
  it("keeps the way down to a page that one edited and the other deleted with its parents", () => {
    const base = [...put(page("p")), ...put(page("q", { parent: "p" })), ...put(written("r", "one\n", { parent: "q" }))]
    const merged = both(base, [remove("p")], [text("r", "ONE\n")], ["one\n", "ONE\n"])
    expect(ids(merged.tree)).toEqual([{ p: [{ q: ["r"] }] }])
    expect(merged.texts).toEqual({ r: "ONE\n" })
  })
  it("breaks the cycle of pages that were moved below each other", () => {
    const merged = both(abc, [move("a", "b", 0)], [move("b", "a", 0)])
    expect(merged.conflicts).toEqual(["a place"])
    expect(ids(merged.tree)).toEqual([{ a: ["b"] }, "c"])
  })
  it("gives siblings of one slug different ones", () => {
    const merged = both(abc, put(page("x", { slug: "new", order: "a3" })), put(page("y", { slug: "new", order: "a4" })))
    expect(merged.tree).toMatchObject([{}, {}, {}, { id: "x", slug: "new" }, { id: "y", slug: "new-1" }])
  })
  it("does the same when a move brings them together", () => {
    const base = put(page("p"), page("x", { slug: "same", order: "a1" }), page("y", { slug: "other", parent: "p" }))
    const merged = both(base, [move("x", "p", 0)], [patch("y", { slug: "same" })])
    expect(merged.tree).toMatchObject([
      {
        id: "p",
        pages: [
          { id: "x", slug: "same" },
          { id: "y", slug: "same-1" }
        ]
      }
    ])
  })
  it("takes files of both sides, of one name too", () => {
    const merged = both(
      [],
      [{ type: "putFile", file: file("f", { name: "x.png" }) }],
      [{ type: "putFile", file: file("g", { name: "x.png" }) }]
    )
    expect(merged.files).toEqual(["f x.png", "g x.png"])
  })
  it("merges variables one by one", () => {
    const set = (variables: Record<string, string>): RevisionEdit => ({ type: "setVariables", variables })
    const merged = both(
      [set({ a: "1", b: "1", c: "1" })],
      [set({ a: "2", b: "1", c: "1" })],
      [set({ a: "1", c: "3", d: "4" })]
    )
    expect(merged.variables).toEqual({ a: "2", c: "3", d: "4" })
    expect(both([set({ a: "1" })], [set({ a: "2" })], [set({ a: "3" })]).conflicts).toEqual(["a field"])
  })
  it("takes the files that say what the space is from the side that read or wrote them, with what they said", () => {
    const read = (summary: string): RevisionEdit => ({ type: "setSettings", texts: { summary } })
    const gone: RevisionEdit = { type: "setSettings", texts: undefined }
    const edited = patch("a", { title: "A" })
    const base = [...abc, read("one")]
    expect(both(base, [edited], [read("two")])).toMatchObject({ settings: { summary: "two" }, conflicts: [] })
    expect(both(base, [edited], [gone]).settings).toBeUndefined()
    expect(both(base, [read("two")], [gone]).settings).toMatchObject({ summary: "two" })
    const { conflicts, settings } = both(base, [edited, read("two")], [read("three")])
    expect([settings?.summary, conflicts]).toEqual([expect.stringMatching(/two|three/), []])
  })
  it("merges the text of reusable content", () => {
    const made = (body: string): RevisionEdit => ({
      type: "putReusable",
      reusableContent: reusable("r", { body: contentHash(utf8.encode(body)) })
    })
    const all = ["a\n\nb\n", "A\n\nb\n", "a\n\nB\n"] as const
    expect(both([made(all[0])], [made(all[1])], [made(all[2])], all).conflicts).toEqual([])
  })
})

describe("a merge of anything", () => {
  const pageIds = ["a", "b", "c", "d", "e"]
  const id = fc.constantFrom(...pageIds)
  const edit: fc.Arbitrary<(known: Set<string>) => RevisionEdit | undefined> = fc.oneof(
    fc.tuple(id, fc.nat(3)).map(
      ([one, n]) =>
        (known: Set<string>) =>
          known.has(one) ? patch(one, { title: `T${n}` }) : undefined
    ),
    fc.tuple(id, fc.nat(3)).map(
      ([one, n]) =>
        (known: Set<string>) =>
          known.has(one) ? patch(one, { slug: `s${n}` }) : undefined
    ),
    id.map((one) => (known: Set<string>) => (known.has(one) ? remove(one) : undefined)),
    fc.tuple(id, fc.option(id), fc.nat(4)).map(
      ([one, parent, at]) =>
        (known: Set<string>) =>
          known.has(one) && (parent === null || (known.has(parent) && parent !== one))
            ? move(one, parent, at)
            : undefined
    ),
    fc.nat(9).map((n) => () => put(page(`n${n}`, { order: "a5" }))[0])
  )

  const side = (edits: ReadonlyArray<(known: Set<string>) => RevisionEdit | undefined>) =>
    Effect.fnUntraced(function* (base: string) {
      const trees = yield* RevisionTree
      let root = base
      for (const make of edits) {
        const open = yield* trees.open(root)
        const known = new Set<string>()
        for (const one of pageIds) if ((yield* open.page(one)) !== undefined) known.add(one)
        const next = make(known)
        // an edit that the rules refuse is no edit
        if (next !== undefined) root = yield* Effect.orElseSucceed(store(root, [next], []), () => root)
      }
      return root
    })

  const prepared = (ours: Parameters<typeof side>[0], theirs: Parameters<typeof side>[0]) =>
    Effect.gen(function* () {
      const base = yield* store(
        null,
        put(...pageIds.map((one, i) => page(one, { order: `a${i}`, parent: i === 4 ? "d" : null }))),
        []
      )
      return { base, ours: yield* side(ours)(base), theirs: yield* side(theirs)(base), merging: yield* ContentMerge }
    })

  const edits = fc.array(edit, { maxLength: 6 })

  it("with an unchanged side is that side's other", () => {
    fc.assert(
      fc.property(edits, (ours) => {
        run(
          Effect.gen(function* () {
            const all = yield* prepared(ours, [])
            expect((yield* all.merging.merge(all.base, all.ours, all.base, names)).root).toBe(all.ours)
            expect((yield* all.merging.merge(all.base, all.base, all.ours, names)).root).toBe(all.ours)
          })
        )
      }),
      { numRuns: 50 }
    )
  })

  it("keeps the rules of the tree, and comes out alike from both sides", () => {
    fc.assert(
      fc.property(edits, edits, (ours, theirs) => {
        run(
          Effect.gen(function* () {
            const all = yield* prepared(ours, theirs)
            // an edit that broke a rule would fail here
            const one = yield* all.merging.merge(all.base, all.ours, all.theirs, names)
            const other = yield* all.merging.merge(all.base, all.theirs, all.ours, names)
            expect(yield* show(other.root)).toEqual(yield* show(one.root))
          })
        )
      }),
      { numRuns: 300 }
    )
  })

  it("with all of it settled has no conflict that could be, and keeps the rules of the tree", () => {
    fc.assert(
      fc.property(edits, edits, fc.infiniteStream(fc.constantFrom("ours" as const, "theirs" as const)), (...drawn) => {
        const [ours, theirs, takes] = drawn
        run(
          Effect.gen(function* () {
            const all = yield* prepared(ours, theirs)
            const found = yield* all.merging.conflicts(all.base, all.ours, all.theirs)
            const settled = found.flatMap((one) =>
              one.sides === undefined
                ? []
                : [{ conflict: conflictKey(one), take: takes.next().value as "ours" | "theirs" }]
            )
            const merged = yield* all.merging.merge(all.base, all.ours, all.theirs, names, { settled })
            expect(merged.unknown).toEqual([])
            // a page that was to go stays where another one that stays is below it, and no page is below itself
            expect(merged.conflicts.filter(({ reason }) => reason === "field" || reason === "text")).toEqual([])
            for (const { conflict, take } of settled) {
              const { field, id, reason, sides } = found.find((one) => conflictKey(one) === conflict)!
              if (reason !== "field" || field !== "title") continue
              const trees = yield* RevisionTree
              const open = yield* trees.open(merged.root)
              expect((yield* open.page(id))?.title).toBe(sides![take])
            }
          })
        )
      }),
      { numRuns: 300 }
    )
  })

  it("after an update equals the merge", () => {
    fc.assert(
      fc.property(edits, edits, (ours, theirs) => {
        run(
          Effect.gen(function* () {
            const all = yield* prepared(ours, theirs)
            const merged = yield* all.merging.merge(all.base, all.ours, all.theirs, names)
            // theirs updated from ours, then merged: the base of that merge is ours
            const updated = yield* all.merging.merge(all.base, all.theirs, all.ours, names)
            const after = yield* all.merging.merge(all.ours, all.ours, updated.root, names)
            expect(yield* show(after.root)).toEqual(yield* show(merged.root))
          })
        )
      }),
      { numRuns: 100 }
    )
  })
})
