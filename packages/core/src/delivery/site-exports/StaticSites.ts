/** The port that draws a published site as files. */
import { Context, Data, type Effect, type Stream } from "effect"
import type { StorageError, TooManyRequests } from "../../kernel/shared/errors.ts"
import type { SitePlace } from "./sitePlace.ts"

/** A file of a static site. */
export interface StaticFile {
  /** Below the root of the site, with slashes. */
  readonly path: string
  /** `contentHash` of the bytes, where it is known: those of a file of the store are named by it. */
  readonly hash?: string
  readonly size: number
  readonly bytes: Uint8Array | Stream.Stream<Uint8Array, StorageError>
}

/** Why a site can't be files. */
export class NotStatic extends Data.TaggedError("NotStatic")<{ readonly message: string }> {}

/** What a site has, beside its files. */
export interface ReadSite {
  readonly pages: number
  readonly redirects: number
}

export class StaticSites extends Context.Service<
  StaticSites,
  {
    /**
     * Every file of the site as everybody sees it, to `put`: one after the other, and for the same site at the same place
     * in the same order. Nothing that is not published is among them.
     */
    readonly read: <E, R>(
      siteId: string,
      place: SitePlace,
      put: (file: StaticFile) => Effect.Effect<void, E, R>
    ) => Effect.Effect<ReadSite, NotStatic | StorageError | TooManyRequests | E, R>
  }
>()("@octavo/core/delivery/site-exports/StaticSites") {}
