import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** A port: what sites make of the paths of a space's pages. */
export class SiteAddresses extends Context.Service<
  SiteAddresses,
  {
    /**
     * Those of the paths (below the space, without a slash in front) that no redirect answers on some site that shows
     * the space. None where no site shows it.
     */
    readonly unanswered: (
      spaceId: string,
      paths: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@octavo/core/content/checks/SiteAddresses") {}
