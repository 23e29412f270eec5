import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type InsightsQuery, planOf } from "../../../src/delivery/insights/query.ts"

const now = Date.parse("2026-06-15T12:00:00.000Z")
const range = "last7Days" as const
const plan = (query: Partial<InsightsQuery>) => planOf({ range, ...query }, now)
const ok = (query: Partial<InsightsQuery>) => Result.getOrThrow(plan(query))
const places = (query: Partial<InsightsQuery>) => {
  const result = plan(query)
  return Result.isSuccess(result) ? [] : (result.failure.details ?? []).map(({ path }) => path)
}

describe("A question about events", () => {
  it("without columns is how many there were, by what they are grouped by", () => {
    expect(ok({}).columns).toEqual([{ column: "eventsCount" }])
    expect(ok({ groupBy: [{ column: "url" }] }).columns).toEqual([{ column: "url" }, { column: "eventsCount" }])
  })
  it("answers what it groups by, each column once", () => {
    const { columns } = ok({
      select: [{ column: "visitorsCount" }, { column: "url" }, { column: "url" }],
      groupBy: [{ column: "url" }, { column: "datetime", interval: "month" }]
    })
    expect(columns).toEqual([{ column: "visitorsCount" }, { column: "url" }, { column: "datetime", interval: "month" }])
  })
  it("orders by time, then by the greatest count, unless told otherwise", () => {
    expect(ok({ groupBy: [{ column: "datetime" }] }).order).toEqual({ by: 0, descending: false })
    expect(ok({ groupBy: [{ column: "url" }] }).order).toEqual({ by: 1, descending: true })
    const by = { by: { column: "url" } as const, direction: "asc" as const }
    expect(ok({ groupBy: [{ column: "url" }], order: by }).order).toEqual({ by: 0, descending: false })
  })
  it.each([
    ["lastYear", 365],
    ["last3Months", 91],
    ["last30Days", 30],
    ["last7Days", 7],
    ["last24Hours", 1]
  ] as const)("%s goes back %i days", (range, days) => {
    const { from, to } = ok({ range })
    expect(now - Date.parse(from)).toBe(days * 86_400_000)
    // what happens in this very millisecond is in it
    expect(Date.parse(to)).toBe(now + 1)
  })
  it("a range of its own is kept in UTC", () => {
    const { from, to } = ok({ range: { from: "2026-01-01T00:00:00+02:00", to: "2026-01-02" } })
    expect([from, to]).toEqual(["2025-12-31T22:00:00.000Z", "2026-01-02T00:00:00.000Z"])
  })
  it("pages are filtered by id, and by none", () => {
    const values = [{ page: "p", space: "s" }, null]
    expect(ok({ where: [{ column: "page", values }] }).where).toEqual([
      { of: { column: "page" }, operator: "in", values: ["p", null] }
    ])
  })
  it.each([
    ["a claim without a name", { groupBy: [{ column: "visitorClaim" as const }] }, ["groupBy[0].claim"]],
    ["groups of a count", { groupBy: [{ column: "eventsCount" as const }] }, ["groupBy[0].column"]],
    [
      "an order that is not selected",
      { order: { by: { column: "url" as const }, direction: "asc" as const } },
      ["order.by"]
    ],
    [
      "an order by several values",
      {
        select: [{ column: "pageFeedbackRating" as const }],
        order: { by: { column: "pageFeedbackRating" as const }, direction: "asc" as const }
      },
      ["order.by"]
    ],
    ["a number where text is", { where: [{ column: "url" as const, values: [1] }] }, ["where[0].values[0]"]],
    [
      "text where a number is",
      { where: [{ column: "eventAskResponseRating" as const, values: ["1"] }] },
      ["where[0].values[0]"]
    ],
    ["text where a page is", { where: [{ column: "page" as const, values: ["p"] }] }, ["where[0].values[0]"]],
    [
      "a page where text is",
      { where: [{ column: "url" as const, values: [{ page: "p", space: "s" }] }] },
      ["where[0].values[0]"]
    ],
    [
      "a comparison with two values",
      { where: [{ column: "url" as const, operator: "lessThan" as const, values: ["a", "b"] }] },
      ["where[0].values"]
    ],
    [
      "a comparison with nothing",
      { where: [{ column: "url" as const, operator: "lessThan" as const, values: [null] }] },
      ["where[0].values[0]"]
    ],
    ["a time that is none", { range: { from: "soon", to: "2026-01-01" } }, ["range.from"]],
    ["an end before its beginning", { range: { from: "2026-01-02", to: "2026-01-01" } }, ["range.to"]]
  ])("refuses %s, and says where", (_, query, expected) => {
    expect(places(query)).toEqual(expected)
  })
})
