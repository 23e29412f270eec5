/** Published sites, as their visitors see them. */
import { Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import { anonymous, type Visitor } from "../../kernel/conditions/Visitor.ts"
import { limitTries } from "../../kernel/rate-limits/bruteForceGuard.ts"
import { RateLimiting } from "../../kernel/rate-limits/RateLimiting.ts"
import { type Actor, CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { madeOfEverything } from "../../kernel/shared/Epoch.ts"
import {
  type Forbidden,
  Invalid,
  type NotFound,
  type StorageError,
  type TooManyRequests
} from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { viewOf } from "../site-records/audience.ts"
import {
  encodePath,
  isAddressOf,
  matchSiteSpace,
  resolveRequest,
  type SiteAddress,
  type SiteLocation
} from "../site-records/resolveUrl.ts"
import { SiteStructure } from "../site-records/Section.ts"
import { Site, type SiteRecord, toSite } from "../site-records/Site.ts"
import type { SiteSpaceRecord } from "../site-records/SiteSpace.ts"
import { type PublishedSiteRecord, SiteStore } from "../site-records/SiteStore.ts"
import { Audience, isForAll, type Keep } from "../visitors/Audience.ts"
import { isAccessAttempt } from "../visitors/accessAttempt.ts"
import { type CredentialSource, type Credentials, noCredentials, readCredentials } from "../visitors/credentials.ts"
import { type Preview, previewPath, verifyPreview } from "../visitors/previewToken.ts"
import type { VisitorPass } from "../visitors/visitorPass.ts"
import { SiteCustomizationSettings } from "./customization.ts"
import { SiteCustomizations, seenSettings } from "./SiteCustomizations.ts"
import { makeSiteTree } from "./siteTree.ts"
import { type LoadedSite, VisibleSites, visibleTo } from "./VisibleSites.ts"

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
  /** Path up to the site, and up to the site space, as the visitor sees them; both begin and end with a slash. */
  readonly siteBasePath: string
  readonly basePath: string
  /** Path up to the site as it was asked for here: another one behind a customer's proxy. */
  readonly askedBasePath: string
  /** No further segment could choose another site space. */
  readonly complete: boolean
  /** What let the visitor in. */
  readonly pass: VisitorPass
  /** As whom the site is shown; anonymous unless the site is adaptive. */
  readonly visitor: Visitor
  /** Decides conditions for the visitor; it was asked for what the site shows already. */
  readonly judge: Judge
  /** Anybody may come in: only what hangs on conditions differs from one visitor to the next. */
  readonly forAll: boolean
  /** Key of a share link that the path began with; it is in no path of this location. */
  readonly keyInPath?: string
  /** When what let the visitor in ends, in seconds since 1970. */
  readonly expiresAt?: number | undefined
}

/** What becomes of a visit. */
export type Visit =
  | { readonly kind: "location"; readonly location: PublishedLocation; readonly keep: Keep }
  /** Visitors of this site sign in first; `null`: the site does not say where. */
  | {
      readonly kind: "sign-in"
      readonly site: SiteRecord
      readonly fallbackUrl: string | null
      /** Where the visitor was going: below the site's root, encoded, without a slash at its start. */
      readonly path: string
    }
  /** A visitor signs out; `null`: to the site itself. */
  | { readonly kind: "leave"; readonly siteBasePath: string; readonly logoutUrl: string | null }

export interface VisitRequest extends CredentialSource {
  /** The `Host` header. */
  readonly host: string
  /** Path of the request target, as it came, without the query. */
  readonly path: string
}

export class PublishedSites extends Context.Service<
  PublishedSites,
  {
    /** The site as visitors see it: for its own tokens while it is open, and for members. */
    readonly profile: (
      organizationId: string,
      siteId: string,
      shareKey?: string
    ) => Effect.Effect<PublishedContentSite, Forbidden | NotFound | StorageError, CurrentActor>
    /**
     * What a request means: its `Host` header, the raw path of its target, and what it brings to be let in. Asks for no
     * actor, because it finds only what this visitor may read. `undefined`: nothing is there, for this visitor.
     */
    readonly visit: (
      request: VisitRequest
    ) => Effect.Effect<Visit | undefined, Invalid | StorageError | TooManyRequests>
    /** The place of a visit that was let in; `undefined` for all else. */
    readonly resolve: (
      request: VisitRequest
    ) => Effect.Effect<PublishedLocation | undefined, Invalid | StorageError | TooManyRequests>
    /** The visit of a member, for whom every door of a site is open; `undefined` for who may not see the site. */
    readonly preview: (location: SiteLocation, preview: Preview) => Effect.Effect<Visit | undefined, StorageError>
    /**
     * The visit of a location that is known already.
     * @param proxied whether it may come through the site's proxy, which knows the site by its id
     */
    readonly find: (
      location: SiteLocation,
      credentials: Credentials,
      proxied?: boolean
    ) => Effect.Effect<Visit | undefined, StorageError | TooManyRequests>
  }
>()("@octavo/core/delivery/sites/PublishedSites") {
  static readonly layer = Layer.effect(
    PublishedSites,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const customizations = yield* SiteCustomizations
      const access = yield* Access
      const audience = yield* Audience
      const instance = yield* Instance
      const key = yield* SigningKey
      const limits = yield* RateLimiting
      const { load, withShareKey, whole } = yield* makeSiteTree
      const shownSites = yield* VisibleSites

      const profile = traced("PublishedSites.profile")(function* (
        organizationId: string,
        siteId: string,
        shareKey?: string
      ) {
        const seer = yield* load(organizationId, siteId, "site.view")
        const site = yield* withShareKey(seer.site, shareKey)
        const looks = yield* customizations.looks(site)
        return {
          object: "published-content-site" as const,
          site: toSite(instance, site, seer.role),
          structure: yield* whole(site, { ...seer.view, shownOnly: true }),
          customizations: {
            site: seenSettings(looks.site, seer),
            siteSpaces: Object.fromEntries(
              Object.entries(looks.siteSpaces).map(([id, settings]) => [id, seenSettings(settings, seer)])
            )
          },
          scripts: []
        }
      })

      /** The member's view of a site, while the member may see it. */
      const preview = Effect.fnUntraced(function* (
        { address, segments, siteBasePath }: SiteLocation,
        { claims, drafts, expiresAt, organizationId, siteId, userId }: Preview
      ) {
        const actor: Actor = userId === null ? operator : { kind: "user", userId, tokenId: null, scopes: null }
        const allowed = yield* access
          .site(organizationId, siteId, "site.view")
          .pipe(
            Effect.provideService(CurrentActor, actor),
            Effect.catchTags({ NotFound: () => Effect.undefined, Forbidden: () => Effect.undefined })
          )
        if (allowed === undefined) return undefined
        yield* madeOfEverything
        const found = yield* store.previewed(organizationId, siteId, viewOf(actor, allowed).spaces, drafts)
        if (found === undefined || !isAddressOf(address, found.site)) return undefined
        if (segments[0] === logoutPath) return { kind: "leave", siteBasePath, logoutUrl: null } as const
        const visitor = found.site.adaptiveContent ? { claims, unsigned: {} } : anonymous
        const entry = { visitor, pass: { kind: "member", userId } as const, expiresAt }
        return entered(yield* shownSites.withConditions(found), siteBasePath, siteBasePath, segments, entry, {})
      })

      /** The visit of whoever has the address of a preview: the site is shown below it, and nowhere else. */
      const previewed = Effect.fnUntraced(function* ({ address, segments, siteBasePath }: SiteLocation) {
        const [, token = "", ...below] = segments
        const signed = verifyPreview(key, token, yield* Clock.currentTimeMillis)
        const root = `${siteBasePath}${encodePath([previewPath, token])}/`
        return signed && (yield* preview({ address, siteBasePath: root, segments: below }, signed))
      })

      const enter = Effect.fnUntraced(function* (
        location: SiteLocation,
        credentials: Credentials,
        proxied = false
      ): Effect.fn.Return<Visit | undefined, StorageError> {
        const { address, segments, siteBasePath } = location
        const [first] = segments
        if (first === previewPath) return undefined
        const loaded = yield* shownSites.published(address)
        if (loaded === undefined) return undefined
        const { site } = loaded.found
        const base = (proxied ? behindProxy(site, address) : undefined) ?? siteBasePath
        if (first === logoutPath && segments.length === 1 && hasSignedIn(site)) {
          return { kind: "leave", siteBasePath: base, logoutUrl: yield* audience.logoutUrl(site.id) }
        }
        const admission = yield* audience.admit(site, credentials, first)
        switch (admission.kind) {
          case "absent":
            return undefined
          case "sign-in":
            return {
              kind: "sign-in",
              site,
              fallbackUrl: admission.fallbackUrl,
              path: encodePath(segments)
            }
          case "in": {
            const { expiresAt, keep, keyInPath, pass, visitor } = admission
            const entry = {
              pass,
              visitor,
              expiresAt,
              ...(keyInPath && first !== undefined ? { keyInPath: first } : {})
            }
            return entered(loaded, base, siteBasePath, keyInPath ? segments.slice(1) : segments, entry, keep)
          }
        }
      })

      const tried = Effect.fnUntraced(function* (
        location: SiteLocation,
        credentials: Credentials,
        entering: Effect.Effect<Visit | undefined, StorageError>
      ) {
        if (!isAccessAttempt(credentials, location.segments[0], yield* Clock.currentTimeMillis)) return yield* entering
        // by what the address says, so that a site that is hidden is as one that is missing
        const place = `site ${JSON.stringify(location.address)}` as const
        return yield* limitTries<Visit | undefined, StorageError>(limits, place, isRefused)(entering)
      })

      const find = traced("PublishedSites.find")(function* (
        location: SiteLocation,
        credentials: Credentials,
        proxied: boolean = false
      ) {
        return yield* tried(location, credentials, enter(location, credentials, proxied))
      })

      const visit = Effect.fnUntraced(function* (request: VisitRequest) {
        const location = resolveRequest(instance, request.host, request.path)
        if (location === "malformed") return yield* new Invalid({ message: "The path of this URL is malformed" })
        if (location === "elsewhere") return undefined
        return location.segments[0] === previewPath
          ? yield* tried(location, noCredentials, previewed(location))
          : yield* find(location, readCredentials(request), true)
      })

      const resolve = (request: VisitRequest) =>
        Effect.map(visit(request), (found) => (found?.kind === "location" ? found.location : undefined))

      return PublishedSites.of({ profile, visit, resolve, preview, find })
    })
  )
}

const isRefused = (outcome: Exit.Exit<Visit | undefined, unknown>): boolean =>
  Exit.isSuccess(outcome) && (outcome.value === undefined || outcome.value.kind === "sign-in")

/** Address of a site where a visitor signs out. */
const logoutPath = "~logout"

/** Who never came in by a token has nothing to sign out of. */
const hasSignedIn = (site: SiteRecord): boolean => site.visibility === "visitor-auth" || site.adaptiveContent

/** Path of the site's root behind the customer's proxy, which asks for the site by its id. */
const behindProxy = ({ id, proxy }: SiteRecord, address: SiteAddress): string | undefined =>
  proxy !== null && address.by === "name" && address.name === id ? `${proxy.slice(proxy.indexOf("/"))}/` : undefined

/** The visit of somebody who was let in: to the space that the segments lead to, if any. */
const entered = (
  loaded: LoadedSite,
  siteBasePath: string,
  askedBasePath: string,
  segments: ReadonlyArray<string>,
  entry: Pick<PublishedLocation, "pass" | "visitor" | "keyInPath" | "expiresAt">,
  keep: Keep
): Visit | undefined => {
  const { judge, seen: found } = visibleTo(entry.visitor, loaded)
  const match = matchSiteSpace(found.sections, found.siteSpaces, segments)
  if (match === undefined) return undefined
  const location: PublishedLocation = {
    ...found,
    ...entry,
    judge,
    forAll: isForAll(found.site, entry.pass),
    siteSpace: match.siteSpace,
    rest: match.rest,
    siteBasePath,
    basePath: match.prefix.length === 0 ? siteBasePath : `${siteBasePath}${encodePath(match.prefix)}/`,
    askedBasePath,
    complete: match.complete
  }
  return { kind: "location", location, keep }
}
