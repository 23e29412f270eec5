/** Published sites, as their visitors see them. */
import { Context, Effect, Layer, Schema } from "effect"
import { AdaptiveSchemaStore } from "../adaptive-schema/AdaptiveSchemaStore.ts"
import { type Judge, type Looking, makeJudge } from "../conditions/Judge.ts"
import type { CurrentActor } from "../shared/Actor.ts"
import { Epoch, makeEpochCache } from "../shared/Epoch.ts"
import { type Forbidden, Invalid, type NotFound, type StorageError } from "../shared/errors.ts"
import { Instance } from "../shared/Instance.ts"
import { isOpen } from "../visitors/pass.ts"
import { anonymous, unsignedClaims, type Visitor } from "../visitors/Visitor.ts"
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

/** What a visitor's URL means, with all that the site shows to this visitor. */
export interface PublishedLocation extends PublishedSiteRecord {
  readonly siteSpace: SiteSpaceRecord
  /** The decoded segments of the page's path in the space; none for its first page. */
  readonly rest: ReadonlyArray<string>
  /** Path up to the site, and up to the site space; both begin and end with a slash. */
  readonly siteBasePath: string
  readonly basePath: string
  /** No further segment could choose another site space. */
  readonly complete: boolean
  readonly visitor: Visitor
  /** Decides conditions for the visitor; it was asked for what the site shows already. */
  readonly judge: Judge
}

/** A published site, and how it looks at its visitors. */
interface Published {
  readonly found: PublishedSiteRecord
  readonly looking: Looking
  /** What everybody is shown; `undefined` where something hangs on a condition. */
  readonly forAll: PublishedSiteRecord | undefined
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
      readonly query?: string | undefined
    }) => Effect.Effect<PublishedLocation | undefined, Invalid | StorageError>
    /** The same for a location that is known already. */
    readonly find: (
      location: SiteLocation,
      visitor: Visitor
    ) => Effect.Effect<PublishedLocation | undefined, StorageError>
  }
>()("@octavo/core/sites/PublishedSites") {
  static readonly layer = Layer.effect(
    PublishedSites,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const customizations = yield* SiteCustomizations
      const instance = yield* Instance
      const { load, whole } = yield* makeStructure
      const published = makeEpochCache<Published | undefined>(yield* Epoch, 10_000)
      const schemas = yield* AdaptiveSchemaStore

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

      const loadPublished = Effect.fnUntraced(function* (address: SiteAddress) {
        const found = yield* store.published(address)
        if (found === undefined) return undefined
        const { adaptiveContent, id } = found.site
        const schema = adaptiveContent ? (yield* schemas.get(id))?.jsonSchema : undefined
        const conditional = [...found.sections, ...found.siteSpaces].some(({ condition }) => condition !== null)
        return { found, looking: { adaptiveContent, schema }, forAll: conditional ? undefined : arranged(found) }
      })

      const find = Effect.fn("PublishedSites.find")(function* (location: SiteLocation, visitor: Visitor) {
        const { address } = location
        const loaded = yield* published(keyOf(address), loadPublished(address))
        if (loaded === undefined || !isOpen(loaded.found.site)) return undefined
        const judge = makeJudge(visitor, loaded.looking)
        const found = loaded.forAll ?? arranged(seenBy(judge, loaded.found))
        const match = matchSiteSpace(found.sections, found.siteSpaces, location.segments)
        if (match === undefined) return undefined
        const { siteBasePath } = location
        return {
          ...found,
          visitor,
          judge,
          siteSpace: match.siteSpace,
          rest: match.rest,
          siteBasePath,
          basePath: match.prefix.length === 0 ? siteBasePath : `${siteBasePath}${encodePath(match.prefix)}/`,
          complete: match.complete
        }
      })

      const resolve = Effect.fnUntraced(function* ({
        host,
        path,
        query
      }: {
        readonly host: string
        readonly path: string
        readonly query?: string | undefined
      }) {
        const location = resolveRequest(instance, host, path)
        if (location === "malformed") return yield* new Invalid({ message: "The path of this URL is malformed" })
        return location === "elsewhere"
          ? undefined
          : yield* find(location, {
              ...anonymous,
              unsigned: unsignedClaims({ query: new URLSearchParams(query) })
            })
      })

      return PublishedSites.of({ profile, resolve, find })
    })
  )
}

/** Without the sections and site spaces whose conditions do not hold. */
const seenBy = (judge: Judge, { sections, siteSpaces, ...rest }: PublishedSiteRecord): PublishedSiteRecord => {
  const isSeen = ({ condition }: { readonly condition: string | null }): boolean =>
    judge.decide(condition ?? "") === true
  const seen = sections.filter(isSeen)
  const ids = new Set(seen.map(({ id }) => id))
  return {
    ...rest,
    sections: seen,
    siteSpaces: siteSpaces.filter((one) => isSeen(one) && (one.sectionId === null || ids.has(one.sectionId)))
  }
}

const keyOf = (address: SiteAddress): string =>
  address.by === "name"
    ? `n ${address.name}`
    : address.by === "basename"
      ? `b ${address.basename}`
      : `h ${address.hostname}`
