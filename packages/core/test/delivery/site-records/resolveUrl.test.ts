import { describe, expect, it } from "vitest"
import {
  encodePath,
  matchSiteSpace,
  type Resolution,
  resolveRequest,
  resolveUrl
} from "../../../src/delivery/site-records/resolveUrl.ts"

const plain = { publicUrl: "http://localhost:4000", version: "0", built: "" }
const nested = { publicUrl: "https://acme.com/octavo", version: "0", built: "" }
const wildcard = { publicUrl: "https://octavo.acme.com", siteHost: "docs.acme.com", version: "0", built: "" }
const wildcardPort = { publicUrl: "http://localhost:4000", siteHost: "docs.localhost:4000", version: "0", built: "" }
const only = { publicUrl: "http://localhost:4000", onlySite: "docs", version: "0", built: "" }
const onlyBelow = { publicUrl: "https://acme.com/docs", onlySite: "docs", version: "0", built: "" }
const six = { publicUrl: "http://[::1]:4000", version: "0", built: "" }

const name = (value: string, siteBasePath: string, ...segments: ReadonlyArray<string>): Resolution => ({
  address: { by: "name", name: value },
  siteBasePath,
  segments
})
const basename = (value: string, ...segments: ReadonlyArray<string>): Resolution => ({
  address: { by: "basename", basename: value },
  siteBasePath: "/",
  segments
})
const hostname = (value: string, ...segments: ReadonlyArray<string>): Resolution => ({
  address: { by: "hostname", hostname: value },
  siteBasePath: "/",
  segments
})

type Case = readonly [typeof plain | typeof wildcard | typeof only, string, Resolution]

const urls: ReadonlyArray<Case> = [
  // below the public URL
  [plain, "http://localhost:4000/sites/docs", name("docs", "/sites/docs/")],
  [plain, "http://localhost:4000/sites/docs/", name("docs", "/sites/docs/")],
  [plain, "http://localhost:4000/sites/docs/guides/intro", name("docs", "/sites/docs/", "guides", "intro")],
  [plain, "http://localhost:4000/sites/docs/guides/intro/", name("docs", "/sites/docs/", "guides", "intro")],
  [plain, "http://localhost:4000/sites/docs/intro?q=/sites/other#/sites/third", name("docs", "/sites/docs/", "intro")],
  [plain, "http://localhost:4000/sites/0TxR9aQ-_z", name("0TxR9aQ-_z", "/sites/0TxR9aQ-_z/")],
  [plain, "http://localhost:4000/sites/sites/sites", name("sites", "/sites/sites/", "sites")],
  [plain, "HTTP://LOCALHOST:4000/sites/Docs/Intro", name("Docs", "/sites/Docs/", "Intro")],
  [plain, "https://localhost:4000/sites/docs", name("docs", "/sites/docs/")],
  [plain, "http://localhost:4000/", "elsewhere"],
  [plain, "http://localhost:4000/sites", "elsewhere"],
  [plain, "http://localhost:4000/sites/", "elsewhere"],
  [plain, "http://localhost:4000/Sites/docs", "elsewhere"],
  [plain, "http://localhost:4000/v1/sites/docs", "elsewhere"],
  [plain, "http://localhost:4000/sites/do%20cs", "elsewhere"],
  [plain, `http://localhost:4000/sites/${"a".repeat(129)}`, "elsewhere"],
  [plain, "http://localhost:4000/x/sites/docs", "elsewhere"],
  [plain, "http://localhost/sites/docs", "elsewhere"],
  [plain, "http://localhost:4001/sites/docs", "elsewhere"],
  [plain, "http://127.0.0.1:4000/sites/docs", name("docs", "/sites/docs/")],
  // the only site
  [only, "http://localhost:4000/", name("docs", "/")],
  [only, "http://localhost:4000/guides/intro/", name("docs", "/", "guides", "intro")],
  [only, "http://127.0.0.1:4000/sites/docs", name("docs", "/", "sites", "docs")],
  [only, "http://192.168.1.5:4000/a", name("docs", "/", "a")],
  [only, "http://[fe80::1]:4000/", name("docs", "/")],
  [only, "http://laptop.local:4000/", "elsewhere"],
  [only, "http://192.168.1.5.evil.example:4000/", hostname("192.168.1.5.evil.example")],
  [plain, "http://192.168.1.5:4000/sites/docs", "elsewhere"],
  [only, "http://evil.example:4000/", "elsewhere"],
  [only, "http://localhost:4001/", "elsewhere"],
  [onlyBelow, "https://acme.com/docs", name("docs", "/docs/")],
  [onlyBelow, "https://acme.com/docs/a", name("docs", "/docs/", "a")],
  [onlyBelow, "https://acme.com/docsy", "elsewhere"],
  [onlyBelow, "https://acme.com/", "elsewhere"],
  // below a public URL with a path
  [nested, "https://acme.com/octavo/sites/docs/a", name("docs", "/octavo/sites/docs/", "a")],
  [nested, "https://acme.com:443/octavo/sites/docs", name("docs", "/octavo/sites/docs/")],
  [nested, "http://acme.com/octavo/sites/docs", name("docs", "/octavo/sites/docs/")],
  [nested, "https://acme.com/sites/docs", "elsewhere"],
  [nested, "https://acme.com/octavo2/sites/docs", "elsewhere"],
  [nested, "https://acme.com.evil.org/octavo/sites/docs", hostname("acme.com.evil.org", "octavo", "sites", "docs")],
  // dots and encodings: decoded once, or refused
  [plain, "http://localhost:4000/sites/docs/./a/../b", name("docs", "/sites/docs/", "b")],
  [plain, "http://localhost:4000/sites/docs/%2e%2e/other", name("other", "/sites/other/")],
  [plain, "http://localhost:4000/sites/docs/..%2fother", "malformed"],
  [plain, "http://localhost:4000/sites/docs/guides%2Fintro", "malformed"],
  [plain, "http://localhost:4000/sites/docs/a%5cb", "malformed"],
  [plain, "http://localhost:4000/sites/docs/a%00", "malformed"],
  [plain, "http://localhost:4000/sites/docs/a%0d%0ab", "malformed"],
  [plain, "http://localhost:4000/sites/docs/%zz", "malformed"],
  [plain, "http://localhost:4000/sites/docs/%ff", "malformed"],
  [plain, "http://localhost:4000/sites/docs//a", "malformed"],
  [plain, "http://localhost:4000//sites/docs", "malformed"],
  [plain, "http://localhost:4000/sites/docs//", "malformed"],
  [plain, "http://localhost:4000/sites/docs/%252e%252e/a", name("docs", "/sites/docs/", "%2e%2e", "a")],
  [plain, "http://localhost:4000/sites/docs/a%252Fb", name("docs", "/sites/docs/", "a%2Fb")],
  [plain, "http://localhost:4000/sites/docs/a;b=c", name("docs", "/sites/docs/", "a;b=c")],
  [plain, "http://localhost:4000/sites/docs/%E6%97%A5%E6%9C%AC", name("docs", "/sites/docs/", "日本")],
  [plain, "http://localhost:4000/sites/docs/日本", name("docs", "/sites/docs/", "日本")],
  [plain, "http://localhost:4000\\sites\\docs", name("docs", "/sites/docs/")],
  // below the site host
  [wildcard, "https://guide.docs.acme.com", basename("guide")],
  [wildcard, "https://guide.docs.acme.com/a/b?c#d", basename("guide", "a", "b")],
  [wildcard, "https://GUIDE.docs.acme.com/", basename("guide")],
  [wildcard, "https://guide.docs.acme.com./", basename("guide")],
  [wildcard, "https://a.guide.docs.acme.com/", "elsewhere"],
  [wildcard, "https://-guide.docs.acme.com/", "elsewhere"],
  [wildcard, "https://docs.acme.com/", "elsewhere"],
  [wildcard, "https://xdocs.acme.com/", hostname("xdocs.acme.com")],
  [wildcard, "https://octavo.acme.com/sites/guide", name("guide", "/sites/guide/")],
  [wildcard, "https://guide.docs.acme.com/sites/other", basename("guide", "sites", "other")],
  [wildcardPort, "http://guide.docs.localhost:4000/a", basename("guide", "a")],
  [wildcardPort, "http://guide.docs.localhost/a", hostname("guide.docs.localhost", "a")],
  // custom hostnames
  [plain, "https://help.acme.com/a", hostname("help.acme.com", "a")],
  [plain, "https://help.acme.com:8443/a", hostname("help.acme.com", "a")],
  [plain, "https://hilfe.köln.de/", hostname("hilfe.xn--kln-sna.de")],
  [plain, "https://acme.com/", "elsewhere"],
  // hosts that are none of ours, and what is no URL of the web
  [six, "http://[::1]:4000/sites/docs", name("docs", "/sites/docs/")],
  [six, "http://[0:0:0:0:0:0:0:1]:4000/sites/docs", name("docs", "/sites/docs/")],
  [plain, "http://[::1]:4000/sites/docs", name("docs", "/sites/docs/")],
  [plain, "http://user:secret@localhost:4000/sites/docs", "elsewhere"],
  [plain, "http://localhost:4000@evil.org/sites/docs", "elsewhere"],
  [plain, "ftp://localhost:4000/sites/docs", "malformed"],
  [plain, "javascript:alert(1)", "malformed"],
  [plain, "/sites/docs", "malformed"],
  [plain, "", "malformed"]
]

describe("resolveUrl", () => {
  it.each(urls)("%o %s", (instance, url, expected) => {
    expect(resolveUrl(instance, url)).toEqual(expected)
  })
})

const requests: ReadonlyArray<readonly [typeof plain, string, string, Resolution]> = [
  [plain, "localhost:4000", "/sites/docs/a", name("docs", "/sites/docs/", "a")],
  [nested, "ACME.com:443", "/octavo/sites/docs", name("docs", "/octavo/sites/docs/")],
  [wildcard, "guide.docs.acme.com", "/", basename("guide")],
  [plain, "help.acme.com", "/%2e%2e/a", "malformed"],
  [plain, "help.acme.com", "/a/../b", "malformed"],
  [plain, "help.acme.com", "/a\\b", "malformed"],
  [plain, "help.acme.com", "//evil.org/a", "malformed"],
  [plain, "help.acme.com", "a", "malformed"],
  [plain, "help.acme.com/x", "/a", "elsewhere"],
  [plain, "user@help.acme.com", "/a", "elsewhere"],
  [plain, "help.acme.com?", "/a", "elsewhere"],
  [plain, "", "/a", "elsewhere"],
  [plain, "a b", "/a", "elsewhere"]
]

describe("resolveRequest", () => {
  it.each(requests)("%o %s %s", (instance, host, path, expected) => {
    expect(resolveRequest(instance, host, path)).toEqual(expected)
  })
})

const siteSpace = (path: string, isDefault = false, sectionId: string | null = null) => ({ path, isDefault, sectionId })
const section = (path: string, isDefault = false) => ({ id: path, path, isDefault })
const single = [siteSpace("guide", true)]
const several = [siteSpace("v1", true), siteSpace("v10"), siteSpace("v2")]
const headless = [siteSpace("a"), siteSpace("b")]

// structure, path, then: path of the site space, rest, complete
const matches: ReadonlyArray<
  readonly [ReadonlyArray<ReturnType<typeof siteSpace>>, string, readonly [string, string, boolean] | undefined]
> = [
  [single, "", ["guide", "", true]],
  [single, "intro", ["guide", "intro", true]],
  [single, "guide", ["guide", "guide", true]],
  [several, "", ["v1", "", false]],
  [several, "intro", ["v1", "intro", true]],
  [several, "v2", ["v2", "", true]],
  [several, "v2/intro/more", ["v2", "intro/more", true]],
  [several, "v10/v2", ["v10", "v2", true]],
  [several, "v1", ["v1", "v1", true]],
  [several, "v", ["v1", "v", true]],
  [several, "v20", ["v1", "v20", true]],
  [several, "V2", ["v1", "V2", true]],
  [several, "intro/v2", ["v1", "intro/v2", true]],
  [headless, "", ["a", "", false]],
  [headless, "a/x", ["a", "x", true]],
  [headless, "x", ["a", "x", true]],
  [headless, "b", ["b", "", true]],
  [[], "", undefined],
  [[], "intro", undefined]
]

describe("matchSiteSpace", () => {
  it.each(matches)("%o %s", (structure, path, expected) => {
    const found = matchSiteSpace([], structure, path === "" ? [] : path.split("/"))
    expect(found && [found.siteSpace.path, found.rest.join("/"), found.complete]).toEqual(expected)
    if (found !== undefined) expect([...found.prefix, ...found.rest].join("/")).toBe(path)
  })

  const sections = [section("docs", true), section("api"), section("news")]
  const inSections = [
    siteSpace("en", true, "docs"),
    siteSpace("de", false, "docs"),
    siteSpace("v2", true, "api"),
    siteSpace("v1", false, "api"),
    siteSpace("blog", true, "news")
  ]
  // path, then: section, path of the site space, rest, complete
  const below: ReadonlyArray<readonly [string, readonly [string, string, string, boolean]]> = [
    ["", ["docs", "en", "", false]],
    ["intro", ["docs", "en", "intro", true]],
    ["docs", ["docs", "en", "docs", true]],
    ["en", ["docs", "en", "en", true]],
    ["de", ["docs", "de", "", true]],
    ["de/intro", ["docs", "de", "intro", true]],
    ["de/api", ["docs", "de", "api", true]],
    ["api", ["api", "v2", "", false]],
    ["api/intro", ["api", "v2", "intro", true]],
    ["api/v1", ["api", "v1", "", true]],
    ["api/v1/intro", ["api", "v1", "intro", true]],
    ["api/v2", ["api", "v2", "v2", true]],
    ["api/api", ["api", "v2", "api", true]],
    ["v1", ["docs", "en", "v1", true]],
    ["API", ["docs", "en", "API", true]],
    ["news", ["news", "blog", "", true]],
    ["news/2026/one", ["news", "blog", "2026/one", true]]
  ]
  it.each(below)("sections %s", (path, expected) => {
    const found = matchSiteSpace(sections, inSections, path === "" ? [] : path.split("/"))!
    const { sectionId } = found.siteSpace
    expect([sectionId, found.siteSpace.path, found.rest.join("/"), found.complete]).toEqual(expected)
    expect([...found.prefix, ...found.rest].join("/")).toBe(path)
  })

  it("the first section stands in for a default one that shows nothing", () => {
    const [, ...shown] = sections
    expect(matchSiteSpace(shown, inSections, ["intro"])).toMatchObject({ siteSpace: { path: "v2" }, prefix: [] })
    expect(matchSiteSpace(shown, inSections, ["api", "x"])).toMatchObject({ prefix: ["api"], rest: ["x"] })
  })
})

describe("encodePath", () => {
  it("writes what resolveUrl reads", () => {
    const segments = ["a b", "日本", "100%", "a;b", "%2e%2e", "?#"]
    const url = `http://localhost:4000/sites/docs/${encodePath(segments)}`
    expect(resolveUrl(plain, url)).toEqual(name("docs", "/sites/docs/", ...segments))
  })
})
