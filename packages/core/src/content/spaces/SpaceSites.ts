import { Context, type Effect } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, NotFound, StorageError } from "../../kernel/shared/errors.ts"

/** The port to the sites that a space is on. */
export class SpaceSites extends Context.Service<
  SpaceSites,
  {
    /** Ids of those that the caller may see. */
    readonly list: (
      spaceId: string
    ) => Effect.Effect<ReadonlyArray<string>, Forbidden | NotFound | StorageError, CurrentActor>
  }
>()("@octavo/core/content/spaces/SpaceSites") {}
