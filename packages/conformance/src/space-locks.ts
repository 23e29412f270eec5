/** Stories of spaces that are locked. */
import { expect } from "@effect/vitest"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Effect } from "effect"
import { as, newMember, newOrganization, outcome, type Story } from "./harness.ts"
import { writtenSpace } from "./written-space.ts"

export const lockStories = (story: Story) => {
  story("a locked space refuses every edit, until it is live again", () =>
    Effect.gen(function* () {
      const { admin, id, pages, spaces, write } = yield* writtenSpace
      const git = yield* GitSync
      const edit = yield* EditContent
      const content = yield* SpaceContent
      const open = yield* content.open(id).pipe(as(admin))
      const [page] = yield* open.pages({})
      const locked = yield* spaces.update(id, { editMode: "locked" }).pipe(as(admin))
      expect(locked.permissions).toMatchObject({ edit: false, merge: false, comment: true, admin: true })
      const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>> = [
        git.import(id, { url: "https://git.test/a.git", ref: "refs/heads/main" }),
        write(id, { "README.md": "# No\n" }),
        edit.replaceText(id, page!.id, "# No\n")
      ]
      for (const attempt of attempts) expect(yield* outcome(attempt).pipe(as(admin))).toBe("PreconditionFailed")
      expect(yield* pages(id)).toEqual(["Start", "Other"])
      yield* spaces.update(id, { editMode: "live" }).pipe(as(admin))
      yield* write(id, { "README.md": "# Yes\n" })
      expect(yield* pages(id)).toEqual(["Yes"])
    })
  )

  story("locking stops an import that is under way", () =>
    Effect.gen(function* () {
      const { admin, id, pages, spaces, write } = yield* writtenSpace
      const lock = spaces.update(id, { editMode: "locked" }).pipe(as(admin), Effect.orDie)
      expect(yield* outcome(write(id, { "README.md": "# Late\n" }, lock))).toBe("PreconditionFailed")
      expect(yield* pages(id)).toEqual(["Start", "Other"])
    })
  )

  story("deleting stops an import that is under way", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, pages, write } = yield* writtenSpace
      const remove = lifecycle.remove(id).pipe(as(admin), Effect.ignore)
      expect(yield* outcome(write(id, { "README.md": "# Late\n" }, remove))).toBe("NotFound")
      yield* lifecycle.restore(id).pipe(as(admin))
      expect(yield* pages(id)).toEqual(["Start", "Other"])
    })
  )

  story(
    "merge rules name members; other fields of a patch are not stored (threats: foreign ids in bodies, mass assignment)",
    () =>
      Effect.gen(function* () {
        const { admin, id, org, spaces } = yield* writtenSpace
        const other = yield* newOrganization()
        const guest = yield* newMember(org, null)
        const rules = (...users: ReadonlyArray<string>) => ({
          mergeRules: {
            type: "rules" as const,
            rules: [
              { rule: "require_at_least_one_review" as const },
              { rule: "require_specific_reviewers" as const, users },
              { rule: "custom" as const, expression: "actor.role == 'admin'", message: "Ask an admin" }
            ]
          }
        })
        const update = (input: Parameters<typeof spaces.update>[1]) => spaces.update(id, input).pipe(as(admin))
        expect(yield* update(rules(admin, guest))).toMatchObject(rules(admin, guest))
        const foreign = yield* Effect.flip(update(rules(admin, other.admin)))
        const missing = yield* Effect.flip(update(rules(admin, "nobody")))
        expect(foreign).toMatchObject({ _tag: "Invalid", details: [{ path: "mergeRules.rules.1.users.1" }] })
        expect(foreign).toEqual(missing)
        expect((yield* spaces.get(id).pipe(as(admin))).mergeRules).toEqual(rules(admin, guest).mergeRules)

        const before = yield* spaces.get(id).pipe(as(admin))
        const more = {
          title: "T",
          visibility: "public",
          organization: other.id,
          parent: "x",
          deletedAt: "2020-01-01T00:00:00.000Z",
          revision: "r",
          position: "zz"
        } as { title: string }
        const after = yield* update(more)
        expect({ ...after, updatedAt: "" }).toEqual({ ...before, title: "T", updatedAt: "" })
        expect(yield* update({ defaultLevel: "inherit" })).toMatchObject({ defaultLevel: null })
      })
  )
}
