/** Stories of reviews: who may be asked, who may ask, and what is hidden. */
import { expect } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { as, asOperator, newMember, newUser, refusal, type Story } from "./harness.ts"
import { newDraft, ok } from "./new-draft.ts"

export const reviewAccessStories = (story: Story) => {
  story(
    "nobody is asked who could not review, and who is hidden is told like who is not there (threat: foreign ids in bodies)",
    () =>
      Effect.gen(function* () {
        const changeRequests = yield* ChangeRequests
        const reviews = yield* Reviews
        const { admin, organization, space, id } = yield* newDraft()
        const ben = yield* newMember(organization, "review")
        const strangers = [
          "nobody",
          "",
          (yield* newUser()).id,
          (yield* newDraft()).admin,
          yield* newMember(organization, "edit"),
          yield* newMember(organization, null)
        ]
        const messages = new Set<string>()
        for (const stranger of strangers) {
          const problem = yield* Effect.flip(
            reviews.request(space, id, { users: [ben, stranger], subject: "Look" }).pipe(as(admin))
          )
          expect(problem).toMatchObject({ _tag: "Invalid", details: [{ path: "users.1" }] })
          messages.add(problem.message)
        }
        expect(messages.size).toBe(1)
        expect((yield* reviews.listRequested(space, id, {}).pipe(as(admin))).count).toBe(0)
        expect(yield* changeRequests.get(space, id).pipe(as(admin))).toMatchObject({ status: "draft", subject: "" })
      })
  )

  story("not more than 100 are asked about one change request, and none of those who would be too many", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const { admin, organization, space, id } = yield* newDraft()
      const people = yield* Effect.forEach(Array.from({ length: 100 }), () => newMember(organization, "review"))
      yield* reviews.request(space, id, { users: people }).pipe(as(admin))
      expect(yield* refusal(reviews.request(space, id, { users: [admin] }).pipe(as(admin)))).toBe("Invalid")
      expect((yield* reviews.request(space, id, { users: people.slice(0, 2) }).pipe(as(admin))).length).toBe(2)
      expect((yield* reviews.listRequested(space, id, {}).pipe(as(admin))).count).toBe(100)
    })
  )

  story("roles: read sees, edit asks, review reviews; people only", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const reviews = yield* Reviews
      const grants = yield* Grants
      const { admin, organization, space, id } = yield* newDraft()
      for (const role of ["read", "comment", "edit", "review", "create", "admin"] as const) {
        const member = yield* newMember(organization, role)
        const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>> = [
          reviews.list(space, id, {}, {}),
          reviews.listRequested(space, id, {}),
          reviews.listContributors(space, id, {}),
          reviews.request(space, id, { users: [admin] }),
          reviews.withdraw(space, id, admin),
          reviews.submit(space, id, { status: "approved" })
        ]
        const answers = yield* Effect.forEach(attempts, (attempt) => refusal(attempt.pipe(as(member))))
        const edits = role === "read" || role === "comment" ? "Forbidden" : ok
        const judges = edits === ok && role !== "edit" ? ok : "Forbidden"
        expect([role, ...answers]).toEqual([role, ok, ok, ok, edits, edits, judges])
      }
      expect(yield* refusal(reviews.submit(space, id, { status: "approved" }).pipe(asOperator))).toBe("Forbidden")
      const scoped = reviews.submit(space, id, { status: "approved" }).pipe(as(admin, new Set()))
      expect(yield* refusal(scoped)).toBe("Forbidden")
      // a guest reviews where the guest was let in
      const guest = yield* newMember(organization, null)
      const attempt = reviews.submit(space, id, { status: "approved" }).pipe(as(guest))
      expect(yield* refusal(attempt)).toBe("NotFound")
      yield* grants.grant({ kind: "space", id: space }, { role: "review", users: [guest] }).pipe(as(admin))
      expect(yield* refusal(attempt)).toBe(ok)
      expect((yield* reviews.request(space, id, { users: [guest] }).pipe(as(admin))).length).toBe(1)
      yield* changeRequests.update(space, id, { status: "archived" }).pipe(as(admin))
      expect(yield* refusal(attempt)).toBe("PreconditionFailed")
      expect(yield* refusal(reviews.request(space, id, { users: [] }).pipe(as(admin)))).toBe("PreconditionFailed")
      expect((yield* changeRequests.get(space, id).pipe(as(admin))).status).toBe("archived")
    })
  )

  story(
    "what is of another organization, space or change request is not there (threats: foreign ids in paths, one of two ids checked)",
    () =>
      Effect.gen(function* () {
        const changeRequests = yield* ChangeRequests
        const reviews = yield* Reviews
        const a = yield* newDraft()
        const b = yield* newDraft()
        const { id: sibling } = yield* changeRequests.create(a.space, {}).pipe(as(a.admin))
        const { id: review } = yield* reviews.submit(a.space, a.id, { status: "approved" }).pipe(as(a.admin))
        const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          reviews.get(a.space, sibling, review).pipe(as(a.admin)),
          reviews.get(b.space, b.id, review).pipe(as(b.admin)),
          reviews.get(a.space, a.id, review).pipe(as(b.admin)),
          reviews.get(a.space, a.id, "none").pipe(as(a.admin)),
          reviews.list(b.space, a.id, {}, {}).pipe(as(b.admin)),
          reviews.submit(a.space, a.id, { status: "approved" }).pipe(as(b.admin)),
          reviews.submit(b.space, a.id, { status: "approved" }).pipe(as(b.admin)),
          reviews.request(b.space, a.id, { users: [b.admin] }).pipe(as(b.admin)),
          reviews.listRequested(a.space, a.id, {}).pipe(as(b.admin)),
          reviews.withdraw(a.space, a.id, a.admin).pipe(as(b.admin)),
          reviews.listContributors(a.space, "99", {}).pipe(as(a.admin))
        ]
        for (const attempt of attempts) expect(yield* refusal(attempt)).toBe("NotFound")
      })
  )
}
