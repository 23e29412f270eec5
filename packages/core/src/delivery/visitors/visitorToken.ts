/**
 * The token that a customer's server signs for a visitor: a JWT (RFC 7519) by HS256 with the site's key. Other algorithms
 * are refused whatever the token says of itself, and so are keys that it brings along (RFC 8725; threat: forged visitor tokens).
 */
import { Effect } from "effect"
import { jwtVerify } from "jose"
import { type Claims, toClaims } from "../../kernel/conditions/Visitor.ts"

export interface SignedVisitor {
  readonly claims: Claims
  /** Seconds since 1970; without it the token holds as long as the key. */
  readonly expiresAt: number | undefined
}

/** How far the clocks of two servers may be apart, in seconds. */
export const clockTolerance = 5

/** Longer ones would not fit into a cookie. */
export const longestToken = 3800

/** Facts about the token, not about its bearer. `unsigned` is where other claims are. */
const leftOut: ReadonlySet<string> = new Set(["exp", "iat", "nbf", "jti", "unsigned"])

/** What the site's key vouches for; `undefined` when the token is not of this key, was changed, or is not valid now. */
export const verifyVisitorToken = (
  key: Uint8Array,
  token: string,
  nowMs: number
): Effect.Effect<SignedVisitor | undefined> =>
  token.length > longestToken
    ? Effect.succeed(undefined)
    : Effect.promise(async () => {
        try {
          const { payload } = await jwtVerify(token, key, {
            algorithms: ["HS256"],
            clockTolerance,
            currentDate: new Date(nowMs)
          })
          const own = Object.entries(payload).filter(([name]) => !leftOut.has(name))
          return { claims: toClaims(Object.fromEntries(own)), expiresAt: payload.exp }
        } catch {
          return undefined
        }
      })
