/** From the URL of published content to what a renderer needs to read it. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Invalid, NotFound, type StorageError } from "../shared/errors.ts"
import { Instance, type InstanceConfig } from "../shared/Instance.ts"
import { SigningKey } from "../shared/signature.ts"
import { Text } from "../shared/text.ts"
import { type PublishedLocation, PublishedSites } from "../sites/PublishedSites.ts"
import { encodePath, resolveUrl } from "../sites/resolveUrl.ts"
import { publicRoot } from "../sites/Site.ts"
import { anonymous } from "../visitors/Visitor.ts"
import { signSiteToken } from "./siteToken.ts"

/** How long the token of an answer is good for, in seconds. */
const tokenLifetime = 3600

const PublishedUrl = Text(0, 2048)

/** Body of `POST /v1/urls/published`. Sites for everybody need no visitor: what is said of one changes nothing yet. */
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
  apiToken: Schema.String
}).annotate({ identifier: "PublishedSiteContent" })
export type PublishedSiteContent = typeof PublishedSiteContent.Type

export class Urls extends Context.Service<
  Urls,
  {
    /** What is published at a URL of this installation, with a token to read it. Any caller may ask. */
    readonly resolvePublished: (url: string) => Effect.Effect<PublishedSiteContent, Invalid | NotFound | StorageError>
  }
>()("@octavo/core/urls/Urls") {
  static readonly layer = Layer.effect(
    Urls,
    Effect.gen(function* () {
      const sites = yield* PublishedSites
      const instance = yield* Instance
      const key = yield* SigningKey

      const resolvePublished = Effect.fn("Urls.resolvePublished")(function* (url: string) {
        const location = resolveUrl(instance, url)
        if (location === "malformed") {
          return yield* new Invalid({
            message: "url must be an absolute http or https URL with a plainly encoded path",
            details: [{ path: "url", message: "not a usable URL" }]
          })
        }
        const found = location === "elsewhere" ? undefined : yield* sites.find(location, anonymous)
        if (found === undefined) return yield* new NotFound({ message: "Nothing is published at this URL" })
        const content = {
          organization: found.site.organizationId,
          site: found.site.id,
          ...(found.siteSpace.sectionId === null ? {} : { siteSection: found.siteSpace.sectionId }),
          siteSpace: found.siteSpace.id,
          space: found.siteSpace.spaceId
        }
        const apiToken = yield* signSiteToken(key, content, yield* Clock.currentTimeMillis, tokenLifetime)
        return {
          ...content,
          pathname: `/${encodePath(found.rest)}`,
          basePath: found.basePath,
          siteBasePath: found.siteBasePath,
          canonicalUrl: canonicalUrl(instance, found),
          complete: found.complete,
          apiToken
        }
      })

      return Urls.of({ resolvePublished })
    })
  )
}

/** The one address of what was found: behind the customer's proxy where the site has one. */
export const canonicalUrl = (
  instance: InstanceConfig,
  { site, siteSpace, rest }: Pick<PublishedLocation, "site" | "siteSpace" | "rest">
): string =>
  `${publicRoot(instance, site)}${siteSpace.urlPath === "" ? "" : `${siteSpace.urlPath}/`}${encodePath(rest)}`
