import type { EventRecord } from "@octavo/core/delivery/insights/Event"
import { InsightsStore } from "@octavo/core/delivery/insights/InsightsStore"
import type {
  Dimension,
  DimensionName,
  Interval,
  PlannedColumn,
  PlannedFilter
} from "@octavo/core/delivery/insights/query"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"
import { store } from "./store.ts"
import { integer, json, table, text } from "./table.ts"

/** The Monday of the week of a time, as a date. */
const weekOf = (at: string): string => {
  const day = new Date(`${at.slice(0, 10)}T00:00:00.000Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

export const siteEventsTable = table<EventRecord>()("site_events", {
  id: text.fixed,
  siteId: text.fixed,
  at: text.at("occurred_at").also("occurred_week", weekOf),
  type: text,
  sessionId: text,
  visitorId: text,
  url: text,
  displayContext: text,
  siteSection: text.orNull.at("site_section_id"),
  siteSpace: text.orNull.at("site_space_id"),
  shareKey: text.orNull,
  space: text.orNull.at("space_id"),
  page: text.orNull.at("page_id"),
  device: text,
  browser: text,
  os: text,
  bot: text,
  language: text.orNull,
  referrer: text.orNull,
  referrerDomain: text.orNull,
  utm: {
    source: text.orNull,
    medium: text.orNull,
    campaign: text.orNull,
    term: text.orNull,
    content: text.orNull
  },
  query: text.orNull,
  results: integer.orNull,
  feedbackRating: text.orNull,
  feedbackComment: text.orNull,
  askRating: integer.orNull,
  linkKind: text.orNull,
  linkDomain: text.orNull,
  linkPosition: text.orNull,
  operationMethod: text.orNull,
  operationPath: text.orNull,
  adDomain: text.orNull,
  adPlacement: text.orNull,
  trademarkPlacement: text.orNull,
  claims: json
})

/** Where the values of a dimension are; what no column has is nowhere known. */
const columnOf: Readonly<Record<Exclude<DimensionName, "datetime" | "visitorClaim" | "visitorGeoCountry">, string>> = {
  url: "url",
  eventType: "type",
  siteSection: "site_section_id",
  siteSpace: "site_space_id",
  siteShareKey: "share_key",
  displayContext: "display_context",
  page: "page_id",
  visitorDevice: "device",
  visitorBrowser: "browser",
  visitorOS: "os",
  visitorBot: "bot",
  visitorLanguage: "language",
  eventLinkTargetKind: "link_kind",
  eventLinkTargetDomain: "link_domain",
  eventLinkPosition: "link_position",
  eventAPIOperationPath: "operation_path",
  eventAPIOperationMethod: "operation_method",
  eventSearchQuery: "query",
  eventSearchResults: "results",
  eventPageFeedbackRating: "feedback_rating",
  eventPageFeedbackComment: "feedback_comment",
  eventAskResponseRating: "ask_rating",
  referrer: "referrer",
  referrerDomain: "referrer_domain",
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
  eventAdDomain: "ad_domain",
  eventAdPlacement: "ad_placement",
  eventTrademarkPlacement: "trademark_placement"
}

/** The beginning of the time that is the same for a whole interval, and what makes a timestamp of it. */
const times: Readonly<Record<Interval, readonly [expression: string, rest: string]>> = {
  hour: ["substr(occurred_at, 1, 13)", ":00:00.000Z"],
  day: ["substr(occurred_at, 1, 10)", "T00:00:00.000Z"],
  week: ["occurred_week", "T00:00:00.000Z"],
  month: ["substr(occurred_at, 1, 7)", "-01T00:00:00.000Z"]
}

const compared = {
  greaterThan: literal(">"),
  greaterThanOrEqual: literal(">="),
  lessThan: literal("<"),
  lessThanOrEqual: literal("<=")
} as const

const counted = {
  eventsCount: ["COUNT(*)"],
  sessionsCount: ["COUNT(DISTINCT session_id)"],
  visitorsCount: ["COUNT(DISTINCT visitor_id)"],
  pageFeedbackRating: ["bad", "ok", "good"].map((one) => `COUNT(CASE WHEN feedback_rating = '${one}' THEN 1 END)`),
  askResponseRating: ["> 0", "< 0"].map((one) => `COUNT(CASE WHEN ask_rating ${one} THEN 1 END)`)
} as const

/** The expressions of a column, and how a value is made of theirs. */
interface Expressed {
  readonly parts: ReadonlyArray<Statement.Fragment>
  readonly value: (parts: ReadonlyArray<unknown>) => unknown
}

export const insightsStoreLayer = store(InsightsStore, "insights", ({ dialect, rows, sql }) => {
  const scalar = (of: Dimension): Statement.Fragment => {
    switch (of.column) {
      case "datetime":
        return literal(times[of.interval][0])
      case "visitorClaim":
        return dialect.jsonText(literal("claims"), of.claim)
      case "visitorGeoCountry":
        return literal("NULL")
      default:
        return literal(columnOf[of.column])
    }
  }

  const express = (column: PlannedColumn): Expressed => {
    switch (column.column) {
      case "eventsCount":
      case "sessionsCount":
      case "visitorsCount":
        return { parts: counted[column.column].map(literal), value: ([n]) => Number(n) }
      case "pageFeedbackRating":
        return {
          parts: counted.pageFeedbackRating.map(literal),
          value: ([bad, ok, good]) => ({ bad: Number(bad), ok: Number(ok), good: Number(good) })
        }
      case "askResponseRating":
        return {
          parts: counted.askResponseRating.map(literal),
          value: ([positive, negative]) => ({ positive: Number(positive), negative: Number(negative) })
        }
      case "page":
        return {
          parts: [literal("page_id"), literal("space_id")],
          value: ([page, space]) => (space === null ? null : { page, space })
        }
      case "datetime":
        return { parts: [scalar(column)], value: ([begin]) => `${begin}${times[column.interval][1]}` }
      default:
        return { parts: [scalar(column)], value: ([value]) => value }
    }
  }

  const matching = ({ of, operator, values }: PlannedFilter): Statement.Fragment => {
    // times are compared as they are, not by the interval that they are grouped by
    const column = of.column === "datetime" ? literal("occurred_at") : scalar(of)
    if (operator !== "in" && operator !== "notIn") return sql`${column} ${compared[operator]} ${values[0]}`
    const some = values.filter((value) => value !== null)
    const found = sql.or([
      ...(some.length === 0 ? [] : [sql`${column} IN ${sql.in(some)}`]),
      ...(some.length === values.length ? [] : [sql`${column} IS NULL`])
    ])
    if (operator === "in") return found
    return some.length === values.length ? sql`(${column} IS NULL OR NOT ${found})` : sql`NOT ${found}`
  }

  return {
    insert: (events) =>
      Effect.gen(function* () {
        const ids = [...new Set(events.map(({ siteId }) => siteId))]
        const there = yield* sql<{
          id: string
        }>`SELECT id FROM sites WHERE ${sql.in("id", ids)} ORDER BY id ${dialect.keyLock}`
        const known = new Set(there.map(({ id }) => id))
        yield* rows(siteEventsTable).insertAll(events.filter(({ siteId }) => known.has(siteId)))
      }).pipe(sql.withTransaction),

    aggregate: (siteId, { columns, from, limit, order, to, where }) => {
      const expressed = columns.map(express)
      const parts = expressed.flatMap((one) => one.parts)
      // columns of the answer are named by their places: a claim's name is a parameter, which is new each time
      const places: Array<number> = []
      let place = 1
      for (const one of expressed) {
        places.push(place)
        place += one.parts.length
      }
      const grouped = columns.flatMap(({ column }, i) =>
        column in counted ? [] : expressed[i]!.parts.map((_, n) => literal(String(places[i]! + n)))
      )
      const conditions = sql.and([
        sql`site_id = ${siteId}`,
        sql`occurred_at >= ${from}`,
        sql`occurred_at < ${to}`,
        ...where.map(matching)
      ])
      const by = literal(`${places[order.by]!} ${order.descending ? "DESC" : "ASC"}`)
      // a total order: the same question has the same answer
      const rest = grouped.map((one) => sql`${one} ASC`)
      return sql<Record<string, unknown>>`SELECT ${sql.csv(parts.map((part, i) => sql`${part} AS ${literal(`c${i}`)}`))}
        FROM site_events WHERE ${conditions}
        ${grouped.length === 0 ? literal("") : sql`GROUP BY ${sql.csv(grouped)}`}
        ORDER BY ${sql.csv([by, ...rest])} LIMIT ${limit}`.pipe(
        Effect.map((rows) =>
          expressed.map(({ parts: own, value }, i) =>
            rows.map((row) => value(own.map((_, n) => row[`c${places[i]! - 1 + n}`] ?? null)))
          )
        )
      )
    },

    removeBefore: (at, limit) =>
      sql<{ id: string }>`DELETE FROM site_events WHERE id IN
        (SELECT id FROM site_events WHERE occurred_at < ${at} ORDER BY occurred_at LIMIT ${limit}) RETURNING id`.pipe(
        Effect.map((rows) => rows.length)
      )
  }
})
