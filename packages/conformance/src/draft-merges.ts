/** Stories of merges: what comes together of the two sides, and what does not. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { Effect } from "effect"
import { insert, newDraftedSpace, remove, set, shown, write } from "./drafted-space.ts"
import { asOperator, type Story } from "./harness.ts"
import { changeContent } from "./stored-content.ts"

/** What of the outcome matters in a story. */
const outcome = ({
  conflicts,
  result
}: {
  readonly result: string
  readonly conflicts?: ReadonlyArray<{ readonly reason: string; readonly title: string }>
}) =>
  // where both named a page, the sides differ in what they call it
  [result, ...(conflicts ?? []).map(({ reason, title }) => (reason === "field" ? reason : `${reason} ${title}`))].join(
    ", "
  )

/**
 * A story of a merge: the space and a change request go apart from the same pages, then the change request is merged.
 * The same is told once more with an update before the merge: it must come to the same.
 */
const merged = Effect.fnUntraced(function* (
  pages: Readonly<Record<string, string>>,
  ours: (ids: Readonly<Record<string, string>>) => ReadonlyArray<ContentChange>,
  theirs: (ids: Readonly<Record<string, string>>) => ReadonlyArray<ContentChange>
) {
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const told: Array<{ tree: string; texts: Record<string, string>; outcome: string }> = []
  for (const updated of [false, true]) {
    const { ids, space } = yield* newDraftedSpace(pages).pipe(asOperator)
    const { id } = yield* changeRequests.create(space, {})
    const [here, there] = [ours(ids), theirs(ids)]
    if (there.length > 0) yield* contents.edit(space, id, { changes: there })
    if (here.length > 0) yield* contents.editSpace(space, { changes: here })
    const first = updated ? yield* changeRequests.pull(space, id) : undefined
    // what a merge would not agree on is known before
    const { conflicts = [] } = yield* changeRequests.checks(space, id)
    const last = yield* changeRequests.merge(space, id)
    expect(conflicts).toEqual(last.conflicts ?? [])
    if (first !== undefined) expect(last.result).toBe("merge")
    const { texts, tree } = yield* shown(space)
    told.push({ tree, texts, outcome: outcome(first ?? last).replace("update", "merge") })
  }
  const [merge, afterUpdate] = told
  expect(afterUpdate!.tree).toBe(merge!.tree)
  expect(afterUpdate!.outcome).toBe(merge!.outcome)
  // which side comes first between markers depends on who is called ours
  const unmarked = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts).map(([slug, text]) => [
        slug,
        text
          .split("\n")
          .filter((line) => !/^[<=>]{7}/.test(line))
          .sort()
      ])
    )
  expect(unmarked(afterUpdate!.texts)).toEqual(unmarked(merge!.texts))
  return merge!
})

/** Reverting a merge: what it brought goes, what came since stays. */
const revertStories = (story: Story) => {
  const reverts = (
    name: string,
    theirs: Parameters<typeof merged>[2],
    since: (ids: Readonly<Record<string, string>>) => ReadonlyArray<ContentChange>,
    expected: { readonly tree: string; readonly texts: Readonly<Record<string, unknown>> }
  ) =>
    story(`revert: ${name}`, () =>
      Effect.gen(function* () {
        const changeRequests = yield* ChangeRequests
        const contents = yield* ChangeRequestContent
        const { ids, space } = yield* newDraftedSpace({ a: "# A\n\nOne\n\nTwo\n", b: "# B\n" }).pipe(asOperator)
        const { id } = yield* changeRequests.create(space, { subject: "x".repeat(100) })
        yield* contents.edit(space, id, { changes: theirs(ids) })
        const early = yield* Effect.flip(changeRequests.revert(space, id))
        expect(early).toMatchObject({ _tag: "PreconditionFailed", message: expect.stringContaining("is not merged") })
        yield* changeRequests.merge(space, id)
        const changes = since(ids)
        if (changes.length > 0) yield* contents.editSpace(space, { changes })
        const live = Effect.map(shown(space), ({ texts, tree }) => ({ texts, tree }))
        const before = yield* live
        const made = yield* changeRequests.revert(space, id)
        expect(made).toMatchObject({ status: "open", subject: `Revert ${"x".repeat(93)}` })
        // nothing is live before it is merged
        expect(yield* live).toEqual(before)
        yield* changeRequests.merge(space, made.id)
        expect(yield* live).toEqual(expected)
        // and the revert is reverted as others are; the first one is not there any more
        const gone = yield* Effect.flip(changeRequests.revert(space, id))
        expect(gone).toMatchObject({
          _tag: "PreconditionFailed",
          message: expect.stringContaining("nothing to revert")
        })
        const again = yield* changeRequests.revert(space, made.id)
        yield* changeRequests.merge(space, again.id)
        expect(yield* live).toEqual(before)
      }).pipe(asOperator)
    )

  reverts(
    "edits, while other blocks were edited since",
    ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
    ({ a }) => [write(a!, "# A\n\n1\n\n2\n")],
    { tree: "a b", texts: { a: "# A\n\nOne\n\n2\n", b: "# B\n" } }
  )
  reverts(
    "a page that was added, and one that was deleted",
    ({ b }) => [insert("c"), remove(b!)],
    () => [],
    {
      tree: "a b",
      texts: { a: "# A\n\nOne\n\nTwo\n", b: "# B\n" }
    }
  )
  reverts(
    "a move",
    ({ a, b }) => [set(b!, { into: a! })],
    ({ a }) => [write(a!, "# A\n\nNew\n")],
    {
      tree: "a b",
      texts: { a: "# A\n\nNew\n", b: "# B\n" }
    }
  )

  story("revert: where others have edited the same since, both stand in the text", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n\nOne\n" }).pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      yield* contents.edit(space, id, { changes: [write(ids["a"]!, "# A\n\nTwo\n")] })
      yield* changeRequests.merge(space, id)
      yield* contents.editSpace(space, { changes: [write(ids["a"]!, "# A\n\nThree\n")] })
      const made = yield* changeRequests.revert(space, id)
      expect(made.subject).toBe("Revert change request #1")
      yield* changeRequests.merge(space, made.id)
      const { texts } = yield* shown(space)
      expect(texts["a"]).toMatch(/<{7} Main content\nThree\n={7}\nOne\n>{7} Before change request #1\n/)
    }).pipe(asOperator)
  )
}

export const mergeStories = (story: Story) => {
  const merges = (
    name: string,
    pages: Readonly<Record<string, string>>,
    ours: Parameters<typeof merged>[1],
    theirs: Parameters<typeof merged>[2],
    expected: { readonly tree?: unknown; readonly texts?: Record<string, unknown>; readonly outcome?: unknown }
  ) =>
    story(`merge: ${name}`, () =>
      Effect.gen(function* () {
        const result = yield* merged(pages, ours, theirs)
        expect(result.outcome).toEqual(expected.outcome ?? "merge")
        if (expected.tree !== undefined) expect(result.tree).toEqual(expected.tree)
        if (expected.texts !== undefined) expect(result.texts).toEqual(expected.texts)
      }).pipe(asOperator)
    )

  revertStories(story)

  const ab = { a: "# A\n\nOne\n\nTwo\n", b: "# B\n" }
  merges(
    "different pages",
    ab,
    ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
    ({ b }) => [write(b!, "# B\n\nNew\n")],
    {
      texts: { a: "# A\n\n1\n\nTwo\n", b: "# B\n\nNew\n" }
    }
  )
  merges(
    "different blocks of one page",
    ab,
    ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
    ({ a }) => [write(a!, "# A\n\nOne\n\n2\n")],
    {
      texts: { a: "# A\n\n1\n\n2\n", b: "# B\n" }
    }
  )
  merges(
    "different lines of one block",
    { a: "# A\n\none\ntwo\nthree\n" },
    ({ a }) => [write(a!, "# A\n\n1\ntwo\nthree\n")],
    ({ a }) => [write(a!, "# A\n\none\ntwo\n3\n")],
    { texts: { a: "# A\n\n1\ntwo\n3\n" } }
  )
  merges(
    "the same line: both are kept",
    ab,
    ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
    ({ a }) => [write(a!, "# A\n\nI\n\nTwo\n")],
    {
      outcome: "conflicts, text A",
      texts: { a: expect.stringMatching(/<{7} Main content\n1\n={7}\nI\n>{7} Change request #1\n/), b: "# B\n" }
    }
  )
  merges(
    "the same change twice",
    ab,
    ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
    ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
    {
      texts: { a: "# A\n\n1\n\nTwo\n", b: "# B\n" }
    }
  )
  merges(
    "one edits, the other moves",
    ab,
    ({ a, b }) => [set(b!, { into: a! })],
    ({ b }) => [write(b!, "# B\n\nNew\n")],
    {
      tree: "a(b)",
      texts: { a: ab.a, b: "# B\n\nNew\n" }
    }
  )
  merges(
    "one edits, the other renames",
    ab,
    ({ b }) => [set(b!, { title: "Bee", slug: "bee" })],
    ({ b }) => [write(b!, "# B\n\nNew\n")],
    {
      tree: "a bee",
      texts: { a: ab.a, bee: "# B\n\nNew\n" }
    }
  )
  merges(
    "one deletes, the other edits: kept, and told",
    ab,
    ({ b }) => [remove(b!)],
    ({ b }) => [write(b!, "# B\n\nNew\n")],
    {
      outcome: "conflicts, deleted B",
      tree: "a b"
    }
  )
  merges(
    "one edits, the other deletes: kept, and told",
    ab,
    ({ b }) => [write(b!, "# B\n\nNew\n")],
    ({ b }) => [remove(b!)],
    {
      outcome: "conflicts, deleted B",
      texts: { a: ab.a, b: "# B\n\nNew\n" }
    }
  )
  merges(
    "both delete",
    ab,
    ({ b }) => [remove(b!)],
    ({ b }) => [remove(b!)],
    { tree: "a" }
  )
  merges(
    "both insert at the same place",
    ab,
    () => [insert("# N", { at: 1 })],
    () => [insert("# M", { at: 1 })],
    {
      tree: expect.stringMatching(/^a (?:n m|m n) b$/)
    }
  )
  merges(
    "both insert pages of one name: both are kept",
    ab,
    () => [insert("# N\n\nours")],
    () => [insert("# N\n\ntheirs")],
    {
      tree: "a b n n-1"
    }
  )
  merges(
    "both reorder siblings",
    { a: "", b: "", c: "", d: "" },
    ({ d }) => [set(d!, { at: 0 })],
    ({ a }) => [set(a!, { at: 2 })],
    {
      tree: "d b c a"
    }
  )
  merges(
    "one deletes a parent, the other adds a child: the parent stays",
    ab,
    ({ a }) => [remove(a!)],
    ({ a }) => [insert("# N", { into: a! })],
    {
      outcome: "conflicts, deleted A",
      tree: "a(n) b"
    }
  )
  merges(
    "pages moved below each other: no cycle",
    ab,
    ({ a, b }) => [set(a!, { into: b! })],
    ({ a, b }) => [set(b!, { into: a! })],
    {
      tree: expect.stringMatching(/^(?:a\(b\)|b\(a\))$/),
      outcome: expect.stringMatching(/^conflicts, place [AB]$/)
    }
  )
  merges(
    "headers, field by field",
    { a: "---\ndescription: Old\nicon: gear\n---\n\n# A\n" },
    ({ a }) => [write(a!, "---\ndescription: New\nicon: gear\n---\n\n# A\n")],
    ({ a }) => [write(a!, "---\ndescription: Old\nicon: star\n---\n\n# A\n")],
    { texts: { a: "---\ndescription: New\nicon: star\n---\n\n# A\n" } }
  )
  merges(
    "both rename: the later counts, and it is told",
    ab,
    ({ a }) => [set(a!, { title: "X" })],
    ({ a }) => [set(a!, { title: "Y" })],
    {
      outcome: "conflicts, field"
    }
  )
  merges(
    "nothing on one side",
    ab,
    () => [],
    ({ a }) => [write(a!, "# A\n")],
    { texts: { a: "# A\n", b: "# B\n" } }
  )
  merges(
    "nothing at all",
    ab,
    ({ a }) => [write(a!, "# A\n")],
    () => [],
    { texts: { a: "# A\n", b: "# B\n" } }
  )

  story("merge: files of one name and variables of both sides", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { space } = yield* newDraftedSpace({ a: "" }).pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      const files = (base64: string): ContentChange => ({
        operation: "insert_files",
        files: [{ name: "a.txt", contentType: "text/plain", base64 }]
      })
      yield* contents.edit(space, id, { changes: [files("AAAA")] })
      yield* contents.editSpace(space, { changes: [files("BBBB")] })
      yield* changeContent(space, { edits: [{ type: "setVariables", variables: { x: "1" } }] })
      yield* changeContent(space, { edits: [{ type: "setVariables", variables: { y: "2" } }] }, id)
      expect((yield* changeRequests.merge(space, id)).result).toBe("merge")
      const { open } = yield* shown(space)
      expect((yield* open.content({})).variables).toEqual({ x: "1", y: "2" })
      expect((yield* open.files({}, {})).items.map(({ name }) => name)).toEqual(["a.txt", "a.txt"])
    }).pipe(asOperator)
  )

  story("merge: a change request that was updated twice, and others merged between (criss-cross)", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const text = (lines: ReadonlyArray<string>) => `# A\n\n${lines.join("\n\n")}\n`
      const { ids, space } = yield* newDraftedSpace({ a: text(["1", "2", "3", "4", "5"]) }).pipe(asOperator)
      const a = ids["a"]!
      const one = (yield* changeRequests.create(space, {})).id
      const two = (yield* changeRequests.create(space, {})).id
      yield* contents.edit(space, one, { changes: [write(a, text(["one", "2", "3", "4", "5"]))] })
      yield* contents.edit(space, two, { changes: [write(a, text(["1", "2", "3", "4", "five"]))] })
      yield* contents.editSpace(space, { changes: [write(a, text(["1", "2", "main", "4", "5"]))] })
      yield* changeRequests.pull(space, one)
      yield* changeRequests.pull(space, two)
      yield* contents.edit(space, one, { changes: [write(a, text(["one", "two", "main", "4", "5"]))] })
      yield* contents.edit(space, two, { changes: [write(a, text(["1", "2", "main", "four", "five"]))] })
      expect((yield* changeRequests.merge(space, one)).result).toBe("merge")
      expect((yield* changeRequests.get(space, two)).outdated).toBe(true)
      expect((yield* changeRequests.pull(space, two)).result).toBe("update")
      expect((yield* changeRequests.merge(space, two)).result).toBe("merge")
      expect((yield* shown(space)).texts["a"]).toBe(text(["one", "two", "main", "four", "five"]))
    }).pipe(asOperator)
  )
}
