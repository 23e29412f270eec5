import { Context, type Effect } from "effect"
import type { StorageError } from "../shared/errors.ts"
import type { Slice, Sliced } from "../shared/pagination.ts"
import type { SiteRecord } from "../sites/Site.ts"
import type { SiteView } from "../sites/SiteStore.ts"
import type { RedirectFilter, RedirectPatch, RedirectRecord } from "./Redirect.ts"

/** A redirect that a moved page leaves on a site. */
export type MovedPage = Pick<RedirectRecord, "id" | "siteId" | "source" | "createdAt"> & {
  readonly siteSpaceId: string
  readonly pageId: string
}

/** A redirect that the settings file of a space's repository asks for, wherever a site shows the space. */
export interface SpaceRedirect {
  readonly id: string
  /** Below the space; its own key. */
  readonly source: string
  readonly pageId: string
  readonly createdAt: string
}

/** The port of redirects. Sources are compared by their `sourceKey`. */
export class RedirectStore extends Context.Service<
  RedirectStore,
  {
    /** Those that lead nowhere that the view hides; key `[the column of the order, id]`, of the source only `[source]`. */
    readonly list: (
      site: SiteRecord,
      view: SiteView,
      filter: RedirectFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<RedirectRecord>, StorageError>
    readonly get: (
      site: SiteRecord,
      view: SiteView,
      id: string
    ) => Effect.Effect<RedirectRecord | undefined, StorageError>
    readonly bySource: (
      siteId: string,
      key: string,
      draft: boolean
    ) => Effect.Effect<RedirectRecord | undefined, StorageError>
    /**
     * The live one of the nearest of these keys, which are a path's and those of the paths above it, the path's own
     * first; of those above, only what leads along what is below.
     */
    readonly nearest: (
      siteId: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<RedirectRecord | undefined, StorageError>
    /** `false` when the source is taken. */
    readonly insert: (redirect: RedirectRecord) => Effect.Effect<boolean, StorageError>
    /** `false` when the source is taken. */
    readonly update: (id: string, patch: RedirectPatch, at: string) => Effect.Effect<boolean, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
    /** Adds redirects of moved pages in place of older automatic ones; those that somebody wrote stay. */
    readonly putMoved: (moved: ReadonlyArray<MovedPage>) => Effect.Effect<void, StorageError>
    /** Takes automatic ones away that would lead a page to itself. */
    readonly dropMoved: (
      moved: ReadonlyArray<Pick<MovedPage, "siteId" | "source" | "siteSpaceId" | "pageId">>
    ) => Effect.Effect<void, StorageError>
    /** Makes these the redirects of a space. */
    readonly replaceOfSpace: (
      spaceId: string,
      redirects: ReadonlyArray<SpaceRedirect>
    ) => Effect.Effect<void, StorageError>
    readonly ofSpace: (spaceId: string, key: string) => Effect.Effect<SpaceRedirect | undefined, StorageError>
  }
>()("@octavo/core/redirects/RedirectStore") {}
