/** Rules of delivery: how requests are signed, when they are tried again. Pure. */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/**
 * `t=…,v1=…`: the time in seconds since 1970, and for each secret HMAC-SHA256 over `{time}.{body}` in hex. There are two
 * while a secret is being replaced.
 */
export const signatureOf = (secrets: ReadonlyArray<string>, seconds: number, body: string): string =>
  [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`${seconds}.${body}`)))}`)
  ].join(",")

/** How often a delivery is attempted in all: over about half a day. */
export const maxDeliveryAttempts = 10

const firstWait = 1000
const longestWait = 6 * 3_600_000

/**
 * Milliseconds until the next attempt: 1 s after the first one, four times as long after each, at most 6 hours; up to a
 * quarter more by chance, so that receivers that come back are not asked by all at once. Longer when the receiver asked
 * for it, up to the same 6 hours.
 * @param chance 0 to 1
 */
export const waitAfter = (attempt: number, chance: number, retryAfter = 0): number =>
  Math.round(
    Math.max(
      Math.min(firstWait * 4 ** (attempt - 1), longestWait) * (1 + chance / 4),
      Math.min(retryAfter, longestWait)
    )
  )

/** A webhook to which nothing got through for so long is turned off, in milliseconds. */
export const disabledAfter = 3 * 86_400_000

/** How long a secret signs beside the one that replaced it, in milliseconds. */
export const previousSigns = 86_400_000

/** Days that deliveries are kept. */
export const daysKept = 30
