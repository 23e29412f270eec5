/** What readers of a site did: the questions that its screen asks, and what their answers say. Pure. */
import type { InsightsAnswer, InsightsQuestion } from "./api.ts"

/** How far back one looks: what it is called, and how long each bar is. Everything that is counted is of one of these. */
export const insightsRanges = {
  last24Hours: ["24 hours", "hour"],
  last7Days: ["7 days", "day"],
  last30Days: ["30 days", "day"],
  last3Months: ["3 months", "week"],
  lastYear: ["Year", "month"]
} as const
export type InsightsRange = keyof typeof insightsRanges

/** Lists have so many rows. */
const rows = 10

const views = { column: "eventType", values: ["page_view"] } as const
const searches = { column: "eventType", values: ["search_type_query"] } as const
const byCount = { by: { column: "eventsCount" }, direction: "desc" } as const

/** What is asked, by what it is for. More rows than are shown, where some are left out here. */
export const insightsQuestions = {
  totals: () => ({
    select: [{ column: "eventsCount" }, { column: "visitorsCount" }, { column: "sessionsCount" }],
    where: [views]
  }),
  time: (range) => ({
    groupBy: [{ column: "datetime", interval: insightsRanges[range][1] }],
    select: [{ column: "eventsCount" }],
    where: [views]
  }),
  pages: () => ({
    groupBy: [{ column: "page" }],
    select: [{ column: "eventsCount" }],
    where: [views],
    order: byCount,
    limit: rows + 1
  }),
  searched: () => ({
    groupBy: [{ column: "eventSearchQuery" }],
    select: [{ column: "eventsCount" }],
    where: [searches],
    order: byCount,
    limit: rows
  }),
  notFound: () => ({
    groupBy: [{ column: "eventSearchQuery" }],
    select: [{ column: "eventsCount" }],
    where: [searches, { column: "eventSearchResults", values: [0] }],
    order: byCount,
    limit: rows
  }),
  ratings: () => ({
    groupBy: [{ column: "page" }],
    select: [{ column: "eventsCount" }, { column: "pageFeedbackRating" }],
    where: [{ column: "eventType", values: ["page_post_feedback"] }],
    order: byCount,
    limit: rows
  }),
  comments: () => ({
    groupBy: [{ column: "datetime", interval: "hour" }, { column: "page" }, { column: "eventPageFeedbackComment" }],
    select: [{ column: "eventsCount" }],
    where: [{ column: "eventType", values: ["page_post_feedback_comment"] }],
    order: { by: { column: "datetime", interval: "hour" }, direction: "desc" },
    limit: rows
  }),
  missing: () => ({
    groupBy: [{ column: "url" }],
    select: [{ column: "eventsCount" }],
    where: [views, { column: "page", values: [null] }],
    order: byCount,
    limit: 100
  }),
  referrers: () => ({
    groupBy: [{ column: "referrerDomain" }],
    select: [{ column: "eventsCount" }],
    where: [views, { column: "referrerDomain", operator: "notIn", values: [null] }],
    order: byCount,
    limit: rows + 1
  })
} satisfies Readonly<Record<string, (range: InsightsRange) => Omit<InsightsQuestion, "range">>>
export type InsightsAsked = keyof typeof insightsQuestions

/** The page of an event, and the space that has it. */
export interface EventPage {
  readonly page: string | null
  readonly space: string
}

interface InsightsRow {
  readonly eventsCount: number
  readonly visitorsCount: number
  readonly sessionsCount: number
  /** ISO 8601 */
  readonly datetime: string
  readonly page: EventPage | null
  readonly url: string
  readonly eventSearchQuery: string | null
  readonly eventPageFeedbackComment: string | null
  readonly pageFeedbackRating: Readonly<Record<"bad" | "ok" | "good", number>>
  readonly referrerDomain: string
}

/** An answer has a list for each column: as rows, of the columns that were asked for. */
export const insightsRows = ({ columns }: InsightsAnswer): ReadonlyArray<InsightsRow> =>
  (columns[0]?.values ?? []).map(
    (_, at) => Object.fromEntries(columns.map(({ column, values }) => [column, values[at]])) as unknown as InsightsRow
  )

const hour = 3_600_000
const day = 24 * hour
const lengths = {
  last24Hours: day,
  last7Days: 7 * day,
  last30Days: 30 * day,
  last3Months: 91 * day,
  lastYear: 365 * day
}

type Interval = (typeof insightsRanges)[InsightsRange][1]

/** Where an interval begins that a moment is in: of UTC, weeks on Mondays, as the API counts. */
const beginOf = (interval: Interval, moment: number): number => {
  const at = new Date(moment)
  switch (interval) {
    case "hour":
      return Math.floor(moment / hour) * hour
    case "day":
      return Math.floor(moment / day) * day
    case "week":
      return Math.floor(moment / day) * day - ((at.getUTCDay() + 6) % 7) * day
    case "month":
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
  }
}

/** The next one begins there. */
const nextOf = (interval: Interval, begin: number): number => {
  const at = new Date(begin)
  switch (interval) {
    case "hour":
      return begin + hour
    case "day":
      return begin + day
    case "week":
      return begin + 7 * day
    case "month":
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)
  }
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const twoDigits = (number: number): string => String(number).padStart(2, "0")

/** What an interval is called: an hour of this computer's clock, a day, the day that a week begins with, a month. */
const nameOf = (interval: Interval, begin: number): string => {
  const at = new Date(begin)
  const date = `${at.getUTCDate()} ${months[at.getUTCMonth()]}`
  switch (interval) {
    case "hour":
      return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
    case "day":
      return date
    case "week":
      return `Week of ${date}`
    case "month":
      return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  }
}

/** The day of a moment, of UTC. @param moment ISO 8601 */
export const dayOf = (moment: string): string => nameOf("day", Date.parse(moment))

/** How much there was in an interval. */
export interface SeriesPoint {
  readonly name: string
  readonly count: number
}

/**
 * Every interval of a range, those without anything as well.
 * @param now milliseconds since 1970
 */
export const seriesOf = (
  found: ReadonlyArray<Pick<InsightsRow, "datetime" | "eventsCount">>,
  range: InsightsRange,
  now: number
): ReadonlyArray<SeriesPoint> => {
  const [, interval] = insightsRanges[range]
  const counts = new Map(found.map(({ datetime, eventsCount }) => [Date.parse(datetime), eventsCount]))
  const points: Array<SeriesPoint> = []
  for (let begin = beginOf(interval, now - lengths[range]); begin <= now; begin = nextOf(interval, begin)) {
    points.push({ name: nameOf(interval, begin), count: counts.get(begin) ?? 0 })
  }
  return points
}

/** A row of a list: what it is about, how often, and where it leads, if anywhere. */
export interface Ranked {
  readonly name: string
  readonly count: number
  readonly href?: string
}

/** Addresses that led to no page, from the root of the site; what the site itself answers there is none (`~search`). */
export const missingAddresses = (
  found: ReadonlyArray<Pick<InsightsRow, "url" | "eventsCount">>,
  site: string | undefined
): ReadonlyArray<Ranked> =>
  found
    .map(({ eventsCount, url }) => ({ name: belowSite(url, site), count: eventsCount }))
    .filter(({ name }) => !name.split("/").some((segment) => segment.startsWith("~")))
    .slice(0, rows)

/** An address from the root of the site on, as it is written in its redirects. */
const belowSite = (url: string, site: string | undefined): string =>
  site !== undefined && url.startsWith(site) ? `/${url.slice(site.length)}` : url

/** Other hosts that readers came from. */
export const referringHosts = (
  found: ReadonlyArray<Pick<InsightsRow, "referrerDomain" | "eventsCount">>,
  own: string | undefined
): ReadonlyArray<Ranked> =>
  found
    .filter(({ referrerDomain }) => referrerDomain !== own)
    .map(({ eventsCount, referrerDomain }) => ({ name: referrerDomain, count: eventsCount }))
    .slice(0, rows)

/** What was searched for; a query of blanks alone is none. */
export const searchedWords = (
  found: ReadonlyArray<Pick<InsightsRow, "eventSearchQuery" | "eventsCount">>
): ReadonlyArray<Ranked> =>
  found.flatMap(({ eventSearchQuery, eventsCount }) => {
    const name = eventSearchQuery?.trim() ?? ""
    return name === "" ? [] : [{ name, count: eventsCount }]
  })

/** "3 good, 1 bad": the ratings that there are. */
export const ratingWords = ({ bad, good, ok }: InsightsRow["pageFeedbackRating"]): string =>
  [
    [good, "good"],
    [ok, "fair"],
    [bad, "bad"]
  ]
    .flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
    .join(", ")
