/** Stories of the history of a space: what merges and updates leave in it. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { History } from "@octavo/core/content/space-content/History"
import { Effect } from "effect"
import { insert, newDraftedSpace, remove, set, shown, write } from "./drafted-space.ts"
import { as, asOperator, newMember, refusal, type Story } from "./harness.ts"

export const historyStories = (story: Story) => {
  story("history: each block of a page is of the revision that wrote it, whoever merged others since", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const changeRequests = yield* ChangeRequests
      const history = yield* History
      const { admin, ids, organization, space } = yield* newDraftedSpace({ a: "# A\n\nOne.\n\nTwo.\n\nThree.\n" })
      const ada = yield* newMember(organization, "edit")
      const bea = yield* newMember(organization, "review")
      const a = ids["a"]!
      const write2 = write(a, "# A\n\nOne.\n\n2.\n\nThree.\n")
      yield* contents.editSpace(space, { changes: [write2] }).pipe(as(ada))
      const { id } = yield* changeRequests.create(space, { subject: "Four" }).pipe(as(ada))
      const more = "# A\n\nOne.\n\n2.\n\nThree.\n\nFour.\n"
      yield* contents.edit(space, id, { changes: [write(a, more)] }).pipe(as(ada))
      yield* changeRequests.merge(space, id).pipe(as(bea))
      const { blocks, isWhole, revisions } = yield* history.blame(space, a).pipe(as(admin))
      const by = new Map(revisions.map((one) => [one.id, one]))
      expect(blocks.map((one) => by.get(one)?.writtenBy?.id)).toEqual([admin, ada, admin, ada])
      expect(by.get(blocks[3]!)).toMatchObject({ type: "merge", changeRequest: id, author: { id: bea } })
      expect(isWhole).toBe(true)
      // a move of the page, and another page, are nothing that its blocks came with
      yield* contents.editSpace(space, { changes: [insert("# B\n"), set(a, { title: "Other" })] }).pipe(as(bea))
      expect((yield* history.blame(space, a).pipe(as(admin))).blocks).toEqual(blocks)
      expect(yield* refusal(history.blame(space, "none").pipe(as(admin)))).toBe("NotFound")
    })
  )

  story("a space's history names who did what, and any of it can come back", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const history = yield* History
      const { admin, ids, organization, space } = yield* newDraftedSpace({ a: "# A\n", b: "# B\n" })
      const editor = yield* newMember(organization, "edit")
      yield* contents.editSpace(space, { changes: [write(ids["a"]!, "# A\n\nTwo\n")] }).pipe(as(editor))
      const { id } = yield* changeRequests.create(space, { subject: "Third" }).pipe(as(admin))
      yield* contents.edit(space, id, { changes: [remove(ids["b"]!)] }).pipe(as(editor))
      yield* changeRequests.merge(space, id).pipe(as(admin))
      const { count, items } = yield* history.list(space, {}).pipe(as(admin))
      expect(count).toBe(4)
      expect(items.map(({ author, message, type }) => [type, author?.id, message])).toEqual([
        ["merge", admin, "Merge #1 Third"],
        ["edits", editor, undefined],
        ["edits", admin, undefined],
        ["edits", admin, undefined]
      ])
      expect(items[0]!.changeRequest).toBe(id)
      const first = yield* history.list(space, { limit: 3 }).pipe(as(admin))
      const rest = yield* history.list(space, { limit: 3, page: first.next!.page }).pipe(as(admin))
      expect([...first.items, ...rest.items]).toEqual(items)
      expect((yield* history.changes(space, items[2]!.id).pipe(as(admin))).changes.length).toBe(2)
      // of any two of them, in both directions
      const between = (one: string, since: string) =>
        Effect.map(history.changes(space, one, { since }).pipe(as(admin)), ({ changes, mergedFrom }) => [
          ...changes.map(({ type }) => type),
          mergedFrom
        ])
      const [newest, , oldest] = items.map((item) => item.id)
      expect(yield* between(newest!, oldest!)).toEqual(["page_edited", "page_deleted", undefined])
      expect(yield* between(oldest!, newest!)).toEqual(["page_created", "page_edited", undefined])
      expect(yield* between(newest!, newest!)).toEqual([undefined])
      expect(yield* refusal(between(newest!, "none"))).toBe("NotFound")

      const pages = (page: string) =>
        Effect.map(history.page(space, page, {}).pipe(as(admin)), (list) =>
          list.items.map(({ change, id: one }) => [change, one])
        )
      expect(yield* pages(ids["a"]!)).toEqual([
        ["edited", items[1]!.id],
        ["created", items[2]!.id]
      ])
      expect(yield* pages(ids["b"]!)).toEqual([
        ["deleted", items[0]!.id],
        ["created", items[2]!.id]
      ])
      expect(yield* refusal(history.page(space, "none", {}).pipe(as(admin)))).toBe("NotFound")

      expect(yield* refusal(history.blame(space, ids["b"]!).pipe(as(admin)))).toBe("NotFound")

      expect(yield* refusal(history.restore(space, items[0]!.id).pipe(as(admin)))).toBe("Conflict")
      const restored = yield* history.restore(space, items[2]!.id).pipe(as(editor))
      expect([restored.type, restored.author?.id, restored.parents]).toEqual(["rollback", editor, [items[0]!.id]])
      expect((yield* shown(space).pipe(as(admin))).texts).toEqual({ a: "# A\n", b: "# B\n" })
      expect((yield* pages(ids["b"]!))[0]).toEqual(["created", restored.id])
      const draft = (yield* changeRequests.get(space, id).pipe(as(admin))).revision
      expect(yield* refusal(history.restore(space, draft).pipe(as(admin)))).toBe("NotFound")
      const reader = yield* newMember(organization, "read")
      expect(yield* refusal(history.restore(space, items[1]!.id).pipe(as(reader)))).toBe("Forbidden")
      expect((yield* history.list(space, {}).pipe(as(reader))).count).toBe(5)
    })
  )

  story("a merge revision names both parents and the change request", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n" }).pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      const { changeRequest } = yield* contents.edit(space, id, { changes: [insert("# B")] })
      const { revision: main } = yield* contents.editSpace(space, { changes: [set(ids["a"]!, { title: "Ay" })] })
      expect((yield* changeRequests.get(space, id)).outdated).toBe(true)
      const { revision } = yield* changeRequests.merge(space, id)
      const { open } = yield* shown(space)
      const shownRevision = yield* open.content({})
      expect(shownRevision).toMatchObject({
        id: revision,
        type: "merge",
        parents: [main, changeRequest.revision],
        mergedFrom: { id, status: "merged", revisionMerged: revision }
      })
    }).pipe(asOperator)
  )

  story("an update brings the primary content in, and only once", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n\nText\n" }).pipe(asOperator)
      const { id } = yield* changeRequests.create(space, {})
      yield* contents.edit(space, id, { changes: [insert("# B")] })
      const { revision: main } = yield* contents.editSpace(space, { changes: [write(ids["a"]!, "# A\n\nOther\n")] })
      const updated = yield* changeRequests.pull(space, id)
      expect(updated.result).toBe("update")
      const after = yield* changeRequests.get(space, id)
      expect(after).toMatchObject({
        status: "draft",
        outdated: false,
        revision: updated.revision,
        revisionMergedAncestor: main
      })
      expect((yield* shown(space, { changeRequest: id })).texts).toEqual({ a: "# A\n\nOther\n", b: "# B" })
      expect(yield* changeRequests.pull(space, id)).toEqual({ revision: updated.revision, result: "update" })
      expect((yield* contents.changes(space, id)).changes.map(({ type }) => type)).toEqual(["page_created"])
    }).pipe(asOperator)
  )
}
