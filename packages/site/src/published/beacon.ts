/** The beacon: what the script of a page sends about its reader, taken as an event of the site's insights. */
import { displayContexts, eventTypes, type InsightsEvent, ratings } from "@octavo/core/delivery/insights/Event"
import { Insights } from "@octavo/core/delivery/insights/Insights"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { Text } from "@octavo/core/kernel/shared/text"
import { Effect, Option, Schema } from "effect"
import { canonicalUrl } from "./addresses.ts"
import type { SiteRequest } from "./answers.ts"
import type { Contents } from "./contents.ts"

/** Address of the beacon, below the site's root. */
export const BEACON_PATH = "~insights"

/** The beacon as it was sent, with what the browser says of itself. */
export interface Beacon {
  readonly body: string
  readonly language: string
  readonly userAgent: string
}

/** The same events as of the API, without what the server knows better. */
const Event = Schema.fromJsonString(
  Schema.Struct({
    type: Schema.Literals(eventTypes),
    path: Text(1, 2048),
    search: Text(0, 2048),
    session: Text(1, 128),
    visitor: Text(1, 128),
    referrer: Text(0, 2048),
    query: Schema.optionalKey(Text(0, 512)),
    results: Schema.optionalKey(
      Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 100_000 }))
    ),
    rating: Schema.optionalKey(Schema.Literals(ratings)),
    comment: Schema.optionalKey(Text(0, 1024))
  })
)
const decode = Schema.decodeUnknownOption(Event)

const [onSite] = displayContexts

export const makeBeacon = Effect.fnUntraced(function* (contents: Contents) {
  const sites = yield* PublishedSites
  const insights = yield* Insights
  const instance = yield* Instance

  /**
   * Notes an event of the page that its path names, if the visitor may read it.
   * @returns whether it was one
   */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    request: SiteRequest,
    { body, language, userAgent }: Beacon
  ) {
    const told = Option.getOrUndefined(decode(body))
    if (told === undefined) return false
    const there = yield* sites
      .resolve({ ...request, path: told.path })
      .pipe(Effect.catchTag("Invalid", () => Effect.succeed(undefined)))
    if (there?.site.id !== location.site.id) return false
    const shown = yield* contents.shownAt(there.siteSpace)
    if (shown === null) return false
    const found = (yield* contents.indexOf(shown, there.judge)).pageByPath.get(there.rest.join("/"))
    const { claims } = there.visitor
    const event: InsightsEvent = {
      type: told.type,
      session: {
        visitorId: told.visitor,
        sessionId: told.session,
        userAgent: userAgent.slice(0, 1024),
        language: language === "" ? null : language.slice(0, 64),
        referrer: told.referrer,
        ...(Object.keys(claims).length === 0 ? {} : { visitorAuthClaims: claims })
      },
      location: {
        url: canonicalUrl(instance, there) + there.rest.map(encodeURIComponent).join("/") + told.search,
        displayContext: onSite,
        siteSection: there.siteSpace.sectionId,
        siteSpace: there.siteSpace.id,
        siteShareKey: null,
        space: there.siteSpace.spaceId,
        revision: null,
        page: found?.page.id ?? null
      },
      ...defined({ query: told.query, results: told.results }),
      ...ifDefined(told.rating, (rating) => ({ feedback: { rating, ...defined({ comment: told.comment }) } }))
    }
    yield* insights.note(location.site.id, event)
    return true
  })
})
