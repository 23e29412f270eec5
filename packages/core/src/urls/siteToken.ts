/**
 * The short-lived token that `POST /v1/urls/published` hands out: a JWT (RFC 7519, HS256) that names one site, and
 * can only read what the site shows. Renderers look at `exp` to know when to resolve again.
 */
import { Effect } from "effect"
import { jwtVerify, SignJWT } from "jose"
import type { SiteActor } from "../shared/Actor.ts"

const audience = "octavo:site"

/** Payload in the words of the public client's `SiteAPIToken`. */
export interface SiteTokenPayload {
  readonly organization: string
  readonly site: string
  readonly siteSpace: string
  readonly siteSection?: string | undefined
  readonly space: string
}

/** Signs a token that is good for `seconds` from `nowMs`. */
export const signSiteToken = (
  key: Uint8Array,
  payload: SiteTokenPayload,
  nowMs: number,
  seconds: number
): Effect.Effect<string> => {
  const at = Math.floor(nowMs / 1000)
  return Effect.promise(() =>
    new SignJWT({ kind: "site", ...payload })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setAudience(audience)
      .setIssuedAt(at)
      .setExpirationTime(at + seconds)
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
      const { organization, site } = payload as unknown as SiteTokenPayload
      return { kind: "site", organizationId: organization, siteId: site }
    } catch {
      return undefined
    }
  })
