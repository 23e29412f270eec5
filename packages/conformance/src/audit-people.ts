/** What the audit trail has of people: how they came in, or were refused, and what they wrote. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { GitSynced } from "@octavo/core/content/git/GitSynced"
import { makeOperationRun } from "@octavo/core/content/git/operationRun"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Members } from "@octavo/core/people/members/Members"
import { CurrentBrowser } from "@octavo/core/people/sign-in/browser"
import { MailLinks } from "@octavo/core/people/sign-in/MailLinks"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
import { Users } from "@octavo/core/people/users/Users"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { snapshotOf } from "./git-snapshot.ts"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  refusal,
  repositories,
  type StoreUnderTest,
  services
} from "./harness.ts"
import { newProvider, signIn, somebody } from "./new-provider.ts"

/** The events of some actions in an organization, oldest first. */
const eventsOf = (organization: string, prefix: RegExp) =>
  Effect.gen(function* () {
    const audit = yield* Audit
    const { items } = yield* audit.list(organization, {}, { limit: 100 })
    const found = items.filter(({ action }) => prefix.test(action)).reverse()
    return yield* Effect.forEach(found, ({ id }) => audit.get(organization, id))
  }).pipe(asOperator)

export const auditPeopleSuite = (under: StoreUnderTest) =>
  describe(`what the audit trail has of people on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect(
        "sessions that begin are in the trail of each organization that they are for, with what they began",
        () =>
          Effect.gen(function* () {
            const sessions = yield* Sessions
            const links = yield* MailLinks
            const users = yield* Users
            const made = yield* newProvider
            const other = yield* newOrganization("Other")
            const { actor } = yield* signIn(made, somebody())
            const { userId } = actor
            yield* (yield* Members).put(other.id, userId, "read").pipe(asOperator)
            yield* TestClock.adjust("1 second")
            const link = (yield* links.issue(userId))!
            yield* links.use(link.secret)
            yield* TestClock.adjust("1 second")
            const token = yield* users.createToken(userId, { label: "Laptop" }).pipe(asOperator)
            yield* sessions
              .startWithToken(token.token)
              .pipe(
                Effect.provideService(CurrentBrowser, "Firefox on Linux"),
                Effect.provideService(RequestAddress, "192.0.2.7")
              )

            const here = yield* eventsOf(made.org, /^session\./)
            expect(here.map(({ payload }) => payload["with"])).toEqual(["saml", "mail", "token"])
            expect(here[0]).toMatchObject({
              action: "session.start",
              actor: { type: "user", id: userId },
              target: { type: "user", id: userId, label: link.user.email },
              payload: { provider: made.provider.id }
            })
            expect(here[2]).toMatchObject({
              ip: "192.0.2.7",
              payload: { token: token.id, browser: "Firefox on Linux" }
            })
            // what a provider of an organization says counts nowhere else
            const there = yield* eventsOf(other.id, /^session\./)
            expect(there.map(({ payload }) => payload["with"])).toEqual(["mail", "token"])
            for (const { payload } of [...here, ...there]) expect(JSON.stringify(payload)).not.toContain(token.token)
          })
      )

      it.effect("tries that are refused are in it where it is known whose they are, the same once a minute", () =>
        Effect.gen(function* () {
          const sessions = yield* Sessions
          const links = yield* MailLinks
          const users = yield* Users
          const { id } = yield* newOrganization()
          const person = yield* newMember(id, "read")
          const expiresAt = "1970-01-01T01:00:00.000Z"
          const token = yield* users.createToken(person, { label: "Short", expiresAt }).pipe(asOperator)
          const used = (yield* links.issue(person))!.secret
          yield* links.use(used)
          yield* TestClock.adjust("1 second")
          const late = (yield* links.issue(person))!.secret
          expect(yield* refusal(links.use(used))).toBe("Forbidden")
          expect(yield* refusal(links.use(used))).toBe("Forbidden")
          yield* TestClock.adjust("61 minutes")
          expect(yield* refusal(links.use(late))).toBe("Forbidden")
          yield* TestClock.adjust("1 second")
          expect(yield* refusal(sessions.startWithToken(token.token))).toBe("Unauthorized")
          for (const nobody of ["", "x.y", "oct_nothing"]) {
            expect(yield* refusal(links.use(nobody))).toBe("Forbidden")
            expect(yield* refusal(sessions.startWithToken(nobody))).toBe("Unauthorized")
          }
          const events = yield* eventsOf(id, /^session\.refuse$/)
          expect(events.map(({ payload }) => payload["with"])).toEqual(["mail", "mail", "token"])
          for (const event of events) {
            expect(event).toMatchObject({ target: { type: "user", id: person } })
            expect(event.payload["reason"]).toMatch(/\w+ \w+/)
          }
        })
      )

      it.effect(
        "edits of spaces and of drafts are in it, with the revision that each has made; those of nothing are not",
        () =>
          Effect.gen(function* () {
            const { admin, id } = yield* newOrganization()
            const contents = yield* ChangeRequestContent
            const edits = yield* EditContent
            const author = yield* newMember(id, "edit")
            const space = (yield* (yield* Spaces).create(id, { title: "Guide", editMode: "live" }).pipe(as(admin))).id
            const events = () => eventsOf(id, /^(?:content\.edit|change-request\.edit)$/)
            const page = { operation: "insert_page", title: "One", document: { markdown: "# One" } } as const
            const made = yield* contents.editSpace(space, { changes: [page] }).pipe(as(admin))
            const first = made.changes[0]!
            const pageId = first.object === "created_page" ? first.page.id : ""
            const second = yield* edits.replaceText(space, pageId, "# Two\n").pipe(as(author))
            yield* edits.replaceText(space, pageId, "# Two\n").pipe(as(author))
            expect(
              (yield* events()).map(({ action, actor, payload, target }) => [action, actor.id, target.id, payload])
            ).toEqual([
              ["content.edit", admin, space, { revision: made.revision }],
              ["content.edit", author, space, { revision: second }]
            ])
            const draft = yield* (yield* ChangeRequests).create(space, { subject: "Better" }).pipe(as(author))
            const done = yield* contents.edit(space, draft.id, { changes: [page] }).pipe(as(author))
            const event = (yield* events()).at(-1)!
            expect(event).toMatchObject({
              action: "change-request.edit",
              actor: { type: "user", id: author },
              target: { type: "change-request", id: draft.id, label: "#1 Better" },
              payload: { space, revision: done.changeRequest.revision }
            })
          })
      )

      it.effect("imports are in it when they are shown, with who asked; those that bring nothing are not", () =>
        Effect.gen(function* () {
          const { admin, id } = yield* newOrganization()
          const imports = yield* GitImports
          const sync = yield* GitSync
          const operations = yield* GitStore
          const gitSynced = yield* GitSynced
          const author = yield* newMember(id, "create")
          const space = (yield* (yield* Spaces).create(id, { title: "Guide", editMode: "live" }).pipe(as(admin))).id
          const url = `https://git.test/audit-${id}.git`
          repositories.set(url, snapshotOf({ "README.md": "# One\n" }))
          // as the worker carries it out, which is nobody
          const run = Effect.gen(function* () {
            const made = yield* sync.import(space, { url, ref: "refs/heads/main" }).pipe(as(author))
            const record = (yield* operations.operation(made.id))!
            const job = { id: made.id, attempt: 1, last: false, held: Effect.void }
            yield* imports.perform(makeOperationRun(operations, record, job, gitSynced))
          })
          yield* run
          yield* run
          yield* imports
            .importSnapshot(space, snapshotOf({ "README.md": "# Two\n" }), () => Effect.void)
            .pipe(asOperator)
          const events = yield* eventsOf(id, /^content\.import$/)
          expect(events.map(({ actor }) => actor.id)).toEqual([author, "operator"])
          expect(events[0]).toMatchObject({
            target: { type: "space", id: space, label: "Guide" },
            payload: { url, ref: "refs/heads/main", revision: expect.any(String), counts: expect.any(Object) }
          })
        })
      )
    })
  })
