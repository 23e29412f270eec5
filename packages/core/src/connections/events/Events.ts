/**
 * Streams of what happens in a space or a change request, for those who have it open. A stream begins with how things
 * stand, so that nothing is missed by who comes back; it ends when who listens may not any more, does not read, or the
 * server stops.
 */
import { type Cause, Clock, Context, Effect, Layer, Queue, type Scope, Stream } from "effect"
import { ChangeRequests } from "../../content/change-requests/ChangeRequests.ts"
import { type Actor, CurrentActor } from "../../kernel/shared/Actor.ts"
import { whileAway } from "../../kernel/shared/backoff.ts"
import { type Forbidden, type NotFound, type StorageError, TooManyRequests } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { sumGauge } from "../../kernel/shared/metrics.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { StillSignedIn } from "../../people/users/StillSignedIn.ts"
import { CurrentEventSettings } from "./EventSettings.ts"
import { makeFollowers } from "./followers.ts"
import { type PresenceRecord, PresenceStore } from "./PresenceStore.ts"
import type { EventPlace, Listening, SpaceEvent } from "./SpaceEvent.ts"
import { SpaceEventStore } from "./SpaceEventStore.ts"

type Failure = Forbidden | NotFound | StorageError | TooManyRequests

/** How long the log is kept, in milliseconds: many times as long as a process may need to read it. */
const keptFor = 600_000

type Listen<Ids extends ReadonlyArray<string>> = (
  ...args: [...Ids, Listening?]
) => Effect.Effect<Stream.Stream<SpaceEvent>, Failure, CurrentActor | Scope.Scope>

const openStreams = sumGauge<{ readonly count: number }>(
  "octavo_event_streams",
  "Streams of events that are open",
  ({ count }) => count
)

export class Events extends Context.Service<
  Events,
  {
    /** Of the space itself; and which of its change requests and reviews changed. Ends with the scope. */
    readonly space: Listen<[spaceId: string]>
    /** Of one change request. Ends with the scope. */
    readonly changeRequest: Listen<[spaceId: string, idOrNumber: string]>
    /** Ends all streams of this process, also those to come: it stops. */
    readonly end: Effect.Effect<void>
    /** Removes what everybody was told of long ago. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/events/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function* () {
      const store = yield* SpaceEventStore
      const presences = yield* PresenceStore
      const changeRequests = yield* ChangeRequests
      const access = yield* Access
      const transaction = yield* Transaction
      const settings = yield* CurrentEventSettings
      const layerScope = yield* Effect.scope

      const process = makeId()
      const followers = yield* makeFollowers(process)
      const open = new Map<string, number>()
      const streams = { count: 0 }
      let ended = false
      openStreams(streams)

      /** Counts one more stream of a person for as long as the scope lasts. */
      const admitted = (actor: Actor) => {
        const person = actor.kind === "user" ? actor.userId : actor.kind
        return Effect.acquireRelease(
          Effect.suspend(() => {
            const own = open.get(person) ?? 0
            if (own >= settings.perPerson) return tooMany(`You have ${own} streams of events open on this server`)
            if (streams.count >= settings.perProcess)
              return tooMany("This server has as many streams of events open as it may")
            open.set(person, own + 1)
            streams.count++
            return Effect.void
          }),
          () =>
            Effect.sync(() => {
              streams.count--
              const own = open.get(person)!
              if (own === 1) open.delete(person)
              else open.set(person, own - 1)
            })
        )
      }

      const changed = (place: EventPlace, work: Effect.Effect<void, StorageError>) =>
        transaction.run(Effect.andThen(work, followers.noteAt([place])))

      let hadPeople = false

      /** Others see the person here for as long as the scope lasts. */
      const present = (presence: PresenceRecord) =>
        Effect.acquireRelease(
          Effect.suspend(() => {
            hadPeople = true
            return changed(presence, presences.enter(process, [presence]))
          }),
          () => changed(presence, presences.leave(presence.id)).pipe(Effect.retry(whileAway), Effect.forkIn(layerScope))
        )

      const end = Effect.sync(() => {
        ended = true
        followers.cutOff()
      })

      /** Nobody is here any more when the process ends, also where it could not say so one by one. */
      const leaveAll = transaction.run(Effect.flatMap(presences.end(process), followers.noteAt)).pipe(
        // a store that is away holds up no stop: others find out
        Effect.timeout("2 seconds"),
        Effect.ignore
      )
      yield* Effect.addFinalizer(() => Effect.andThen(end, hadPeople ? leaveAll : Effect.void))

      const listen = Effect.fnUntraced(function* (place: EventPlace, { page }: Listening) {
        const actor = yield* CurrentActor
        const signedIn = (yield* StillSignedIn) ?? Effect.succeed(actor)
        yield* admitted(actor)
        const presence =
          actor.kind === "user" ? { ...place, id: makeId(), userId: actor.userId, page: page ?? null } : undefined
        if (presence !== undefined) yield* present(presence)
        const queue = yield* Queue.dropping<SpaceEvent, Cause.Done>(settings.waiting)
        const check = Effect.flatMap(signedIn, (now) =>
          Effect.provideService(access.space(place.spaceId, "events.listen"), CurrentActor, now)
        )
        const first = Stream.fromIterable(yield* followers.join({ place, queue, check, presence }))
        return ended ? first : Stream.concat(first, Stream.fromQueue(queue))
      })

      const space = traced("Events.space")(function* (spaceId: string, listening: Listening = {}) {
        yield* access.space(spaceId, "events.listen")
        return yield* listen({ spaceId, changeRequestId: null }, listening)
      })

      const changeRequest = traced("Events.changeRequest")(function* (
        spaceId: string,
        idOrNumber: string,
        listening: Listening = {}
      ) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, "events.listen")
        return yield* listen({ spaceId, changeRequestId: record.id }, listening)
      })

      const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        store.removeBefore(new Date(now - keptFor).toISOString())
      )

      return Events.of({ space, changeRequest, end, sweep })
    })
  )
}

const tooMany = (what: string) =>
  Effect.fail(
    new TooManyRequests({
      message: `${what}, and more are not opened: close some, or try again in ${retryAfter} seconds`,
      retryAfter
    })
  )

/** In seconds. */
const retryAfter = 10
