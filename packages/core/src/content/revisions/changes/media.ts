/** What a file that somebody sends is: what its bytes say, checked against what was said of it. Pure. */

/** Kinds whose bytes tell: to call other bytes so is wrong. */
const telling = /^(?:image\/(?!svg)|video\/|audio\/|font\/|application\/pdf$)/

/** Kinds that browsers run: only bytes that are such may be called so. */
const active =
  /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/(?:javascript|ecmascript|xml))$/

const essence = (type: string): string => type.split(";", 1)[0]!.trim().toLowerCase()

/** Whether it looks like a type at all. */
const wellFormed = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/

/**
 * The content type to keep; `undefined` when what was declared cannot be.
 * @param sniffed what the bytes are; `application/octet-stream` and `text/plain` say little
 */
export const settleContentType = (declared: string, sniffed: string): string | undefined => {
  const said = essence(declared)
  const found = essence(sniffed)
  if (!wellFormed.test(said)) return undefined
  if (said === found) return found
  if (telling.test(said) || telling.test(found) || said === "image/svg+xml")
    return sameMedia(said, found) ? found : undefined
  if (active.test(found)) return said.startsWith("text/") || said === "application/octet-stream" ? found : undefined
  // text and unknown bytes take the name that they are given, unless a browser would run it
  if (found === "application/octet-stream" || found.startsWith("text/")) return active.test(said) ? found : said
  return found
}

/** `image/jpg` is `image/jpeg`, `audio/x-wav` is `audio/wav`, a film may be called by its sound. */
const sameMedia = (a: string, b: string): boolean => {
  const [one, other] = [normal(a), normal(b)]
  return one === other || (/^(?:video|audio)\//.test(one) && one.slice(6) === other.slice(6))
}

const normal = (type: string): string =>
  type.replace("/x-", "/").replace("image/jpg", "image/jpeg").replace("vnd.microsoft.icon", "icon")

/** The bytes of standard or URL-safe base64, with or without padding; `undefined` for anything else. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  const plain = text
    .replace(/\s+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/(?<!=)=+$/, "")
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) return undefined
  return Uint8Array.from(atob(plain), (c) => c.charCodeAt(0))
}

/** Most bytes that a base64 text of this length holds. */
export const base64Bytes = (text: string): number => Math.floor((text.length * 3) / 4)
