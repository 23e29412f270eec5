import { describe, expect, layer } from "@effect/vitest"
import { type InsightsEvent, toRecord } from "@octavo/core/delivery/insights/Event"
import { daysKept, Insights } from "@octavo/core/delivery/insights/Insights"
import { InsightsStore } from "@octavo/core/delivery/insights/InsightsStore"
import type { InsightsQuery } from "@octavo/core/delivery/insights/query"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect } from "effect"
import { as, newMember, newOrganization, newUser, refusal, type StoreUnderTest, services } from "./harness.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"

const seen = (more: Partial<InsightsEvent> = {}, who = "v1", page: string | null = "p1"): InsightsEvent => ({
  type: "page_view",
  session: { visitorId: who, sessionId: `${who}-s`, userAgent: firefox, language: "en", referrer: null },
  location: {
    url: `https://docs.test/${page}?utm_source=mail#top`,
    siteSection: null,
    siteSpace: "ss",
    siteShareKey: null,
    space: "s",
    revision: null,
    page
  },
  ...more
})

/** A site, and what happens there at the times that are given. The clock of tests stands at the beginning of 1970. */
const newScene = Effect.fnUntraced(function* () {
  const { admin, id: organization } = yield* newOrganization()
  const { id: site } = yield* (yield* Sites).create(organization, {}).pipe(as(admin))
  const insights = yield* Insights
  const store = yield* InsightsStore
  const happened = (at: string, ...events: ReadonlyArray<InsightsEvent>) =>
    store.insert(events.map((event) => toRecord(makeId(), site, at, event)))
  const track = (...events: ReadonlyArray<InsightsEvent>) =>
    insights.track(organization, site, { events }).pipe(as(admin))
  const ask = (query: Partial<InsightsQuery>) =>
    insights.aggregate(organization, site, { range: { from: "1960-01-01", to: "2030-01-01" }, ...query }).pipe(
      as(admin),
      Effect.map(({ columns }) => columns.map(({ values }) => values))
    )
  return { organization, site, insights, happened, track, ask }
})

/** What visitors do: noted whole or not at all, counted alike on every store. */
export const insightsSuite = (under: StoreUnderTest) =>
  describe(`insights on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("counts events, sessions and visitors by columns and times", () =>
        Effect.gen(function* () {
          const { ask, happened } = yield* newScene()
          const other = seen({}, "v1", "p2")
          yield* happened("2026-04-26T23:30:00.000Z", seen(), seen({}, "v2"))
          yield* happened("2026-04-27T00:10:00.000Z", other, other, seen({}, "v3", null))
          yield* happened("2026-05-02T10:00:00.000Z", seen())
          expect(yield* ask({ select: [{ column: "eventsCount" }, { column: "visitorsCount" }] })).toEqual([[6], [3]])
          expect(yield* ask({ groupBy: [{ column: "page" }] })).toEqual([
            [
              { page: "p1", space: "s" },
              { page: "p2", space: "s" },
              { page: null, space: "s" }
            ],
            [3, 2, 1]
          ])
          const over = (interval: "hour" | "day" | "week" | "month") =>
            ask({ groupBy: [{ column: "datetime", interval }] })
          expect(yield* over("hour")).toEqual([
            ["2026-04-26T23:00:00.000Z", "2026-04-27T00:00:00.000Z", "2026-05-02T10:00:00.000Z"],
            [2, 3, 1]
          ])
          // 2026-04-26 is a Sunday
          expect(yield* over("week")).toEqual([
            ["2026-04-20T00:00:00.000Z", "2026-04-27T00:00:00.000Z"],
            [2, 4]
          ])
          expect(yield* over("month")).toEqual([
            ["2026-04-01T00:00:00.000Z", "2026-05-01T00:00:00.000Z"],
            [5, 1]
          ])
          const url = { column: "url" } as const
          expect(yield* ask({ groupBy: [url], order: { by: url, direction: "desc" }, limit: 2 })).toEqual([
            ["https://docs.test/p2", "https://docs.test/p1"],
            [2, 3]
          ])
          expect(yield* ask({ range: { from: "2026-04-27", to: "2026-05-02" } })).toEqual([[3]])
        })
      )

      it.effect("filters by values, by none, and by comparing", () =>
        Effect.gen(function* () {
          const { ask, track } = yield* newScene()
          const search = (query: string): InsightsEvent => ({ ...seen(), type: "search_type_query", query })
          const claims = { ...seen().session, visitorAuthClaims: { plan: "pro", beta: true, 'a"b': 1 } }
          yield* track(
            search("install"),
            search("install"),
            search("widgets"),
            { ...seen(), type: "page_post_feedback", feedback: { rating: "good" } },
            { ...seen(), type: "page_post_feedback", feedback: { rating: "bad", comment: "Where?" } },
            { ...seen(), type: "ask_rate_response", rating: -1 },
            seen({ session: claims })
          )
          const query = { column: "eventSearchQuery" } as const
          const counts = (where: InsightsQuery["where"]) => ask({ where: where! })
          expect(yield* counts([{ ...query, values: ["install", "nothing"] }])).toEqual([[2]])
          expect(yield* counts([{ ...query, values: [null] }])).toEqual([[4]])
          expect(yield* counts([{ ...query, values: ["install"], operator: "notIn" }])).toEqual([[5]])
          expect(yield* counts([{ ...query, values: ["install", null], operator: "notIn" }])).toEqual([[1]])
          expect(yield* counts([{ ...query, values: ["j"], operator: "greaterThan" }])).toEqual([[1]])
          expect(yield* counts([{ column: "eventAskResponseRating", values: [-1] }])).toEqual([[1]])
          expect(yield* counts([{ column: "page", values: [{ page: "p1", space: "s" }] }])).toEqual([[7]])
          expect(yield* counts([{ column: "visitorClaim", claim: "plan", values: ["pro"] }])).toEqual([[1]])
          expect(yield* ask({ groupBy: [{ column: "visitorClaim", claim: "beta" }] })).toEqual([
            [null, "true"],
            [6, 1]
          ])
          const feedback = yield* ask({ select: [{ column: "pageFeedbackRating" }, { column: "askResponseRating" }] })
          expect(feedback).toEqual([[{ bad: 1, ok: 0, good: 1 }], [{ positive: 0, negative: 1 }]])
          const kinds = yield* ask({
            groupBy: [{ column: "visitorBrowser" }, { column: "visitorOS" }, { column: "utmSource" }]
          })
          expect(kinds).toEqual([["firefox"], ["linux"], ["mail"], [7]])
          const hostile = { column: "visitorClaim", claim: "x'); DROP TABLE sites; --", values: ["x"] } as const
          expect(yield* counts([hostile])).toEqual([[0]])
        })
      )

      it.effect("takes all events or none, of now alone", () =>
        Effect.gen(function* () {
          const { ask, track } = yield* newScene()
          const when = (timestamp: string) => seen({ timestamp })
          yield* track(when("1969-12-31T23:55:00.000Z"), when("1970-01-01T02:05:00.000+02:00"))
          for (const time of ["1969-12-31T23:54:59.999Z", "1970-01-01T00:05:00.001Z", "soon"]) {
            expect(yield* refusal(track(seen(), when(time)))).toBe("Invalid")
          }
          expect(yield* ask({})).toEqual([[2]])
        })
      )

      it.effect("keeps events for a year and a month, and nothing that names anybody", () =>
        Effect.gen(function* () {
          const { ask, happened, insights, track } = yield* newScene()
          const ago = (days: number) => new Date(-days * 86_400_000).toISOString()
          yield* happened(ago(daysKept + 1), seen())
          yield* happened(ago(daysKept - 1), seen())
          yield* track(seen({ session: { ...seen().session, ip: "192.0.2.1", cookies: { token: "secret" } } }))
          expect(yield* ask({})).toEqual([[3]])
          yield* insights.sweep
          expect(yield* ask({})).toEqual([[2]])
          expect(yield* ask({ range: "last7Days" })).toEqual([[1]])
        })
      )

      it.effect("are for members of the site's organization", () =>
        Effect.gen(function* () {
          const { insights, organization, site } = yield* newScene()
          const outsider = yield* newUser("Outsider")
          const guest = yield* newMember(organization, null)
          for (const who of [outsider.id, guest]) {
            const asked = insights.aggregate(organization, site, { range: "lastYear" }).pipe(as(who))
            expect(yield* refusal(asked)).toBe("NotFound")
            expect(yield* refusal(insights.track(organization, site, { events: [seen()] }).pipe(as(who)))).toBe(
              "NotFound"
            )
          }
        })
      )
    })
  })
