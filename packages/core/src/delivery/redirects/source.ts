/** Sources of redirects: paths below a site's root, and what makes two of them the same. Pure. */
import { isStorable } from "../../kernel/shared/text.ts"

/** Most characters of a source. */
export const maxSource = 512

const segment = "(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+"

/** Most redirects that are followed one after the other. */
export const mostHops = 10

/** The grammar of the specification. */
export const sourcePattern = new RegExp(`^(?:/${segment})+$`, "u")

/**
 * Why a text is no source, in words that say what to change; `undefined` when it is one: `/` and one or more segments
 * of letters, digits, `-`, `.`, `_`, `~` or percent-encoded bytes, without a slash at the end, 512 characters at most.
 */
export const sourceProblem = (source: string): string | undefined => {
  if (source.length > maxSource) return `must have at most ${maxSource} characters, has ${source.length}`
  if (!source.startsWith("/")) return "must begin with a slash"
  if (source === "/") return "must name something below the root of the site"
  if (source.endsWith("/")) return "must not end with a slash"
  if (source.includes("//")) return "must have no empty segment"
  if (/%(?![0-9A-Fa-f]{2})/.test(source)) return "must have two hexadecimal digits after each %"
  return sourcePattern.test(source)
    ? undefined
    : "may hold letters, digits, -, ., _ and ~; all else as percent-encoded bytes"
}

/**
 * What sources are compared by: equal for those that mean the same path (RFC 3986, 6.2.2.1 and 6.2.2.2). Dots and
 * bytes that are no UTF-8 stay as they are: no request that is answered has them.
 */
export const sourceKey = (source: string): string =>
  source.replace(/%[0-9A-Fa-f]{2}/g, (byte) => {
    const char = String.fromCharCode(Number.parseInt(byte.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(char) ? char : byte.toUpperCase()
  })

/** The source of a path of decoded segments; it is its own key. */
export const sourceOf = (segments: ReadonlyArray<string>): string =>
  segments.map((one) => `/${encodeSegment(one)}`).join("")

const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The key of a path and those of the paths above it, the nearest first; only those that a source can have. */
export const keysOf = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const keys: Array<string> = []
  let key = ""
  for (const segment of segments) {
    key += sourceOf([segment])
    if (key.length > maxSource) break
    keys.unshift(key)
  }
  return keys
}

/**
 * The decoded segments of what somebody looks for: a source, or a path as a browser sends it. `undefined` when no page
 * or redirect can be there. Query and fragment, and a slash at either end, do not matter.
 */
export const segmentsOf = (path: string): ReadonlyArray<string> | undefined => {
  const bare = path.split(/[?#]/)[0]!.replace(/^\//, "").replace(/\/$/, "")
  if (bare === "") return []
  const segments: Array<string> = []
  for (const part of bare.split("/")) {
    try {
      segments.push(decodeURIComponent(part))
    } catch {
      return undefined
    }
  }
  return segments.some((one) => one === "" || one === "." || one === ".." || !isStorable(one)) ? undefined : segments
}
