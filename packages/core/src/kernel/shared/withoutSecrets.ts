/** What may be told of an address, wherever it is kept or written: never what opens a door. */
import { reference } from "./reference.ts"

/**
 * What keys of share links and other secrets of ours look like (see `makeSecret`, `makeKey`): letters and digits without
 * an order, which no slug of a page is, tokens in three parts, and what is signed with its signature (see `signValue`).
 */
const isSecret = (segment: string): boolean =>
  /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])[A-Za-z0-9_-]{20,}$/.test(segment) ||
  /^(?=\D*\d)[A-Za-z0-9]{22}$/.test(segment) ||
  /^eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?$/.test(segment) ||
  /^[\w-]+\.[\w-]{22}$/.test(segment)

const hidden = "-"

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * Ids of objects look like keys. In paths of our API and application there are ids and no keys, but for those of
 * invitations, which let in who has them.
 */
const isId = (segment: string, before: string | undefined, path: string): boolean =>
  /^\/(?:v1|app)\//.test(path) && /^[a-z][A-Za-z0-9]{21}$/.test(segment) && before?.endsWith("invites") !== true

const segmentOf = (segment: string): string => (isSecret(decoded(segment)) ? hidden : segment)

/** A path of whatever server. */
const foreignPath = (path: string): string => path.split("/").map(segmentOf).join("/")

/** A path that is told without its server, which is this one. */
const ownPath = (path: string): string =>
  path
    .split("/")
    .map((segment, i, all) => (isId(segment, all[i - 1], path) ? segment : segmentOf(segment)))
    .join("/")

/**
 * An address or a path without its query, its fragment, names and passwords, and with keys in its path hidden; `null`
 * for none. Of what names no host, like `data:`, the scheme alone is told.
 */
export const withoutSecrets = <A extends string | null>(address: A): A | string => {
  if (address === null) return address
  const url = URL.parse(address)
  // what is none has a name and a password where addresses have theirs
  if (url === null) return ownPath(address.split(/[?#]/)[0]!.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, "$1//"))
  if (url.host === "" && url.protocol !== "file:") return url.protocol
  return `${url.protocol}//${url.host}${foreignPath(url.pathname)}`
}

/** An address with a scheme, or from the root, in JSON too behind a new line; a scheme is short, so that this is linear. */
const address = /\b[a-z][a-z0-9+.-]{0,15}:\/\/[^\s"'<>`\\]+|(?:(?<![\w.\\])|(?<=\\[bfnrt]))\/[^\s"'<>`\\]+/gi

/** A text with `withoutSecrets` of every address in it: with a scheme, or from the root of a server. */
export const textWithoutSecrets = (text: string): string =>
  text.replace(address, (found) => {
    const told = withoutSecrets(found)
    // as it was written, but for the slash that every address has behind its host
    return told === `${found}/` ? found : told
  })

/** A value of JSON with another text in place of each. */
const mapTexts = <A>(value: A, to: (text: string) => string): A =>
  (typeof value === "string"
    ? to(value)
    : Array.isArray(value)
      ? value.map((one) => mapTexts(one, to))
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, to)]))
        : value) as A

/** A value of JSON in which every text that is an address is told `withoutSecrets`; words of people stay as they are. */
export const valueWithoutSecrets = <A>(value: A): A =>
  mapTexts(value, (text) => (/^[a-z][a-z0-9+.-]{0,15}:\/\/\S+$/i.test(text) ? withoutSecrets(text) : text))

/** A value of JSON in which every text is told `textWithoutSecrets`. */
export const textsWithoutSecrets = <A>(value: A): A => mapTexts(value, textWithoutSecrets)

/** Whether the log tells addresses whole: for a link that an operator is to open. */
export const TellsAddresses = reference<boolean>("@octavo/core/kernel/shared/TellsAddresses", () => false)
