/** The look of a site: what is written of what was changed, colours, links in two levels, and switches. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SiteLook, SiteSpace } from "../src/logic/api.ts"
import {
  contrastWarning,
  isChanged,
  isOn,
  longColor,
  moveLink,
  overrideOf,
  removeLink,
  type Switch,
  switches,
  targetWords,
  turned,
  withChanges
} from "../src/logic/siteLook.ts"

const value = fc.oneof(
  fc.boolean(),
  fc.string({ maxLength: 3 }),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.constant(null)
)
const settings = fc.dictionary(
  fc.constantFrom("title", "header", "footer", "pdf"),
  fc.oneof(value, fc.dictionary(fc.constantFrom("a", "b", "c"), value))
)

describe("What was changed", () => {
  it("is all that is written where nobody else wrote, and nothing where nothing was changed", () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        expect(withChanges(before, after, before)).toEqual(after)
        expect(withChanges(before, before, after)).toEqual(after)
        expect(isChanged(before as never, structuredClone(before) as never)).toBe(false)
      })
    )
  })

  it("stands beside what others changed meanwhile", () => {
    const before = { title: "A", header: { links: [1], preset: "default" }, footer: { copyright: "x" } }
    const mine = { title: "B", header: { links: [1, 2], preset: "default" }, footer: {} }
    const theirs = { title: "A", header: { links: [1], preset: "bold" }, footer: { copyright: "x", groups: [] } }
    expect(withChanges<object>(before, mine, theirs)).toEqual({
      title: "B",
      header: { links: [1, 2], preset: "bold" },
      footer: { groups: [] }
    })
  })
})

describe("A colour", () => {
  it.each([
    ["#2f46b5", "light", undefined],
    ["#a3b4ff", "dark", undefined],
    ["#fc0", "light", "1.5"],
    ["#2f46b5", "dark", "2.3"],
    ["#777777", "light", "4.4"],
    ["#767676", "light", undefined],
    ["no colour", "light", undefined]
  ] as const)("%s on a %s page has a warning where it is hard to read", (color, ground, found) => {
    const warning = contrastWarning(color, ground)
    if (found === undefined) expect(warning).toBeUndefined()
    else expect(warning).toContain(`the contrast is ${found}`)
  })

  it("is one that a picker takes, whatever was typed", () => {
    expect(["#abc", "#aabbcc", "abc", ""].map(longColor)).toEqual(["#aabbcc", "#aabbcc", "#000000", "#000000"])
  })
})

describe("Links", () => {
  const link = (title: string) => ({ title, to: { kind: "url" as const, url: `https://example.com/${title}` } })
  const tops = [
    { title: "a", links: [link("a1"), link("a2"), link("a3")] },
    { title: "b", links: [] }
  ]
  const titles = (all: typeof tops) => all.map(({ links, title }) => [title, ...links.map((one) => one.title)].join())

  it("move beside each other, to the ends and not beyond, and go", () => {
    expect(titles(moveLink(tops, [1], -1) as typeof tops)).toEqual(["b", "a,a1,a2,a3"])
    expect(titles(moveLink(tops, [0, 1], 1) as typeof tops)).toEqual(["a,a1,a3,a2", "b"])
    for (const [place, by] of [
      [[0], -1],
      [[1], 1],
      [[0, 0], -1],
      [[0, 2], 1],
      [[7], 1],
      [[7, 0], 1]
    ] as const)
      expect(moveLink(tops, place, by)).toEqual(tops)
    expect(titles(removeLink(tops, [0]) as typeof tops)).toEqual(["b"])
    expect(titles(removeLink(tops, [0, 1]) as typeof tops)).toEqual(["a,a1,a3", "b"])
  })

  it("say where they lead", () => {
    const siteSpaces = [{ title: "Guide", space: { id: "s1" } }] as unknown as ReadonlyArray<SiteSpace>
    expect(
      [
        null,
        { kind: "url", url: "/about" },
        { kind: "space", space: "s1" },
        { kind: "page", page: "p", space: "s1" },
        { kind: "page", page: "p" },
        { kind: "anchor", anchor: "x", page: "p", space: "gone" },
        { kind: "file", file: "f" }
      ].map((to) => targetWords(to as Parameters<typeof targetWords>[0], siteSpaces))
    ).toEqual([
      "Opens a menu",
      "/about",
      "Space Guide",
      "A page of Guide",
      "A page of the site",
      "A heading in the site",
      "A file of the site"
    ])
  })
})

describe("Switches", () => {
  const names = Object.keys(switches) as ReadonlyArray<Switch>
  const look = {
    feedback: { enabled: false },
    pdf: { enabled: false },
    pagination: { enabled: true },
    git: { showEditLink: true },
    pageActions: { externalAI: false, markdown: true, mcp: true, items: ["git", "markdown", "pdf", "mcp"] }
  } as unknown as SiteLook
  const order = look.pageActions.items

  it.each(names)("%s is what it was turned to, changes no other, and comes back to its place", (name) => {
    const was = isOn(look, name)
    const other = turned(look, name, !was, order)
    expect(names.filter((one) => isOn(other, one) !== isOn(look, one))).toEqual([name])
    const back = turned(other, name, was, order)
    expect(names.map((one) => isOn(back, one))).toEqual(names.map((one) => isOn(look, one)))
    expect(turned(turned(look, name, true, order), name, true, order).pageActions.items.length).toBeLessThanOrEqual(5)
    // what has no switch stays
    expect(other.pageActions.items).toContain("mcp")
  })

  it("of one space are what is otherwise than on the site alone", () => {
    const nothing = {
      feedback: { enabled: null },
      pdf: { enabled: null },
      pagination: { enabled: null },
      git: { showEditLink: null, showAuthors: null },
      pageActions: null
    }
    expect(overrideOf(look, look)).toEqual(nothing)
    // said to be off is the same as not said
    expect(overrideOf(look, { ...look, git: { showEditLink: true, showAuthors: false } })).toEqual(nothing)
    expect(overrideOf(look, turned(look, "authors", true, order))).toEqual({
      ...nothing,
      git: { showEditLink: null, showAuthors: true }
    })
    expect(overrideOf(look, turned(look, "markdown", false, order))).toEqual({
      ...nothing,
      pageActions: { items: ["git", "pdf", "mcp"] }
    })
  })
})
