/** A look at a site before its visitors have it: drafts too, as any visitor, whether it is published or not. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { type Claims, toClaims } from "../../kernel/conditions/Visitor.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { type Forbidden, Invalid, type NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { encodePath, segmentsOfPath } from "../site-records/resolveUrl.ts"
import { siteUrl } from "../site-records/Site.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { previewLifetime, previewPath, signPreview } from "../visitors/previewToken.ts"
import { parseRison } from "../visitors/rison.ts"

export const SitePreview = Schema.Struct({ url: Schema.String }).annotate({ identifier: "SitePreview" })
export type SitePreview = typeof SitePreview.Type

export interface SitePreviewOptions {
  /** Id of the space to begin at; the first page of the site without it. */
  readonly siteSpace?: string | undefined
  /** Claims of the visitor to be, in Rison. */
  readonly claims?: string | undefined
  /** Also what is a draft on the site: yes, unless told otherwise. */
  readonly draft?: boolean | undefined
  /** Path below the site, or below the space, to begin at. */
  readonly target?: string | undefined
}

export class SitePreviews extends Context.Service<
  SitePreviews,
  {
    /** A URL that shows the site to its bearer for an hour, for as long as the caller may see the site. */
    readonly url: (
      organizationId: string,
      siteId: string,
      options: SitePreviewOptions
    ) => Effect.Effect<SitePreview, Forbidden | Invalid | NotFound | StorageError, CurrentActor>
  }
>()("@octavo/core/delivery/sites/SitePreviews") {
  static readonly layer = Layer.effect(
    SitePreviews,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const instance = yield* Instance
      const key = yield* SigningKey
      const load = makeLoadSite(yield* Access, store)

      const url = traced("SitePreviews.url")(function* (
        organizationId: string,
        siteId: string,
        { claims, draft = true, siteSpace, target = "" }: SitePreviewOptions
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.preview")
        const at = siteSpace === undefined ? undefined : yield* siteSpaces.get(site, siteSpace, view)
        if (siteSpace !== undefined && at === undefined) return yield* invalid("siteSpace", "names none of this site")
        const rest = segmentsOfPath(`/${target.replace(/^\//, "")}`)
        if (rest === undefined) return yield* invalid("target", "must be a path below the site")
        const visitor = claimsOf(claims)
        if (visitor === undefined) return yield* invalid("claims", "must be an object in Rison, like (plan:pro)")
        const actor = yield* CurrentActor
        const begin = [at?.siteSpace.urlPath ?? "", encodePath(rest)].filter((part) => part !== "").join("/")
        const token = signPreview(key, {
          organizationId,
          siteId,
          userId: actor.kind === "user" ? actor.userId : null,
          drafts: draft,
          claims: visitor,
          expiresAt: Math.floor((yield* Clock.currentTimeMillis) / 1000) + previewLifetime
        })
        return { url: `${siteUrl(instance, site)}${previewPath}/${token}/${begin}` }
      })

      return SitePreviews.of({ url })
    })
  )
}

const claimsOf = (text: string | undefined): Claims | undefined => {
  if (text === undefined || text === "") return {}
  const value = parseRison(text)
  return typeof value === "object" && value !== null && !Array.isArray(value) ? toClaims(value) : undefined
}

const invalid = (path: string, message: string) =>
  new Invalid({ message: `${path} ${message}`, details: [{ path, message }] })
