/** What is in a repository's URL. Pure. */
import { Redacted } from "effect"
import type { SpaceRecord } from "../spaces/Space.ts"

export interface Credentials {
  readonly username: string
  readonly password: Redacted.Redacted
}

/** Takes `user:password@` out of a URL of any scheme. Other text comes back as it is. */
export const splitCredentials = (
  url: string
): { readonly url: string; readonly credentials: Credentials | undefined } => {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i.exec(url)
  if (match === null) return { url, credentials: undefined }
  const [whole, scheme = "", userinfo = ""] = match
  const colon = userinfo.indexOf(":")
  const username = decode(colon < 0 ? userinfo : userinfo.slice(0, colon))
  const password = colon < 0 ? "" : decode(userinfo.slice(colon + 1))
  return {
    url: scheme + url.slice(whole.length),
    credentials: userinfo === "" ? undefined : { username, password: Redacted.make(password) }
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** One text for sealing, and back. User names hold no colon (RFC 7617). */
export const formatCredentials = ({ username, password }: Credentials): Redacted.Redacted =>
  Redacted.make(`${username.replaceAll(":", "%3A")}:${Redacted.value(password)}`)

export const parseCredentials = (text: Redacted.Redacted): Credentials => {
  const value = Redacted.value(text)
  const colon = value.indexOf(":")
  return { username: value.slice(0, colon), password: Redacted.make(value.slice(colon + 1)) }
}

/**
 * Where the files of a space are seen in its repository: what their paths are put behind, after a slash. `undefined` when
 * nobody told the address of the repository's tree. Names of branches may hold `#` and `%`, and are often written plainly.
 */
export const repositoryTree = ({ gitSync }: Pick<SpaceRecord, "gitSync">): string | undefined => {
  if (gitSync === null || gitSync.treeURL === null) return undefined
  const tree = gitSync.treeURL.replace(/#/g, "%23").replace(/%(?![0-9a-f]{2})/gi, "%25")
  const directory = gitSync.directory.split("/").filter((part) => part !== "")
  return [tree.replace(/(?<!\/)\/+$/, ""), ...directory.map(encodeURIComponent)].join("/")
}

/** `owner/name` of a hosted repository: the last two segments of its path. */
export const repositoryName = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  const segments = pathname
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter((segment) => segment !== "")
  return segments.slice(-2).join("/") || hostname
}
