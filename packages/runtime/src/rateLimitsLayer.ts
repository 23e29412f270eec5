/** The meters of rate limits, as the configuration has them. */
import { makeMeters, RateLimiting, type RateLimitSettings } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { Layer } from "effect"
import type * as RateLimiter from "effect/persistence/RateLimiter"
import { ConfigError, type OctavoConfig } from "./config.ts"
import { parseDatabaseUrl } from "./databaseUrl.ts"
import { labelOf, settings } from "./settings.ts"
import { sharedLimits } from "./sharedLimits.ts"

const places = ["memory", "database", "off"] as const

interface RateLimitConfig {
  readonly place: (typeof places)[number]
  readonly limits: RateLimitSettings
}

/** What is limited, and where it is counted; throws a `ConfigError` for what is no such place. */
export const rateLimitConfig = (config: OctavoConfig): RateLimitConfig => {
  const isAlone = parseDatabaseUrl(config.database).kind === "sqlite" && (config.processes ?? 1) === 1
  const suggested = isAlone ? "memory" : "database"
  const place = places.find((one) => one === (config.rateLimits ?? suggested))
  if (place === undefined) {
    throw new ConfigError(`${labelOf("rateLimits")} must be one of ${places.join(", ")}`)
  }
  const limits = {
    token: config.tokenLimit ?? settings.tokenLimit.fallback,
    address: config.addressLimit ?? settings.addressLimit.fallback,
    page: config.pageLimit ?? settings.pageLimit.fallback,
    note: config.noteLimit ?? settings.noteLimit.fallback,
    pdf: config.pdfLimit ?? settings.pdfLimit.fallback,
    ask: config.askLimit ?? settings.askLimit.fallback,
    tries: config.triesLimit ?? settings.triesLimit.fallback
  }
  return { place, limits }
}

/** The meters of the configuration. */
export const rateLimitsLayer = (config: OctavoConfig): Layer.Layer<never, never, RateLimiter.RateLimiterStore> =>
  Layer.suspend((): Layer.Layer<never, never, RateLimiter.RateLimiterStore> => {
    const { limits, place } = rateLimitConfig(config)
    if (place === "database") return sharedLimits(limits)
    return Layer.sync(RateLimiting, () => makeMeters(place === "off" ? {} : limits))
  })
