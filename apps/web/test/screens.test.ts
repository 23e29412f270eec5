/** What screens show: trees of spaces and pages, what waits, what a search offers, words. */
import { describe, expect, it } from "vitest"
import { pageAddress } from "../src/logic/addresses.ts"
import type { ChangeRequest, ListedPage, SearchResult, Site, Space } from "../src/logic/api.ts"
import { ancestorsOf, firstPage, pageNodes, pagesById } from "../src/logic/pages.ts"
import { nextEntry, paletteGroups } from "../src/logic/palette.ts"
import { problemOf } from "../src/logic/problems.ts"
import { emojiOf, spaceTree } from "../src/logic/spaces.ts"
import { rowsOf } from "../src/logic/tree.ts"
import { waitingFor } from "../src/logic/waiting.ts"
import { ago, counted, initialsOf, sizeOf } from "../src/logic/words.ts"

const all = { has: () => true } as unknown as ReadonlySet<string>

describe("Spaces", () => {
  const lines = (tree: ReturnType<typeof spaceTree>) => rowsOf(tree, all).map(({ level, node }) => [level, node.title])
  const space = (id: string, parent?: string) => ({ id, title: id, emoji: "", ...(parent && { parent }) })

  it("stand in their collections, collections first", () => {
    const tree = spaceTree(
      [
        { id: "c1", title: "One" },
        { id: "c2", title: "Two", parent: "c1" }
      ],
      [space("s1"), space("s2", "c2"), space("s3", "c1")]
    )
    expect(lines(tree)).toEqual([
      [1, "One"],
      [2, "Two"],
      [3, "s2"],
      [2, "s3"],
      [1, "s1"]
    ])
  })

  it("are there whatever is said of what is around them", () => {
    expect(lines(spaceTree([], [space("s1", "hidden")]))).toEqual([[1, "s1"]])
  })

  it("have emoji as text or as code points", () => {
    expect(emojiOf("1f4d8")).toBe("📘")
    expect(emojiOf("1f468-200d-1f469")).toBe("👨‍👩")
    expect(emojiOf("📘")).toBe("📘")
    expect(emojiOf("")).toBeUndefined()
    expect(emojiOf("ffffff")).toBe("ffffff")
  })
})

describe("Pages", () => {
  const document = (title: string, ...pages: ReadonlyArray<ListedPage>) =>
    ({ id: title, type: "document", title, path: title.toLowerCase(), pages }) as unknown as ListedPage
  const pages = [
    { id: "g", type: "group", title: "Group", pages: [document("A", document("B"))] } as unknown as ListedPage,
    { id: "l", type: "link", title: "Link", href: "https://example.org" } as unknown as ListedPage,
    { id: "c", type: "computed", title: "Computed" } as unknown as ListedPage,
    document("")
  ]

  it("are a tree of links, groups and what leads elsewhere", () => {
    expect(
      rowsOf(
        pageNodes(pages, (path) => pageAddress("s", path)),
        all
      ).map(({ node }) => [node.title, node.href])
    ).toEqual([
      ["Group", undefined],
      ["A", "/s/s/a"],
      ["B", "/s/s/b"],
      ["Link", "https://example.org"],
      ["Untitled", "/s/s"]
    ])
  })

  it("begin with the first that has a text, wherever it is", () => {
    expect(firstPage(pages)?.id).toBe("A")
    expect(firstPage([])).toBeUndefined()
    expect([...pagesById(pages).keys()]).toEqual(["A", "B", ""])
    expect(ancestorsOf(pages, "B")?.map(({ id }) => id)).toEqual(["g", "A"])
  })
})

const request = (id: string, more: Partial<ChangeRequest> = {}) =>
  ({
    id,
    number: 1,
    subject: id,
    space: "s",
    updatedAt: id,
    outdated: false,
    urls: { app: "" },
    ...more
  }) as ChangeRequest

it("Reviews wait before own outdated change requests, the oldest first, and nothing twice", () => {
  const items = waitingFor(
    [request("2"), request("1")],
    [request("1", { outdated: true }), request("3"), request("4", { outdated: true })]
  )
  expect(items.map(({ request }) => request.id)).toEqual(["1", "2", "4"])
})

describe("The search of everything", () => {
  const app = { origin: "https://acme.org", base: "/app" }
  const nothing = {
    app,
    spaces: [],
    collections: [],
    sites: [],
    organization: "o",
    changeRequests: [],
    members: [],
    found: [],
    actions: []
  }
  const spaces = [{ id: "s", title: "Händbook", emoji: "" }] as unknown as ReadonlyArray<Space>
  const page = (title: string, score: number) => ({
    id: title,
    title,
    score,
    ancestors: [],
    urls: { app: `https://acme.org/app/s/s/${title}` }
  })
  const found = [
    { title: "Handbook", pages: [page("low", 1), page("high", 2)] }
  ] as unknown as ReadonlyArray<SearchResult>
  const actions = [{ id: "a", title: "New space", action: "new" }]

  it("offers spaces and actions to begin with", () => {
    expect(paletteGroups({ ...nothing, query: " ", spaces, actions }).map(({ title }) => title)).toEqual([
      "Spaces",
      "Actions"
    ])
  })

  it("has the best pages first, and of everything else what has the words", () => {
    const groups = paletteGroups({
      ...nothing,
      query: "hand",
      spaces,
      found,
      actions,
      changeRequests: [request("Hand it over"), request("Other", { space: "t" })],
      sites: [
        { id: "w", title: "Handbooks", urls: { published: "https://docs.acme.org/" } },
        { id: "v", title: "Other", urls: {} }
      ] as unknown as ReadonlyArray<Site>
    })
    expect(groups.map(({ entries, title }) => [title, entries.map(({ title }) => title)])).toEqual([
      ["Pages", ["high", "low"]],
      ["Spaces", ["Händbook"]],
      ["Sites", ["Handbooks"]],
      ["Change requests", ["Hand it over"]]
    ])
    expect(groups[0]?.entries[0]?.href).toBe("/s/s/high")
    expect(groups[2]?.entries[0]).toMatchObject({ note: "docs.acme.org", href: "/o/o/sites/w" })
  })

  it("goes round with arrows", () => {
    expect([
      nextEntry("ArrowDown", 2, 3),
      nextEntry("ArrowUp", 0, 3),
      nextEntry("x", 0, 3),
      nextEntry("ArrowDown", 0, 0)
    ]).toEqual([0, 2, undefined, undefined])
  })
})

it.each([
  [{ status: 404, message: "x" }, "Nothing here", false],
  [{ status: 403, message: "Not you" }, "Not for you to see", false],
  [{ status: 429, message: "Too many" }, "Too many requests", true],
  [{ status: 503, message: "Away" }, "The server could not answer", true],
  [{ status: 400, message: "title is too long" }, "This did not work", true],
  [new Error("No answer came"), "The server does not answer", true],
  [undefined, "The server does not answer", true]
])("%o is told in words that say what to do", (error, title, again) => {
  const problem = problemOf(error)
  expect([problem.title, problem.again]).toEqual([title, again])
  expect(problem.text).toMatch(/[.]$/)
})

it("Who is offline is told so", () => expect(problemOf(new Error("x"), false).title).toBe("You are offline"))

it("Words and numbers are those of people", () => {
  const now = Date.parse("2026-06-01T12:00:00Z")
  expect(ago("2026-06-01T11:59:40Z", now)).toBe("just now")
  expect(ago("2026-06-01T09:00:00Z", now)).toBe("3 hours ago")
  expect(ago("2026-05-31T11:00:00Z", now)).toBe("yesterday")
  expect(ago("2026-06-01T13:00:00Z", now)).toBe("just now")
  expect(ago("not a date", now)).toBe("just now")
  const asBrowsersSay = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
  const units = {
    minute: [1, 2, 59],
    hour: [1, 23],
    day: [1, 2, 6],
    week: [1, 4],
    month: [1, 2, 11],
    year: [1, 2, 1000]
  }
  const seconds = { minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000, year: 31_536_000 }
  for (const [unit, counts] of Object.entries(units) as Array<[keyof typeof units, Array<number>]>)
    for (const count of counts)
      expect(ago(new Date(now - count * seconds[unit] * 1000).toISOString(), now)).toBe(
        asBrowsersSay.format(-count, unit)
      )
  expect([counted(1, "page"), counted(3000, "page")]).toEqual(["1 page", "3,000 pages"])
  expect([sizeOf(0), sizeOf(999), sizeOf(1200), sizeOf(34_000_000)]).toEqual(["0 B", "999 B", "1.2 KB", "34 MB"])
  expect([initialsOf("Ada Lovelace"), initialsOf("ada"), initialsOf(" ")]).toEqual(["AL", "A", ""])
})
