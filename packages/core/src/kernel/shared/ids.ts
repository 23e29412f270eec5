/** Opaque identifiers and secrets. */
import { currentId } from "@octavo/document"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const random = (length: number): string => {
  let out = ""
  // 248 = 4 * 62: bytes above would favour the first letters
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && out.length < length) out += alphabet[byte % 62]
    }
  }
  return out
}

const letters = (value: number, length: number): string => {
  let out = ""
  for (let n = value, i = 0; i < length; i++, n = Math.floor(n / 62)) out = alphabet[n % 62] + out
  return out
}

let lastMs = 0
let count = 0

/**
 * A new id: 8 letters of time (milliseconds, base 62, the first of them as the letter that stands for it), 2 that count
 * within the millisecond, and 12 random ones (71 bits). Ids that a process makes later sort later, so that new rows land
 * beside each other in an index and lists by id are in the order of creation. Matches `^[a-z][a-zA-Z0-9]{21}$`.
 */
export const makeId = (): string => {
  const ms = Date.now()
  if (ms > lastMs) {
    lastMs = ms
    count = 0
  } else if (++count === 62 * 62) {
    // faster than 3,844 a millisecond, or the clock went back: go on from the last time
    lastMs++
    count = 0
  }
  return currentId(letters(lastMs, 8) + letters(count, 2) + random(12))
}

let lastUuidMs = 0
let uuids = 0

/**
 * An id where the contract wants a UUID: version 7 (RFC 9562) with 12 bits that count within the millisecond, so that
 * those that a process makes later sort later.
 */
export const makeUuid = (): string => {
  const ms = Date.now()
  if (ms > lastUuidMs) {
    lastUuidMs = ms
    uuids = 0
  } else if (++uuids === 4096) {
    lastUuidMs++
    uuids = 0
  }
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  bytes[0] = 0x80 | (bytes[0]! & 0x3f)
  const time = lastUuidMs.toString(16).padStart(12, "0")
  const rest = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuids.toString(16).padStart(3, "0")}-${rest.slice(0, 4)}-${rest.slice(4)}`
}

/** A secret of `length` base-62 letters, 5.95 bits each: 43 letters hold 256 bits. */
export const makeSecret = (length: number): string => random(length)

/** The same for what is also an id, and so begins with a letter: 22 letters hold 130 bits. */
export const makeKey = (length: number): string => {
  for (;;) {
    const key = random(length)
    if (/^[A-Za-z]/.test(key)) return key
  }
}

/** What the contract allows in an id of a path. */
export const idPattern = /^[a-zA-Z0-9_-]+$/
