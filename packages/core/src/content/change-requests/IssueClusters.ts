import { Context, type Effect } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, NotFound, StorageError } from "../../kernel/shared/errors.ts"

/** The port to the clusters of issues that a change request may name as what it is about. */
export class IssueClusters extends Context.Service<
  IssueClusters,
  {
    /** Fails unless the caller may read the cluster. */
    readonly require: (
      organizationId: string,
      clusterId: string
    ) => Effect.Effect<void, Forbidden | NotFound | StorageError, CurrentActor>
  }
>()("@octavo/core/content/change-requests/IssueClusters") {}
