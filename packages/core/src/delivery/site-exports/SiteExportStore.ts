import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { SiteExportRecord, SiteExportStatus } from "./SiteExport.ts"

export type SiteExportPatch = Partial<
  Pick<
    SiteExportRecord,
    "status" | "startedAt" | "completedAt" | "expiresAt" | "reason" | "pages" | "files" | "size" | "blob"
  >
> & { readonly updatedAt: string }

/** The port of exports of sites. */
export class SiteExportStore extends Context.Service<
  SiteExportStore,
  {
    readonly insert: (record: SiteExportRecord) => Effect.Effect<void, StorageError>
    readonly get: (id: string) => Effect.Effect<SiteExportRecord | undefined, StorageError>
    /** Latest first; key `[id]`. */
    readonly list: (siteId: string, slice: Slice) => Effect.Effect<Sliced<SiteExportRecord>, StorageError>
    /** Changes an export that is in one of these states; `false`: it is in another one, or gone, and nothing changes. */
    readonly update: (
      id: string,
      from: ReadonlyArray<SiteExportStatus>,
      patch: SiteExportPatch
    ) => Effect.Effect<boolean, StorageError>
    /** How many of the organization are pending or in progress, and how many of one of its sites. */
    readonly active: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<{ readonly all: number; readonly ofSite: number }, StorageError>
    /** `false`: there was none. */
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
    /** Removes the exports of a site that have ended, but for one. */
    readonly removeEnded: (siteId: string, except: string) => Effect.Effect<void, StorageError>
    /** Forgets what has expired by a time; answers how many. */
    readonly removeExpired: (at: string) => Effect.Effect<number, StorageError>
  }
>()("@octavo/core/delivery/site-exports/SiteExportStore") {}
