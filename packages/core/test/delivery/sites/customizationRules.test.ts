import { describe, expect, it } from "vitest"
import { defaultCustomization } from "../../../src/delivery/sites/customization.ts"
import {
  completeSettings,
  overlay,
  pageActions,
  patchOverride,
  targetOf
} from "../../../src/delivery/sites/customizationRules.ts"

describe("what is set over what", () => {
  it.each([
    ["a value replaces", { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
    ["groups go into each other", { g: { a: 1, b: 2 } }, { g: { b: 3 } }, { g: { a: 1, b: 3 } }],
    ["groups in groups too", { g: { h: { a: 1 }, b: 2 } }, { g: { h: { c: 3 } } }, { g: { h: { a: 1, c: 3 }, b: 2 } }],
    ["lists are replaced", { l: [1, 2] }, { l: [3] }, { l: [3] }],
    [
      "an icon does not stay beside an emoji",
      { favicon: { icon: {} } },
      { favicon: { emoji: "x" } },
      { favicon: { emoji: "x" } }
    ],
    ["null takes back", { a: 1, g: { b: 2 } }, { a: null, g: { b: null } }, { g: {} }],
    ["null takes back a whole group", { g: { b: 2 } }, { g: null }, {}],
    ["nothing changes nothing", { a: 1 }, {}, { a: 1 }],
    ["an empty group makes none", {}, { g: {} }, {}],
    ["what is undefined says nothing", { a: 1 }, { a: undefined }, { a: 1 }]
  ])("%s", (_, below, above, wanted) => expect(overlay(below, above)).toEqual(wanted))

  it("an override of which all was taken back is none", () => {
    const set = patchOverride(undefined, { styling: { font: "Lato", sidebar: { list: "pill" } } })
    expect(set).toEqual({ styling: { font: "Lato", sidebar: { list: "pill" } } })
    expect(patchOverride(set, { styling: { font: null } })).toEqual({ styling: { sidebar: { list: "pill" } } })
    expect(patchOverride(set, { styling: { font: null, sidebar: { list: null } } })).toBeUndefined()
    expect(patchOverride(undefined, { header: {} })).toBeUndefined()
  })

  it("the last of what was set holds, and the defaults where nothing was", () => {
    const looks = completeSettings(
      defaultCustomization({ title: "Site" }),
      { title: "One", footer: { groups: [], copyright: "Me" } },
      undefined,
      { title: "Two" }
    )
    expect(looks).toMatchObject({ title: "Two", footer: { copyright: "Me" }, themes: { default: "system" } })
  })
})

describe("page actions", () => {
  const before = { externalAI: false, markdown: true, mcp: false, items: ["markdown", "git"] } as const
  it.each([
    ["nothing", {}, before],
    ["all as they were", before, before],
    [
      "a switch, the list as it was",
      { ...before, mcp: true },
      { ...before, mcp: true, items: ["markdown", "git", "mcp"] }
    ],
    ["a switch alone", { markdown: false }, { ...before, markdown: false, items: ["git"] }],
    [
      "a list alone",
      { items: ["mcp", "pdf", "mcp"] },
      { externalAI: false, markdown: false, mcp: true, items: ["mcp", "pdf"] }
    ],
    [
      "a new list beside old switches",
      { ...before, items: ["external-ai"] },
      { externalAI: true, markdown: false, mcp: false, items: ["external-ai"] }
    ]
  ] as const)("%s", (_, given, wanted) => expect(pageActions(before, given)).toEqual(wanted))
})

describe("addresses of links", () => {
  it.each([
    "https://example.org",
    "HTTP://example.org/a?b=c#d",
    "mailto:me@example.org",
    "/",
    "/a/b?c#d",
    `https://example.org/${"a".repeat(2000)}`
  ])("%s", (url) => expect(targetOf({ kind: "url", url })).toBeUndefined())

  it.each([
    "",
    "example.org",
    "a/b",
    "#top",
    "//example.org",
    "/\\example.org",
    "\\\\example.org",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "https://example.org/\u0000",
    "https://a b",
    "https://",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "tel:1",
    `https://example.org/${"a".repeat(2048)}`
  ])("not %j", (url) => expect(targetOf({ kind: "url", url })).toMatch(/^url must be /))
})
