/** Content hashes and text as bytes. The hash names objects and blobs in every store: it never changes. */
import { sha256 } from "@noble/hashes/sha2.js"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const base64url = (bytes: Uint8Array): string => {
  let out = ""
  for (let i = 0; i < bytes.length; i += 3) {
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    out += alphabet[group >> 18]! + alphabet[(group >> 12) & 63]
    if (i + 1 < bytes.length) out += alphabet[(group >> 6) & 63]
    if (i + 2 < bytes.length) out += alphabet[group & 63]
  }
  return out
}

/** SHA-256 of bytes as base64url without padding. */
export type Digest = (bytes: Uint8Array) => string

let digest: Digest = (bytes) => base64url(sha256(bytes))

/** SHA-256 of the bytes as base64url without padding: 43 letters, also safe in a URL and a file name. */
export const contentHash = (bytes: Uint8Array): string => digest(bytes)

/** Hashes by the machine's own means from now on, which is many times as fast: the same hash. */
export const useDigest = (own: Digest): void => {
  digest = own
}

/** A UUID that a text always has (RFC 9562, version 8: of its SHA-256). */
export const uuidOf = (text: string): string => {
  const bytes = sha256(encoder.encode(text)).subarray(0, 16)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** The same hash over bytes that come in pieces. */
export interface Hasher {
  readonly update: (bytes: Uint8Array) => void
  /** The hash of everything so far; the hasher cannot be used afterwards. */
  readonly digest: () => string
}

export const makeHasher = (): Hasher => {
  const hash = sha256.create()
  return {
    update: (bytes) => {
      hash.update(bytes)
    },
    digest: () => base64url(hash.digest())
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Text to bytes and back. A byte order mark is kept; bytes that are no UTF-8 decode to U+FFFD. */
export const utf8 = {
  encode: (text: string): Uint8Array => encoder.encode(text),
  decode: (bytes: Uint8Array): string => decoder.decode(bytes)
}

/** Pieces of bytes as one. */
export const concatBytes = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
