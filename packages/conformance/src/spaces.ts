import { describe, expect, layer } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { as, asOperator, newMember, newOrganization, type StoreUnderTest, services } from "./harness.ts"
import { deletionStories, purgeStories } from "./space-deletion.ts"
import { duplicateStories } from "./space-duplicates.ts"
import { lockStories } from "./space-locks.ts"

/** Spaces: create, list, get, patch; and how they come and go. */
export const spacesSuite = (under: StoreUnderTest) =>
  describe(`spaces on ${under.name}`, () => {
    layer(services(under))((it) => {
      deletionStories(it.effect)
      purgeStories(it.effect)
      duplicateStories(it.effect)
      lockStories(it.effect)

      it.effect("a new space is complete", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          const space = yield* spaces.create(id, { title: "Guide", emoji: "📘", language: "en" }).pipe(as(admin))
          expect(space).toMatchObject({
            object: "space",
            title: "Guide",
            emoji: "📘",
            language: "en",
            organization: id,
            visibility: "private",
            editMode: "live",
            mergeRules: { type: "inherit" },
            defaultLevel: null,
            comments: 0,
            changeRequests: 0
          })
          expect(space.revision).toMatch(/^[a-zA-Z0-9_-]+$/)
          expect(yield* spaces.get(space.id).pipe(as(admin))).toEqual(space)
          expect((yield* spaces.create(id, {}).pipe(as(admin))).title).toBe("Untitled")
        })
      )

      it.effect("it takes the role create to make one, admin to change one", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          const { id: spaceId } = yield* spaces.create(id, {}).pipe(as(admin))
          for (const role of ["read", "comment", "edit", "review"] as const) {
            const member = yield* newMember(id, role)
            expect((yield* Effect.flip(spaces.create(id, {}).pipe(as(member))))._tag).toBe("Forbidden")
            expect((yield* Effect.flip(spaces.update(spaceId, { title: "x" }).pipe(as(member))))._tag).toBe("Forbidden")
            expect((yield* spaces.get(spaceId).pipe(as(member))).permissions.admin).toBe(false)
          }
          const creator = yield* newMember(id, "create")
          yield* spaces.create(id, {}).pipe(as(creator))
          const guest = yield* newMember(id, null)
          expect((yield* Effect.flip(spaces.create(id, {}).pipe(as(guest))))._tag).toBe("Forbidden")
          expect((yield* Effect.flip(spaces.get(spaceId).pipe(as(guest))))._tag).toBe("NotFound")
          expect(yield* spaces.list(id, {}).pipe(as(guest))).toEqual({ count: 0, items: [] })
        })
      )

      it.effect("another organization's space looks like none (threats: foreign ids in paths, enumeration)", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const a = yield* newOrganization()
          const b = yield* newOrganization()
          const { id } = yield* spaces.create(a.id, {}).pipe(as(a.admin))
          const hidden = yield* Effect.flip(spaces.get(id).pipe(as(b.admin)))
          const missing = yield* Effect.flip(spaces.get("none").pipe(as(b.admin)))
          expect(hidden.message.replace(id, "none")).toBe(missing.message)
          expect((yield* Effect.flip(spaces.update(id, { title: "x" }).pipe(as(b.admin))))._tag).toBe("NotFound")
          expect((yield* Effect.flip(spaces.list(a.id, {}).pipe(as(b.admin))))._tag).toBe("NotFound")
          expect((yield* Effect.flip(spaces.create(a.id, {}).pipe(as(b.admin))))._tag).toBe("NotFound")
        })
      )

      it.effect("a patch changes what it names and nothing else", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          const space = yield* spaces.create(id, { title: "Old", emoji: "🍎" }).pipe(as(admin))
          const locked = yield* spaces
            .update(space.id, {
              editMode: "locked",
              defaultLevel: "comment",
              mergeRules: { type: "none" },
              language: "de"
            })
            .pipe(as(admin))
          expect(locked).toMatchObject({
            title: "Old",
            emoji: "🍎",
            editMode: "locked",
            defaultLevel: "comment",
            language: "de"
          })
          expect(locked.permissions.edit).toBe(false)
          const icon = yield* spaces.update(space.id, { icon: "https://example.org/i.png" }).pipe(as(admin))
          expect([icon.emoji, icon.urls.icon]).toEqual(["", "https://example.org/i.png"])
          const cleared = yield* spaces.update(space.id, { emoji: null, icon: null }).pipe(as(admin))
          expect([cleared.emoji, cleared.urls.icon]).toEqual(["", undefined])
          const both = yield* Effect.flip(
            spaces.update(space.id, { emoji: "🍐", icon: "https://x.test/i" }).pipe(as(admin))
          )
          expect(both._tag).toBe("Invalid")
          expect((yield* spaces.update(space.id, {}).pipe(as(admin))).title).toBe("Old")
        })
      )

      it.effect("a default level is the role of members who have nothing nearer", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          const member = yield* newMember(id, "create")
          const space = yield* spaces.create(id, {}).pipe(as(admin))
          expect((yield* spaces.get(space.id).pipe(as(member))).permissions.merge).toBe(true)
          yield* spaces.update(space.id, { defaultLevel: "read" }).pipe(as(admin))
          expect((yield* spaces.get(space.id).pipe(as(member))).permissions).toMatchObject({
            merge: false,
            comment: false
          })
          const listed = yield* spaces.list(id, {}).pipe(as(member))
          expect(listed.items[0]!.permissions).toMatchObject({ view: true, merge: false })
        })
      )

      it.effect("a parent must be a collection of the organization", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          expect((yield* Effect.flip(spaces.create(id, { parent: "none" }).pipe(as(admin))))._tag).toBe("Invalid")
          expect((yield* spaces.list(id, {}).pipe(as(admin))).count).toBe(0)
        })
      )

      it.effect("50 spaces made at once are all there, each in a place of its own", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { id } = yield* newOrganization()
          yield* Effect.all(
            Array.from({ length: 50 }, (_, i) => spaces.create(id, { title: `S${i}` })),
            { concurrency: "unbounded" }
          )
          const listed = yield* spaces.list(id, { limit: 1000 })
          expect(new Set(listed.items.map(({ title }) => title)).size).toBe(50)
          let page = yield* spaces.list(id, { limit: 7 })
          const seen = [...page.items]
          while (page.next !== undefined) {
            page = yield* spaces.list(id, { limit: 7, page: page.next.page })
            seen.push(...page.items)
          }
          expect(seen.map((space) => space.id)).toEqual(listed.items.map((space) => space.id))
        }).pipe(asOperator)
      )
    })
  })
