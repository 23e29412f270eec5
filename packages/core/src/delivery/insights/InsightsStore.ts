import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { EventRecord } from "./Event.ts"
import type { Plan } from "./query.ts"

/** The port of what visitors did. */
export class InsightsStore extends Context.Service<
  InsightsStore,
  {
    /** Events of sites that are gone are left out. */
    readonly insert: (events: ReadonlyArray<EventRecord>) => Effect.Effect<void, StorageError>
    /** The values of each column of the plan, in its order, one for each row. */
    readonly aggregate: (
      siteId: string,
      plan: Plan
    ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, StorageError>
    /** Removes what happened before a time, at most so many; answers how many. */
    readonly removeBefore: (at: string, limit: number) => Effect.Effect<number, StorageError>
  }
>()("@octavo/core/delivery/insights/InsightsStore") {}
