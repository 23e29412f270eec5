/** Stories of drafts that many write and merge at once. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { History, type HistoryRevision } from "@octavo/core/content/space-content/History"
import type { DocumentPage } from "@octavo/core/content/space-content/Page"
import { Effect } from "effect"
import { insert, newDraftedSpace, shown, write } from "./drafted-space.ts"
import { asOperator, refusal, type Story } from "./harness.ts"
import { changeContent } from "./stored-content.ts"

/** Of the random story; `OCTAVO_ROUNDS=500` for a long run. */
const rounds = Number(globalThis.process?.env["OCTAVO_ROUNDS"] ?? 60)

/** Numbers that look random and are the same each time (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

export const raceStories = (story: Story) => {
  story("merge: the primary content is moved by an import meanwhile", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n", b: "# B\n" }).pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      yield* contents.edit(space, id, { changes: [write(ids["a"]!, "# A\n\nDraft\n")] })
      // as an import moves it: made beside the head, shown by a compare-and-swap
      const imports = Effect.forEach(
        Array.from({ length: 5 }, (_, i) => i),
        (i) =>
          changeContent(space, {
            edits: [{ type: "patchPage", id: ids["b"]!, patch: { description: `Import ${i}` } }]
          }),
        { discard: true }
      )
      const [{ result }] = yield* Effect.all([changeRequests.merge(space, id), imports], {
        concurrency: "unbounded"
      })
      expect(result).toBe("merge")
      const { open, texts } = yield* shown(space)
      expect(texts).toEqual({ a: "# A\n\nDraft\n", b: "# B\n" })
      expect(((yield* open.page(ids["b"]!, {})) as DocumentPage).description).toBe("Import 4")
    }).pipe(asOperator)
  )

  story("100 merges of one at once make one merge revision (threat: concurrent merges)", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const history = yield* History
      const { space } = yield* newDraftedSpace({ a: "# A\n" }).pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      yield* contents.edit(space, id, { changes: [insert("# B")] })
      const outcomes = yield* Effect.all(
        Array.from({ length: 100 }, () => refusal(changeRequests.merge(space, id))),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter((one) => one === "nothing refused it").length).toBe(1)
      expect(outcomes.filter((one) => one === "Conflict").length).toBe(99)
      const { items } = yield* history.list(space, {})
      expect(items.filter(({ type }) => type === "merge").length).toBe(1)
    }).pipe(asOperator)
  )

  story("20 writers of one draft at once: all of it is there", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { space } = yield* newDraftedSpace().pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      yield* Effect.all(
        Array.from({ length: 20 }, (_, i) => contents.edit(space, id, { changes: [insert(`# P${i}`)] })),
        { concurrency: "unbounded" }
      )
      expect(Object.keys((yield* shown(space, { changeRequest: id })).texts).sort()).toEqual(
        Array.from({ length: 20 }, (_, i) => `p${i}`).sort()
      )
    }).pipe(asOperator)
  )

  story("two merged at once, on different pages or on the same line: nothing is lost (random rounds)", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const history = yield* History
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n\nstart\n", b: "# B\n\nstart\n" }).pipe(asOperator)
      const random = seeded(42)
      let clean = 0
      for (let round = 0; round < rounds; round++) {
        const same = random() < 0.5
        const made = yield* Effect.forEach([0, 1], (side) =>
          Effect.gen(function* () {
            const { id } = yield* changeRequests.create(space, {})
            const page = same || side === 0 ? "a" : "b"
            const { texts } = yield* shown(space, { changeRequest: id })
            const word = `round ${round} side ${side}`
            const [head, ...lines] = texts[page]!.split("\n\n")
            // the first line of the text, and what was there before goes on below
            const next = [head, `${word} ${lines[0]!.trim()}`, ...lines.slice(1)].join("\n\n")
            yield* contents.edit(space, id, { changes: [write(ids[page]!, next)] })
            return { id, page, word }
          })
        )
        const results = yield* Effect.all(
          made.map(({ id }) => changeRequests.merge(space, id)),
          { concurrency: "unbounded" }
        )
        const { texts } = yield* shown(space)
        for (const { page, word } of made) expect(texts[page]).toContain(word)
        const conflicts = results.filter(({ result }) => result === "conflicts").length
        expect([round, conflicts]).toEqual([round, same ? 1 : 0])
        if (!same) clean++
        // somebody settles it
        yield* contents.editSpace(space, {
          changes: [write(ids["a"]!, "# A\n\nstart\n"), write(ids["b"]!, "# B\n\nstart\n")]
        })
      }
      expect(clean).toBeGreaterThan(0)
      // every merge is on one line of history, each on top of the one before
      const items: Array<HistoryRevision> = []
      for (let page: string | undefined; ; ) {
        const list = yield* history.list(space, { limit: 1000, page })
        items.push(...list.items)
        page = list.next?.page
        if (page === undefined) break
      }
      expect(items.filter(({ type }) => type === "merge").length).toBe(rounds * 2)
      items.slice(0, -1).forEach((revision, i) => expect(revision.parents[0]).toBe(items[i + 1]!.id))
    }).pipe(asOperator)
  )
}
