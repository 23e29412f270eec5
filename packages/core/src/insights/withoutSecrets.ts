/** Addresses as they are kept: without what opens a door. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

/**
 * What keys of share links and other secrets of ours look like (see `makeSecret`): letters and digits without an order,
 * which no slug of a page is, and tokens in three parts.
 */
const secret = (segment: string): boolean =>
  /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])[A-Za-z0-9_-]{20,}$/.test(segment) ||
  /^eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?$/.test(segment)

const hidden = "-"

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const pathOf = (path: string): string =>
  path
    .split("/")
    .map((segment) => (secret(decoded(segment)) ? hidden : segment))
    .join("/")

/**
 * An address or a path without its query, its fragment, names and passwords, and with keys in its path hidden; `null`
 * for none.
 */
export const withoutSecrets = (address: string | null): string | null => {
  if (address === null) return null
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) return pathOf(address.split(/[?#]/)[0]!)
  return url.origin === "null" ? `${url.protocol}` : url.origin + pathOf(url.pathname)
}

/** Names the key of a share link without telling it: of the same key always the same. */
export const shareKeyName = (key: string | null): string | null =>
  key === null ? null : bytesToHex(sha256(new TextEncoder().encode(key))).slice(0, 16)
