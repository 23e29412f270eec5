/** Addresses that redirects lead to outside of their site. Pure. */
import type { InstanceConfig } from "../shared/Instance.ts"
import { codePoints } from "../shared/text.ts"
import { resolveUrl } from "../sites/resolveUrl.ts"
import type { SiteRecord } from "../sites/Site.ts"

/** Most characters of an address. */
export const maxAddress = 2048

/**
 * Why a text is no address that a redirect may lead to, in words that say what to change (threat 18): absolute, http or
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

/** A place of a site, by an address that names it. */
export interface OwnPlace {
  readonly segments: ReadonlyArray<string>
  /** Query and fragment of the address, with their signs. */
  readonly suffix: string
}

/** What an address means on a site: `undefined` when it leads elsewhere. */
export const ownPlace = (instance: InstanceConfig, site: SiteRecord, url: string): OwnPlace | undefined => {
  const { hash, host, pathname, search } = new URL(url)
  const suffix = search + hash
  // behind the customer's proxy the site is at a path of another host
  const behind = site.proxy === null ? undefined : below(`${host}${pathname}`, site.proxy)
  const at =
    behind === undefined
      ? resolveUrl(instance, url)
      : resolveUrl(instance, `${instance.publicUrl}/sites/${site.id}/${behind}`)
  if (at === "elsewhere" || at === "malformed") return undefined
  const { address, segments } = at
  const isOwn =
    address.by === "name"
      ? address.name === site.id || address.name === site.basename
      : address.by === "basename"
        ? address.basename === site.basename
        : address.hostname === site.hostname
  return isOwn ? { segments, suffix } : undefined
}

/** What of a path comes below another. */
const below = (path: string, root: string): string | undefined =>
  path === root ? "" : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined
