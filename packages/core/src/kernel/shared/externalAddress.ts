/** Addresses that lead out of Octavo. Pure. */
import { codePoints } from "./text.ts"

/** Most characters of an address. */
export const maxAddress = 2048

/**
 * Why a text is no address that a redirect may lead to, in words that say what to change (threat: open redirects): absolute, http or
 * https, and to be read in one way only.
 */
export const externalProblem = (url: string): string | undefined => {
  const length = codePoints(url)
  if (length > maxAddress) return `must have at most ${maxAddress} characters, has ${length}`
  if (!/^https?:\/\/[^/]/i.test(url)) return "must begin with http:// or https:// and a host name"
  if (/[\s\\\x00-\x1f\x7f]/.test(url)) return "must not hold spaces, backslashes or control characters"
  if (!URL.canParse(url)) return "must be an address that browsers can open"
  const { password, username } = new URL(url)
  return username === "" && password === "" ? undefined : "must not hold a user name or password"
}
