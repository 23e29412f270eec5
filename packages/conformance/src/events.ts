/** Stories of those who have a space or a change request open: what they are told, and when no more. */
import { describe, expect, layer } from "@effect/vitest"
import { CurrentEventSettings, eventDefaults } from "@octavo/core/connections/events/EventSettings"
import { Events } from "@octavo/core/connections/events/Events"
import { PresenceStore } from "@octavo/core/connections/events/PresenceStore"
import type { SpaceEvent } from "@octavo/core/connections/events/SpaceEvent"
import { SpaceEventStore } from "@octavo/core/connections/events/SpaceEventStore"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/content/comments/Comments"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Unauthorized } from "@octavo/core/kernel/shared/errors"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Members } from "@octavo/core/people/members/Members"
import { StillSignedIn } from "@octavo/core/people/users/StillSignedIn"
import { type Cause, Effect, Exit, Layer, Queue, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { at } from "./comments.ts"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  outcome,
  type StoreUnderTest,
  services,
  siteReader
} from "./harness.ts"
import { edit, newDraft } from "./new-draft.ts"

type Opened = Effect.Effect<
  Stream.Stream<SpaceEvent>,
  Effect.Error<ReturnType<Events["Service"]["space"]>>,
  Scope.Scope
>

/** Time goes by, and others have theirs. */
const meanwhile = TestClock.adjust("1 second").pipe(Effect.andThen(TestClock.withLive(Effect.sleep("10 millis"))))

/** Somebody who has something open until the scope ends, or `close` is called. */
const listening = Effect.fnUntraced(function* (open: Opened) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const told = yield* Queue.unbounded<SpaceEvent, Cause.Done>()
  const stream = yield* Scope.provide(open, scope)
  yield* Effect.forkIn(Stream.runIntoQueue(stream, told), scope)
  const ids = new Set<string>()
  /** The next event; `undefined` when there are no more. No two have the same id, by which they are known again. */
  const next = Effect.raceFirst(
    Effect.match(Queue.take(told), { onSuccess: (event) => event, onFailure: () => undefined }),
    Effect.forever(meanwhile)
  ).pipe(
    Effect.tap((event) =>
      Effect.sync(() => {
        if (event?.id === undefined) return
        expect(ids).not.toContain(event.id)
        ids.add(event.id)
      })
    )
  )
  return {
    next,
    /** The next event that is not about who is here, without its number. */
    happening: next.pipe(
      Effect.repeat({ while: (event) => event?.event === "presence" }),
      Effect.map((event) => event && { event: event.event, ...event.data })
    ),
    /** Names of the people who are here, once it is told that they are those. */
    people: (expected: ReadonlyArray<string>) =>
      next.pipe(
        Effect.repeat({
          while: (event) =>
            event !== undefined &&
            (event.event !== "presence" ||
              event.data.people.map(({ id, page }) => (page === undefined ? id : `${id} ${page}`)).join() !==
                expected.join())
        })
      ),
    close: Scope.close(scope, Exit.void)
  }
})

const using = Effect.gen(function* () {
  return {
    events: yield* Events,
    changeRequests: yield* ChangeRequests,
    comments: yield* Comments,
    contents: yield* ChangeRequestContent,
    reviews: yield* Reviews
  }
})

export const eventsSuite = (under: StoreUnderTest) =>
  describe(`events on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("who has something open is told how it stands, and then what happens, in order", () =>
        Effect.gen(function* () {
          const { changeRequests, comments, contents, events, reviews } = yield* using
          const { admin, id, organization, space } = yield* newDraft()
          const ben = yield* newMember(organization, "review")
          const before = yield* (yield* Spaces).get(space).pipe(as(admin))
          const live = yield* listening(events.space(space).pipe(asOperator))
          const draft = yield* listening(events.changeRequest(space, "1").pipe(asOperator))
          expect(yield* live.next).toEqual({ event: "head", data: { revision: before.revision } })
          expect(yield* live.next).toEqual({ event: "presence", data: { people: [] } })
          const { revision } = yield* changeRequests.get(space, id).pipe(as(admin))
          expect(yield* draft.happening).toEqual({ event: "head", revision })

          yield* contents.edit(space, id, edit).pipe(as(admin))
          const moved = yield* changeRequests.get(space, id).pipe(as(admin))
          expect(yield* draft.happening).toEqual({ event: "head", revision: moved.revision, by: admin })
          const said = yield* comments.post({ spaceId: space, changeRequestId: id }, at("So?")).pipe(as(ben))
          const told = { event: "comment", comment: said.id, by: ben }
          expect(yield* draft.happening).toEqual({ ...told, change: "posted" })
          const of = { spaceId: space, changeRequestId: id }
          const reply = yield* comments.reply(of, said.id, at("Yes")).pipe(as(admin))
          expect(yield* draft.happening).toEqual({ ...told, reply: reply.id, change: "posted", by: admin })
          yield* comments.updateReply(of, said.id, reply.id, { addedReactions: ["1f44d"] }).pipe(as(ben))
          expect(yield* draft.happening).toEqual({ ...told, reply: reply.id, change: "reacted" })
          yield* comments.update(of, said.id, { addedReactions: ["1f44d"], resolved: true }).pipe(as(ben))
          expect(yield* draft.happening).toEqual({ ...told, change: "resolved" })
          expect(yield* draft.happening).toEqual({ ...told, change: "reacted" })
          yield* comments.remove(of, said.id).pipe(as(ben))
          expect(yield* draft.happening).toEqual({ ...told, change: "deleted" })

          yield* changeRequests.update(space, id, { subject: "Better", status: "open" }).pipe(as(admin))
          yield* reviews.request(space, id, { users: [ben] }).pipe(as(admin))
          const review = yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))
          yield* contents.editSpace(space, edit).pipe(as(admin))
          const edited = yield* (yield* Spaces).get(space).pipe(as(admin))
          yield* changeRequests.merge(space, id).pipe(as(admin))
          const merged = yield* (yield* Spaces).get(space).pipe(as(admin))
          const request = { event: "change-request", changeRequest: id, by: admin }
          const steps = [
            { ...request, change: "described" },
            { ...request, change: "status" },
            { event: "review", changeRequest: id, change: "requested", by: admin },
            { event: "review", changeRequest: id, review: review.id, change: "submitted", by: ben }
          ]
          for (const one of [...steps, { ...request, change: "outdated" }, { ...request, change: "merged" }])
            expect(yield* draft.happening).toEqual(one)
          // the space hears of its change requests, and nothing of what is written in them
          const heads = [edited, merged].map((one) => ({ event: "head", revision: one.revision, by: admin }))
          for (const one of [...steps, ...heads, { ...request, change: "merged" }])
            expect(yield* live.happening).toEqual(one)
          yield* comments.post({ spaceId: space }, at("Read")).pipe(as(ben))
          expect(yield* live.happening).toMatchObject({ event: "comment", change: "posted", by: ben })
        })
      )

      it.effect("what is taken back is told nobody", () =>
        Effect.gen(function* () {
          const { comments, events } = yield* using
          const { admin, space: spaceId } = yield* newDraft()
          const live = yield* listening(events.space(spaceId).pipe(asOperator))
          yield* live.happening
          const transaction = yield* Transaction
          const post = comments.post({ spaceId }, at("Not said")).pipe(as(admin))
          yield* Effect.ignore(transaction.run(Effect.andThen(post, Effect.fail("no"))))
          const kept = yield* comments.post({ spaceId }, at("Said")).pipe(as(admin))
          expect(yield* live.happening).toMatchObject({ comment: kept.id })
        })
      )

      it.effect("members who may read may listen, and for others there is nothing", () =>
        Effect.gen(function* () {
          const { events } = yield* using
          const { id, organization, space } = yield* newDraft()
          const [reader, guest] = [yield* newMember(organization, "read"), yield* newMember(organization, null)]
          const other = yield* newOrganization()
          const visitor = Effect.provideService(CurrentActor, siteReader(organization, "site"))
          for (const open of [events.space(space), events.changeRequest(space, id)]) {
            const tried = <E extends { readonly _tag: string }, R>(effect: Effect.Effect<unknown, E, R>) =>
              outcome(Effect.scoped(effect))
            expect(yield* tried(open.pipe(as(reader)))).toBe("done")
            expect(yield* tried(open.pipe(as(reader, new Set())))).toBe("Forbidden")
            expect(yield* tried(open.pipe(as(guest)))).toBe("NotFound")
            expect(yield* tried(open.pipe(as(other.admin)))).toBe("NotFound")
            expect(yield* tried(open.pipe(visitor))).toBe("NotFound")
          }
          expect(yield* outcome(events.changeRequest(space, "2").pipe(as(reader)))).toBe("NotFound")
        })
      )

      it.effect("who may not any more is told no more (threat: stale authority)", () =>
        Effect.gen(function* () {
          const { events } = yield* using
          const { admin, id, organization, space } = yield* newDraft()
          const ann = yield* newMember(organization, "read")
          let signedIn = true
          const session = Effect.suspend(() =>
            signedIn
              ? Effect.succeed({ kind: "user" as const, userId: admin, tokenId: null, scopes: null })
              : Effect.fail(new Unauthorized({ message: "over" }))
          )
          const people = yield* Effect.forEach([events.space(space), events.changeRequest(space, id)], (open) =>
            Effect.all({
              ann: listening(open.pipe(as(ann))),
              session: listening(open.pipe(as(admin), Effect.provideService(StillSignedIn, session))),
              admin: listening(open.pipe(as(admin)))
            })
          )
          const ends = (which: "ann" | "session" | "admin") =>
            Effect.forEach(people, (one) => one[which].next.pipe(Effect.repeat({ while: (it) => it !== undefined })))
          yield* (yield* Members).remove(organization, ann).pipe(as(admin))
          yield* ends("ann")
          signedIn = false
          yield* ends("session")
          yield* (yield* SpaceLifecycle).remove(space).pipe(as(admin))
          yield* ends("admin")
        })
      )

      it.effect("people see each other where they are, each once, with the page that is looked at", () =>
        Effect.gen(function* () {
          const { events } = yield* using
          const { admin, id, organization, space } = yield* newDraft()
          const ann = yield* newMember(organization, "read")
          const live = yield* listening(events.space(space).pipe(asOperator))
          const draft = yield* listening(events.changeRequest(space, id).pipe(asOperator))
          const one = yield* listening(events.space(space, { page: "p1" }).pipe(as(ann)))
          yield* one.people([`${ann} p1`])
          yield* live.people([`${ann} p1`])
          const two = yield* listening(events.space(space, { page: "p2" }).pipe(as(ann)))
          yield* live.people([`${ann} p2`])
          const three = yield* listening(events.changeRequest(space, id).pipe(as(admin)))
          yield* draft.people([admin])
          yield* two.close
          yield* live.people([`${ann} p1`])
          yield* one.close
          yield* live.people([])
          yield* three.close
          yield* draft.people([])
        })
      )

      it.effect("processes tell each other, and the people of one that is silent are gone", () =>
        Effect.gen(function* () {
          const { comments, events } = yield* using
          const { admin, space } = yield* newDraft()
          // as in a process of its own that is started beside this one
          const other = yield* Layer.build(Layer.fresh(Events.layer))
          const here = yield* listening(events.space(space).pipe(asOperator))
          const there = yield* listening(
            Effect.provideContext(Events, other).pipe(
              Effect.flatMap((service) => service.space(space)),
              as(admin)
            )
          )
          yield* here.people([admin])
          const said = yield* comments.post({ spaceId: space }, at("Heard by all")).pipe(as(admin))
          for (const { happening } of [here, there])
            expect(yield* happening.pipe(Effect.repeat({ while: (event) => event?.event === "head" }))).toMatchObject({
              comment: said.id
            })
          const presences = yield* PresenceStore
          const place = { spaceId: space, changeRequestId: null }
          yield* presences.enter("crashed", [{ ...place, id: "gone", userId: admin, page: "left" }])
          expect(yield* presences.beat("crashed")).toBe(true)
          yield* (yield* SpaceEventStore).note({ ...place, kind: "presence", data: {} })
          yield* here.people([`${admin} left`])
          expect(yield* presences.endSilent(60_000)).toEqual([])
          // all were silent for less than no time: who still runs says so, and comes back
          expect(yield* presences.endSilent(-60_000)).toContainEqual(place)
          expect(yield* presences.beat("crashed")).toBe(false)
          yield* here.people([admin])
        })
      )

      it.effect("what happens is read once for all who listen, and never while nobody does", () =>
        Effect.gen(function* () {
          const { comments } = yield* using
          const { admin, space: spaceId } = yield* newDraft()
          const store = yield* SpaceEventStore
          let reads = 0
          const counted = Layer.succeed(SpaceEventStore, {
            ...store,
            since: (position) => {
              reads++
              return store.since(position)
            }
          })
          const context = yield* Layer.build(Layer.provide(Layer.fresh(Events.layer), counted))
          const events = yield* Effect.provideContext(Events, context)
          const post = comments.post({ spaceId }, at("Said")).pipe(as(admin))
          const minutes = Effect.repeat(meanwhile, { times: 120 })
          yield* Effect.andThen(post, minutes)
          expect(reads).toBe(0)
          const all = yield* Effect.forEach(Array(20), () => listening(events.space(spaceId).pipe(asOperator)))
          for (const { happening } of all) yield* happening
          const before = reads
          yield* post
          for (const { happening } of all) expect(yield* happening).toMatchObject({ event: "comment" })
          // as often as time and the other process ask for it, however many listen
          expect(reads - before).toBeLessThan(20)
          yield* Effect.forEach(all, ({ close }) => close)
          yield* meanwhile
          const after = reads
          yield* Effect.andThen(post, minutes)
          expect(reads).toBe(after)
        })
      )

      it.effect("one person has so many open, and one process", () =>
        Effect.gen(function* () {
          const limited = Layer.provide(
            Layer.fresh(Events.layer),
            Layer.succeed(CurrentEventSettings, { ...eventDefaults, perPerson: 2, perProcess: 3 })
          )
          const events = yield* Effect.provideContext(Events, yield* Layer.build(limited))
          const { admin, organization, space } = yield* newDraft()
          const ann = yield* newMember(organization, "read")
          const first = yield* listening(events.space(space).pipe(as(ann)))
          yield* listening(events.space(space).pipe(as(ann)))
          const more = (who: string) => outcome(Effect.scoped(events.space(space).pipe(as(who))))
          expect(yield* more(ann)).toBe("TooManyRequests")
          yield* listening(events.space(space).pipe(as(admin)))
          expect(yield* more(admin)).toBe("TooManyRequests")
          yield* first.close
          expect(yield* more(admin)).toBe("done")
        })
      )

      it.effect("who does not read is cut off, and a server that stops ends all", () =>
        Effect.gen(function* () {
          const small = Layer.provide(
            Layer.fresh(Events.layer),
            Layer.succeed(CurrentEventSettings, { ...eventDefaults, waiting: 3 })
          )
          const events = yield* Effect.provideContext(Events, yield* Layer.build(small))
          const { comments } = yield* using
          const { admin, space: spaceId } = yield* newDraft()
          const stream = yield* events.space(spaceId).pipe(asOperator)
          const reading = yield* listening(events.space(spaceId).pipe(asOperator))
          for (let i = 0; i < 6; i++) {
            yield* comments.post({ spaceId }, at("More")).pipe(as(admin))
            yield* reading.happening.pipe(Effect.repeat({ while: (event) => event?.event === "head" }))
          }
          // how things stood, and as much as may wait: then it is over
          expect(yield* Stream.runCollect(stream)).toHaveLength(2 + 3)
          yield* events.end
          yield* reading.next.pipe(Effect.repeat({ while: (event) => event !== undefined }))
          const late = yield* listening(events.space(spaceId).pipe(asOperator))
          expect(yield* late.next).toMatchObject({ event: "head" })
          expect(yield* late.next).toMatchObject({ event: "presence" })
          expect(yield* late.next).toBeUndefined()
        })
      )

      it.effect("what everybody was told of is not kept", () =>
        Effect.gen(function* () {
          const store = yield* SpaceEventStore
          const { sweep } = yield* Events
          const begun = yield* store.since(undefined)
          yield* newDraft()
          expect((yield* store.since(begun.position)).happenings.length).toBeGreaterThan(0)
          yield* sweep
          expect((yield* store.since(begun.position)).happenings.length).toBeGreaterThan(0)
          yield* TestClock.adjust("11 minutes")
          const later = yield* store.since(undefined)
          yield* newDraft()
          yield* sweep
          // what came before is gone, and what came after is all there
          const left = (yield* store.since(later.position)).happenings
          expect(left.length).toBeGreaterThan(0)
          expect((yield* store.since(begun.position)).happenings).toEqual(left)
          yield* TestClock.adjust("11 minutes")
          yield* sweep
          expect((yield* store.since(begun.position)).happenings).toEqual([])
        })
      )
    })
  })
