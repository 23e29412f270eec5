/** An event of a reader with nothing but what every event has. */
export const anEvent = {
  type: "page_view",
  session: { visitorId: "v", sessionId: "s", userAgent: "", language: null, referrer: null },
  location: {
    url: "https://docs.test/",
    siteSection: null,
    siteSpace: null,
    siteShareKey: null,
    space: null,
    revision: null,
    page: null
  }
}
