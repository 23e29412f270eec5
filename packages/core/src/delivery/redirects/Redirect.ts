/** Redirects of sites, as the store keeps them and as the API shows them. */
import { Schema } from "effect"

/** Where a redirect leads: to a place of its site, or to an address that an editor wrote. */
export const RedirectDestination = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("site-section"), siteSectionId: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("site-space"), siteSpaceId: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("site-page"), siteSpaceId: Schema.String, pageId: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("external"), url: Schema.String })
]).annotate({ identifier: "SiteRedirectDestination" })
export type RedirectDestination = typeof RedirectDestination.Type

export interface RedirectRecord {
  readonly id: string
  readonly siteId: string
  /** As it was written. */
  readonly source: string
  readonly destination: RedirectDestination
  /** Not followed yet. A draft and a live one may have the same source. */
  readonly draft: boolean
  /** Leads what is below the source along: to the same below the destination. */
  readonly captureWildcard: boolean
  readonly permanent: boolean
  /** Made when a page moved, and changed by nobody since. */
  readonly automatic: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** What of a redirect can change. */
export type RedirectPatch = Partial<Omit<RedirectRecord, "id" | "siteId" | "createdAt" | "updatedAt">>

export const redirectOrders = ["createdAt", "updatedAt", "source"] as const
export type RedirectOrder = (typeof redirectOrders)[number]

/** What a list of redirects is narrowed to. */
export interface RedirectFilter {
  /** Text in the source, in any case. */
  readonly search?: string | undefined
  /** Drafts alone, or live ones alone. */
  readonly draft: boolean
  readonly orderBy: RedirectOrder
}

/** A redirect, as the API shows it. */
export const SiteRedirect = Schema.Struct({
  object: Schema.Literal("site-redirect"),
  id: Schema.String,
  source: Schema.String,
  destination: RedirectDestination,
  draft: Schema.Boolean,
  captureWildcard: Schema.Boolean,
  permanent: Schema.Boolean,
  automatic: Schema.Boolean,
  createdAt: Schema.String,
  updatedAt: Schema.String
}).annotate({ identifier: "SiteRedirect" })
export type SiteRedirect = typeof SiteRedirect.Type

export const toSiteRedirect = ({ siteId: _, ...redirect }: RedirectRecord): SiteRedirect => ({
  object: "site-redirect",
  ...redirect
})

/** Where a source leads. */
export const FoundRedirect = Schema.Struct({
  redirect: SiteRedirect,
  /** Absolute URL, at the end of all redirects on the way. */
  target: Schema.String
}).annotate({ identifier: "FoundSiteRedirect" })
export type FoundRedirect = typeof FoundRedirect.Type

/** What became of an entry of a batch. */
export const RedirectResult = Schema.Union([
  Schema.Struct({
    status: Schema.Literals(["created", "updated", "published"]),
    source: Schema.String,
    draft: Schema.Boolean,
    id: Schema.String
  }),
  Schema.Struct({ status: Schema.Literal("deleted"), source: Schema.String, draft: Schema.Boolean }),
  Schema.Struct({ status: Schema.Literal("error"), source: Schema.String, draft: Schema.Boolean, error: Schema.String })
]).annotate({ identifier: "SiteRedirectResult" })
export type RedirectResult = typeof RedirectResult.Type

export const RedirectResults = Schema.Struct({ results: Schema.Array(RedirectResult) }).annotate({
  identifier: "SiteRedirectResults"
})
export type RedirectResults = typeof RedirectResults.Type
