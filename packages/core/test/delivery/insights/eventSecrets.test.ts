import fc from "fast-check"
import { expect, it } from "vitest"
import { type InsightsEvent, toRecord } from "../../../src/delivery/insights/Event.ts"
import { makeShareKey } from "../../../src/delivery/visitors/ShareLink.ts"

const event = (url: string, referrer: string | null, siteShareKey: string | null): InsightsEvent => ({
  type: "page_view",
  session: { visitorId: "v", sessionId: "s", userAgent: "", language: null, referrer },
  location: {
    url,
    displayContext: "site",
    siteSection: null,
    siteSpace: null,
    siteShareKey,
    space: null,
    revision: null,
    page: null
  }
})

it("No key, token or password of an address is kept, wherever it stands", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJlLW9mLWl0"
  const key = fc.constant(null).map(() => makeShareKey())
  const place = fc.constantFrom(
    (one: string) => `https://docs.test/${one}/guides/start`,
    (one: string) => `https://docs.test/sites/docs/${one}`,
    (one: string) => `https://docs.test/guides?shareKey=${one}&a=b`,
    (one: string) => `https://docs.test/guides?jwt_token=${one}#x`,
    (one: string) => `https://docs.test/guides#${one}`,
    (one: string) => `https://me:${one}@docs.test/guides`,
    (one: string) => `/sites/docs/${one}/start?token=${one}`,
    (one: string) => `http://[::1/${one}/start`
  )
  fc.assert(
    fc.property(fc.oneof(key, fc.constant(jwt)), place, place, (one, at, from) => {
      const kept = JSON.stringify(toRecord("id", "site", "2026-01-01T00:00:00Z", event(at(one), from(one), one)))
      expect(kept).not.toContain(one)
    }),
    { numRuns: 500 }
  )
})
