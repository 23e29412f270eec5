/** Stories of how events reach a receiver: signed, in order, again, and given up on. */
import { expect } from "@effect/vitest"
import { maxDeliveryAttempts } from "@octavo/core/connections/webhooks/delivery"
import type { Received } from "@octavo/core/connections/webhooks/Receiver"
import { WebhookJobs } from "@octavo/core/connections/webhooks/WebhookJobs"
import { WebhookStore } from "@octavo/core/connections/webhooks/WebhookStore"
import { Webhooks } from "@octavo/core/connections/webhooks/Webhooks"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Clock, Effect, Latch } from "effect"
import { TestClock } from "effect/testing"
import { handClock } from "./blobs.ts"
import { as, receivers, refusal, type Story } from "./harness.ts"
import { newSite } from "./visitors.ts"
import { deliver, goneReceiver, receiver, retitle } from "./webhook-receiver.ts"

/** HMAC-SHA256 in hex, by another implementation than the one that signs. */
const hmacOf = async (secret: string, text: string): Promise<string> => {
  const encoder = new TextEncoder()
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"])
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

export const deliveryStories = (story: Story) => {
  story("are told nothing that was rolled back", () =>
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

  story("are removed while what they were sent is being noted: neither waits for the other", () =>
    Effect.gen(function* () {
      const { admin, org, space } = yield* newSite
      const hooks = yield* Webhooks
      const jobs = yield* WebhookJobs
      for (let round = 0; round < 15; round++) {
        const { url } = receiver()
        const { id } = yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
        const answered = yield* Latch.make()
        const ok: Received = { status: 200, body: "ok", retryAfter: undefined }
        receivers.set(url, Effect.as(answered.open, ok))
        yield* Effect.replicateEffect(hooks.ping(org, id).pipe(as(admin)), 4)
        const removed = Effect.andThen(answered.await, hooks.remove(org, id).pipe(as(admin)))
        const [done] = yield* Effect.all([removed, Effect.andThen(jobs.work, jobs.untilIdle)], {
          concurrency: "unbounded"
        })
        expect(done).toBe(true)
      }
    })
  )

  story("get signed requests, with both secrets while one is replaced", () =>
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

  story("get each again under its id, behind nothing of the same resource that waits", () =>
    Effect.gen(function* () {
      const { admin, org, space } = yield* newSite
      const hooks = yield* Webhooks
      const away = { status: 503, body: "later" }
      const { events, got, url } = receiver(away, { status: 200 }, { status: 429, retryAfter: 60_000 }, { status: 200 })
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

  story("are given up on after some attempts, and turned off after days, until they are turned on again", () =>
    Effect.gen(function* () {
      const { admin, org, space } = yield* newSite
      const hooks = yield* Webhooks
      const url = goneReceiver()
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

  story("go to one worker each, and to another one when that goes silent", () =>
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
}
