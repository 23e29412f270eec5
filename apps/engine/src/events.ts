/** Events as async iterables: what happens in a space or a change request, until nobody takes it any more. */
import type { Events } from "@octavo/core/connections/events/Events"
import { Listening, type SpaceEvent } from "@octavo/core/connections/events/SpaceEvent"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { checkInput } from "@octavo/core/kernel/shared/checkInput"
import { currentIdsOf } from "@octavo/core/kernel/shared/currentIds"
import { Effect, Schema, type Scope, Stream } from "effect"
import type { Run } from "./promiseService.ts"

/**
 * Each begins with how things stand. The loop over it rejects with the tagged error of core when the caller may not
 * listen, and is over when the caller may not any more, does not take what comes, or the engine is closed.
 */
export interface EventsArea {
  readonly space: (spaceId: string, listening?: Listening) => AsyncIterable<SpaceEvent>
  readonly changeRequest: (spaceId: string, idOrNumber: string, listening?: Listening) => AsyncIterable<SpaceEvent>
}

const Ids = Schema.Array(Schema.String)

export const eventsArea = ({ changeRequest, space }: Events["Service"], run: Run): EventsArea => {
  const iterable = <E>(
    ids: ReadonlyArray<string>,
    listening: Listening | undefined,
    open: (
      ids: ReadonlyArray<string>,
      listening: Listening
    ) => Effect.Effect<Stream.Stream<SpaceEvent>, E, CurrentActor | Scope.Scope>
  ): AsyncIterable<SpaceEvent> => {
    const checked = Effect.flatMap(
      Effect.all([checkInput(Ids, currentIdsOf(ids)), checkInput(Listening, currentIdsOf(listening ?? {}))]),
      ([ids, listening]) => open(ids, listening)
    )
    // who asks is found out each time that it is asked
    const asked = Effect.tryPromise({ try: () => run(Effect.context<CurrentActor>()), catch: (error) => error })
    return Stream.toAsyncIterable(
      Stream.unwrap(Effect.map(asked, (context) => Stream.provideContext(Stream.unwrap(checked), context)))
    )
  }
  return {
    space: (spaceId, listening) => iterable([spaceId], listening, ([spaceId], listening) => space(spaceId!, listening)),
    changeRequest: (spaceId, idOrNumber, listening) =>
      iterable([spaceId, idOrNumber], listening, ([spaceId, id], listening) => changeRequest(spaceId!, id!, listening))
  }
}
