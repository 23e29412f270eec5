/** From the URL of published content to what a renderer needs to read it. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SpaceContent } from "../../content/space-content/SpaceContent.ts"
import { contextKey, toUnsigned } from "../../kernel/conditions/Visitor.ts"
import { CurrentActor, type Preview } from "../../kernel/shared/Actor.ts"
import { defined, ifDefined, present } from "../../kernel/shared/defined.ts"
import { Invalid, NotFound, type StorageError, type TooManyRequests } from "../../kernel/shared/errors.ts"
import { Instance, type InstanceConfig } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Text } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { signSiteToken } from "../../people/users/siteToken.ts"
import { encodePath, resolveUrl, type SiteLocation } from "../site-records/resolveUrl.ts"
import { publicUrl } from "../site-records/Site.ts"
import { type PublishedLocation, PublishedSites } from "../sites/PublishedSites.ts"
import { VisibleSites } from "../sites/VisibleSites.ts"
import { readCredentials } from "../visitors/credentials.ts"
import { signInUrl } from "../visitors/signInUrl.ts"
import { makeContentPaths } from "./contentPaths.ts"
import { previewInUrl } from "./previewInUrl.ts"

/**
 * Tokens are made anew every hour, in seconds, and end a while after it: renderers keep what they read under the token
 * that they read it with.
 */
const tokenHour = 3600
const tokenOverlap = 300

const PublishedUrl = Text(0, 2048)

/** Body of `POST /v1/urls/published`. */
export const PublishedUrlInput = Schema.Struct({
  url: PublishedUrl,
  redirectOnError: Schema.optionalKey(Schema.Boolean),
  visitor: Schema.optionalKey(
    Schema.Struct({
      type: Schema.optionalKey(Schema.Literals(["human", "agent"])),
      jwtToken: Schema.optionalKey(Schema.String),
      unsignedClaims: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
    })
  )
})

/** Query of the older form. */
export const PublishedUrlQuery = {
  url: PublishedUrl,
  visitorAuthToken: Schema.optionalKey(Schema.String),
  redirectOnError: Schema.optionalKey(Schema.Boolean)
}

/** Who asks for what is at a URL. */
export interface UrlVisitor {
  readonly type?: "human" | "agent" | undefined
  readonly jwtToken?: string | undefined
  readonly unsignedClaims?: Readonly<Record<string, unknown>> | undefined
  /** To be told where visitors sign in, instead of that nothing is there. */
  readonly redirectOnError?: boolean | undefined
}

export const PublishedSiteContent = Schema.Struct({
  organization: Schema.String,
  site: Schema.String,
  siteSection: Schema.optionalKey(Schema.String),
  siteSpace: Schema.String,
  space: Schema.String,
  changeRequest: Schema.optionalKey(Schema.String),
  revision: Schema.optionalKey(Schema.String),
  pathname: Schema.String,
  basePath: Schema.String,
  siteBasePath: Schema.String,
  canonicalUrl: Schema.String,
  complete: Schema.Boolean,
  apiToken: Schema.String,
  shareKey: Schema.optionalKey(Schema.String),
  contextId: Schema.optionalKey(Schema.String),
  /** The token reads what is not published. */
  preview: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "PublishedSiteContent" })
export type PublishedSiteContent = typeof PublishedSiteContent.Type

/** Where visitors of a site sign in. */
export const PublishedContentRedirect = Schema.Struct({
  target: Schema.Literal("external"),
  site: Schema.String,
  redirect: Schema.String
}).annotate({ identifier: "PublishedContentRedirect" })
export type PublishedContentRedirect = typeof PublishedContentRedirect.Type

export const PublishedSiteContentLookup = Schema.Union([PublishedSiteContent, PublishedContentRedirect])
export type PublishedSiteContentLookup = typeof PublishedSiteContentLookup.Type

export class Urls extends Context.Service<
  Urls,
  {
    /**
     * What is published at a URL of this installation, with a token to read it. Any caller may ask. Of a URL with
     * `~/changes/{id or number}` or `~/revisions/{id}` below the space: the preview, for a caller who may read it.
     */
    readonly resolvePublished: (
      url: string,
      visitor?: UrlVisitor
    ) => Effect.Effect<PublishedSiteContentLookup, Invalid | NotFound | StorageError | TooManyRequests, CurrentActor>
  }
>()("@octavo/core/delivery/urls/Urls") {
  static readonly layer = Layer.effect(
    Urls,
    Effect.gen(function* () {
      const sites = yield* PublishedSites
      const shown = yield* VisibleSites
      const content = yield* SpaceContent
      const instance = yield* Instance
      const key = yield* SigningKey
      const { addressOf, pathOf } = yield* makeContentPaths

      /** The visit of a member, for whom every door of the site is open. */
      const memberVisit = Effect.fnUntraced(function* (
        location: SiteLocation,
        userId: string | null,
        expiresAt: number
      ) {
        const site = (yield* shown.published(location.address))?.found.site
        if (site === undefined) return undefined
        const { id, organizationId } = site
        const preview = { organizationId, siteId: id, userId, drafts: false, claims: {}, expiresAt }
        return yield* sites.preview(location, preview)
      })

      /** What a URL previews, by its ids, and its content, of what the caller may read; `undefined`: nothing. */
      const previewed = (space: string, { changeRequest, revision }: NonNullable<ReturnType<typeof previewInUrl>>) =>
        content.open(space, changeRequest === undefined ? revision : { changeRequest }).pipe(
          Effect.map(({ changeRequest, expanded, revision }) => ({
            ids: changeRequest === undefined ? { revision: revision.id } : { changeRequest: changeRequest.id },
            content: expanded
          })),
          Effect.catchTags({ NotFound: () => Effect.undefined, Forbidden: () => Effect.undefined })
        )

      const resolvePublished = traced("Urls.resolvePublished")(function* (
        url: string,
        { jwtToken, redirectOnError, type, unsignedClaims }: UrlVisitor = {}
      ) {
        const location = resolveUrl(instance, url)
        if (location === "malformed") {
          return yield* new Invalid({
            message: "url must be an absolute http or https URL with a plainly encoded path",
            details: [{ path: "url", message: "not a usable URL" }]
          })
        }
        if (location === "elsewhere") return yield* nothing
        const actor = yield* CurrentActor
        const now = (yield* Clock.currentTimeMillis) / 1000
        const brought = readCredentials({ query: new URL(url).search.slice(1) })
        const credentials = {
          ...brought,
          jwt: jwtToken ?? brought.jwt,
          unsigned: { ...toUnsigned(unsignedClaims), ...brought.unsigned }
        }
        const asked = previewInUrl(location.segments)
        const at = asked === undefined ? location : { ...location, segments: asked.before }
        // who reads a site by its token may have a preview already, which goes on for as long as it lasts
        const given = actor.kind === "site" ? actor.preview : undefined
        const hour = Math.floor(now / tokenHour) * tokenHour
        const end = hour + tokenHour + tokenOverlap
        const until = given?.until ?? end
        const member =
          actor.kind === "user"
            ? actor.userId
            : actor.kind === "operator"
              ? null
              : given === undefined
                ? undefined
                : given.userId
        const asVisitor = yield* sites.find(at, credentials)
        const visit =
          asVisitor?.kind !== "location" && member !== undefined && (asked !== undefined || given !== undefined)
            ? ((yield* memberVisit(at, member, until)) ?? asVisitor)
            : asVisitor
        if (visit === undefined || visit.kind === "leave") return yield* nothing
        if (visit.kind === "sign-in") {
          // who brings no token has to sign in; the switch is about tokens that are wrong
          const isWrong = credentials.jwt !== undefined && credentials.jwt !== ""
          if (visit.fallbackUrl === null || (isWrong && redirectOnError !== true)) return yield* nothing
          return {
            target: "external" as const,
            site: visit.site.id,
            redirect: signInUrl(visit.fallbackUrl, visit.path)
          }
        }
        const found = visit.location
        const space = found.siteSpace.spaceId
        const other = asked === undefined ? undefined : yield* previewed(space, asked)
        // what is previewed begins where the space does
        if (asked !== undefined && (other === undefined || found.rest.length > 0)) return yield* nothing
        const ids = other?.ids
        const preview: Preview | undefined =
          ids === undefined || member === undefined
            ? given?.space === space
              ? given
              : undefined
            : { userId: member, space, until, ...ids }
        const place = {
          organization: found.site.organizationId,
          site: found.site.id,
          ...present({ siteSection: found.siteSpace.sectionId }),
          siteSpace: found.siteSpace.id,
          space
        }
        const apiToken = yield* signSiteToken(
          key,
          {
            ...place,
            spaces: [...new Set(found.siteSpaces.map(({ spaceId }) => spaceId))],
            ...defined({ visitorType: type })
          },
          { pass: found.pass, visitor: found.visitor, preview },
          hour,
          // a visitor's token is taken for a moment after its end
          Math.min(end, Math.max(found.expiresAt ?? end, now + 1), preview?.until ?? end)
        )
        const shareKey = found.keyInPath ?? visit.keep.shareKey
        const contextId = contextKey(found.visitor)
        // links that a renderer makes keep the key that it was given
        const below = (path: string) =>
          found.keyInPath === undefined
            ? path
            : `${found.siteBasePath}${found.keyInPath}/${path.slice(found.siteBasePath.length)}`
        const here = { ...found, rest: asked?.rest ?? found.rest, content: other?.content }
        const path = yield* pathOf(here)
        // what was chosen for the root is not above what stands at other paths
        const isHome = here.rest.length === 0 && path.length > 0
        return {
          ...place,
          ...ids,
          pathname: `/${encodePath(path)}`,
          basePath: below(found.basePath) + (asked === undefined ? "" : `${encodePath(asked.prefix)}/`),
          siteBasePath: below(found.siteBasePath),
          canonicalUrl: canonicalUrl(instance, { ...found, rest: yield* addressOf(here) }),
          complete: (asked !== undefined || found.complete) && !isHome,
          apiToken,
          ...defined({ shareKey }),
          ...(contextId === "" ? {} : { contextId }),
          ...ifDefined(preview, () => ({ preview: true }))
        }
      })

      return Urls.of({ resolvePublished })
    })
  )
}

const nothing = new NotFound({ message: "Nothing is published at this URL" })

/** The one address of what was found: behind the customer's proxy where the site has one. */
const canonicalUrl = (
  instance: InstanceConfig,
  { site, siteSpace, rest }: Pick<PublishedLocation, "site" | "siteSpace" | "rest">
): string => `${publicUrl(instance, site, siteSpace.urlPath)}${encodePath(rest)}`
