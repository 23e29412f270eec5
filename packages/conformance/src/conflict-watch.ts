/** Stories of finding out which change requests have conflicts: whoever made one is told once, and lists know of it. */
import { describe, expect, layer } from "@effect/vitest"
import { Notifications } from "@octavo/core/connections/notifications/Notifications"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ConflictWatch } from "@octavo/core/content/change-requests/ConflictWatch"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { Effect } from "effect"
import { as, newMember, type StoreUnderTest, services } from "./harness.ts"
import { newDraft } from "./new-draft.ts"

/** A change request of Ann's about a page that Ben can edit as well. */
const newScene = Effect.fnUntraced(function* () {
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const { admin, id: first, organization, space } = yield* newDraft()
  yield* changeRequests.merge(space, first).pipe(as(admin))
  const ann = yield* newMember(organization, "edit")
  const ben = yield* newMember(organization, "admin")
  const made = yield* contents
    .editSpace(space, {
      changes: [{ operation: "insert_page", title: "Cats", document: { markdown: "They purr.\n" } }]
    })
    .pipe(as(ben))
  const [{ page }] = made.changes as unknown as readonly [{ readonly page: { readonly id: string } }]
  const { id } = yield* changeRequests.create(space, { subject: "Cats" }).pipe(as(ann))
  const text = (markdown: string): { readonly changes: ReadonlyArray<ContentChange> } => ({
    changes: [{ operation: "update_page", page: page.id, document: { markdown } }]
  })
  return {
    ann,
    ben,
    id,
    space,
    draft: (markdown: string) => contents.edit(space, id, text(markdown)).pipe(as(ann)),
    live: (markdown: string) => contents.editSpace(space, text(markdown)).pipe(as(ben))
  }
})

export const conflictWatchSuite = (under: StoreUnderTest) =>
  describe(`conflicts of change requests on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are found when either side moves, are told of once, and are over when they are settled", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const { sweep } = yield* ConflictWatch
          const { ann, ben, draft, id, live, space } = yield* newScene()
          const notifications = yield* Notifications
          const told = (user: string) =>
            Effect.map(notifications.list({}, {}).pipe(as(user)), ({ items }) => items.map(({ kind }) => kind))
          const listed = (conflicts: boolean) =>
            Effect.map(changeRequests.list(space, { conflicts }, {}).pipe(as(ben)), ({ items }) => items.length)
          yield* changeRequests.update(space, id, { status: "open" }).pipe(as(ann))
          yield* draft("They purr, and sleep.\n")
          yield* sweep
          expect([yield* told(ann), yield* listed(true), yield* listed(false)]).toEqual([[], 0, 1])

          yield* live("They purr and hiss.\n")
          yield* Effect.all([sweep, sweep], { concurrency: 2 })
          expect([yield* told(ann), yield* listed(true), yield* listed(false)]).toEqual([["conflict"], 1, 0])
          expect(yield* told(ben)).toEqual([])
          // more of it is nothing new
          yield* live("They purr, hiss and bite.\n")
          yield* sweep
          expect([yield* told(ann), yield* listed(true)]).toEqual([["conflict"], 1])

          // the draft goes back to what it was made from: it collides with nothing
          yield* draft("They purr.\n")
          yield* sweep
          expect([yield* listed(true), yield* listed(false)]).toEqual([0, 1])
          yield* draft("They sleep.\n")
          yield* sweep
          expect([(yield* told(ann)).length, yield* listed(true)]).toEqual([2, 1])

          const { items } = yield* changeRequests.conflicts(space, id).pipe(as(ann))
          const settled = items.map((one) => ({ conflict: one.id, take: "mine" as const }))
          yield* changeRequests.pull(space, id, { settled }).pipe(as(ann))
          expect([yield* listed(true), yield* listed(false)]).toEqual([0, 1])
          yield* sweep
          expect([(yield* told(ann)).length, yield* listed(true)]).toEqual([2, 0])
        })
      )

      it.effect("are told of nobody's own edits, and of no change request that is merged or archived", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const { sweep } = yield* ConflictWatch
          const { ann, draft, id, live, space } = yield* newScene()
          yield* draft("They purr, and sleep.\n")
          yield* changeRequests.update(space, id, { status: "archived" }).pipe(as(ann))
          yield* live("They purr and hiss.\n")
          yield* sweep
          const { items } = yield* (yield* Notifications).list({}, {}).pipe(as(ann))
          expect(items).toEqual([])
          expect(
            (yield* changeRequests.list(space, { conflicts: true, status: "archived" }, {}).pipe(as(ann))).items
          ).toEqual([])
        })
      )
    })
  })
