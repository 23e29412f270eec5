import { describe, expect, it } from "vitest"
import {
  configPaths,
  type Node,
  neededPaths,
  type PlannedPage,
  parsePage,
  planSpace,
  resolveHref,
  summaryPath,
  visit
} from "../src/index.ts"
import { type Corpus, filesOf, hasCorpora, pages } from "./corpora.ts"

const spaces: Array<{ corpus: Corpus; directory: string; pages: number }> = [
  { corpus: "lawnchair-docs", directory: "help/", pages: 17 },
  { corpus: "lawnchair-docs", directory: "developers/", pages: 12 },
  { corpus: "lawnchair-docs", directory: "community/", pages: 11 },
  { corpus: "beefree-sdk-docs", directory: "", pages: 204 },
  { corpus: "intersect-knowledge-base", directory: "", pages: 425 }
]

/** As a caller would: in three steps, reading only what is asked for. */
const planOf = (corpus: Corpus, directory: string) => {
  const contents = new Map<string, Buffer>()
  for (const [path, content] of filesOf(corpus)) {
    if (path.startsWith(directory)) contents.set(path.slice(directory.length), content)
  }
  const files = [...contents].map(([path, content]) => ({ path, oid: "", size: content.length }))
  const read = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : contents.get(path)?.toString("utf8")
  const config = read(configPaths(files)[0])
  const summary = read(summaryPath(files, config))
  const texts = new Map(neededPaths(files, config, summary).map((path) => [path, read(path)!]))
  return { plan: planSpace({ files, texts }), contents }
}

const flatten = (list: ReadonlyArray<PlannedPage>): PlannedPage[] =>
  list.flatMap((page) => [page, ...flatten(page.children)])

describe.skipIf(!hasCorpora)("corpora", () => {
  it.each(spaces)(
    "$corpus/$directory: $pages pages, every path once, no warning but for dangling redirects and pages left out",
    (space) => {
      const { plan } = planOf(space.corpus, space.directory)
      const documents = flatten(plan.pages).filter((page) => page.kind === "document")
      expect(documents).toHaveLength(space.pages)
      expect(new Set(documents.map((page) => page.path)).size).toBe(space.pages)
      expect(plan.warnings.filter(({ message }) => !/^redirect|left out, because/.test(message))).toEqual([])
    }
  )

  it("lawnchair-docs: the group with an explicit slug, titles of includes", () => {
    const { plan } = planOf("lawnchair-docs", "community/")
    expect(plan.pages[0]).toMatchObject({ kind: "group", title: "About Lawnchair", slug: "about" })
    expect(planOf("lawnchair-docs", "help/").plan.reusableContents).toHaveLength(3)
  })

  it("beefree-sdk-docs: 115 redirects, 94 dangling, the home page's children below readme", () => {
    const { plan } = planOf("beefree-sdk-docs", "")
    expect(plan.redirects).toHaveLength(115)
    expect(plan.warnings.filter(({ message }) => message.startsWith("redirect"))).toHaveLength(94)
    const home = flatten(plan.pages).find((page) => page.file === "README.md")
    expect(home?.path).toBe("getting-started/readme")
    expect(home?.children.every((page) => page.path.startsWith("getting-started/readme/"))).toBe(true)
  })

  it("finds the constructs that the README of the corpora counts", () => {
    const counts = new Map<string, number>()
    const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
    for (const { name, text } of pages()) {
      const corpus = name.split("/")[0]!
      visit(parsePage(text).root, (node: Node) => {
        count(`${corpus} ${node.type}`)
        if (node.type === "richTable") count(`${corpus} ${node.view}`)
        if (node.type === "unknownBlock") count(`${corpus} unknown ${node.name}`)
        return true
      })
    }
    expect(counts.get("lawnchair-docs expandable")).toBe(46)
    expect(counts.get("beefree-sdk-docs openapi")).toBe(21)
    expect(counts.get("beefree-sdk-docs openapiOperation")).toBe(8)
    expect(counts.get("beefree-sdk-docs cards")).toBe(9)
    expect(counts.get("beefree-sdk-docs embed")).toBe(50)
    expect(counts.get("beefree-sdk-docs expandable")).toBe(57)
    expect(counts.get("intersect-knowledge-base include")).toBe(219)
    expect(counts.get("intersect-knowledge-base hint")).toBe(129)
    expect(counts.get("intersect-knowledge-base file")).toBe(34)
    expect(counts.get("intersect-knowledge-base expandable")).toBe(288)
    expect(counts.get("intersect-knowledge-base mention")).toBe(48)
    expect(counts.get("intersect-knowledge-base mark")).toBe(238)
    expect([...counts.keys()].filter((key) => /unknown|strayTag/.test(key))).toEqual([])
  })

  it("resolves the links of every page to something, and most of them to files", () => {
    for (const { corpus, directory } of spaces) {
      const { plan, contents } = planOf(corpus, directory)
      let inside = 0
      let found = 0
      for (const page of flatten(plan.pages)) {
        if (page.file === undefined) continue
        for (const link of parsePage(contents.get(page.file)!.toString("utf8")).links) {
          const target = resolveHref(link.href, page.file)
          if (target.kind !== "file" || target.path.includes(".gitbook/assets/")) continue
          inside++
          if (contents.has(target.path)) found++
        }
      }
      expect(found / Math.max(inside, 1)).toBeGreaterThan(0.85)
    }
  })
})
