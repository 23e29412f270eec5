import {
  baseProblem,
  placeOf,
  type SaidPlace,
  type SitePlace,
  urlProblem
} from "@octavo/core/delivery/site-exports/sitePlace"
import { describe, expect, it } from "vitest"

describe("the place of a site that becomes files", () => {
  const places: ReadonlyArray<readonly [SaidPlace, SitePlace]> = [
    [{}, { origin: undefined, base: "/" }],
    [{ base: "docs" }, { origin: undefined, base: "/docs/" }],
    [{ base: "//a//b" }, { origin: undefined, base: "/a/b/" }],
    [{ url: "https://docs.example.com" }, { origin: "https://docs.example.com", base: "/" }],
    [{ url: "https://acme.github.io/handbook" }, { origin: "https://acme.github.io", base: "/handbook/" }],
    [{ url: "https://example.com/a%20b/ä" }, { origin: "https://example.com", base: "/a%20b/%C3%A4/" }],
    [{ url: "http://[::1]:8080/a/" }, { origin: "http://[::1]:8080", base: "/a/" }],
    // what is said of the path goes before the path of the address
    [
      { url: "https://example.com/a/", base: "/b" },
      { origin: "https://example.com", base: "/b/" }
    ],
    [{ url: "https://me:secret@example.com/?q#f" }, { origin: "https://example.com", base: "/" }]
  ]
  it.each(places)("%j", (said, place) => {
    expect(placeOf(said)).toEqual(place)
    expect(said.base === undefined ? undefined : baseProblem(said.base)).toBeUndefined()
    expect(said.url === undefined ? undefined : urlProblem(said.url)).toBeUndefined()
  })

  it.each(["/../up", "/a b/", "/%20/", "/ä/", "/a\\b/", "/a?b", "/\0/", "/./"])("is at no path %j", (base) => {
    expect(baseProblem(base)).toMatch(/^must be a path like/)
  })

  // the last ones would be read otherwise by who looks for the site there
  it.each([
    "docs.example.com",
    "ftp://example.com/",
    "javascript:alert(1)",
    "https://",
    "https://example.com./",
    "https://example.com/%zz/",
    "https://example.com/a%2fb/",
    "https://example.com/a%2Fb/",
    "https://example.com/a%00b/",
    "https://example.com/a@b/"
  ])("is at no address %j", (url) => {
    expect(urlProblem(url)).toMatch(/^must /)
  })
})
