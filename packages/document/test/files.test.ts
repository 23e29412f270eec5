import { describe, expect, it } from "vitest"
import {
  editFrontmatter,
  moveRedirects,
  pageFields,
  parsePage,
  parseSpaceConfig,
  parseSummary,
  parseTags,
  parseVariables,
  readPlacedYaml
} from "../src/index.ts"

const fields = (yaml: string) => pageFields(parsePage(`---\n${yaml}\n---\n`).frontmatter!.data)

describe("frontmatter", () => {
  it("reads every key", () => {
    const yaml = `description: >-
  Two
  lines
hidden: true
noIndex: true
noRobotsIndex: true
icon: fa-gear
if: visitor.claims.unsigned.x === "y"
cover: .gitbook/assets/x.png
coverY: 10.04
coverHeight: 218
layout:
  width: wide
  cover:
    visible: true
    size: hero
    mask: none
  title:
    visible: false
  metadata:
    visible: true
metaLinks:
  canonical: page.md
  alternates:
    - ./
    - https://app.gitbook.com/s/x/y
vars:
  name: value
  n: 5
tags:
  - a
  - tag: b
    primary: true`
    expect(fields(yaml)).toEqual({
      description: "Two lines",
      icon: "gear",
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      if: 'visitor.claims.unsigned.x === "y"',
      cover: { ref: ".gitbook/assets/x.png", yPos: 10.04, height: 218 },
      layout: { width: "wide", cover: true, coverSize: "hero", title: false, metadata: true },
      metaLinks: { canonical: "page.md", alternates: ["./", "https://app.gitbook.com/s/x/y"] },
      variables: { name: "value", n: "5" },
      tags: [{ tag: "a" }, { tag: "b", primary: true }],
      warnings: []
    })
  })

  it("has defaults, and no cover for a coverY alone", () => {
    expect(fields("coverY: 0")).toEqual({
      hidden: false,
      noIndex: false,
      noRobotsIndex: false,
      layout: {},
      variables: {},
      tags: [],
      warnings: []
    })
  })

  it("leaves out wrong types and says which", () => {
    const { warnings, ...rest } = fields(
      "description: [a]\nhidden: maybe\ncover: x\ncoverY: top\nlayout: wide\ntags: x\nvars: 1"
    )
    expect(rest).toMatchObject({ hidden: false, cover: { ref: "x", yPos: 0 }, layout: {}, tags: [] })
    expect(warnings).toHaveLength(6)
  })

  it("lists the references of the header", () => {
    const { links } = parsePage("---\ncover: a.png\nmetaLinks:\n  canonical: b.md\n  alternates: [c.md]\n---\n")
    expect(links.map((link) => [link.kind, link.href])).toEqual([
      ["cover", "a.png"],
      ["canonical", "b.md"],
      ["alternate", "c.md"]
    ])
  })
})

describe(".gitbook.yaml", () => {
  it("reads every key, paths without ./ and redirects without slashes", () => {
    const yaml =
      "root: ./docs/\nstructure:\n  readme: ./home.md\n  summary: toc.md\nredirects:\n  /old/: ./new.md\n  a/b.html: c/d.md#e\n"
    expect(parseSpaceConfig(yaml)).toEqual({
      root: "docs",
      readme: "home.md",
      summary: "toc.md",
      redirects: [
        { source: "old", destination: "new.md" },
        { source: "a/b.html", destination: "c/d.md#e" }
      ],
      warnings: []
    })
  })

  it("refuses paths that leave the directory", () => {
    const config = parseSpaceConfig("root: ../x\nstructure:\n  readme: ../../y.md\nredirects:\n  a: ../z.md\n")
    expect(config).toMatchObject({ root: "", readme: "README.md", redirects: [] })
    expect(config.warnings).toHaveLength(3)
  })

  it("reads YAML that does not parse as defaults", () => {
    expect(parseSpaceConfig("root: [a")).toMatchObject({
      root: "",
      warnings: [expect.stringContaining("cannot be read")]
    })
  })

  it("survives aliases that multiply", () => {
    const bomb = [
      "a: &a [x, x]",
      ..."bcdefghijklm".split("").map((name, i) => `${name}: &${name} [*${"abcdefghijkl"[i]}, *${"abcdefghijkl"[i]}]`)
    ]
    expect(parseSpaceConfig(bomb.join("\n")).root).toBe("")
  })
})

describe("YAML whose aliases have no end", () => {
  const endless = [
    "a: &a [*a]",
    "a: &a [*a, *a]",
    "a: &a {x: *a, y: *a, z: *a}",
    "a: &a [[*a, *a], {b: *a}]",
    "a: &a {b: &b [*a, *b, *b], c: *b}",
    "root: &r {structure: *r, redirects: *r}\nredirects: *r",
    `${Array.from({ length: 40 }, (_, i) => `k${i}: &k${i} [*k${Math.max(0, i - 1)}, *k${Math.max(0, i - 1)}]`).join("\n")}`
  ]
  const readers: Readonly<Record<string, (yaml: string) => unknown>> = {
    frontmatter: (yaml) => parsePage(`---\n${yaml}\n---\n\n# T\n`).frontmatter?.data,
    ".gitbook.yaml": parseSpaceConfig,
    "vars.yaml": parseVariables,
    "tags.yaml": parseTags,
    "a table of contents": (yaml) => parseSummary(`# S\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`),
    "redirects that move": (yaml) => moveRedirects(yaml, () => "x.md"),
    "fields that are changed": (yaml) => editFrontmatter(`---\n${yaml}\n---\n\n# T\n`, { icon: "book" }),
    "with places": (yaml) => readPlacedYaml(yaml).value
  }
  it.each(Object.keys(readers))("is read to its end: %s", (name) => {
    for (const yaml of endless) {
      const read = readers[name]!(yaml)
      expect((JSON.stringify(read) ?? "").length, yaml).toBeLessThan(20_000)
    }
  })
})

describe("vars.yaml and tags.yaml", () => {
  it("reads scalars as the written text", () => {
    expect(parseVariables("a: 5.0\nb: true\nc: 'true'\nd: 2024-01-01\ne: 010\nf: \"x\\ny\"\n").variables).toEqual({
      a: "5.0",
      b: "true",
      c: "true",
      d: "2024-01-01",
      e: "010",
      f: "x\ny"
    })
  })

  it("checks names and types", () => {
    const { variables, warnings } = parseVariables("1a: x\nb-c: y\nd: [1]\nok_1: z\n__proto__: p\n")
    expect(variables).toEqual({ ok_1: "z" })
    expect(warnings).toHaveLength(4)
  })

  it.each(["", "# nothing", "- a", "a: [", "x"])("survives %j", (text) => {
    expect(parseVariables(text).variables).toEqual({})
  })

  it("reads tags", () => {
    const { tags, warnings } = parseTags("- tag: a\n  label: A\n  icon: star\n  color: red\n- tag: b\n- label: c\n")
    expect(tags).toEqual([
      { tag: "a", label: "A", icon: "star", color: "red" },
      { tag: "b", label: "b" }
    ])
    expect(warnings).toHaveLength(1)
  })
})
