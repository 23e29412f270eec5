import { describe, expect, it } from "vitest"
import {
  type InsightsRange,
  insightsRanges,
  insightsRows,
  missingAddresses,
  ratingWords,
  referringHosts,
  searchedWords,
  seriesOf
} from "../src/logic/insights.ts"

const now = Date.parse("2026-03-04T10:20:30.000Z")

describe("Insights", () => {
  it.each([
    ["last24Hours", 25, "2026-03-03T10:00:00.000Z", "2026-03-04T10:00:00.000Z"],
    ["last7Days", 8, "2026-02-25T00:00:00.000Z", "2026-03-04T00:00:00.000Z"],
    ["last30Days", 31, "2026-02-02T00:00:00.000Z", "2026-03-04T00:00:00.000Z"],
    // Mondays
    ["last3Months", 14, "2025-12-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
    ["lastYear", 13, "2025-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]
  ] as const)("have each interval of %s, those without anything too", (range, length, first, last) => {
    const points = seriesOf(
      [
        { datetime: first, eventsCount: 3 },
        { datetime: last, eventsCount: 5 }
      ],
      range,
      now
    )
    expect(points.length).toBe(length)
    expect(points.map(({ count }) => count)).toEqual([3, ...Array(length - 2).fill(0), 5])
    expect(new Set(points.map(({ name }) => name)).size).toBe(range === "last24Hours" ? 24 : length)
  })

  it("call each interval by what it is", () => {
    const last = (range: InsightsRange) => seriesOf([], range, now).at(-1)?.name
    expect(
      Object.keys(insightsRanges)
        .slice(1)
        .map((range) => last(range as InsightsRange))
    ).toEqual(["4 Mar", "4 Mar", "Week of 2 Mar", "Mar 2026"])
    expect(last("last24Hours")).toMatch(/^\d\d:\d\d$/)
  })

  it("are read as rows of the columns that were asked for", () => {
    const columns = [
      { column: "eventSearchQuery", values: ["tls", null, " "] },
      { column: "eventsCount", values: [4, 2, 1] }
    ]
    const rows = insightsRows({ columns })
    expect(rows).toEqual([
      { eventSearchQuery: "tls", eventsCount: 4 },
      { eventSearchQuery: null, eventsCount: 2 },
      { eventSearchQuery: " ", eventsCount: 1 }
    ])
    expect(searchedWords(rows)).toEqual([{ name: "tls", count: 4 }])
    expect(insightsRows({ columns: [] })).toEqual([])
  })

  it("leave out what the site itself answers, and its own host", () => {
    const site = "https://docs.acme.org/guide/"
    const asked = ["old/page", "~search", "en/~files/x", "a~b"].map((path) => ({ url: site + path, eventsCount: 2 }))
    expect(missingAddresses([...asked, { url: "https://other.org/x", eventsCount: 1 }], site)).toEqual([
      { name: "/old/page", count: 2 },
      { name: "/a~b", count: 2 },
      { name: "https://other.org/x", count: 1 }
    ])
    const hosts = ["docs.acme.org", "news.example"].map((referrerDomain) => ({ referrerDomain, eventsCount: 7 }))
    expect(referringHosts(hosts, "docs.acme.org")).toEqual([{ name: "news.example", count: 7 }])
  })

  it("say ratings in words, and none that nobody gave", () => {
    expect(ratingWords({ bad: 1, ok: 0, good: 12 })).toBe("12 good, 1 bad")
    expect(ratingWords({ bad: 0, ok: 2, good: 0 })).toBe("2 fair")
  })
})
