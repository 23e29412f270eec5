/** Stories of webhooks: who may have them, what they are told, and what becomes of it. */
import { describe, expect, layer } from "@effect/vitest"
import { Audit } from "@octavo/core/audit/Audit"
import { ChangeRequestContent } from "@octavo/core/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/collections/Collections"
import { Comments } from "@octavo/core/comments/Comments"
import { Insights } from "@octavo/core/insights/Insights"
import { Members } from "@octavo/core/members/Members"
import { Reviews } from "@octavo/core/reviews/Reviews"
import { Transaction } from "@octavo/core/shared/Transaction"
import { Sites } from "@octavo/core/sites/Sites"
import { SpaceLifecycle } from "@octavo/core/spaces/SpaceLifecycle"
import { maxDeliveryAttempts } from "@octavo/core/webhooks/delivery"
import type { Received } from "@octavo/core/webhooks/Receiver"
import { WebhookJobs } from "@octavo/core/webhooks/WebhookJobs"
import { WebhookStore } from "@octavo/core/webhooks/WebhookStore"
import { Webhooks } from "@octavo/core/webhooks/Webhooks"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { handClock } from "./blobs.ts"
import { as, newMember, received, receivers, refusal, type StoreUnderTest, services } from "./harness.ts"
import { newSite } from "./visitors.ts"

let serial = 0
/** The address of a receiver of its own. */
const receiver = (...answers: ReadonlyArray<Partial<Received>>) => {
  const url = `https://receiver.test/${++serial}`
  let next = 0
  receivers.set(
    url,
    Effect.sync(() => ({
      status: 200,
      body: "ok",
      retryAfter: undefined,
      ...answers[Math.min(next++, answers.length - 1)]
    }))
  )
  const got = () => received.filter((one) => one.url === url)
  return { url, got, events: () => got().map(({ body }) => JSON.parse(body)) }
}

/** HMAC-SHA256 in hex, by another implementation than the one that signs. */
const hmacOf = async (secret: string, text: string): Promise<string> => {
  const encoder = new TextEncoder()
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"])
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Sends what is due, and what comes due behind it. */
const deliver = Effect.gen(function* () {
  const jobs = yield* WebhookJobs
  yield* jobs.work
  yield* jobs.settled
})

const retitle = (space: string, subject: string) =>
  Effect.flatMap(ChangeRequests, (all) => all.create(space, { subject }))

export const webhooksSuite = (under: StoreUnderTest) =>
  describe(`webhooks on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are of an organization, a space or a site, and hear of what is in it", () =>
        Effect.gen(function* () {
          const { admin, org, site, space } = yield* newSite
          const hooks = yield* Webhooks
          const { url } = receiver()
          const made = yield* hooks
            .create({ organization: org }, { url, events: ["member_added", "member_added"], description: "Chat" })
            .pipe(as(admin))
          const { secret, ...shown } = made
          expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/)
          expect(shown).toEqual({
            object: "webhook",
            id: shown.id,
            organization: org,
            url,
            description: "Chat",
            events: ["member_added"],
            active: true,
            createdAt: shown.createdAt,
            urls: { location: `https://octavo.test/v1/orgs/${org}/webhooks/${shown.id}` }
          })
          const ofSpace = yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
          const ofSite = yield* hooks
            .create({ organization: org, site }, { url, events: ["site_view"], active: false })
            .pipe(as(admin))
          expect([ofSpace.space, ofSite.site, ofSite.active]).toEqual([space, site, false])
          const ids = (owner: Parameters<typeof hooks.list>[0]) =>
            Effect.map(hooks.list(owner, {}).pipe(as(admin)), ({ items }) => items.map(({ id }) => id))
          expect(yield* ids({ organization: org })).toEqual([shown.id])
          expect(yield* ids({ space })).toEqual([ofSpace.id])
          expect(yield* ids({ organization: org, site })).toEqual([ofSite.id])
          expect(yield* hooks.get(org, shown.id).pipe(as(admin))).toEqual(shown)

          const changed = { events: ["member_removed" as const], description: null, active: false }
          const { description: _, ...rest } = shown
          expect(yield* hooks.update(org, shown.id, changed).pipe(as(admin))).toEqual({
            ...rest,
            events: ["member_removed"],
            active: false
          })
          for (const [owner, events] of [
            [{ space }, ["member_added"]],
            [{ organization: org, site }, ["comment_created"]]
          ] as const) {
            expect(yield* refusal(hooks.create(owner, { url, events }).pipe(as(admin)))).toBe("Invalid")
          }
          expect(yield* refusal(hooks.update(org, ofSpace.id, { events: ["site_view"] }).pipe(as(admin)))).toBe(
            "Invalid"
          )

          expect(yield* hooks.remove(org, shown.id).pipe(as(admin))).toBe(true)
          expect(yield* refusal(hooks.get(org, shown.id).pipe(as(admin)))).toBe("NotFound")
          for (let i = 1; i < 20; i++)
            yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
          const more = hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
          expect(yield* refusal(more)).toBe("Conflict")
          expect((yield* hooks.list({ space }, {}).pipe(as(admin))).count).toBe(20)
        })
      )

      it.effect("are not there for others, and their secrets are nowhere", () =>
        Effect.gen(function* () {
          const { admin, org, space } = yield* newSite
          const other = yield* newSite
          const hooks = yield* Webhooks
          const { url } = receiver()
          const { id, secret } = yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
          const again = yield* hooks.rotateSecret(org, id).pipe(as(admin))
          const stored = JSON.stringify(yield* (yield* WebhookStore).get(org, id))
          for (const one of [secret, again.secret]) expect(stored).not.toContain(one)
          const audit = yield* Audit
          const { items } = yield* audit.list(org, {}, {}).pipe(as(admin))
          const trail = items.filter(({ target }) => target.id === id)
          expect(trail.map(({ action }) => action).sort()).toEqual(["webhook.create", "webhook.secret"])
          for (const event of trail) {
            expect(JSON.stringify(yield* audit.get(org, event.id).pipe(as(admin)))).not.toMatch(/whsec|receiver.test\//)
          }
          for (const person of [yield* newMember(org, "create"), yield* newMember(org, null), other.admin]) {
            const tried = [
              yield* refusal(hooks.get(org, id).pipe(as(person))),
              yield* refusal(hooks.update(org, id, { active: false }).pipe(as(person))),
              yield* refusal(hooks.remove(org, id).pipe(as(person))),
              yield* refusal(hooks.rotateSecret(org, id).pipe(as(person))),
              yield* refusal(hooks.ping(org, id).pipe(as(person))),
              yield* refusal(hooks.deliveries(org, id, undefined, {}).pipe(as(person)))
            ]
            expect(tried).toEqual(tried.map(() => "NotFound"))
          }
          expect(yield* refusal(hooks.get(other.org, id).pipe(as(other.admin)))).toBe("NotFound")
        })
      )

      it.effect("are told of every change that they listen to, and of nothing else", () =>
        Effect.gen(function* () {
          const { admin, org, site, space } = yield* newSite
          const hooks = yield* Webhooks
          const [all, some, views] = [receiver(), receiver(), receiver()]
          const { webhookEvents } = yield* Effect.promise(() => import("@octavo/core/webhooks/WebhookEvent"))
          yield* hooks.create({ organization: org }, { url: all.url, events: webhookEvents }).pipe(as(admin))
          yield* hooks.create({ space }, { url: some.url, events: ["change_request_merged"] }).pipe(as(admin))
          yield* hooks
            .create({ organization: org, site }, { url: views.url, events: ["site_view", "page_feedback"] })
            .pipe(as(admin))

          const page = { operation: "insert_page" as const, document: { markdown: "# Page" } }
          const contents = yield* ChangeRequestContent
          const requests = yield* ChangeRequests
          const comments = yield* Comments
          yield* Effect.gen(function* () {
            const { revision } = yield* contents.editSpace(space, { changes: [page] })
            const request = yield* requests.create(space, { subject: "Draft" })
            yield* contents.edit(space, request.id, { changes: [page] })
            yield* requests.update(space, request.id, { status: "open" })
            const reviewer = yield* newMember(org, "review")
            yield* (yield* Reviews).request(space, request.id, { users: [reviewer] })
            const comment = yield* comments.post({ spaceId: space }, { body: { markdown: "Well" } })
            const merged = yield* requests.merge(space, request.id)
            const members = yield* Members
            yield* members.setRole(org, reviewer, "edit")
            yield* members.remove(org, reviewer)
            yield* (yield* Sites).publish(org, site)
            const shelf = yield* (yield* Collections).create(org, { title: "Shelf" })
            yield* (yield* SpaceLifecycle).move(space, { parent: shelf.id })
            yield* deliver

            const told = all.events()
            const of = (type: string) => told.filter((event) => event.type === type)
            const user = expect.objectContaining({ object: "user", id: admin })
            expect(of("space_content_updated")).toEqual([
              expect.objectContaining({ organizationId: org, spaceId: space, revisionId: revision, updatedBy: [user] }),
              expect.objectContaining({ revisionId: merged.revision })
            ])
            const about = { spaceId: space, changeRequestId: request.id, user }
            expect(of("change_request_created")).toEqual([expect.objectContaining(about)])
            expect(of("change_request_status_updated")).toEqual([
              expect.objectContaining({ ...about, previousStatus: "draft", status: "open" })
            ])
            expect(of("change_request_review_requested")).toEqual([
              expect.objectContaining({ ...about, reviewers: [reviewer] })
            ])
            expect(of("comment_created")).toEqual([expect.objectContaining({ spaceId: space, commentId: comment.id })])
            expect(of("member_added").map(({ userId }) => userId)).toEqual([reviewer])
            expect(of("member_updated")).toEqual([
              expect.objectContaining({ userId: reviewer, previousRole: "review", role: "edit" })
            ])
            expect(of("member_removed")).toHaveLength(1)
            expect(of("site_published")).toEqual([expect.objectContaining({ siteId: site, user })])
            expect(of("space_visibility_updated")).toEqual([
              expect.objectContaining({ spaceId: space, previousVisibility: "private", visibility: "in-collection" })
            ])
            expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(told.length)
            expect(some.events().map(({ type }) => type)).toEqual(["change_request_merged"])

            const session = {
              visitorId: "v",
              sessionId: "s",
              userAgent: "U",
              language: "en",
              referrer: null,
              ip: "192.0.2.1"
            }
            const location = {
              url: "https://docs.test/a?secret=1",
              siteSection: null,
              siteSpace: null,
              siteShareKey: null,
              space,
              revision: null,
              page: "p"
            }
            const insights = yield* Insights
            yield* insights.track(org, site, { events: [{ type: "page_view", session, location }] })
            yield* insights.note(site, {
              type: "page_post_feedback",
              session,
              location,
              feedback: { rating: "good", comment: "Fine" }
            })
            yield* insights.flush
            yield* deliver
            const common = {
              siteId: site,
              pageId: "p",
              url: "https://docs.test/a",
              visitor: { anonymousId: "v", language: "en" }
            }
            expect(views.events()).toEqual([
              expect.objectContaining({ type: "site_view", ...common }),
              expect.objectContaining({
                type: "page_feedback",
                ...common,
                feedback: { rating: "good", comment: "Fine" }
              })
            ])
          }).pipe(as(admin))
        })
      )

      it.effect("are told nothing that was rolled back", () =>
        Effect.gen(function* () {
          const { admin, org, space } = yield* newSite
          const { events, url } = receiver()
          yield* (yield* Webhooks)
            .create({ organization: org }, { url, events: ["change_request_created"] })
            .pipe(as(admin))
          const transaction = yield* Transaction
          const undone = Effect.andThen(retitle(space, "Undone"), Effect.fail({ _tag: "Undone" as const }))
          expect(yield* refusal(transaction.run(undone).pipe(as(admin)))).toBe("Undone")
          yield* retitle(space, "Done").pipe(as(admin))
          yield* deliver
          expect(events()).toHaveLength(1)
        })
      )

      it.effect("get signed requests, with both secrets while one is replaced", () =>
        Effect.gen(function* () {
          const { admin, org, space } = yield* newSite
          const hooks = yield* Webhooks
          const { got, url } = receiver()
          const { id, secret } = yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
          const ping = Effect.andThen(hooks.ping(org, id).pipe(as(admin)), (made) => Effect.as(deliver, made))
          const made = yield* ping
          const fresh = (yield* hooks.rotateSecret(org, id).pipe(as(admin))).secret
          yield* ping
          yield* TestClock.adjust("25 hours")
          yield* ping
          const signed = async (i: number, ...secrets: ReadonlyArray<string>) => {
            const { body, headers } = got()[i]!
            const [t, ...values] = headers["x-octavo-signature"]!.split(",")
            expect(headers["x-gitbook-signature"]).toBe(headers["x-octavo-signature"])
            const of = (secret: string) => hmacOf(secret, `${t!.slice(2)}.${body}`)
            expect(values).toEqual((await Promise.all(secrets.map(of))).map((hex) => `v1=${hex}`))
          }
          yield* Effect.promise(() => signed(0, secret))
          yield* Effect.promise(() => signed(1, fresh, secret))
          yield* Effect.promise(() => signed(2, fresh))
          expect(got()[0]!.headers).toMatchObject({ "x-octavo-event": "ping", "x-octavo-delivery": made.id })
          expect(JSON.parse(got()[0]!.body)).toMatchObject({ type: "ping", webhookId: id, organizationId: org })
        })
      )

      it.effect("get each again under its id, behind nothing of the same resource that waits", () =>
        Effect.gen(function* () {
          const { admin, org, space } = yield* newSite
          const hooks = yield* Webhooks
          const away = { status: 503, body: "later" }
          const { events, got, url } = receiver(
            away,
            { status: 200 },
            { status: 429, retryAfter: 60_000 },
            { status: 200 }
          )
          const { id } = yield* hooks
            .create({ space }, { url, events: ["change_request_created", "change_request_status_updated"] })
            .pipe(as(admin))
          const requests = yield* ChangeRequests
          const { id: first } = yield* retitle(space, "First").pipe(as(admin))
          yield* requests.update(space, first, { status: "open" }).pipe(as(admin))
          yield* deliver
          const list = hooks.deliveries(org, id, undefined, {}).pipe(as(admin))
          const [behind, waiting] = (yield* list).items
          expect(waiting).toMatchObject({
            state: "pending",
            attempts: 1,
            response: { status: 503, body: "later" },
            failure: "The receiver answered 503"
          })
          expect(behind).toMatchObject({ state: "pending", attempts: 0 })
          expect((yield* hooks.get(org, id).pipe(as(admin))).failingSince).toBe(waiting!.lastAttemptAt)
          yield* deliver
          expect(got()).toHaveLength(1)

          // a second and a quarter of it are over: the first goes through, and the second is refused for a minute
          yield* TestClock.adjust("1250 millis")
          yield* deliver
          expect(events().map(({ type }) => type)).toEqual([
            "change_request_created",
            "change_request_created",
            "change_request_status_updated"
          ])
          expect(
            new Set(
              got()
                .slice(0, 2)
                .map(({ headers }) => headers["x-octavo-delivery"])
            ).size
          ).toBe(1)
          yield* TestClock.adjust("59 seconds")
          yield* deliver
          expect(got()).toHaveLength(3)
          yield* TestClock.adjust("1 second")
          yield* deliver
          expect(got()).toHaveLength(4)
          const done = yield* hooks.deliveries(org, id, "delivered", {}).pipe(as(admin))
          expect(done.items.map(({ attempts }) => attempts)).toEqual([2, 2])
          expect((yield* hooks.deliveries(org, id, "pending", {}).pipe(as(admin))).count).toBe(0)
          expect((yield* hooks.get(org, id).pipe(as(admin))).failingSince).toBeUndefined()

          const replayed = yield* hooks.replay(org, id, done.items[1]!.id).pipe(as(admin))
          expect(replayed).toMatchObject({ state: "pending", replayOf: done.items[1]!.id, event: done.items[1]!.event })
          yield* deliver
          expect(got()[4]!.body).toBe(got()[0]!.body)
          expect(got()[4]!.headers["x-octavo-delivery"]).toBe(replayed.id)
          const details = yield* hooks.delivery(org, id, replayed.id).pipe(as(admin))
          expect(details).toMatchObject({ state: "delivered", payload: events()[0] })
        })
      )

      it.effect("are given up on after some attempts, and turned off after days, until they are turned on again", () =>
        Effect.gen(function* () {
          const { admin, org, space } = yield* newSite
          const hooks = yield* Webhooks
          const url = `https://gone.test/${++serial}`
          const { id } = yield* hooks.create({ space }, { url, events: ["change_request_created"] }).pipe(as(admin))
          yield* retitle(space, "Lost").pipe(as(admin))
          const clock = yield* handClock
          const later = Effect.provideService(Clock.Clock, clock.service)
          for (let i = 0; i < maxDeliveryAttempts; i++) {
            yield* deliver.pipe(later)
            // longer than any wait, and the last one is within three days
            clock.advance(7.9 * 3_600_000)
          }
          const [lost] = (yield* hooks.deliveries(org, id, "failed", {}).pipe(as(admin))).items
          expect(lost).toMatchObject({
            attempts: maxDeliveryAttempts,
            failure: "The receiver cannot be reached (ECONNREFUSED)"
          })
          expect((yield* hooks.get(org, id).pipe(as(admin))).active).toBe(true)
          yield* retitle(space, "Later").pipe(as(admin))
          yield* deliver.pipe(later)
          const off = yield* hooks.get(org, id).pipe(as(admin))
          expect(off).toMatchObject({ active: false, disabledReason: expect.stringContaining("ECONNREFUSED") })
          const audit = yield* Audit
          const { items } = yield* audit.list(org, { action: "webhook.disable" }, {}).pipe(as(admin))
          expect(items.map(({ target }) => target.id)).toEqual([id])
          expect(yield* refusal(hooks.ping(org, id).pipe(as(admin)))).toBe("Conflict")
          yield* retitle(space, "Unheard").pipe(as(admin))

          receivers.set(url, Effect.succeed({ status: 204, body: "", retryAfter: undefined }))
          clock.advance(8 * 3_600_000)
          yield* deliver.pipe(later)
          expect((yield* hooks.deliveries(org, id, "delivered", {}).pipe(as(admin))).count).toBe(0)
          const on = yield* hooks.update(org, id, { active: true }).pipe(as(admin))
          expect([on.active, on.disabledReason, on.failingSince]).toEqual([true, undefined, undefined])
          yield* deliver.pipe(later)
          // what was pending is sent; what happened while nobody listened is not
          expect((yield* hooks.deliveries(org, id, "delivered", {}).pipe(as(admin))).count).toBe(1)
          expect((yield* hooks.deliveries(org, id, undefined, {}).pipe(as(admin))).count).toBe(2)

          clock.advance(31 * 86_400_000)
          expect(yield* (yield* WebhookJobs).sweep.pipe(later)).toBeGreaterThanOrEqual(2)
          expect((yield* hooks.deliveries(org, id, undefined, {}).pipe(as(admin))).count).toBe(0)
        })
      )

      it.effect("go to one worker each, and to another one when that goes silent", () =>
        Effect.gen(function* () {
          const { admin, org, space } = yield* newSite
          const hooks = yield* Webhooks
          const store = yield* WebhookStore
          const { url } = receiver()
          const { id } = yield* hooks.create({ space }, { url, events: ["change_request_created"] }).pipe(as(admin))
          for (let i = 0; i < 6; i++) yield* retitle(space, `${i}`).pipe(as(admin))
          const claim = (worker: string) =>
            Effect.gen(function* () {
              const at = yield* Clock.currentTimeMillis
              const [now, until] = [new Date(at).toISOString(), new Date(at + 60_000).toISOString()]
              return yield* store.claim({ worker, at: now, until, limit: 100, perWebhook: 4 })
            })
          const both = yield* Effect.all([claim("a"), claim("b")], { concurrency: 2 })
          const ids = both.flat().filter(({ webhook }) => webhook.id === id)
          expect([ids.length, new Set(ids.map((one) => one.id)).size]).toEqual([4, 4])
          const outcome = {
            state: "delivered" as const,
            lastAttemptAt: null,
            duration: 1,
            status: 200,
            response: "",
            failure: null
          }
          expect(yield* store.settle(ids[0]!.id, 1, outcome)).toBe(true)
          yield* TestClock.adjust("61 seconds")
          const later = (yield* claim("c")).filter(({ webhook }) => webhook.id === id)
          expect(later).toHaveLength(4)
          const [again] = later.filter(({ attempt }) => attempt === 2)
          expect(yield* store.settle(again!.id, 1, outcome)).toBe(false)
          expect(yield* store.workers).toContain("c")
          yield* store.release("c")
          yield* deliver
          expect((yield* hooks.deliveries(org, id, "delivered", {}).pipe(as(admin))).count).toBe(6)
        })
      )
    })
  })
