/** How visitors of a site of the visibility `visitor-auth` prove who they are. */
import { Schema } from "effect"
import { WebAddress } from "../../kernel/shared/text.ts"

export const AuthBackend = Schema.Literals(["custom", "integration"])
export type AuthBackend = typeof AuthBackend.Type

export interface PublishingAuthRecord {
  readonly siteId: string
  readonly backend: AuthBackend
  /** Another one with each new key. */
  readonly keyId: string
  /** The key that visitors' tokens are signed with, sealed. */
  readonly sealedKey: string
  readonly fallbackUrl: string | null
  readonly logoutUrl: string | null
}

/** What signing keys are sealed for. */
export const signingPurpose = (siteId: string): string => `visitors of site ${siteId}`

/** The settings, as the API shows them to who may change them. */
export const SitePublishingAuth = Schema.Struct({
  object: Schema.Literal("publishing-auth"),
  backend: AuthBackend,
  privateKey: Schema.String,
  fallbackURL: Schema.optionalKey(Schema.String),
  logoutURL: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "SitePublishingAuth" })
export type SitePublishingAuth = typeof SitePublishingAuth.Type

/** An address that a visitor is sent to: of the web, and nothing that a browser could run (threat: open redirects). */
const VisitorAddress = WebAddress.check(
  Schema.makeFilter((url) => {
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    if (parsed === undefined || /[\s\\\x00-\x1f\x7f]/.test(url)) return "must be a whole http or https address"
    return (parsed.username === "" && parsed.password === "") || "must not hold a user name or password"
  })
)

/** Body of `PATCH .../publishing/auth`. */
export const PublishingAuthUpdate = Schema.Struct({
  backend: AuthBackend,
  fallbackURL: Schema.optionalKey(Schema.NullOr(VisitorAddress)),
  logoutURL: Schema.optionalKey(Schema.NullOr(VisitorAddress))
})
export type PublishingAuthUpdate = typeof PublishingAuthUpdate.Type
