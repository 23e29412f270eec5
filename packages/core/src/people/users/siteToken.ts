/**
 * The short-lived token that `POST /v1/urls/published` hands out: a JWT (RFC 7519, HS256) that names one site, and
 * can only read what the site shows to the visitor whom it was given for. Renderers look at `exp` to know when to
 * resolve again.
 */
import { Effect, Schema } from "effect"
import { jwtVerify, SignJWT } from "jose"
import type { VisitorPass } from "../../delivery/visitors/visitorPass.ts"
import { toClaims, type Visitor } from "../../kernel/conditions/Visitor.ts"
import type { Preview, SiteActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"

const audience = "octavo:site"

/** What a token says of its bearer, in the words of the public client's `SiteAPIToken` where it has any. */
const Payload = Schema.Struct({
  organization: Schema.String,
  site: Schema.String,
  /** Id of the share link, or of the signing key, that let the visitor in. */
  shareLink: Schema.optionalKey(Schema.String),
  authKey: Schema.optionalKey(Schema.String),
  /** Whoever came in as a member, and not as visitors do; `null`: the operator. */
  member: Schema.optionalKey(Schema.NullOr(Schema.String)),
  preview: Schema.optionalKey(
    Schema.Struct({
      userId: Schema.NullOr(Schema.String),
      space: Schema.String,
      changeRequest: Schema.optionalKey(Schema.String),
      revision: Schema.optionalKey(Schema.String),
      until: Schema.Number
    })
  ),
  claims: Schema.optionalKey(Schema.Unknown),
  unsignedClaims: Schema.optionalKey(Schema.Unknown)
})
const isPayload = Schema.is(Payload)

export interface SiteTokenContent {
  readonly organization: string
  readonly site: string
  readonly siteSpace: string
  readonly siteSection?: string | undefined
  readonly space: string
  /** All that the site shows to the visitor. */
  readonly spaces: ReadonlyArray<string>
  readonly visitorType?: "human" | "agent" | undefined
}

/** For whom a token is, and what lets them in. */
export interface SiteTokenReader {
  readonly pass: VisitorPass
  readonly visitor: Visitor
  readonly preview?: Preview | undefined
}

/** Signs a token. Both times are in seconds since 1970; for equal arguments it is the same token. */
export const signSiteToken = (
  key: Uint8Array,
  content: SiteTokenContent,
  { pass, preview, visitor }: SiteTokenReader,
  issuedAt: number,
  expiresAt: number
): Effect.Effect<string> => {
  const payload = {
    kind: "site",
    ...content,
    ...(pass.kind === "share-link" ? { shareLink: pass.id } : {}),
    ...(pass.kind === "signed-in" ? { authKey: pass.keyId } : {}),
    ...(pass.kind === "member" ? { member: pass.userId } : {}),
    ...defined({ preview }),
    ...(Object.keys(visitor.claims).length === 0 ? {} : { claims: visitor.claims }),
    ...(Object.keys(visitor.unsigned).length === 0 ? {} : { unsignedClaims: visitor.unsigned })
  }
  return Effect.promise(() =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(Math.floor(expiresAt))
      .sign(key)
  )
}

/** The reader that a token stands for; `undefined` when it is not ours, was changed, or has expired. */
export const verifySiteToken = (key: Uint8Array, token: string, nowMs: number): Effect.Effect<SiteActor | undefined> =>
  Effect.promise(async () => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        audience,
        currentDate: new Date(nowMs)
      })
      return isPayload(payload) ? toActor(payload) : undefined
    } catch {
      return undefined
    }
  })

const toActor = (payload: typeof Payload.Type): SiteActor => ({
  kind: "site",
  organizationId: payload.organization,
  siteId: payload.site,
  pass:
    payload.shareLink !== undefined
      ? { kind: "share-link", id: payload.shareLink }
      : payload.authKey !== undefined
        ? { kind: "signed-in", keyId: payload.authKey }
        : payload.member !== undefined
          ? { kind: "member", userId: payload.member }
          : { kind: "anyone" },
  visitor: { claims: toClaims(payload.claims), unsigned: toClaims(payload.unsignedClaims) },
  ...defined({ preview: payload.preview })
})
