import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequestStore } from "@octavo/core/content/change-requests/ChangeRequestStore"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { primary, type RevisionRecord } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asOperator, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

const insert = (markdown: string): ContentChange => ({ operation: "insert_page", document: { markdown } })

const newSpace = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const { admin, id: organization } = yield* newOrganization()
  const { id } = yield* spaces.create(organization, {}).pipe(as(admin))
  return { admin, organization, space: id }
})

/** Change requests: numbers, statuses, lists, who may. What merges is `change-request-content`'s. */
export const changeRequestsSuite = (under: StoreUnderTest) =>
  describe(`change requests on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a new one is complete, and found by id and by number", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const spaces = yield* Spaces
          const { admin, space } = yield* newSpace()
          const { revision } = yield* spaces.get(space).pipe(as(admin))
          const description = {
            object: "document" as const,
            data: { schemaVersion: 8, own: true },
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Why", marks: [] }] }]
              }
            ]
          }
          const made = yield* changeRequests.create(space, { subject: "First", description }).pipe(as(admin))
          expect(made).toMatchObject({
            object: "change-request",
            number: 1,
            status: "draft",
            subject: "First",
            description,
            space,
            revision,
            revisionInitial: revision,
            comments: 0,
            outdated: false,
            createdBy: { object: "user", id: admin }
          })
          expect(made.urls.location).toBe(`https://octavo.test/v1/spaces/${space}/change-requests/${made.id}`)
          expect(made).not.toHaveProperty("revisionMerged")
          expect(yield* changeRequests.get(space, made.id).pipe(as(admin))).toEqual(made)
          expect(yield* changeRequests.get(space, "1").pipe(as(admin))).toEqual(made)
          const second = yield* changeRequests.create(space, {}).pipe(as(admin))
          expect([second.number, second.subject, second.description]).toEqual([2, "", undefined])
          const template = yield* Effect.flip(
            changeRequests.create(space, { template: { id: "none" } }).pipe(as(admin))
          )
          expect(template._tag).toBe("Invalid")
          expect((yield* changeRequests.create(space, {}).pipe(asOperator)).createdBy.id).toBe("operator")
        })
      )

      it.effect("100 made at once have the numbers 1 to 100, and the space counts them (threat: lost updates)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const spaces = yield* Spaces
          const { space } = yield* newSpace()
          const made = yield* Effect.all(
            Array.from({ length: 100 }, (_, i) => changeRequests.create(space, { subject: `${i}` })),
            { concurrency: "unbounded" }
          )
          expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
            Array.from({ length: 100 }, (_, i) => i + 1)
          )
          expect(yield* spaces.get(space)).toMatchObject({
            changeRequests: 100,
            changeRequestsDraft: 100,
            changeRequestsOpen: 0
          })
        }).pipe(asOperator)
      )

      it.effect("statuses move as the table says, and the space counts along", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const spaces = yield* Spaces
          const { space } = yield* newSpace()
          const { id } = yield* changeRequests.create(space, {})
          const counts = Effect.map(spaces.get(space), (one) => [
            one.changeRequests,
            one.changeRequestsOpen,
            one.changeRequestsDraft
          ])
          expect(yield* counts).toEqual([1, 0, 1])
          for (const [status, expected] of [
            ["open", [1, 1, 0]],
            ["archived", [1, 0, 0]],
            ["draft", [1, 0, 1]],
            ["draft", [1, 0, 1]],
            ["archived", [1, 0, 0]]
          ] as const) {
            expect((yield* changeRequests.update(space, id, { status })).status).toBe(status)
            expect(yield* counts).toEqual(expected)
          }
          // archived
          expect(yield* refusal(changeRequests.merge(space, id))).toBe("PreconditionFailed")
          expect(yield* refusal(contents.edit(space, id, { changes: [insert("# A")] }))).toBe("PreconditionFailed")
          expect((yield* changeRequests.pull(space, id)).result).toBe("update")
          yield* changeRequests.update(space, id, { status: "open" })
          const merged = yield* changeRequests.merge(space, id)
          expect(merged.result).toBe("merge")
          expect(yield* counts).toEqual([1, 0, 0])
          expect(yield* changeRequests.get(space, id)).toMatchObject({
            status: "merged",
            revisionMerged: merged.revision,
            outdated: false
          })
          expect((yield* spaces.get(space)).revision).toBe(merged.revision)
          // merged
          for (const status of ["draft", "open", "archived"] as const) {
            expect(yield* refusal(changeRequests.update(space, id, { status }))).toBe("PreconditionFailed")
          }
          expect(yield* refusal(changeRequests.merge(space, id))).toBe("Conflict")
          expect(yield* refusal(changeRequests.pull(space, id))).toBe("PreconditionFailed")
          expect(yield* refusal(contents.edit(space, id, { changes: [insert("# A")] }))).toBe("PreconditionFailed")
          expect((yield* changeRequests.update(space, id, { subject: "Later" })).subject).toBe("Later")
        }).pipe(asOperator)
      )

      it.effect("the revision that merges one marks it, once, and its space counts it once (threat: two servers)", () =>
        Effect.gen(function* () {
          const store = yield* ChangeRequestStore
          const changeRequests = yield* ChangeRequests
          const revisions = yield* RevisionStore
          const spaces = yield* Spaces
          const { space } = yield* newSpace()
          const mergedBy = Effect.fnUntraced(function* (id: string, isOnHead: boolean) {
            const head = (yield* revisions.head(space, primary))!
            const revision: RevisionRecord = {
              id: makeId(),
              spaceId: space,
              root: head.root,
              parents: [head.revisionId],
              type: "merge",
              author: null,
              message: null,
              git: null,
              createdAt: "2100-01-01T00:00:00.000Z",
              mergedFrom: id
            }
            yield* isOnHead ? revisions.advance(primary, head.sequence, revision) : revisions.insert(revision)
            return revision
          })
          const counts = Effect.map(spaces.get(space), (one) => [one.changeRequestsOpen, one.changeRequestsDraft])
          for (const status of ["draft", "open"] as const) {
            for (const isEarlier of [false, true]) {
              const { id } = yield* changeRequests.create(space, {})
              yield* changeRequests.update(space, id, { status })
              const before = (yield* store.find(space, id))!
              // as a copy of all rows brings it in
              yield* mergedBy(id, false)
              expect(yield* store.find(space, id)).toEqual(before)
              const { createdAt, id: revision } = yield* mergedBy(id, true)
              const marked = yield* store.find(space, id)
              expect(marked).toMatchObject({ status: "merged", revisionMerged: revision, updatedAt: createdAt })
              // a server of before says so by itself
              yield* isEarlier ? store.update(before, { status: "merged" }, createdAt) : store.countMerged(before)
              expect([(yield* store.find(space, id))!.status, ...(yield* counts)]).toEqual(["merged", 0, 0])
              yield* mergedBy(id, true)
              expect((yield* store.find(space, id))!.revisionMerged).toBe(revision)
            }
          }
          const { id } = yield* changeRequests.create(space, {})
          yield* changeRequests.update(space, id, { status: "archived" })
          yield* mergedBy(id, true)
          expect((yield* store.find(space, id))!.status).toBe("archived")
        }).pipe(asOperator)
      )

      it.effect("roles: read sees, edit opens and changes, review merges", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { admin, organization, space } = yield* newSpace()
          for (const role of ["read", "comment", "edit", "review", "create", "admin"] as const) {
            const member = yield* newMember(organization, role)
            const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
            const answers = [
              yield* refusal(changeRequests.get(space, id).pipe(as(member))),
              yield* refusal(changeRequests.create(space, {}).pipe(as(member))),
              yield* refusal(changeRequests.update(space, id, { subject: role }).pipe(as(member))),
              yield* refusal(contents.edit(space, id, { changes: [insert("# A")] }).pipe(as(member))),
              yield* refusal(changeRequests.pull(space, id).pipe(as(member))),
              yield* refusal(changeRequests.merge(space, id).pipe(as(member)))
            ]
            const ok = "nothing refused it"
            const no = "Forbidden"
            const edits = role === "read" || role === "comment" ? no : ok
            expect([role, ...answers]).toEqual([
              role,
              ok,
              edits,
              edits,
              edits,
              edits,
              edits === no || role === "edit" ? no : ok
            ])
          }
        })
      )

      it.effect(
        "what is of another organization or space is not there (threats: foreign ids in paths, one of two ids checked)",
        () =>
          Effect.gen(function* () {
            const changeRequests = yield* ChangeRequests
            const contents = yield* ChangeRequestContent
            const spaces = yield* Spaces
            const a = yield* newSpace()
            const b = yield* newSpace()
            const { id: other } = yield* spaces.create(a.organization, {}).pipe(as(a.admin))
            const { id } = yield* changeRequests.create(a.space, {}).pipe(as(a.admin))
            const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
              changeRequests.get(a.space, id).pipe(as(b.admin)),
              changeRequests.get(b.space, id).pipe(as(b.admin)),
              changeRequests.get(other, id).pipe(as(a.admin)),
              changeRequests.get(other, "1").pipe(as(a.admin)),
              changeRequests.update(other, id, { subject: "x" }).pipe(as(a.admin)),
              changeRequests.merge(other, id).pipe(as(a.admin)),
              changeRequests.pull(other, id).pipe(as(a.admin)),
              contents.edit(other, id, { changes: [insert("# A")] }).pipe(as(a.admin)),
              contents.changes(other, id).pipe(as(a.admin)),
              changeRequests.list(a.space, {}, {}).pipe(as(b.admin)),
              changeRequests.listInOrganization(a.organization, {}, {}).pipe(as(b.admin)),
              changeRequests.get(a.space, "999999999999999999999").pipe(as(a.admin)),
              changeRequests.get(a.space, "0").pipe(as(a.admin))
            ]
            for (const attempt of attempts) expect(yield* refusal(attempt)).toBe("NotFound")
          })
      )

      it.effect("lists filter, order and page", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { admin, organization, space } = yield* newSpace()
          const editor = yield* newMember(organization, "edit")
          const made: Array<string> = []
          for (let i = 0; i < 5; i++) {
            yield* TestClock.adjust("1 second")
            made.push((yield* changeRequests.create(space, { subject: `${i}` }).pipe(as(i === 3 ? editor : admin))).id)
          }
          const all = { status: ["draft", "open", "archived", "merged"] } as const
          const ids = (listing: Parameters<typeof changeRequests.list>[1], params = {}) =>
            Effect.map(changeRequests.list(space, listing, params).pipe(as(admin)), (list) =>
              list.items.map(({ subject }) => subject).join("")
            )
          expect(yield* ids({})).toBe("")
          expect(yield* ids({ ...all, orderBy: "createdAt" })).toBe("43210")
          yield* TestClock.adjust("1 second")
          yield* changeRequests.update(space, made[1]!, { status: "open" }).pipe(as(admin))
          yield* TestClock.adjust("1 second")
          yield* contents.edit(space, made[0]!, { changes: [insert("# A")] }).pipe(as(editor))
          expect(yield* ids({})).toBe("1")
          expect(yield* ids({ status: "draft", orderBy: "createdAt" })).toBe("4320")
          expect((yield* ids(all)).slice(0, 2)).toBe("01")
          expect(yield* ids({ ...all, creator: editor })).toBe("3")
          expect(yield* ids({ ...all, contributor: editor })).toBe("0")
          expect(yield* ids({ ...all, contributor: admin })).toBe("")
          expect(yield* ids({ ...all, requestedReviewer: editor })).toBe("")
          expect(yield* ids({ ...all, conversationsIssuesCluster: "none" })).toBe("")
          // nothing is linked to topics or opened by style guide runs; leaving triage out leaves nothing out
          expect(yield* ids({ ...all, topic: "any" })).toBe("")
          expect(yield* ids({ ...all, finding: "none" })).toBe(yield* ids(all))
          const seen: Array<string> = []
          let page = yield* changeRequests.list(space, { ...all, orderBy: "createdAt" }, { limit: 2 }).pipe(as(admin))
          for (;;) {
            expect(page.count).toBe(5)
            seen.push(...page.items.map(({ subject }) => subject))
            if (page.next === undefined) break
            page = yield* changeRequests
              .list(space, { ...all, orderBy: "createdAt" }, { limit: 2, page: page.next.page })
              .pipe(as(admin))
          }
          expect(seen.join("")).toBe("43210")
          const { next } = yield* changeRequests.list(space, all, { limit: 1 }).pipe(as(admin))
          const foreign = changeRequests.list(space, {}, { limit: 1, page: next!.page }).pipe(as(admin))
          expect(yield* refusal(foreign)).toBe("Invalid")
        })
      )

      it.effect(
        "an organization's list shows what the caller may see, and counts no more (threat: derived reads)",
        () =>
          Effect.gen(function* () {
            const changeRequests = yield* ChangeRequests
            const grants = yield* Grants
            const lifecycle = yield* SpaceLifecycle
            const spaces = yield* Spaces
            const { admin, organization, space } = yield* newSpace()
            const { id: hidden } = yield* spaces.create(organization, {}).pipe(as(admin))
            const guest = yield* newMember(organization, null)
            const reader = yield* newMember(organization, "read")
            for (const one of [space, hidden]) yield* changeRequests.create(one, { subject: one }).pipe(as(admin))
            const list = (user: string, more = {}) =>
              Effect.map(
                changeRequests.listInOrganization(organization, { status: "draft", ...more }, {}).pipe(as(user)),
                ({ count, items }) => [count, ...items.map((one) => one.space).sort()]
              )
            expect(yield* list(admin)).toEqual([2, ...[space, hidden].sort()])
            expect(yield* list(reader)).toEqual([2, ...[space, hidden].sort()])
            expect(yield* list(guest)).toEqual([0])
            yield* grants.grant({ kind: "space", id: space }, { role: "read", users: [guest] }).pipe(as(admin))
            expect(yield* list(guest)).toEqual([1, space])
            expect(yield* list(guest, { space: hidden })).toEqual([0])
            expect(yield* list(admin, { space: hidden })).toEqual([1, hidden])
            expect(yield* refusal(changeRequests.list(hidden, {}, {}).pipe(as(guest)))).toBe("NotFound")
            // a deleted space takes its own with it, and brings them back
            yield* lifecycle.remove(hidden).pipe(as(admin))
            expect(yield* list(admin)).toEqual([1, space])
            expect(yield* refusal(changeRequests.get(hidden, "1").pipe(as(admin)))).toBe("NotFound")
            yield* lifecycle.restore(hidden).pipe(as(admin))
            expect((yield* changeRequests.get(hidden, "1").pipe(as(admin))).number).toBe(1)
          })
      )

      it.effect("a member who is removed sees nothing on the next request (threat: stale authority)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const members = yield* Members
          const { admin, organization, space } = yield* newSpace()
          const editor = yield* newMember(organization, "edit")
          const { id } = yield* changeRequests.create(space, {}).pipe(as(editor))
          yield* members.remove(organization, editor).pipe(as(admin))
          expect(yield* refusal(changeRequests.get(space, id).pipe(as(editor)))).toBe("NotFound")
          expect(yield* refusal(changeRequests.update(space, id, { subject: "x" }).pipe(as(editor)))).toBe("NotFound")
        })
      )

      it.effect("a copied space has none, and 20 patches at once leave one of them (threat: lost updates)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const lifecycle = yield* SpaceLifecycle
          const { space } = yield* newSpace()
          const { id } = yield* changeRequests.create(space, {})
          expect((yield* lifecycle.duplicate(space)).changeRequests).toBe(0)
          const statuses = ["draft", "open", "archived"] as const
          yield* Effect.all(
            Array.from({ length: 20 }, (_, i) =>
              changeRequests.update(space, id, { subject: `${i}`, status: statuses[i % 3]! })
            ),
            { concurrency: "unbounded" }
          )
          const last = yield* changeRequests.get(space, id)
          expect(last.status).toBe(statuses[Number(last.subject) % 3])
          const spaces = yield* Spaces
          expect(yield* spaces.get(space)).toMatchObject({
            changeRequests: 1,
            changeRequestsOpen: last.status === "open" ? 1 : 0,
            changeRequestsDraft: last.status === "draft" ? 1 : 0
          })
        }).pipe(asOperator)
      )

      it.effect("the trail tells of them", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const audit = yield* Audit
          const { admin, organization, space } = yield* newSpace()
          const { id } = yield* changeRequests.create(space, { subject: "One" }).pipe(as(admin))
          yield* changeRequests.update(space, id, { subject: "Two", status: "open" }).pipe(as(admin))
          yield* changeRequests.update(space, id, { subject: "Two", status: "open" }).pipe(as(admin))
          yield* changeRequests.merge(space, id).pipe(as(admin))
          const { items } = yield* audit.list(organization, { target: id }, {}).pipe(as(admin))
          expect(items.map(({ action }) => action).sort()).toEqual([
            "change-request.create",
            "change-request.merge",
            "change-request.status",
            "change-request.update"
          ])
          expect(items.find(({ action }) => action === "change-request.merge")!.target.label).toBe("#1 Two")
        })
      )
    })
  })
