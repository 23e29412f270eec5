/**
 * The look of a member at a site as its visitors will see it. What lets in is a part of the preview's own addresses, and
 * no cookie: scripts of other sites on the same host have the cookies, and no such address (threat: sites and application on one origin). It says who
 * looks, so that it ends when the member's access does. Pure.
 */
import { Schema } from "effect"
import { signValue, verifyValue } from "../../kernel/shared/signature.ts"

export const Preview = Schema.Struct({
  organizationId: Schema.String,
  siteId: Schema.String,
  /** `null`: the operator. */
  userId: Schema.NullOr(Schema.String),
  /** Also what is a draft on the site. */
  drafts: Schema.Boolean,
  /** Claims of the visitor that the site is looked at as. */
  claims: Schema.Record(Schema.String, Schema.Json),
  /** When it ends, in seconds since 1970. */
  expiresAt: Schema.Number
})
export type Preview = typeof Preview.Type

/** How long a preview lasts, in seconds. */
export const previewLifetime = 3600

/** First segment below a site's root of all addresses of previews; the signed text is the second. */
export const previewPath = "~preview"

const purpose = "site preview"

export const signPreview = (key: Uint8Array, preview: Preview): string => signValue(key, purpose, preview)

const isPreview = Schema.is(Preview)

/** The preview that a text stands for; `undefined` when it is not ours or its time is over. */
export const verifyPreview = (key: Uint8Array, text: string, nowMs: number): Preview | undefined => {
  const value = verifyValue(key, purpose, text)
  return isPreview(value) && value.expiresAt > nowMs / 1000 ? value : undefined
}
