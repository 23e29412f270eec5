/** From the URL of published content to what a renderer needs to read it. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Invalid, NotFound, type StorageError } from "../shared/errors.ts"
import { Instance, type InstanceConfig } from "../shared/Instance.ts"
import { SigningKey } from "../shared/signature.ts"
import { Text } from "../shared/text.ts"
import { type PublishedLocation, PublishedSites } from "../sites/PublishedSites.ts"
import { encodePath, resolveUrl } from "../sites/resolveUrl.ts"
import { publicUrl } from "../sites/Site.ts"

import { readCredentials } from "../visitors/credentials.ts"
import { signInUrl } from "../visitors/signIn.ts"
import { contextKey, toUnsigned } from "../visitors/Visitor.ts"

import { signSiteToken } from "./siteToken.ts"

/** How long the token of an answer is good for, in seconds. */
const tokenLifetime = 3600

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
  pathname: Schema.String,
  basePath: Schema.String,
  siteBasePath: Schema.String,
  canonicalUrl: Schema.String,
  complete: Schema.Boolean,
  apiToken: Schema.String,
  shareKey: Schema.optionalKey(Schema.String),
  contextId: Schema.optionalKey(Schema.String)
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
    /** What is published at a URL of this installation, with a token to read it. Any caller may ask. */
    readonly resolvePublished: (
      url: string,
      visitor?: UrlVisitor
    ) => Effect.Effect<PublishedSiteContentLookup, Invalid | NotFound | StorageError>
  }
>()("@octavo/core/urls/Urls") {
  static readonly layer = Layer.effect(
    Urls,
    Effect.gen(function* () {
      const sites = yield* PublishedSites
      const instance = yield* Instance
      const key = yield* SigningKey

      const resolvePublished = Effect.fn("Urls.resolvePublished")(function* (
        url: string,
        { jwtToken, redirectOnError, unsignedClaims }: UrlVisitor = {}
      ) {
        const location = resolveUrl(instance, url)
        if (location === "malformed") {
          return yield* new Invalid({
            message: "url must be an absolute http or https URL with a plainly encoded path",
            details: [{ path: "url", message: "not a usable URL" }]
          })
        }
        if (location === "elsewhere") return yield* nothing
        const brought = readCredentials({ query: new URL(url).search.slice(1) })
        const visit = yield* sites.find(location, {
          ...brought,
          jwt: jwtToken ?? brought.jwt,
          unsigned: { ...toUnsigned(unsignedClaims), ...brought.unsigned }
        })
        if (visit === undefined || visit.kind === "preview" || visit.kind === "leave") return yield* nothing
        if (visit.kind === "sign-in") {
          if (redirectOnError !== true || visit.fallbackUrl === null) return yield* nothing
          return {
            target: "external" as const,
            site: visit.site.id,
            redirect: signInUrl(visit.fallbackUrl, visit.path)
          }
        }
        const found = visit.location
        const content = {
          organization: found.site.organizationId,
          site: found.site.id,
          ...(found.siteSpace.sectionId === null ? {} : { siteSection: found.siteSpace.sectionId }),
          siteSpace: found.siteSpace.id,
          space: found.siteSpace.spaceId
        }
        const now = yield* Clock.currentTimeMillis
        const left = found.expiresAt === undefined ? tokenLifetime : Math.floor(found.expiresAt - now / 1000)
        const apiToken = yield* signSiteToken(key, content, found, now, Math.max(1, Math.min(tokenLifetime, left)))
        const shareKey = found.keyInPath ?? visit.keep.shareKey
        const contextId = contextKey(found.visitor)
        // links that a renderer makes keep the key that it was given
        const below = (path: string) =>
          found.keyInPath === undefined
            ? path
            : `${found.siteBasePath}${found.keyInPath}/${path.slice(found.siteBasePath.length)}`
        return {
          ...content,
          pathname: `/${encodePath(found.rest)}`,
          basePath: below(found.basePath),
          siteBasePath: below(found.siteBasePath),
          canonicalUrl: canonicalUrl(instance, found),
          complete: found.complete,
          apiToken,
          ...(shareKey === undefined ? {} : { shareKey }),
          ...(contextId === "" ? {} : { contextId })
        }
      })

      return Urls.of({ resolvePublished })
    })
  )
}

const nothing = new NotFound({ message: "Nothing is published at this URL" })

/** The one address of what was found: behind the customer's proxy where the site has one. */
export const canonicalUrl = (
  instance: InstanceConfig,
  { site, siteSpace, rest }: Pick<PublishedLocation, "site" | "siteSpace" | "rest">
): string => `${publicUrl(instance, site, siteSpace.urlPath)}${encodePath(rest)}`
