/** What pages tell their site of a reader, and what stays with the reader. */
import { makeShareKey } from "@octavo/core/delivery/visitors/ShareLink"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { beaconOf, isTold, type Place, persistentId } from "../src/logic/beacon.ts"

const who = { session: "s", visitor: "v" }
const at = (place: Partial<Place>): Place => ({
  base: "/sites/a",
  canonical: "https://docs.test/sites/a/guide",
  pathname: "/sites/a/guide",
  search: "",
  referrer: "",
  ...place
})
const sent = (place: Partial<Place>) => beaconOf({ type: "page_view" }, at(place), who)

describe("A beacon", () => {
  it("tells the page, the visit, the campaign and where the reader came from, and what the event brings", () => {
    const place = at({
      search: "?utm_source=mail&utm_campaign=a%26b",
      referrer: "https://search.test/results/one"
    })
    expect(beaconOf({ type: "search_type_query", query: "acorns", results: 3 }, place, who)).toEqual({
      ...{ type: "search_type_query", query: "acorns", results: 3, session: "s", visitor: "v" },
      ...{ path: "/sites/a/guide", search: "?utm_source=mail&utm_campaign=a%26b" },
      referrer: "https://search.test/results/one"
    })
  })

  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdGFmZiI6dHJ1ZX0.c2lnbmF0dXJl"
  const hiding: ReadonlyArray<readonly [string, (secret: string) => Partial<Place>]> = [
    ["the path", (secret) => ({ pathname: `/sites/a/${secret}/guide` })],
    ["the path of a host of its own", (secret) => ({ base: "", pathname: `/${secret}/guide` })],
    ["the path of the first page", (secret) => ({ pathname: `/sites/a/${secret}/`, canonical: "https://docs.test/" })],
    ["the path without a slash", (secret) => ({ pathname: `/sites/a/${secret}` })],
    ["the path of a page that is not there", (secret) => ({ pathname: `/sites/a/${secret}/x`, canonical: undefined })],
    ["the query", (secret) => ({ search: `?shareKey=${secret}&utm_source=x` })],
    ["a token of the query", (secret) => ({ search: `?jwt_token=${jwt}${secret}` })],
    ["what a visitor says", (secret) => ({ search: `?visitor.name=${secret}` })],
    ["the query of the page before", (secret) => ({ referrer: `https://x.test/?token=${secret}` })],
    ["the fragment of the page before", (secret) => ({ referrer: `https://x.test/#access_token=${secret}` })],
    ["the name and password of the page before", (secret) => ({ referrer: `https://${secret}:${secret}@x.test/` })],
    ["what is no address", (secret) => ({ referrer: `x.test?${secret}` })]
  ]
  it.each(hiding)("does not tell a secret in %s", (_, place) => {
    // as the server makes them, many of them: a key has no form of its own
    for (let i = 0; i < 200; i++) {
      const secret = makeShareKey()
      expect(JSON.stringify(sent(place(secret)))).not.toContain(secret)
    }
  })

  it("tells the page below a key as it is without", () => {
    const secret = makeShareKey()
    expect(sent({ pathname: `/sites/a/${secret}/guide/one` }).path).toBe("/sites/a/guide/one")
    expect(sent({ pathname: `/sites/a/${secret}/` }).path).toBe("/sites/a/")
    expect(sent({ pathname: `/sites/a/${secret}` }).path).toBe("/sites/a/")
    expect(sent({ base: "", pathname: `/${secret}/one` }).path).toBe("/one")
  })

  it("tells every page's own path as it is, also of a page whose name looks like a key", () => {
    const slug = fc.stringMatching(/^[a-z0-9-]{1,30}$/)
    const looksLikeKey = fc.stringMatching(/^1[a-z0-9]{21}$/)
    fc.assert(
      fc.property(fc.constantFrom("", "/sites/a"), fc.array(fc.oneof(slug, looksLikeKey)), (base, path) => {
        const pathname = `${base}/${path.join("/")}`
        expect(sent({ base, pathname, canonical: `https://docs.test${pathname}` }).path).toBe(pathname)
      })
    )
    // a site elsewhere
    expect(sent({ base: "/sites/b", pathname: "/sites/a/1234567890123456789012/x" }).path).toContain("1234567890")
  })

  it("tells the host and path of the page before, of every scheme", () => {
    expect(sent({ referrer: "https://x.test:8080/a/b?c#d" }).referrer).toBe("https://x.test:8080/a/b")
    expect(sent({ referrer: "android-app://com.example/" }).referrer).toBe("android-app://com.example/")
    expect(sent({ referrer: "" }).referrer).toBe("")
  })
})

describe("What readers do is told", () => {
  const base = "/sites/a"
  it.each<[string, boolean, Parameters<typeof isTold>]>([
    ["of everybody who says nothing", true, [{}, base, "visit"]],
    ["of who says so", true, [{ doNotTrack: "0", globalPrivacyControl: false }, base, "known"]],
    ["of readers of a site with a host of its own", true, [{ doNotTrack: null }, "", "visit"]],
    ["not of who asks not to be tracked", false, [{ doNotTrack: "1" }, base, "visit"]],
    ["not of who controls their privacy", false, [{ globalPrivacyControl: true }, base, "known"]],
    ["not where the page does not ask for it", false, [{}, base, undefined]],
    ["not of pages that are loaded as a whole", false, [{}, undefined, "visit"]],
    ["not of members who look at a preview", false, [{}, `${base}/~preview/eyJ.c2ln`, "visit"]]
  ])("%s", (_, told, args) => {
    expect(isTold(...args)).toBe(told)
  })
})

describe("The word of a visit", () => {
  const storeOf = (words: Map<string, string>) => ({
    getItem: (name: string) => words.get(name) ?? null,
    setItem: (name: string, value: string) => void words.set(name, value)
  })

  it("is made once, and kept under its name alone", () => {
    const words = new Map<string, string>()
    let made = 0
    const word = (name: string) =>
      persistentId(
        () => storeOf(words),
        name,
        () => `word ${++made}`
      )
    expect([word("session"), word("session"), word("visitor")]).toEqual(["word 1", "word 1", "word 2"])
    expect([...words]).toEqual([
      ["session", "word 1"],
      ["visitor", "word 2"]
    ])
  })

  it("is none where the browser keeps nothing", () => {
    const forbidden = () => {
      throw new Error("SecurityError")
    }
    expect(persistentId(forbidden, "session", () => "word")).toBe("none")
    const full = { getItem: () => null, setItem: forbidden }
    expect(
      persistentId(
        () => full,
        "session",
        () => "word"
      )
    ).toBe("none")
  })
})
