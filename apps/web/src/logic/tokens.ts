/** API tokens in words: what they may do, and when they end. Pure. */
import type { Scope, Token } from "./api.ts"
import { ago } from "./words.ts"

/** What a token with a scope may do, at most: never more than its person. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  "user:read": "Read who people are",
  "organization:read": "Read organizations",
  "organization:write": "Change organizations",
  "organization:search": "Search everything",
  "organization:members:read": "Read members and teams",
  "organization:members:write": "Invite people, and change members and teams",
  "space:read": "Read spaces and their pages",
  "space:write": "Write pages, and change spaces",
  "space:permissions:read": "Read who may open spaces",
  "space:permissions:write": "Grant roles on spaces",
  "change-request:merge": "Merge change requests",
  "site:read": "Read sites and their settings",
  "site:write": "Change sites",
  "site:publish": "Publish sites",
  "site:permissions:read": "Read who may change sites",
  "site:permissions:write": "Grant roles on sites",
  "site:auth:read": "Read how readers sign in, with the keys",
  "site:auth:write": "Change how readers sign in",
  "site:insights:read": "Read insights of sites",
  "site:search": "Search sites",
  "openapi:read": "Read OpenAPI specifications",
  "openapi:write": "Change OpenAPI specifications"
}

/** How long a new token lives: days, none without an end. */
export const lifetimes = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "One year",
  none: "No end"
} as const
export type Lifetime = keyof typeof lifetimes

/** When a token ends that is made now; `undefined` where it has no end of its own. @param now in milliseconds */
export const endOf = (lifetime: Lifetime, now: number): string | undefined =>
  lifetime === "none" ? undefined : new Date(now + Number(lifetime) * 86_400_000).toISOString()

/** The day of an instant, as people write it: "3 March 2026". */
export const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" })

/** What is to be known of a token, in order. @param now in milliseconds */
export const tokenFacts = ({ createdAt, expiresAt, lastUsedAt }: Token, now: number): ReadonlyArray<string> => [
  `Made ${ago(createdAt, now)}`,
  lastUsedAt === undefined ? "Never used" : `Used ${ago(lastUsedAt, now)}`,
  expiresAt === undefined ? "No end" : `${isOver({ expiresAt }, now) ? "Ended" : "Ends"} ${dayOf(expiresAt)}`
]

/** Whether a token has ended. @param now in milliseconds */
export const isOver = ({ expiresAt }: Pick<Token, "expiresAt">, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now
