/**
 * Those who follow spaces in this process. One loop reads the log for all of them and hands out what each is told; another
 * looks whether they still may; a third keeps who is here known to other processes. Nothing of it runs while nobody follows.
 */
import { type Cause, Clock, Effect, Latch, Queue, Semaphore, Stream } from "effect"
import { primary } from "../../content/revisions/Revision.ts"
import { RevisionStore } from "../../content/revisions/RevisionStore.ts"
import { whileAway } from "../../kernel/shared/backoff.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Epoch } from "../../kernel/shared/Epoch.ts"
import { NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { toUser } from "../../people/users/User.ts"
import { CurrentEventSettings } from "./EventSettings.ts"
import { type PresenceRecord, PresenceStore } from "./PresenceStore.ts"
import { type EventPlace, type Present, type SpaceEvent, toldAt } from "./SpaceEvent.ts"
import { type HappeningRecord, SpaceEventStore } from "./SpaceEventStore.ts"

/** Most people that are told as being here. */
const mostPeople = 100

/** Who has not read the log for so long, in milliseconds, may have missed what is not in it any more. */
const mayHaveMissed = 120_000

/** Who may still, by what changed, is looked at after so many milliseconds all the same: tokens end by the clock. */
const checkedFor = 30_000

/** Somebody who follows a place. */
export interface Follower {
  readonly place: EventPlace
  /** What waits to be read; ended for who is cut off. */
  readonly queue: Queue.Queue<SpaceEvent, Cause.Done>
  /** Fails with what is no `StorageError` when the follower may not any more. */
  readonly check: Effect.Effect<unknown, { readonly _tag: string }>
  /** `undefined` for who is no person. */
  readonly presence: PresenceRecord | undefined
}

/** What is known of a follower meanwhile. */
interface Following {
  /** Of the head that was told last: older ones are not told. */
  sequence: number
  /** Who was here when it was told last, as text. */
  people: string
  /** The number of the space's part (`Epoch`) at the last check, and when that was. */
  part: number | undefined
  checkedAt: number
}

/** Does not wait for who does not read: whoever has too much waiting is cut off, and may start anew. */
const tell = ({ queue }: Follower, event: SpaceEvent): void => {
  if (!Queue.offerUnsafe(queue, event)) Queue.endUnsafe(queue)
}

const keyOf = ({ changeRequestId, spaceId }: EventPlace): string => `${spaceId} ${changeRequestId}`

/** @param process its name among those on the store */
export const makeFollowers = Effect.fnUntraced(function* (process: string) {
  const store = yield* SpaceEventStore
  const presences = yield* PresenceStore
  const revisions = yield* RevisionStore
  const epoch = yield* Epoch
  const transaction = yield* Transaction
  const instance = yield* Instance
  const settings = yield* CurrentEventSettings

  const followers = new Map<string, Map<Follower, Following>>()
  /** Who joins sees how things stand, and is told all that comes after: nothing is handed out meanwhile. */
  const handingOut = yield* Semaphore.make(1)
  const busy = yield* Latch.make(false)
  const idle = yield* Latch.make(true)
  let position: string | undefined
  let readAt = 0

  const all = () => [...followers.values()].flatMap((some) => [...some])

  const cutOff = () => {
    for (const [{ queue }] of all()) Queue.endUnsafe(queue)
  }

  const peopleAt = Effect.fnUntraced(function* (place: EventPlace) {
    const found = yield* presences.at(place, mostPeople)
    return found.map(({ page, user }): Present => {
      const { displayName, id, photoURL } = toUser(instance, user)
      return { id, displayName, photoURL, ...defined({ page: page ?? undefined }) }
    })
  })

  const tellPeople = Effect.fnUntraced(function* (place: EventPlace) {
    const here = [...(followers.get(place.spaceId) ?? [])].filter(([one]) => keyOf(one.place) === keyOf(place))
    if (here.length === 0) return
    const people = yield* peopleAt(place)
    const text = JSON.stringify(people)
    for (const [follower, following] of here) {
      if (following.people === text) continue
      following.people = text
      tell(follower, { event: "presence", data: { people } })
    }
  })

  const handOut = (happening: HappeningRecord): void => {
    for (const [follower, following] of followers.get(happening.spaceId) ?? []) {
      for (const event of toldAt(follower.place, happening)) {
        if (event.event === "head" && happening.kind === "head") {
          if (happening.data.sequence <= following.sequence) continue
          following.sequence = happening.data.sequence
        }
        tell(follower, event)
      }
    }
  }

  /** All that was committed since the last time, to whom it concerns. */
  const read = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const found = yield* store.since(position)
    if (now - readAt > mayHaveMissed) cutOff()
    for (const happening of found.happenings) handOut(happening)
    position = found.position
    readAt = now
    const places = new Map(found.happenings.flatMap((one) => (one.kind === "presence" ? [[keyOf(one), one]] : [])))
    yield* Effect.forEach(places.values(), tellPeople, { discard: true })
  }).pipe(handingOut.withPermit)

  const checkOne = Effect.fnUntraced(function* ([follower, following]: [Follower, Following]) {
    const now = yield* Clock.currentTimeMillis
    const part = epoch.of(follower.place.spaceId, yield* Effect.context<never>())
    if (part !== undefined && part === following.part && now - following.checkedAt < checkedFor) return
    const error = yield* Effect.match(follower.check, { onFailure: (error) => error, onSuccess: () => undefined })
    // a store that is away tells nobody anything
    if (error?._tag === "StorageError") return
    if (error !== undefined) Queue.endUnsafe(follower.queue)
    following.part = part
    following.checkedAt = now
  })

  const check = Effect.suspend(() => epoch.reading(Effect.forEach(all(), checkOne, { discard: true })))

  const noteAt = (places: ReadonlyArray<EventPlace>) =>
    Effect.forEach(
      places,
      ({ changeRequestId, spaceId }) => store.note({ spaceId, changeRequestId, kind: "presence", data: {} }),
      { discard: true }
    )

  /** Also after the process was silent for so long that others took it for ended. */
  const beat = transaction.run(
    Effect.gen(function* () {
      const here = all().flatMap(([{ presence }]) => presence ?? [])
      if (here.length > 0 && !(yield* presences.beat(process))) {
        yield* presences.enter(process, here)
        yield* noteAt(here)
      }
      yield* noteAt(yield* presences.endSilent(settings.silence))
    })
  )

  const again = (work: Effect.Effect<void, StorageError>, pause: number) =>
    Effect.sleep(pause).pipe(Effect.andThen(Effect.retry(work, whileAway)), Effect.forever)

  const work = Effect.all(
    [
      Stream.runForEach(store.noted, () => Effect.retry(read, whileAway)),
      again(check, settings.check),
      again(beat, settings.beat)
    ],
    { concurrency: "unbounded", discard: true }
  )
  /** What goes wrong with the work itself is noted; who listened comes back, and begins anew. */
  const lasting = Effect.catchCause(work, (cause) =>
    Effect.logWarning("Streams of events are cut off", cause).pipe(
      Effect.andThen(Effect.sync(cutOff)),
      Effect.andThen(Effect.sleep(settings.check))
    )
  )
  yield* busy.await.pipe(Effect.andThen(Effect.raceFirst(lasting, idle.await)), Effect.forever, Effect.forkScoped)

  /** How things stand; from then on the follower is told what changes, for as long as the scope lasts. */
  const join = Effect.fnUntraced(function* (follower: Follower) {
    const { changeRequestId, spaceId } = follower.place
    const now = yield* Clock.currentTimeMillis
    if (followers.size === 0) {
      position = (yield* store.since(undefined)).position
      readAt = now
    }
    const head = yield* revisions.head(spaceId, changeRequestId ?? primary)
    if (head === undefined) return yield* NotFound.of("space", spaceId)
    const people = yield* peopleAt(follower.place)
    const following = {
      sequence: head.sequence,
      people: JSON.stringify(people),
      part: undefined,
      checkedAt: now
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        followers.set(spaceId, (followers.get(spaceId) ?? new Map()).set(follower, following))
        idle.closeUnsafe()
        busy.openUnsafe()
      }),
      () =>
        Effect.sync(() => {
          const others = followers.get(spaceId)
          others?.delete(follower)
          if (others?.size === 0) followers.delete(spaceId)
          if (followers.size > 0) return
          busy.closeUnsafe()
          idle.openUnsafe()
        })
    )
    return [
      { event: "head", data: { revision: head.revisionId } },
      { event: "presence", data: { people } }
    ] satisfies ReadonlyArray<SpaceEvent>
  }, handingOut.withPermit)

  return { cutOff, join, noteAt }
})
