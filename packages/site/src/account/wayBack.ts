/** Where a person comes to after signing in. Pure. */
import { tokensPath } from "./tokenPages.ts"

/** Where programs ask for a token, below the application's path. */
export const authorizePath = "/~/authorize"

/** Where a reader goes after signing in: an address of the application, whatever is asked for (threat: addresses resolved late). */
export const wayBack = (basePath: string, to: string | null): string => {
  const here = "http://host.invalid"
  const resolved = to === null || !/^[\x21-\x5b\x5d-\x7e]{1,4096}$/.test(to) ? null : URL.parse(to, here)
  if (resolved?.origin !== here) return basePath
  // what a browser makes of it is compared, and gone to
  const address = resolved.pathname + resolved.search + resolved.hash
  const isOwn =
    address === basePath ||
    address === basePath + tokensPath ||
    /^\/account(?:\/|$)/.test(address.slice(basePath.length)) ||
    ["/s/", "/c/", "/o/", `${authorizePath}?`].some((own) => address.startsWith(basePath + own))
  return isOwn ? address : basePath
}
