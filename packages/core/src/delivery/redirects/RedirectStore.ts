import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { SiteView } from "../site-records/SiteStore.ts"
import type { RedirectDestination, RedirectFilter, RedirectPatch, RedirectRecord } from "./Redirect.ts"

/** What moved on a site, and where it was: its source is its own key. */
export type Moved = Pick<RedirectRecord, "id" | "siteId" | "source" | "createdAt"> & {
  readonly destination: Extract<RedirectDestination, { readonly kind: "site-page" | "site-space" }>
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
    /** Adds automatic redirects in place of older ones of the same sources; those that somebody wrote stay. */
    readonly putMoved: (moved: ReadonlyArray<Moved>) => Effect.Effect<void, StorageError>
    /** Takes away automatic ones of these sources and destinations: they would lead to where they begin. */
    readonly dropMoved: (
      moved: ReadonlyArray<Pick<Moved, "siteId" | "source" | "destination">>
    ) => Effect.Effect<void, StorageError>
    /** Takes away automatic ones to these site spaces, and to pages of them. */
    readonly dropOf: (siteId: string, siteSpaceIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** All that a space's repository asks for. */
    readonly allOfSpace: (spaceId: string) => Effect.Effect<ReadonlyArray<SpaceRedirect>, StorageError>
    /** Makes these the redirects of a space. */
    readonly replaceOfSpace: (
      spaceId: string,
      redirects: ReadonlyArray<SpaceRedirect>
    ) => Effect.Effect<void, StorageError>
    readonly ofSpace: (spaceId: string, key: string) => Effect.Effect<SpaceRedirect | undefined, StorageError>
  }
>()("@octavo/core/delivery/redirects/RedirectStore") {}
