/**
 * What happens in one area and is heard above it: who makes it happen announces it in the transaction in which it does,
 * and `listeners.ts` says who hears it, in which order. So imports go down only, and what hangs on a change is written
 * with it or not at all.
 */
import { type Context, Effect, Layer } from "effect"
import type { StorageError } from "../shared/errors.ts"

/** @typeParam R what is asked of who announces, like the one who acts */
export type Listener<Event, R = never> = (event: Event) => Effect.Effect<void, StorageError, R>

/** The shape of the service of one kind of event. */
export interface Announcement<Event, R = never> {
  /** Tells all listeners, one after the other; to be called inside the transaction of what is told. */
  readonly announce: Listener<Event, R>
}

/** The service of an announcement, by those who hear it. */
export const heardBy = <Self, Event, R, E, RIn>(
  announcement: Context.Service<Self, Announcement<Event, R>>,
  listeners: Effect.Effect<ReadonlyArray<Listener<Event, R>>, E, RIn>
): Layer.Layer<Self, E, RIn> =>
  Layer.effect(
    announcement,
    Effect.map(listeners, (all) => ({
      announce: (event: Event) => Effect.forEach(all, (hear) => hear(event), { discard: true })
    }))
  )
