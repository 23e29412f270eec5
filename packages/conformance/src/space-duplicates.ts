/** Stories of copies of a space. */
import { expect } from "@effect/vitest"
import { TreeStore } from "@octavo/core/content/collections/TreeStore"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, newMember, outcome, type Story } from "./harness.ts"
import { purgeDue, writtenSpace } from "./written-space.ts"

export const duplicateStories = (story: Story) => {
  story("a copy has the same content under another id, and goes its own way", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, org, pages, spaces, store, write } = yield* writtenSpace
      const tree = yield* TreeStore
      const revisions = yield* RevisionStore
      const after = yield* spaces.create(org, {}).pipe(as(admin))
      yield* spaces
        .update(id, { editMode: "locked", defaultLevel: "read", mergeRules: { type: "none" } })
        .pipe(as(admin))
      const creator = yield* newMember(org, "create")
      yield* spaces.update(id, { defaultLevel: "create" }).pipe(as(admin))
      const copy = yield* lifecycle.duplicate(id).pipe(as(creator))
      expect(copy).toMatchObject({
        title: "Guide (copy)",
        emoji: "📘",
        language: "de",
        organization: org,
        editMode: "live",
        defaultLevel: null,
        mergeRules: { type: "none" },
        changeRequests: 0,
        comments: 0
      })
      expect(copy).not.toHaveProperty("gitSync")
      expect(yield* pages(copy.id)).toEqual(["Start", "Other"])
      // nothing was copied: both revisions point to the same content
      const [original, copied] = [(yield* store.get(id))!.head, (yield* store.get(copy.id))!.head]
      expect(copied.root).toBe(original.root)
      expect(copied.revisionId).not.toBe(original.revisionId)
      expect((yield* revisions.get(copy.id, copied.revisionId))?.parents).toEqual([])
      expect((yield* tree.siblings(org, null)).map((it) => it.id)).toEqual([id, copy.id, after.id])

      yield* write(copy.id, { "README.md": "# Changed\n" })
      expect(yield* pages(copy.id)).toEqual(["Changed"])
      expect(yield* pages(id)).toEqual(["Start", "Other"])
      // the copy outlives the original
      yield* lifecycle.remove(id).pipe(as(admin))
      yield* TestClock.adjust("8 days")
      yield* purgeDue
      expect(yield* pages(copy.id)).toEqual(["Changed"])
    })
  )

  story("what was granted on the original is not granted on the copy", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, org, spaces } = yield* writtenSpace
      const grants = yield* Grants
      const guest = yield* newMember(org, null)
      yield* grants.grant({ kind: "space", id }, { role: "admin", users: [guest] }).pipe(as(admin))
      const copy = yield* lifecycle.duplicate(id).pipe(as(admin))
      expect(yield* outcome(spaces.get(copy.id).pipe(as(guest)))).toBe("NotFound")
      // admin of one space makes no others at the root
      expect(yield* outcome(lifecycle.duplicate(id).pipe(as(guest)))).toBe("Forbidden")
    })
  )

  story("a title at its limit keeps within it", () =>
    Effect.gen(function* () {
      const { admin, lifecycle, org, spaces } = yield* writtenSpace
      const title = "😀".repeat(50)
      const long = yield* spaces.create(org, { title, emoji: "🇺🇳".repeat(25) }).pipe(as(admin))
      expect([long.title, long.emoji]).toEqual([title, "🇺🇳".repeat(25)])
      expect((yield* lifecycle.duplicate(long.id).pipe(as(admin))).title).toBe(`${"😀".repeat(43)} (copy)`)
    })
  )
}
