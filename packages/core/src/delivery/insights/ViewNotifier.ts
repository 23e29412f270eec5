import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { EventRecord } from "./Event.ts"

/** The port to whoever is told of a site's views, gathered. */
export class ViewNotifier extends Context.Service<
  ViewNotifier,
  {
    /**
     * Tells of `count` views of a site, with the newest ones, in the caller's transaction. `false` when views of the site
     * were told of since a time, by any server: they are to wait.
     */
    readonly tell: (
      views: { readonly siteId: string; readonly count: number; readonly newest: ReadonlyArray<EventRecord> },
      since: string
    ) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/delivery/insights/ViewNotifier") {}
