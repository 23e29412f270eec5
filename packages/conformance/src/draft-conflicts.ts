/** Stories of conflicts between a draft and the live content, and of what is decided about them. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { DraftConflict } from "@octavo/core/content/change-requests/conflicts"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Effect } from "effect"
import { newDraftedSpace, remove, set, shown, write } from "./drafted-space.ts"
import { asOperator, type Story } from "./harness.ts"
import { changeContent } from "./stored-content.ts"

type Ids = Readonly<Record<string, string>>

/** A draft and the live content that went apart from the same pages. */
const apart = Effect.fnUntraced(function* (
  mine: (ids: Ids) => ReadonlyArray<ContentChange>,
  theirs: (ids: Ids) => ReadonlyArray<ContentChange>
) {
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const { ids, space } = yield* newDraftedSpace({
    a: "One\n\nTwo\n",
    b: "B.\n",
    c: "C.\n",
    d: "D.\n"
  }).pipe(asOperator)
  const { id } = yield* changeRequests.create(space, {})
  yield* contents.edit(space, id, { changes: mine(ids) })
  yield* contents.editSpace(space, { changes: theirs(ids) })
  return { space, id, ids }
})

/** What is there when all conflicts are settled in one way. */
const settled = Effect.fnUntraced(function* (
  mine: (ids: Ids) => ReadonlyArray<ContentChange>,
  theirs: (ids: Ids) => ReadonlyArray<ContentChange>,
  answer: (conflict: DraftConflict) => { readonly take: "mine" | "theirs" | "both" } | { readonly text: string }
) {
  const changeRequests = yield* ChangeRequests
  const { id, ids, space } = yield* apart(mine, theirs)
  const { count, items } = yield* changeRequests.conflicts(space, id)
  expect(items).toHaveLength(count)
  const answers = items.map((one) => ({ conflict: one.id, ...answer(one) }))
  expect((yield* changeRequests.pull(space, id, { settled: answers })).result).toBe("update")
  expect(yield* changeRequests.conflicts(space, id)).toMatchObject({ count: 0, items: [] })
  const { open, texts, tree } = yield* shown(space, { changeRequest: id })
  // and a merge brings it as it is
  expect((yield* changeRequests.merge(space, id)).result).toBe("merge")
  const live = yield* shown(space)
  expect({ texts: live.texts, tree: live.tree }).toEqual({ texts, tree })
  return { ids, items, texts, tree, open }
})

export const conflictStories = (story: Story) => {
  /** A conflict of each kind: its sides, and what there is with the one and with the other. */
  const kinds: ReadonlyArray<
    readonly [
      name: string,
      mine: (ids: Ids) => ReadonlyArray<ContentChange>,
      theirs: (ids: Ids) => ReadonlyArray<ContentChange>,
      conflict: object,
      withMine: object,
      withTheirs: object
    ]
  > = [
    [
      "lines",
      ({ a }) => [write(a!, "mine\n\nTwo\n")],
      ({ a }) => [write(a!, "theirs\n\n2\n")],
      { kind: "page", reason: "text", base: "One\n", mine: "mine\n", theirs: "theirs\n" },
      { texts: { a: "mine\n\n2\n" } },
      { texts: { a: "theirs\n\n2\n" } }
    ],
    [
      "a title",
      ({ a }) => [set(a!, { title: "Mine" })],
      ({ a }) => [set(a!, { title: "Theirs" })],
      { kind: "page", reason: "field", field: "title", base: "a", mine: "Mine", theirs: "Theirs" },
      { titles: ["Mine", "b", "c", "d"] },
      { titles: ["Theirs", "b", "c", "d"] }
    ],
    [
      "a place",
      ({ a, b }) => [set(a!, { into: b! })],
      ({ a, c }) => [set(a!, { into: c! })],
      { kind: "page", reason: "place", base: null },
      { tree: "b(a) c d" },
      { tree: "b c(a) d" }
    ],
    [
      "a page that I deleted",
      ({ b }) => [remove(b!)],
      ({ b }) => [write(b!, "More\n")],
      { kind: "page", reason: "deleted", mine: null, theirs: "b" },
      { tree: "a c d" },
      { tree: "a b c d", texts: { b: "More\n" } }
    ],
    [
      "a page that was deleted meanwhile",
      ({ b }) => [write(b!, "More\n")],
      ({ b }) => [remove(b!)],
      { kind: "page", reason: "deleted", mine: "b", theirs: null },
      { tree: "a b c d", texts: { b: "More\n" } },
      { tree: "a c d" }
    ]
  ]
  for (const [name, mine, theirs, conflict, withMine, withTheirs] of kinds) {
    story(`conflicts: ${name} is settled by either side, and nothing else is touched`, () =>
      Effect.gen(function* () {
        for (const [take, expected] of [
          ["mine", withMine],
          ["theirs", withTheirs]
        ] as const) {
          const made = yield* settled(mine, theirs, () => ({ take }))
          expect(made.items).toEqual([expect.objectContaining({ ...conflict, canSettle: true })])
          const pages = yield* made.open.pages({})
          expect({
            texts: made.texts,
            tree: made.tree,
            titles: pages.map(({ title }) => title)
          }).toMatchObject(expected)
        }
      }).pipe(asOperator)
    )
  }

  story(
    "conflicts: lines are settled by both sides, or by others in their place; several in one page each by itself",
    () =>
      Effect.gen(function* () {
        const mine = ({ a }: Ids) => [write(a!, "mine\n\nTwo!\n")]
        const theirs = ({ a }: Ids) => [write(a!, "theirs\n\nTwo?\n")]
        const both = yield* settled(mine, theirs, ({ mine }) => ({ take: mine === "mine\n" ? "both" : "theirs" }))
        expect(both.texts["a"]).toBe("theirs\n\nmine\n\nTwo?\n")
        const anew = yield* settled(mine, theirs, ({ mine }) =>
          mine === "mine\n" ? { text: "ours" } : { take: "mine" }
        )
        expect(anew.texts["a"]).toBe("ours\n\nTwo!\n")
      }).pipe(asOperator)
  )

  story("conflicts: variables are settled, and what is left stays a conflict", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const { id, space } = yield* apart(
        ({ a }) => [write(a!, "mine\n\nTwo\n")],
        ({ a }) => [write(a!, "theirs\n\nTwo\n")]
      )
      yield* changeContent(space, { edits: [{ type: "setVariables", variables: { x: "theirs" } }] })
      yield* changeContent(space, { edits: [{ type: "setVariables", variables: { x: "mine" } }] }, id)
      const { items } = yield* changeRequests.conflicts(space, id)
      const variable = items.find(({ kind }) => kind === "variable")!
      expect(variable).toMatchObject({ reason: "field", title: "x", base: null, mine: "mine", theirs: "theirs" })
      const done = yield* changeRequests.pull(space, id, { settled: [{ conflict: variable.id, take: "theirs" }] })
      expect(done).toMatchObject({ result: "conflicts", conflicts: [{ kind: "page", reason: "text" }] })
      const { open, texts } = yield* shown(space, { changeRequest: id })
      expect((yield* open.content({})).variables).toEqual({ x: "theirs" })
      expect(texts["a"]).toContain("<<<<<<< Change request #1\nmine\n=======\ntheirs\n>>>>>>> Main content\n")
    }).pipe(asOperator)
  )

  story(
    "conflicts: places that have both sides between markers are settled in the draft, those of texts about markers stay",
    () =>
      Effect.gen(function* () {
        const changeRequests = yield* ChangeRequests
        const contents = yield* ChangeRequestContent
        const about = "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n```\n"
        const { id, ids, space } = yield* apart(
          ({ a }) => [write(a!, "mine\n\nTwo\n")],
          ({ a, b }) => [write(a!, "theirs\n\nTwo\n"), write(b!, about)]
        )
        expect((yield* changeRequests.pull(space, id)).result).toBe("conflicts")
        yield* contents.edit(space, id, { changes: [write(ids["b"]!, `${about}\nMore.\n`)] })
        const { count, items } = yield* changeRequests.conflicts(space, id, "document")
        expect(count).toBe(1)
        expect(items[0]).toMatchObject({
          target: ids["a"],
          reason: "text",
          base: null,
          mine: "mine\n",
          theirs: "theirs\n",
          names: { mine: "Change request #1", theirs: "Main content" },
          documents: { mine: { object: "document" }, theirs: { object: "document" } }
        })
        const conflict = items[0]!.id
        const tooLong = { settled: [{ conflict, text: "x".repeat(2_000_000) }] }
        expect(yield* Effect.flip(changeRequests.pull(space, id, tooLong))).toMatchObject({ _tag: "Invalid" })
        expect((yield* changeRequests.conflicts(space, id)).count).toBe(1)
        // the live content went on, which is brought in at once
        yield* contents.editSpace(space, { changes: [write(ids["c"]!, "C!\n")] })
        yield* changeRequests.pull(space, id, { settled: [{ conflict, take: "both" }] })
        const { texts } = yield* shown(space, { changeRequest: id })
        expect(texts).toMatchObject({ a: "theirs\n\nmine\n\nTwo\n", b: `${about}\nMore.\n`, c: "C!\n" })
        expect((yield* changeRequests.conflicts(space, id)).count).toBe(0)
        expect((yield* changeRequests.get(space, id)).outdated).toBe(false)
        // and so are those of a draft that is up to date
        yield* contents.edit(space, id, {
          changes: [write(ids["d"]!, "<<<<<<< x\none\n=======\ntwo\n>>>>>>> y\n")]
        })
        const [last] = (yield* changeRequests.conflicts(space, id)).items
        yield* changeRequests.pull(space, id, { settled: [{ conflict: last!.id, take: "mine" }] })
        expect((yield* shown(space, { changeRequest: id })).texts["d"]).toBe("one\n")
      }).pipe(asOperator)
  )

  story("conflicts: an answer to what is no conflict any more is refused, and nothing is done", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const content = yield* SpaceContent
      const { id, ids, space } = yield* apart(
        ({ a, b }) => [write(a!, "mine\n\nTwo\n"), set(b!, { title: "Mine" })],
        ({ a, b }) => [write(a!, "theirs\n\nTwo\n"), set(b!, { title: "Theirs" })]
      )
      const { items } = yield* changeRequests.conflicts(space, id)
      const answers = items.map((one) => ({ conflict: one.id, take: "mine" as const }))
      const revision = yield* Effect.map(content.open(space, { changeRequest: id }), (open) => open.revision.id)
      const refused = (settled: Parameters<typeof changeRequests.pull>[2], expected: object) =>
        Effect.gen(function* () {
          expect(yield* Effect.flip(changeRequests.pull(space, id, settled))).toMatchObject(expected)
          const now = yield* content.open(space, { changeRequest: id })
          expect(now.revision.id).toBe(revision)
          expect((yield* changeRequests.get(space, id)).outdated).toBe(true)
        })
      const gone = { _tag: "PreconditionFailed", message: expect.stringContaining("ask for its conflicts again") }
      // a title has no lines
      const title = items.find(({ reason }) => reason === "field")!.id
      yield* refused({ settled: [{ conflict: title, take: "both" }] }, gone)
      yield* refused({ settled: [{ conflict: title, text: "Another" }] }, gone)
      yield* refused({ settled: [{ conflict: "0".repeat(32), take: "mine" }] }, gone)
      yield* refused({ settled: [{ conflict: title }] }, { _tag: "Invalid" })
      yield* refused({ settled: [{ conflict: title, take: "mine", text: "x" }] }, { _tag: "Invalid" })
      // the live content went on
      yield* contents.editSpace(space, { changes: [write(ids["a"]!, "theirs again\n\nTwo\n")] })
      yield* refused({ settled: answers }, gone)
      const again = (yield* changeRequests.conflicts(space, id)).items
      yield* changeRequests.pull(space, id, { settled: again.map((one) => ({ conflict: one.id, take: "mine" })) })
      // and once it is up to date there is none
      expect(yield* Effect.flip(changeRequests.pull(space, id, { settled: answers }))).toMatchObject(gone)
      expect((yield* shown(space, { changeRequest: id })).texts["a"]).toBe("mine\n\nTwo\n")
    }).pipe(asOperator)
  )
}
