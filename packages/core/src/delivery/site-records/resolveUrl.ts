/**
 * From a URL to the site that it names, and from a path to the space on it. Pure: the lookup of the site is the
 * store's. A path is decoded once, segment by segment; what could be read in two ways is malformed (threat: proxy path confusion).
 */
import { withCurrentIds } from "@octavo/document"
import { type InstanceConfig, ownUrl } from "../../kernel/shared/Instance.ts"

/** Whether an address is one of a site's. */
export const isAddressOf = (
  address: SiteAddress,
  site: { readonly id: string; readonly basename: string | null; readonly hostname: string | null }
): boolean => {
  switch (address.by) {
    case "name":
      return address.name === site.id || address.name === site.basename
    case "basename":
      return address.basename === site.basename
    case "hostname":
      return address.hostname === site.hostname
  }
}

/** What of a URL names a site. `name`: its basename or its id. */
export type SiteAddress =
  | { readonly by: "name"; readonly name: string }
  | { readonly by: "basename"; readonly basename: string }
  | { readonly by: "hostname"; readonly hostname: string }

export interface SiteLocation {
  readonly address: SiteAddress
  /** Path of the site's root as a visitor sees it: begins and ends with a slash. */
  readonly siteBasePath: string
  /** The decoded segments of the path below it. */
  readonly segments: ReadonlyArray<string>
}

/** `elsewhere`: no site of this installation can be there. */
export type Resolution = SiteLocation | "elsewhere" | "malformed"

const namePattern = /^[A-Za-z0-9_-]{1,128}$/
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const hostnamePattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/

/** A path as URLs have it, of decoded segments: without slashes at its ends. */
export const encodePath = (segments: ReadonlyArray<string>): string => segments.map(encodeURIComponent).join("/")

/** The site that an absolute http(s) URL names. Query and fragment do not matter. */
export const resolveUrl = (instance: InstanceConfig, url: string): Resolution => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) return "malformed"
  if (parsed.username !== "" || parsed.password !== "") return "elsewhere"
  return locate(instance, parsed, parsed.pathname)
}

/** The same for a request: its `Host` header, and the raw path of its target without the query. */
export const resolveRequest = (instance: InstanceConfig, host: string, path: string): Resolution => {
  const own = ownUrl(instance)
  const protocol = own.slice(0, own.indexOf("://"))
  const origin = `${protocol}://${host}`
  if (!isHost(host)) return "elsewhere"
  return locate(instance, new URL(origin), path)
}

/** Whether a `Host` header names a host, as every request has to (RFC 9110, 7.2). */
export const isHost = (host: string): boolean => /^[^\s/\\?#@]+$/.test(host) && URL.canParse(`http://${host}`)

const locate = (instance: InstanceConfig, at: URL, path: string): Resolution => {
  const hostname = at.hostname.replace(/\.$/, "")
  const host = at.port === "" ? hostname : `${hostname}:${at.port}`
  const segments = segmentsOfPath(path)
  if (isOwn(instance, at)) {
    return segments === undefined ? "malformed" : below(instance, segments)
  }
  const address = addressOf(instance, host, hostname)
  if (address === undefined) return "elsewhere"
  return segments === undefined ? "malformed" : { address, siteBasePath: "/", segments }
}

/** Whether a URL is on the installation's own host, where sites are below a path. */
export const isOwn = (instance: InstanceConfig, at: URL): boolean => {
  const own = new URL(ownUrl(instance))
  const hostname = at.hostname.replace(/\.$/, "")
  if (at.port !== own.port) return false
  return (
    hostname === own.hostname ||
    (isLoopback(hostname) && isLoopback(own.hostname)) ||
    (instance.onlySite !== undefined && isNumbered(hostname))
  )
}

/**
 * Whether a host is named by an address, or is this machine by its own names: no page of the web can have such an origin,
 * whatever its name server says (DNS rebinding).
 */
export const isOwnMachine = (hostname: string): boolean => isLoopback(hostname) || isNumbered(hostname)

/** An address of IPv4 or IPv6, as URLs have it. */
const isNumbered = (hostname: string): boolean => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/.test(hostname)

/** Whether an `Origin` header names this installation (threat: requests across sites). */
export const isOwnOrigin = (instance: InstanceConfig, origin: string | undefined): boolean => {
  const at = URL.parse(origin ?? "")
  return at !== null && at.protocol === new URL(instance.publicUrl).protocol && isOwn(instance, at)
}

/** Whether nothing of the installation is at a request's host: it is a site's, as every path there, or no host. */
export const isSiteHost = (instance: InstanceConfig, host: string, path: string): boolean => {
  const at = resolveRequest(instance, host, path)
  return typeof at === "object" ? at.siteBasePath === "/" : !isHost(host)
}

/** This machine under any of its own names: who runs Octavo at localhost also opens 127.0.0.1. */
const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Sites below the public URL: `/sites/{basename or id}/...`, or the only one there is, which stands there itself. */
const below = (instance: InstanceConfig, segments: ReadonlyArray<string>): Resolution => {
  const { onlySite } = instance
  const own = new URL(ownUrl(instance)).pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeURIComponent)
  if (onlySite !== undefined) {
    if (own.some((segment, i) => segments[i] !== segment)) return "elsewhere"
    const siteBasePath = own.length === 0 ? "/" : `/${encodePath(own)}/`
    return { address: { by: "name", name: onlySite }, siteBasePath, segments: segments.slice(own.length) }
  }
  const root = [...own, "sites"]
  const named = segments[root.length]
  if (named === undefined || !namePattern.test(named)) return "elsewhere"
  const name = withCurrentIds(named)
  if (root.some((segment, i) => segments[i] !== segment)) return "elsewhere"
  return {
    address: { by: "name", name },
    siteBasePath: `/${encodePath([...root, name])}/`,
    segments: segments.slice(root.length + 1)
  }
}

/** Sites with a host of their own: below the site host by basename, else by custom hostname, whatever the port. */
const addressOf = (instance: InstanceConfig, host: string, hostname: string): SiteAddress | undefined => {
  const { siteHost } = instance
  if (siteHost !== undefined) {
    if (host === siteHost) return undefined
    if (host.endsWith(`.${siteHost}`)) {
      const basename = host.slice(0, -siteHost.length - 1)
      return labelPattern.test(basename) ? { by: "basename", basename } : undefined
    }
  }
  return hostnamePattern.test(hostname) ? { by: "hostname", hostname } : undefined
}

/** The segments of a path, or `undefined` when it cannot be told what they are. One slash at the end is nothing. */
export const segmentsOfPath = (path: string): ReadonlyArray<string> | undefined => {
  if (path === "" || path === "/") return []
  if (!path.startsWith("/")) return undefined
  const raw = path.slice(1, path.endsWith("/") ? -1 : undefined).split("/")
  const segments: Array<string> = []
  for (const part of raw) {
    const segment = decodeSegment(part)
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return segments
}

const decodeSegment = (part: string): string | undefined => {
  let segment: string
  try {
    segment = decodeURIComponent(part)
  } catch {
    return undefined
  }
  return segment === "" || segment === "." || segment === ".." || /[/\\\x00-\x1f\x7f]/.test(segment)
    ? undefined
    : segment
}

/** A part of a site that stands at the root of what it is in, or below it under a path of its own. */
interface Placed {
  readonly path: string
  readonly isDefault: boolean
}

/** The part that a path means, and what is left of the path. */
interface Step<A> {
  readonly one: A
  /** Its segments: none at the root. */
  readonly prefix: ReadonlyArray<string>
  readonly rest: ReadonlyArray<string>
  /** No further segment could choose another one. */
  readonly complete: boolean
}

/**
 * The one whose own path is the first segment, else the default one, which is at the root. While the default is not
 * shown, the first of the others stands in for it.
 */
const step = <A extends Placed>(all: ReadonlyArray<A>, segments: ReadonlyArray<string>): Step<A> | undefined => {
  const [first] = segments
  const named = all.find((one) => !one.isDefault && one.path === first)
  if (named !== undefined) {
    return { one: named, prefix: segments.slice(0, 1), rest: segments.slice(1), complete: true }
  }
  const root = all.find((one) => one.isDefault) ?? all[0]
  if (root === undefined) return undefined
  const complete = first !== undefined || all.every((one) => one.isDefault)
  return { one: root, prefix: [], rest: segments, complete }
}

/** The space of a site that a path means. */
export interface SiteSpaceMatch<A> {
  readonly siteSpace: A
  /** Its segments below the site's root: none for the one at the root. */
  readonly prefix: ReadonlyArray<string>
  /** What is left: the path of a page. */
  readonly rest: ReadonlyArray<string>
  /** No further segment could choose another site space. */
  readonly complete: boolean
}

/**
 * The site space of a path: first the section, then the space in it.
 * @param sections those that show something, in order; none on a site without sections
 */
export const matchSiteSpace = <A extends Placed & { readonly sectionId: string | null }>(
  sections: ReadonlyArray<Placed & { readonly id: string }>,
  siteSpaces: ReadonlyArray<A>,
  segments: ReadonlyArray<string>
): SiteSpaceMatch<A> | undefined => {
  const section = step(sections, segments)
  const inside = section === undefined ? siteSpaces : siteSpaces.filter(({ sectionId }) => sectionId === section.one.id)
  const found = step(inside, section?.rest ?? segments)
  if (found === undefined) return undefined
  return {
    siteSpace: found.one,
    prefix: [...(section?.prefix ?? []), ...found.prefix],
    rest: found.rest,
    complete: found.complete && (section?.complete ?? true)
  }
}
