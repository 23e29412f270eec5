/** Whether a request is an attempt to get into a site, which the brute-force guard counts when it fails. Pure. */
import { decodeJwt } from "jose"
import type { Credentials } from "./credentials.ts"
import { previewPath } from "./previewToken.ts"
import { isShareKey } from "./ShareLink.ts"
import { longestToken } from "./visitorToken.ts"

/** A token that says itself that it is over can't be right: browsers that keep old ones guess nothing. */
const mayHold = (token: string, now: number): boolean => {
  if (token.length > longestToken) return false
  try {
    const { exp } = decodeJwt(token)
    return exp === undefined || exp > now / 1000
  } catch {
    return false
  }
}

/** @param firstSegment of the path below the site, which may be the key of a share link */
export const isAccessAttempt = (
  { jwt, keptJwts, keptShareKey, shareKey }: Credentials,
  firstSegment: string | undefined,
  now: number
): boolean =>
  [firstSegment, shareKey, keptShareKey].some((key) => key !== undefined && isShareKey(key)) ||
  firstSegment === previewPath ||
  [jwt, ...keptJwts].some((token) => token !== undefined && mayHold(token, now))
