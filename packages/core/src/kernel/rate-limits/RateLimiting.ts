/** Rate limits: how much a client may do in a minute, as an installation is set to, and the meters that count it. */

import { reference } from "../shared/reference.ts"
import { type Meter, makeMeter, type Tell } from "./Meter.ts"

/** Most per minute; a limit that is left out is none. */
export interface RateLimitSettings {
  /** Requests of one API token. */
  readonly token?: number
  /** Requests to the API of one address, without a token that was seen to be good. */
  readonly address?: number
  /** Requests of one address to published sites and the application. */
  readonly page?: number
  /** What scripts of published pages tell, of one address. */
  readonly note?: number
  /** PDFs of one address. */
  readonly pdf?: number
  /** Questions that a language model answers, of one address or token. */
  readonly ask?: number
  /** Failed tries of one address to get in somewhere. */
  readonly tries?: number
}

export type RateLimitName = keyof RateLimitSettings

export type Meters = { readonly [Name in RateLimitName]?: Meter }

/** Meters of what is limited: of nothing, unless an installation says so. */
export const RateLimiting = reference<Meters>("@octavo/core/kernel/rate-limits/RateLimiting", () => ({}))

const names = [
  "token",
  "address",
  "page",
  "note",
  "pdf",
  "ask",
  "tries"
] as const satisfies ReadonlyArray<RateLimitName>

/**
 * Meters of what is set.
 * @param teller where servers share their counts
 */
export const makeMeters = (
  settings: RateLimitSettings,
  teller?: (name: RateLimitName, limit: number) => Tell
): Meters =>
  Object.fromEntries(
    names.flatMap((name) => {
      const limit = settings[name]
      return limit === undefined ? [] : [[name, makeMeter(limit, teller?.(name, limit))] as const]
    })
  )
