/** Opaque identifiers and secrets. */
import { currentId } from "@octavo/document"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Random bytes that were drawn ahead: to ask the system for a few takes as long as for many. */
const drawn = new Uint8Array(4_096)
let nextDrawn = drawn.length

/** Each is given out once, and is not kept. */
const randomByte = (): number => {
  if (nextDrawn === drawn.length) {
    crypto.getRandomValues(drawn)
    nextDrawn = 0
  }
  const byte = drawn[nextDrawn]!
  drawn[nextDrawn++] = 0
  return byte
}

const random = (length: number): string => {
  let out = ""
  while (out.length < length) {
    const byte = randomByte()
    // 248 = 4 * 62: bytes above would favour the first letters
    if (byte < 248) out += alphabet[byte % 62]
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

const hex = (byte: number): string => byte.toString(16).padStart(2, "0")

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
  const time = lastUuidMs.toString(16).padStart(12, "0")
  let rest = hex(0x80 | (randomByte() & 0x3f))
  for (let i = 1; i < 8; i++) rest += hex(randomByte())
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
