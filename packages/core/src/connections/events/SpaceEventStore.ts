import { Context, type Effect, type Stream } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { NewHappening } from "./SpaceEvent.ts"

/** Something that happened, with its number in the log. */
export type HappeningRecord = NewHappening & { readonly number: number }

/** The port of the log of what happened in spaces lately: what is committed is read by every process that tells of it. */
export class SpaceEventStore extends Context.Service<
  SpaceEventStore,
  {
    /** Adds to the log; joins the caller's transaction. */
    readonly note: (happening: NewHappening) => Effect.Effect<void, StorageError>
    /** Once the caller's transaction commits, who listens reads what the store itself noted in it: that heads moved. */
    readonly wake: Effect.Effect<void, StorageError>
    /**
     * What was committed since a position, in whichever order, by number; and the position behind it.
     * @param position of the read before; `undefined` reads the position alone
     */
    readonly since: (
      position: string | undefined
    ) => Effect.Effect<{ readonly position: string; readonly happenings: ReadonlyArray<HappeningRecord> }, StorageError>
    /** Says when there may be something to read, of this process or another. Asks the store of a word nobody hears. */
    readonly noted: Stream.Stream<void>
    /** Removes what was noted before a time (ISO 8601). */
    readonly removeBefore: (at: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/events/SpaceEventStore") {}
