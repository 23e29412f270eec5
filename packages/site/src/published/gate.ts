/**
 * The door of published sites: every address of a site is behind it. What a visitor brought in the URL moves into cookies
 * of that site alone, and what was made for one visitor leaves marked as such (threat: cache leaks).
 */

import { encodePath } from "@octavo/core/delivery/site-records/resolveUrl"
import { type PublishedLocation, PublishedSites, type Visit } from "@octavo/core/delivery/sites/PublishedSites"
import type { Keep } from "@octavo/core/delivery/visitors/Audience"
import { siteCookies } from "@octavo/core/delivery/visitors/credentials"
import { signInUrl } from "@octavo/core/delivery/visitors/signInUrl"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import type { StorageError, TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { Clock, Effect } from "effect"
import type { SiteAnswer, SiteCookie, SiteRequest } from "./answers.ts"
import { signInNeeded } from "./errorPages.ts"
import { changed } from "./keptBody.ts"

/** A share link is good for as long as it is active; the browser asks for the link again after this, in seconds. */
const shareKeyLifetime = 30 * 24 * 3600

/** What browsers keep a cookie at most, in seconds (RFC 6265bis, 5.5); tokens may say that they end much later. */
const longestLifetime = 400 * 24 * 3600

export const makeGate = Effect.gen(function* () {
  const sites = yield* PublishedSites
  const secure = (yield* Instance).publicUrl.startsWith("https:")

  const cookie = (siteBasePath: string, name: string, value: string, maxAge?: number): SiteCookie => ({
    name,
    value,
    // without the slash, so that the site's root itself is in it whichever way it is written
    path: siteBasePath.replace(/(?<=.)\/$/, ""),
    secure,
    ...ifDefined(maxAge, (seconds) => ({ maxAge: Math.min(Math.max(0, Math.floor(seconds)), longestLifetime) }))
  })

  const cookiesOf = ({ siteBasePath }: PublishedLocation, { jwt, shareKey, unsigned }: Keep, now: number) => [
    ...(shareKey === undefined ? [] : [cookie(siteBasePath, siteCookies.shareKey, shareKey, shareKeyLifetime)]),
    ...(jwt === undefined
      ? []
      : [
          cookie(
            siteBasePath,
            siteCookies.jwt,
            jwt.token,
            jwt.expiresAt === undefined ? undefined : jwt.expiresAt - now
          )
        ]),
    ...(unsigned === undefined ? [] : [cookie(siteBasePath, siteCookies.unsigned, JSON.stringify(unsigned))])
  ]

  /** Where a request leads, for who is let in. */
  const locate = (request: SiteRequest) =>
    sites.resolve(request).pipe(Effect.catchTag("Invalid", () => Effect.succeed(undefined)))

  /** The answer to a request, with `inside` for who was let in. */
  const gated = (
    request: SiteRequest,
    inside: (location: PublishedLocation) => Effect.Effect<SiteAnswer | undefined, StorageError>
  ): Effect.Effect<SiteAnswer | undefined, StorageError | TooManyRequests> =>
    Effect.gen(function* () {
      const visit = yield* sites.visit(request).pipe(Effect.catchTag("Invalid", () => Effect.undefined))
      if (visit === undefined) return undefined
      const now = (yield* Clock.currentTimeMillis) / 1000
      switch (visit.kind) {
        case "sign-in":
          return signIn(visit)
        case "leave": {
          const { logoutUrl, siteBasePath } = visit
          const ended = [siteCookies.jwt, siteCookies.shareKey, siteCookies.unsigned]
          return moved(
            logoutUrl ?? siteBasePath,
            ended.map((name) => cookie(siteBasePath, name, "", 0))
          )
        }
        case "location": {
          const { keep, location } = visit
          const cookies = cookiesOf(location, keep, now)
          if (keep.jwt !== undefined) {
            return moved(location.basePath + encodePath(location.rest) + withoutToken(request.query), cookies)
          }
          const made = yield* inside(location)
          if (made === undefined) return undefined
          // what visitors say of themselves is remembered by pages; files that are the same for everybody stay so
          return marked(
            made,
            location,
            isPage(made) ? cookies : cookies.filter(({ name }) => name !== siteCookies.unsigned)
          )
        }
      }
    })

  return { gated, locate }
})

const isPage = (answer: SiteAnswer): boolean =>
  answer.kind === "text" && answer.headers["content-type"]?.startsWith("text/html") === true

const withoutToken = (query: string): string => {
  const left = new URLSearchParams(query)
  left.delete("jwt_token")
  return left.size === 0 ? "" : `?${left}`
}

/** Elsewhere, for this request alone. */
const moved = (location: string, cookies: ReadonlyArray<SiteCookie>): SiteAnswer => ({
  kind: "redirect",
  location,
  headers: { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" },
  cookies
})

const signIn = ({ fallbackUrl, path }: Extract<Visit, { kind: "sign-in" }>): SiteAnswer =>
  fallbackUrl === null ? signInNeeded : moved(signInUrl(fallbackUrl, path), [])

/** Each answer is marked once, so that what is kept of it elsewhere, like its compressed form, is found again. */
const closedToRobots = new WeakMap<SiteAnswer, SiteAnswer>()
const forOne = new WeakMap<SiteAnswer, SiteAnswer>()

const once = (kept: WeakMap<SiteAnswer, SiteAnswer>, answer: SiteAnswer, headers: Record<string, string>) => {
  const found = kept.get(answer)
  if (found !== undefined) return found
  const made = changed(answer, {
    headers: { ...answer.headers, ...headers },
    ...(answer.kind === "text" && kept === forOne ? { fleeting: true as const } : {})
  })
  kept.set(answer, made)
  return made
}

/** An answer as it leaves the site: closed to robots where the site is, and kept by nobody on its way if it is for one. */
const marked = (
  answer: SiteAnswer,
  { forAll, pass, site, visitor }: PublishedLocation,
  cookies: ReadonlyArray<SiteCookie>
): SiteAnswer => {
  const robots = site.visibility !== "public" || pass.kind === "member" ? { "x-robots-tag": "noindex" } : {}
  // tokens end: what hangs on one is made again each time
  const hangsOnToken =
    answer.kind !== "text" || answer.fits !== undefined ? Object.keys(visitor.claims).length > 0 : false
  if (forAll && !hangsOnToken && cookies.length === 0) {
    return "x-robots-tag" in robots ? once(closedToRobots, answer, robots) : answer
  }
  const { "cache-control": caching, vary } = answer.headers ?? {}
  const made = once(forOne, answer, {
    ...robots,
    "cache-control":
      answer.kind === "redirect" || caching?.includes("no-store") === true ? "private, no-store" : "private, no-cache",
    vary: vary === undefined ? "cookie" : `${vary}, cookie`,
    "cross-origin-resource-policy": "same-origin"
  })
  return cookies.length === 0 ? made : { ...made, cookies }
}
