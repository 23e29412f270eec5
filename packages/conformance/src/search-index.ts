/** Stories of the index behind search, which follows the life of its spaces. */
import { expect } from "@effect/vitest"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { emptyRoot } from "@octavo/core/content/revisions/model/Records"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { anonymousJudge } from "@octavo/core/content/revisions/visibleContent"
import { rankedPages } from "@octavo/core/content/search/relaxed"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { as, asOperator, newOrganization, refusal, type Story } from "./harness.ts"
import { newBook, search, titles } from "./searched-space.ts"
import { changeContent, pageOf } from "./stored-content.ts"

export const searchIndexStories = (story: Story) => {
  story("a space goes from the index when it is deleted, comes back with it, and is copied with it", () =>
    Effect.gen(function* () {
      const service = yield* Search
      const lifecycle = yield* SpaceLifecycle
      const index = yield* ContentIndex
      const many = Array.from({ length: 230 }, (_, i) => [`Page ${i}`, `needle n${i}`] as const)
      const { admin, id, organizationId } = yield* newBook(many)
      const counts = Effect.map(service.organization(organizationId, "needle", {}), ({ items }) =>
        items.map((item) => item.id).toSorted()
      ).pipe(as(admin))
      const copy = yield* lifecycle.duplicate(id).pipe(as(admin))
      // not looked through yet: whoever asks first sees to it
      expect((yield* service.space(copy.id, "needle", {}).pipe(as(admin))).count).toBe(230)
      expect(yield* titles(copy.id, "n229")).toEqual(["Page 229"])
      expect(yield* counts).toEqual([id, copy.id].toSorted())
      // they are apart from each other
      yield* changeContent(copy.id, { edits: [{ type: "removePage", id: "p0229" }] })
      expect([yield* titles(copy.id, "n229"), yield* titles(id, "n229")]).toEqual([[], ["Page 229"]])

      yield* lifecycle.remove(id).pipe(as(admin))
      expect(yield* counts).toEqual([copy.id])
      expect((yield* service.published([id, copy.id], "needle", anonymousJudge)).count).toBe(1)
      expect(yield* refusal(service.space(id, "needle", {})).pipe(as(admin))).toBe("NotFound")
      yield* lifecycle.restore(id).pipe(as(admin))
      expect(yield* counts).toEqual([id, copy.id].toSorted())

      const other = yield* newOrganization()
      const members = yield* Members
      yield* members.put(other.id, admin, "admin").pipe(asOperator)
      yield* lifecycle.transfer(id, { organization: other.id }).pipe(as(admin))
      expect(yield* counts).toEqual([copy.id])
      expect((yield* service.organization(other.id, "needle", {}).pipe(as(other.admin))).count).toBe(1)

      // a copy that nobody looks into is indexed all the same, while its head moves
      const second = yield* lifecycle.duplicate(id).pipe(as(admin))
      yield* changeContent(second.id, { pages: [[pageOf("fresh"), "needle fresh"]] })
      expect(yield* index.sweep).toBeGreaterThan(0)
      expect(yield* index.sweep).toBe(0)
      expect((yield* search(second.id, "needle")).count).toBe(231)
    })
  )

  story("a space that is removed for good leaves nothing to whoever comes after it", () =>
    Effect.gen(function* () {
      const store = yield* SpaceStore
      // so many that they are counted in the index alone
      const many = (count: number) => Array.from({ length: count }, (_, i) => [`Page ${i}`, "needle"] as const)
      const gone = yield* newBook(many(rankedPages + 30))
      expect((yield* search(gone.id, "needle")).count).toBe(rankedPages + 30)
      yield* store.purge(gone.id)
      const next = yield* newBook(many(rankedPages + 10))
      expect((yield* search(next.id, "needle")).count).toBe(rankedPages + 10)
    })
  )

  story("an index that was left behind catches up by what changed", () =>
    Effect.gen(function* () {
      const revisions = yield* RevisionStore
      const { id } = yield* newBook([["One", "alpha"]])
      const head = (yield* revisions.head(id, primary))!
      // a head that was moved by a program that knew of no index
      yield* revisions.advance(primary, head.sequence, {
        id: `raw-${id}`,
        spaceId: id,
        root: emptyRoot.root,
        parents: [],
        type: "edits",
        author: null,
        message: null,
        git: null,
        createdAt: "2026-01-01T00:00:00.000Z"
      })
      expect((yield* search(id, "alpha")).count).toBe(0)
      yield* changeContent(id, { pages: [[pageOf("two"), "alpha"]] })
      expect(yield* titles(id, "alpha")).toEqual(["two"])
    })
  )
}
