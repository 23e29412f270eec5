import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { UserRecord } from "../../people/users/User.ts"
import type { EventPlace } from "./SpaceEvent.ts"

/** Somebody who has a place open, once for each time that it is open. */
export interface PresenceRecord extends EventPlace {
  readonly id: string
  readonly userId: string
  /** The page that is looked at. */
  readonly page: string | null
}

/**
 * The port of who is where. What a process says holds as long as it is heard of: `beat` says that it is there. Times are
 * those of the store's clock, which all processes share.
 */
export class PresenceStore extends Context.Service<
  PresenceStore,
  {
    /** Adds people whom a process has, and says that it is there. One whose place is gone is left out. */
    readonly enter: (process: string, presences: ReadonlyArray<PresenceRecord>) => Effect.Effect<void, StorageError>
    readonly leave: (id: string) => Effect.Effect<void, StorageError>
    /** `false`: the process was silent for so long that its people were removed. */
    readonly beat: (process: string) => Effect.Effect<boolean, StorageError>
    /** Removes the people of a process that ends, and answers where they were. */
    readonly end: (process: string) => Effect.Effect<ReadonlyArray<EventPlace>, StorageError>
    /** The same of all processes that were not heard of for so many milliseconds. */
    readonly endSilent: (silence: number) => Effect.Effect<ReadonlyArray<EventPlace>, StorageError>
    /** Who is there, each person once, who came last first. @param most so many at most */
    readonly at: (
      place: EventPlace,
      most: number
    ) => Effect.Effect<ReadonlyArray<{ readonly user: UserRecord; readonly page: string | null }>, StorageError>
  }
>()("@octavo/core/connections/events/PresenceStore") {}
