/** Stories of spaces that are deleted, come back, or are removed for good. */
import { expect } from "@effect/vitest"
import { TreeStore } from "@octavo/core/content/collections/TreeStore"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, newMember, newOrganization, outcome, type Story } from "./harness.ts"
import { purgeDue, writtenSpace } from "./written-space.ts"

export const deletionStories = (story: Story) => {
  story("a deleted space is gone at once: by id, in lists, in counts, on sites", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, org, spaces } = yield* writtenSpace
      const sites = yield* Sites
      const siteSpaces = yield* SiteSpaces
      const published = yield* PublishedSites
      const members = yield* Members
      const content = yield* SpaceContent
      const other = yield* spaces.create(org, { title: "Other" }).pipe(as(admin))
      const site = yield* sites.create(org, { title: `Site ${id}`, spaces: [id, other.id] }).pipe(as(admin))
      yield* sites.publish(org, site.id).pipe(as(admin))
      const visit = published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/` })
      expect((yield* visit)?.siteSpace.spaceId).toBe(id)

      expect(yield* lifecycle.remove(id).pipe(as(admin))).toBe(true)
      for (const attempt of [
        spaces.get(id),
        spaces.update(id, { title: "x" }),
        lifecycle.remove(id),
        lifecycle.duplicate(id),
        lifecycle.move(id, {}),
        lifecycle.transfer(id, { organization: org }),
        content.open(id)
      ] satisfies ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>>) {
        expect(yield* outcome<unknown, { readonly _tag: string }, CurrentActor>(attempt).pipe(as(admin))).toBe(
          "NotFound"
        )
      }
      const listed = yield* spaces.list(org, {}).pipe(as(admin))
      expect([listed.count, listed.items.map((it) => it.id)]).toEqual([1, [other.id]])
      expect((yield* members.get(org, admin).pipe(as(admin))).spaces).toBe(1)
      expect((yield* sites.get(org, site.id).pipe(as(admin))).siteSpaces).toBe(1)
      const { items: structure } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
      expect(structure.map((it) => it.space.id)).toEqual([other.id])
      expect((yield* visit)?.siteSpace.spaceId).toBe(other.id)

      // and back again where it was, on the site too
      const back = yield* lifecycle.restore(id).pipe(as(admin))
      expect(back).toMatchObject({ id, title: "Guide" })
      expect(back).not.toHaveProperty("deletedAt")
      expect((yield* visit)?.siteSpace.spaceId).toBe(id)
      expect((yield* spaces.list(org, {}).pipe(as(admin))).count).toBe(2)
    })
  )

  story("it comes back to its place, with its content and what was granted on it", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, org, pages, spaces } = yield* writtenSpace
      const tree = yield* TreeStore
      const grants = yield* Grants
      const guest = yield* newMember(org, null)
      yield* grants.grant({ kind: "space", id }, { role: "read", users: [guest] }).pipe(as(admin))
      const order = Effect.map(tree.siblings(org, null), (siblings) => siblings.map((it) => it.id))
      const after = yield* spaces.create(org, {}).pipe(as(admin))
      yield* lifecycle.remove(id).pipe(as(admin))
      expect(yield* outcome(spaces.get(id).pipe(as(guest)))).toBe("NotFound")
      // what is put before the next one stands after it
      const between = yield* spaces.create(org, {}).pipe(as(admin))
      yield* lifecycle.move(between.id, { position: { before: { type: "space", space: after.id } } }).pipe(as(admin))
      yield* lifecycle.restore(id).pipe(as(admin))
      expect(yield* order).toEqual([id, between.id, after.id])
      expect(yield* pages(id)).toEqual(["Start", "Other"])
      expect((yield* spaces.get(id).pipe(as(guest))).permissions.view).toBe(true)
    })
  )

  story("only an admin of it restores it; to others it is not there (threat: stale authority)", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, org, spaces } = yield* writtenSpace
      const members = yield* Members
      const other = yield* newOrganization()
      const creator = yield* newMember(org, "create")
      const guest = yield* newMember(org, null)
      const restore = (spaceId: string) => Effect.flip(lifecycle.restore(spaceId))
      // while it is there: nothing to restore for who may, no right to for who may not
      expect((yield* restore(id).pipe(as(admin)))._tag).toBe("NotFound")
      expect((yield* restore(id).pipe(as(creator)))._tag).toBe("Forbidden")
      yield* lifecycle.remove(id).pipe(as(admin))
      for (const caller of [creator, guest, other.admin]) {
        const [hidden, missing] = yield* Effect.all([restore(id), restore("none")]).pipe(as(caller))
        expect([hidden._tag, hidden.message.replace(id, "none")]).toEqual(["NotFound", missing.message])
      }
      expect((yield* restore(id).pipe(as(admin, new Set<never>())))._tag).toBe("Forbidden")
      const second = yield* newMember(org, "admin")
      yield* lifecycle.restore(id).pipe(as(second))
      yield* lifecycle.remove(id).pipe(as(admin))
      yield* members.remove(org, second).pipe(as(admin))
      expect((yield* restore(id).pipe(as(second)))._tag).toBe("NotFound")
      expect((yield* spaces.list(org, {}).pipe(as(admin))).count).toBe(0)
    })
  )
}

export const purgeStories = (story: Story) => {
  story("for seven days it can be restored, afterwards it is removed with all that hangs on it", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, org, spaces, store } = yield* writtenSpace
      const revisions = yield* RevisionStore
      const tree = yield* TreeStore
      const git = yield* GitStore
      const grants = yield* Grants
      const members = yield* Members
      const sites = yield* Sites
      const guest = yield* newMember(org, null)
      yield* grants.grant({ kind: "space", id }, { role: "read", users: [guest] }).pipe(as(admin))
      const other = yield* spaces.create(org, {}).pipe(as(admin))
      const site = yield* sites.create(org, { title: `Site ${id}`, spaces: [id, other.id] }).pipe(as(admin))
      yield* sites.publish(org, site.id).pipe(as(admin))
      const { head } = (yield* store.get(id))!
      yield* git.putSync({
        spaceId: id,
        url: "https://git.test/a.git",
        ref: "refs/heads/main",
        directory: "",
        repoName: "a",
        provider: "github",
        integration: null,
        infoURL: "https://git.test/a",
        repoTreeURL: null,
        repoCommitURL: null,
        commit: null,
        tree: null,
        root: null,
        shape: null,
        pending: null,
        isChecked: true,
        isReplaced: false,
        orderedAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z"
      })

      yield* lifecycle.remove(id).pipe(as(admin))
      yield* TestClock.adjust("6 days")
      yield* purgeDue
      yield* lifecycle.restore(id).pipe(as(admin))
      // the days count from the last deletion
      yield* lifecycle.remove(id).pipe(as(admin))
      yield* TestClock.adjust("6 days")
      yield* purgeDue
      expect(yield* store.get(id)).toBeDefined()
      yield* TestClock.adjust("1 days")
      expect(yield* purgeDue).toBe(1)

      expect(yield* store.get(id)).toBeUndefined()
      expect(yield* tree.get({ kind: "space", id })).toBeUndefined()
      expect(yield* revisions.get(id, head.revisionId)).toBeUndefined()
      expect(yield* revisions.head(id, primary)).toBeUndefined()
      expect(yield* git.sync(id)).toBeUndefined()
      expect((yield* members.get(org, guest).pipe(as(admin))).spaces).toBe(0)
      expect(yield* outcome(lifecycle.restore(id).pipe(as(admin)))).toBe("NotFound")
      // the site goes on with what is left, from its root
      const siteSpaces = yield* SiteSpaces
      const { items: structure } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
      expect(structure.map((it) => [it.space.id, it.default])).toEqual([[other.id, true]])
      expect(yield* purgeDue).toBe(0)
    })
  )

  story("a space that nobody removed yet cannot be restored after its time", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, store } = yield* writtenSpace
      yield* lifecycle.remove(id).pipe(as(admin))
      yield* TestClock.adjust("7 days")
      yield* TestClock.adjust("1 millis")
      expect(yield* store.get(id)).toBeDefined()
      expect(yield* outcome(lifecycle.restore(id).pipe(as(admin)))).toBe("NotFound")
      yield* purgeDue
      expect(yield* store.get(id)).toBeUndefined()
    })
  )

  story(
    "at the very end of the seventh day one of the two wins, and nothing is half gone (threat: purge against restore)",
    () =>
      Effect.gen(function* () {
        const purge = yield* SpacePurge
        const revisions = yield* RevisionStore
        const tree = yield* TreeStore
        const { admin, lifecycle, org, pages, spaces, store, write } = yield* writtenSpace
        const ids: Array<string> = []
        for (let i = 0; i < 12; i++) {
          const { id } = yield* spaces.create(org, {}).pipe(as(admin))
          yield* write(id, { "README.md": "# Kept\n" })
          ids.push(id)
        }
        yield* Effect.forEach(ids, (id) => lifecycle.remove(id).pipe(as(admin)), { discard: true })
        yield* TestClock.adjust("7 days")
        const due = yield* purge.sweep
        expect(due).toBe(ids.length)
        // the worker is ahead by some; then both go on, the callers from the other end
        for (let i = 0; i < 3; i++) yield* purge.work
        const [last] = yield* Effect.all(
          [
            Effect.forEach([...ids].reverse(), (id) => outcome(lifecycle.restore(id).pipe(as(admin))), {
              concurrency: 2
            }),
            Effect.forEach(ids.slice(3), () => purge.work, { concurrency: 2 })
          ],
          { concurrency: "unbounded" }
        )
        const restored = [...last].reverse()
        expect(new Set(restored)).toEqual(new Set(["done", "NotFound"]))
        for (const [i, id] of ids.entries()) {
          if (restored[i] === "done") {
            expect((yield* spaces.get(id).pipe(as(admin))).id).toBe(id)
            expect(yield* pages(id)).toEqual(["Kept"])
          } else {
            expect(restored[i]).toBe("NotFound")
            expect(yield* store.get(id)).toBeUndefined()
            expect(yield* revisions.head(id, primary)).toBeUndefined()
            expect(yield* tree.get({ kind: "space", id })).toBeUndefined()
          }
        }
        const left = yield* spaces.list(org, {}).pipe(as(admin))
        expect(left.count).toBe(1 + restored.filter((it) => it === "done").length)
      })
  )
}
