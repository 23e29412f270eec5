/** What visitors do on a site, as clients send it and as the store keeps it (`docs/contributing/wire.md#insights`). */
import { Schema } from "effect"
import { Text } from "../../kernel/shared/text.ts"
import { readUserAgent, type UserAgent } from "../../kernel/shared/userAgent.ts"
import { withoutSecrets } from "../../kernel/shared/withoutSecrets.ts"
import { shareKeyName } from "./shareKeyName.ts"

export const eventTypes = [
  "page_view",
  "page_markdown_request",
  "search_open",
  "search_type_query",
  "search_open_result",
  "page_post_feedback",
  "page_post_feedback_comment",
  "agent_feedback",
  "ask_question",
  "ask_view",
  "ask_rate_response",
  "link_click",
  "api_client_open",
  "api_client_request",
  "ad_click",
  "ad_display",
  "trademark_click",
  "llms_request",
  "mcp_request",
  "rss_request"
] as const
export type EventType = (typeof eventTypes)[number]

export const ratings = ["bad", "ok", "good"] as const
const linkPositions = ["announcement", "header", "footer", "sidebar", "content"] as const
export const displayContexts = ["site", "server", "embed", "mcp"] as const

/** Clients leave out what they do not know, or say `null`. */
const Id = Schema.optionalKey(Schema.NullOr(Text(0, 128)))
const Url = Text(1, 2048)
const Word = Text(0, 256)

/** An event; what is not of its type is left out. */
export const InsightsEvent = Schema.Struct({
  type: Schema.Literals(eventTypes),
  session: Schema.Struct({
    visitorId: Text(1, 128),
    sessionId: Text(1, 128),
    /** Not kept. */
    cookies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    /** Not kept but for the class of browser, device and system. */
    userAgent: Text(0, 1024),
    language: Schema.NullOr(Text(0, 64)),
    referrer: Schema.NullOr(Text(0, 2048)),
    /** Not kept. */
    ip: Schema.optionalKey(Text(0, 64)),
    visitorAuthClaims: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
  }),
  location: Schema.Struct({
    url: Url,
    displayContext: Schema.optionalKey(Schema.Literals(displayContexts)),
    siteSection: Id,
    siteSpace: Id,
    siteShareKey: Id,
    space: Id,
    revision: Id,
    page: Id
  }),
  timestamp: Schema.optionalKey(Text(1, 64)),
  query: Schema.optionalKey(Text(0, 512)),
  /** Extension: how many pages a search found. */
  results: Schema.optionalKey(Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 100_000 }))),
  feedback: Schema.optionalKey(
    Schema.Struct({ rating: Schema.Literals(ratings), comment: Schema.optionalKey(Text(0, 1024)) })
  ),
  rating: Schema.optionalKey(Schema.Literals([1, -1])),
  link: Schema.optionalKey(
    Schema.Struct({
      target: Schema.StructWithRest(Schema.Struct({ kind: Word }), [Schema.Record(Schema.String, Schema.Unknown)]),
      position: Schema.Literals(linkPositions)
    })
  ),
  operation: Schema.optionalKey(Schema.Struct({ method: Word, path: Url })),
  ad: Schema.optionalKey(Schema.Struct({ domain: Word, placement: Word })),
  placement: Schema.optionalKey(Word)
}).annotate({ identifier: "SiteInsightsEvent" })
export type InsightsEvent = typeof InsightsEvent.Type

/** Most events of one request. */
const mostEvents = 500

/** Body of `POST .../insights/events`. */
export const TrackInput = Schema.Struct({ events: Schema.Array(InsightsEvent).check(Schema.isMaxLength(mostEvents)) })
export type TrackInput = typeof TrackInput.Type

/** An event as the store keeps it: nothing in it names a person or an address of the network. */
export interface EventRecord extends UserAgent {
  readonly id: string
  readonly siteId: string
  readonly at: string
  readonly type: EventType
  readonly sessionId: string
  readonly visitorId: string
  /** Without its query and fragment. */
  readonly url: string
  readonly displayContext: (typeof displayContexts)[number]
  readonly siteSection: string | null
  readonly siteSpace: string | null
  readonly shareKey: string | null
  readonly space: string | null
  readonly page: string | null
  readonly language: string | null
  readonly referrer: string | null
  readonly referrerDomain: string | null
  readonly utm: Readonly<Record<(typeof utmNames)[number], string | null>>
  readonly query: string | null
  readonly results: number | null
  readonly feedbackRating: (typeof ratings)[number] | null
  readonly feedbackComment: string | null
  readonly askRating: 1 | -1 | null
  readonly linkKind: string | null
  readonly linkDomain: string | null
  readonly linkPosition: (typeof linkPositions)[number] | null
  readonly operationMethod: string | null
  readonly operationPath: string | null
  readonly adDomain: string | null
  readonly adPlacement: string | null
  readonly trademarkPlacement: string | null
  /** Claims with values of one word, as text. */
  readonly claims: Readonly<Record<string, string>>
}

const utmNames = ["source", "medium", "campaign", "term", "content"] as const

const parsed = (url: unknown): URL | undefined =>
  typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined

const claimsOf = (claims: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(claims)
      .flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number" || typeof value === "boolean"
          ? [[name, String(value).slice(0, 256)] as const]
          : []
      )
      .slice(0, 50)
  )

/** @param at when it happened, ISO 8601 */
export const toRecord = (
  id: string,
  siteId: string,
  at: string,
  { ad, feedback, link, location, operation, placement, query, rating, results, session, type }: InsightsEvent
): EventRecord => {
  const url = parsed(location.url)
  const referrer = parsed(session.referrer)
  const utm = (name: string) => url?.searchParams.get(`utm_${name}`)?.slice(0, 256) ?? null
  return {
    id,
    siteId,
    at,
    type,
    sessionId: session.sessionId,
    visitorId: session.visitorId,
    url: withoutSecrets(location.url) ?? "",
    displayContext: location.displayContext ?? "site",
    siteSection: location.siteSection ?? null,
    siteSpace: location.siteSpace ?? null,
    shareKey: shareKeyName(location.siteShareKey ?? null),
    space: location.space ?? null,
    page: location.page ?? null,
    ...readUserAgent(session.userAgent),
    language: session.language,
    referrer: referrer === undefined ? null : withoutSecrets(referrer.href),
    referrerDomain: referrer?.hostname ?? null,
    utm: Object.fromEntries(utmNames.map((name) => [name, utm(name)])) as EventRecord["utm"],
    query: query ?? null,
    results: results ?? null,
    feedbackRating: feedback?.rating ?? null,
    feedbackComment: feedback?.comment ?? null,
    askRating: rating ?? null,
    linkKind: link?.target.kind ?? null,
    linkDomain: parsed(link?.target["url"])?.hostname ?? null,
    linkPosition: link?.position ?? null,
    operationMethod: operation?.method ?? null,
    operationPath: operation?.path ?? null,
    adDomain: ad?.domain ?? null,
    adPlacement: ad?.placement ?? null,
    trademarkPlacement: placement ?? null,
    claims: claimsOf(session.visitorAuthClaims)
  }
}
