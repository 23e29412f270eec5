import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { PublishingAuthRecord } from "./PublishingAuth.ts"
import type { ShareLinkRecord } from "./ShareLink.ts"
import type { AccessRules } from "./visitorPass.ts"

/** The port of what lets visitors into sites. */
export class VisitorStore extends Context.Service<
  VisitorStore,
  {
    /** What decides on who gets in; `undefined`: no such site. */
    readonly accessRules: (siteId: string) => Effect.Effect<AccessRules | undefined, StorageError>
    /** Share links with the text in their names, in any case, oldest first; key `[createdAt, id]`. */
    readonly listShareLinks: (
      siteId: string,
      search: string,
      slice: Slice
    ) => Effect.Effect<Sliced<ShareLinkRecord>, StorageError>
    readonly shareLink: (siteId: string, id: string) => Effect.Effect<ShareLinkRecord | undefined, StorageError>
    readonly insertShareLink: (link: ShareLinkRecord) => Effect.Effect<void, StorageError>
    /** Applies the change; `false`: there was no such link. */
    readonly updateShareLink: (
      siteId: string,
      id: string,
      patch: { readonly name?: string; readonly active?: boolean }
    ) => Effect.Effect<boolean, StorageError>
    readonly removeShareLink: (siteId: string, id: string) => Effect.Effect<boolean, StorageError>
    readonly countShareLinks: (siteId: string) => Effect.Effect<number, StorageError>
    readonly auth: (siteId: string) => Effect.Effect<PublishingAuthRecord | undefined, StorageError>
    /** Keeps the settings in place of those that are there. */
    readonly setAuth: (auth: PublishingAuthRecord, at: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/visitors/VisitorStore") {}
