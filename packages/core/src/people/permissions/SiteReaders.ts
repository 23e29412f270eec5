/** What the readers of sites may see: asked by the guard and by content, answered by the sites, which stand above them. */
import { Context, type Effect } from "effect"
import type { VisitorPass } from "../../delivery/visitors/visitorPass.ts"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { SiteActor } from "../../kernel/shared/Actor.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** What one reader is shown of a site. */
export interface ReaderView {
  /** Decides on pages and texts. */
  readonly judge: Judge
  readonly siteSpaces: ReadonlyArray<{ readonly id: string; readonly spaceId: string }>
}

export class SiteReaders extends Context.Service<
  SiteReaders,
  {
    /** What the bearer of a site's token is shown; `undefined` while the site is not published. */
    readonly viewOf: (actor: SiteActor) => Effect.Effect<ReaderView | undefined, StorageError>
    /** Whether what let somebody in still does. */
    readonly holds: (siteId: string, pass: VisitorPass) => Effect.Effect<boolean, StorageError>
    /** Whether a site that is published has the space. */
    readonly publishes: (siteId: string, spaceId: string) => Effect.Effect<boolean, StorageError>
    /** The key itself, if it is one of an active share link, and readers of the site need one. */
    readonly keyOf: (siteId: string, shareKey: string | undefined) => Effect.Effect<string | undefined, StorageError>
  }
>()("@octavo/core/people/permissions/SiteReaders") {}
