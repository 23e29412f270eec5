/** Published sites, as their visitors see them. */
import { Context, Effect, Layer, Schema } from "effect"
import type { CurrentActor } from "../shared/Actor.ts"
import { Epoch, makeEpochCache } from "../shared/Epoch.ts"
import { type Forbidden, Invalid, type NotFound, type StorageError } from "../shared/errors.ts"
import { Instance } from "../shared/Instance.ts"
import { isOpen } from "../visitors/pass.ts"
import { SiteCustomizationSettings } from "./customization.ts"
import { encodePath, matchSiteSpace, resolveRequest, type SiteAddress, type SiteLocation } from "./resolveUrl.ts"
import { SiteStructure } from "./Section.ts"
import { Site, toSite } from "./Site.ts"
import { SiteCustomizations } from "./SiteCustomizations.ts"
import type { SiteSpaceRecord } from "./SiteSpace.ts"
import { type PublishedSiteRecord, SiteStore } from "./SiteStore.ts"
import { arranged, makeStructure } from "./structure.ts"

/** A site with all that a renderer draws around its content. */
export const PublishedContentSite = Schema.Struct({
  object: Schema.Literal("published-content-site"),
  site: Site,
  structure: SiteStructure,
  customizations: Schema.Struct({
    site: SiteCustomizationSettings,
    siteSpaces: Schema.Record(Schema.String, SiteCustomizationSettings)
  }),
  scripts: Schema.Array(
    Schema.Struct({
      script: Schema.String,
      contentSecurityPolicy: Schema.optionalKey(Schema.String),
      cookies: Schema.Boolean
    })
  )
}).annotate({ identifier: "PublishedContentSite" })
export type PublishedContentSite = typeof PublishedContentSite.Type

/** What a visitor's URL means, with all that the site shows. */
export interface PublishedLocation extends PublishedSiteRecord {
  readonly siteSpace: SiteSpaceRecord
  /** The decoded segments of the page's path in the space; none for its first page. */
  readonly rest: ReadonlyArray<string>
  /** Path up to the site, and up to the site space; both begin and end with a slash. */
  readonly siteBasePath: string
  readonly basePath: string
  /** No further segment could choose another site space. */
  readonly complete: boolean
}

export class PublishedSites extends Context.Service<
  PublishedSites,
  {
    /** The site as visitors see it: for its own tokens while it is open, and for members. */
    readonly profile: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<PublishedContentSite, Forbidden | NotFound | StorageError, CurrentActor>
    /**
     * What a request means: its `Host` header and the raw path of its target without the query. Asks for no actor,
     * because it finds only what everybody may read.
     */
    readonly resolve: (request: {
      readonly host: string
      readonly path: string
    }) => Effect.Effect<PublishedLocation | undefined, Invalid | StorageError>
    /** The same for a location that is known already. */
    readonly find: (location: SiteLocation) => Effect.Effect<PublishedLocation | undefined, StorageError>
  }
>()("@octavo/core/sites/PublishedSites") {
  static readonly layer = Layer.effect(
    PublishedSites,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const customizations = yield* SiteCustomizations
      const instance = yield* Instance
      const { load, whole } = yield* makeStructure
      const published = makeEpochCache<PublishedSiteRecord | undefined>(yield* Epoch, 10_000)

      const profile = Effect.fn("PublishedSites.profile")(function* (organizationId: string, siteId: string) {
        const { site, role, view } = yield* load(organizationId, siteId, "site.view")
        return {
          object: "published-content-site" as const,
          site: toSite(instance, site, role),
          structure: yield* whole(site, { ...view, shownOnly: true }),
          customizations: yield* customizations.looks(site),
          scripts: []
        }
      })

      const find = Effect.fn("PublishedSites.find")(function* (location: SiteLocation) {
        const { address } = location
        const found = yield* published(
          keyOf(address),
          Effect.map(store.published(address), (it) => it && arranged(it))
        )
        if (found === undefined || !isOpen(found.site)) return undefined
        const match = matchSiteSpace(found.sections, found.siteSpaces, location.segments)
        if (match === undefined) return undefined
        const { siteBasePath } = location
        return {
          ...found,
          siteSpace: match.siteSpace,
          rest: match.rest,
          siteBasePath,
          basePath: match.prefix.length === 0 ? siteBasePath : `${siteBasePath}${encodePath(match.prefix)}/`,
          complete: match.complete
        }
      })

      const resolve = Effect.fnUntraced(function* ({ host, path }: { readonly host: string; readonly path: string }) {
        const location = resolveRequest(instance, host, path)
        if (location === "malformed") return yield* new Invalid({ message: "The path of this URL is malformed" })
        return location === "elsewhere" ? undefined : yield* find(location)
      })

      return PublishedSites.of({ profile, resolve, find })
    })
  )
}

const keyOf = (address: SiteAddress): string =>
  address.by === "name"
    ? `n ${address.name}`
    : address.by === "basename"
      ? `b ${address.basename}`
      : `h ${address.hostname}`
