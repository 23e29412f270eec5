/** A long page is drawn by another thread, which asks for what it needs: it is the same page that would be drawn here. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { apiBlocksOf } from "@octavo/core/content/openapi/apiBlocks"
import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { askHere } from "@octavo/core/kernel/compute/AskingTask"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { pageFacts } from "@octavo/core/kernel/texts/PageFacts"
import { type Node, parsePage, type Root } from "@octavo/document"
import { makeHighlighter } from "@octavo/render/highlight"
import { outlineOf } from "@octavo/render/outline"
import { makePageEvaluator } from "@octavo/render/pageEvaluator"
import type { Resolver } from "@octavo/render/references"
import { includedNames, makeResolver } from "@octavo/render/resolver"
import { makeSpaceIndex } from "@octavo/render/spaceIndex"
import { visibleText } from "@octavo/render/visibleText"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { BlockMark } from "../src/body/marks.ts"
import { renderBody } from "../src/body/render.ts"
import { type Answering, answersOf, wantedBy } from "../src/drawing/answers.ts"
import type { Answered, Found } from "../src/drawing/questions.ts"
import { summaryOf } from "../src/drawing/summary.ts"
import { draftTask, drawTask, feedTask, linesTask, markdownTask } from "../src/drawing/tasks.ts"
import { markBlocks } from "../src/preview/blocks.ts"
import { drawRows } from "../src/preview/draw.ts"
import { compareLines } from "../src/preview/lines.ts"
import { feedFormats, updatesOf } from "../src/published/feed.ts"
import { knownMarkdown, pageMarkdown, publicHref } from "../src/published/markdown.ts"

const root = fileURLToPath(new URL("../../acceptance/fixtures/kitchen-sink/", import.meta.url))
const files = new Map(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(root, path), "utf8")] as const)
)
files.set(
  "many.md",
  `# Many\n\n${'See [home](README.md#a) and <code class="expression">space.vars.NAME</code> {{ book.NAME }} {{ book.NONE }}.\n\n'.repeat(2_500)}`
)

const at = "2026-01-02T03:04:05.000Z"
const record = (path: string): PageRecord => ({
  id: path.replaceAll(/\W/g, "-"),
  type: "document",
  title: `Page ${path}`,
  slug: path,
  parent: null,
  order: "a0",
  createdAt: at,
  updatedAt: at,
  git: { oid: "", path }
})
const includes = Array.from(files.keys()).filter((path) => path.includes("includes/"))
const pages = Array.from(files.keys()).filter((path) => !path.includes("includes/"))
const index = makeSpaceIndex({
  tree: pages.map((path) => ({ page: record(path), path: path.replace(/\.md$/, ""), pages: [] })),
  files: [],
  reusables: includes.map((path) => ({ id: path, title: path, body: path, git: { oid: "", path } })),
  tags: [{ tag: "new", label: "New" }],
  variables: { NAME: "Octavo" }
})
const judge = makeJudge(anonymous, { adaptiveContent: true, schema: undefined })
const highlighter = makeHighlighter()
const place = { index, basePath: "/docs/", repositoryTree: undefined }
/** Something for each block, so that it is seen whose it is. */
const viewOf = (node: Node): ApiView | undefined =>
  node.type === "openapiOperation" || node.type === "openapiSchemas"
    ? {
        kind: "schemas",
        schemas: [
          { name: JSON.stringify(node.spec), schema: { type: "string", rules: [], values: [], properties: [] } }
        ]
      }
    : undefined

/** What a page includes, and they include. */
const includedOf = (from: string, page: Root, show: (text: string) => { root: Root; text: string }) => {
  const found = new Map<string, { readonly root: Root; readonly text: string; readonly from: string }>()
  const walk = (paths: ReadonlyArray<string>): void => {
    for (const path of paths) {
      const text = index.reusableByPath.has(path) ? files.get(path) : undefined
      if (text === undefined || found.has(path)) continue
      found.set(path, { ...show(text), from: path })
      walk(includedNames(path, found.get(path)!.root))
    }
  }
  walk(includedNames(from, page))
  return found
}
const viewsOf = (roots: ReadonlyArray<Root>) =>
  new Map(
    roots.flatMap(apiBlocksOf).flatMap((block) => {
      const view = viewOf(block)
      return view === undefined ? [] : [[block as Node, view] as const]
    })
  )

describe("What another thread draws is what is drawn here", () => {
  const worldOf = (path: string) => {
    const evaluator = makePageEvaluator(judge, index, record(path))
    const hrefOf = (href: string, from: string) => publicHref(href, from, { index, url: "https://docs.test/" })
    const answering: Answering = {
      resolver: (from) => makeResolver({ ...place, includes: new Map() }, from, evaluator.textOf),
      address: hrefOf,
      include: (from) => {
        const text = index.reusableByPath.has(from) ? files.get(from) : undefined
        return Effect.succeed(text === undefined ? undefined : { text, from })
      },
      views: (_, blocks) =>
        Effect.succeed(viewsOf([{ type: "root", children: [...blocks], position: { start: 0, end: 0 } }]))
    }
    const answers = answersOf({ shown: answering, former: answering }, evaluator.decide, () => Effect.void)
    const text = files.get(path)!
    const show = (one: string) => {
      const shown = visibleText(one, parsePage(one), evaluator.decide)
      return { ...shown, root: shown.parsed.root }
    }
    const shown = show(text)
    const included = includedOf(path, shown.root, show)
    const api = viewsOf([shown.root, ...Array.from(included.values(), (one) => one.root)])
    const resolver: Resolver = {
      ...makeResolver({ ...place, includes: included, api }, path, evaluator.textOf),
      highlight: highlighter.highlight,
      remoteImages: false
    }
    return { answers, evaluator, hrefOf, included, resolver, shown, text }
  }

  it("Markdown of what a text says of itself is that of its tree, whatever its head is", () => {
    const heads = ["", "---\ndescription: D\n---\n\n", "\uFEFF", "\n\n"]
    const titles = ["# T\n", "# Another\n", "T\n=\n", "", "Before\n\n# T\n", "# [T](a.md)\n"]
    const bodies = [
      "See [a](README.md) and ![i](i.png).\n",
      "- [a](README.md#x)\n\n> [b](none.md)\n",
      "[a][r]\n\n[r]: README.md\n",
      "None\n"
    ]
    const { hrefOf } = worldOf(pages[0]!)
    const page = { title: "T", git: { path: pages[0]! } }
    let known = 0
    for (const head of heads) {
      for (const title of titles) {
        for (const body of bodies) {
          const text = `${head}${title}\n${body}`
          for (const header of [true, false]) {
            const found = knownMarkdown({ page, text }, pageFacts.run({ text }), hrefOf, header)
            if (found === undefined) continue
            known++
            const source = { text, parsed: parsePage(text), page, hrefOf, includes: new Map(), textOf: () => undefined }
            expect(found, text).toBe(pageMarkdown(source, header))
          }
        }
      }
    }
    // without definitions and links in the title
    expect(known).toBe(4 * 5 * 3 * 2)
  })

  it("has something of everything", () => {
    expect([pages.length > 10, includes.length > 0]).toEqual([true, true])
  })

  for (const path of pages) {
    it(`as a page, as Markdown and as a feed: ${path}`, async () => {
      const { answers, evaluator, hrefOf, included, resolver, shown, text } = worldOf(path)
      const title = `Page ${path}`
      await highlighter.prepare(shown.root, resolver)
      const input = { text, from: path, title, language: "en", remoteImages: false, externalTarget: undefined }
      expect(await Effect.runPromise(askHere(drawTask, input, answers))).toEqual({
        body: renderBody(shown.root, resolver, { title, language: "en" }),
        outline: outlineOf(shown.parsed),
        summary: summaryOf(shown.root, resolver, "en"),
        notes: shown.notes(),
        hasUpdates: updatesOf(shown.root).length > 0
      })

      // told what it would ask for, it asks for no reference of its own links
      const facts = pageFacts.run({ text })
      const wanted = wantedBy(facts, path)
      const found = await Effect.runPromise(answers({ ask: "references", wanted }))
      const answered = wanted.map((one, at): Answered => [one, found[at] as Found])
      const more: Array<string> = []
      const drawn = askHere(drawTask, { ...input, answered }, (question) => {
        if (question.ask === "references") more.push(...question.wanted.map(({ name, what }) => `${what} ${name}`))
        return answers(question)
      })
      expect(await Effect.runPromise(drawn)).toEqual(await Effect.runPromise(askHere(drawTask, input, answers)))
      const told = new Set(wanted.map(({ name, what }) => `${what} ${name}`))
      expect(more.filter((one) => told.has(one) && included.size === 0)).toEqual([])

      const page = { title, git: { path } }
      const source = {
        ...{ text: shown.text, parsed: shown.parsed, page, hrefOf, textOf: evaluator.textOf },
        includes: included
      }
      const markdown = await Effect.runPromise(askHere(markdownTask, { text, from: path, page, header: true }, answers))
      if (!/\{%-?\s*(?:openapi|swagger)/.test(markdown)) expect(markdown).toBe(pageMarkdown(source))
      for (const header of [true, false]) {
        const known = knownMarkdown({ page, text }, facts, hrefOf, header)
        if (known !== undefined) expect(known).toBe(pageMarkdown(source, header))
      }

      for (const format of feedFormats) {
        const about = {
          id: "i",
          title,
          siteTitle: "S",
          url: "u",
          feedUrl: "f",
          language: "en",
          updatedAt: at,
          description: undefined
        }
        const { highlight: _, remoteImages: __, ...plain } = resolver
        const drawn = await Effect.runPromise(
          askHere(feedTask, { text, from: path, format: format.name, source: about }, answers)
        )
        const here = { ...about, root: shown.root, resolver: plain }
        expect(drawn).toBe(updatesOf(shown.root).length === 0 ? undefined : format.render(here))
      }
    })

    it(`as a draft, and line by line: ${path}`, async () => {
      const { answers, evaluator, text } = worldOf(path)
      const blocks = text.split("\n\n")
      const nextText = blocks.toSpliced(2, 1, "Another paragraph.").join("\n\n")
      const { marks, root } = markBlocks(text, nextText)
      const included = includedOf(path, root, (one) => ({ root: parsePage(one).root, text: one }))
      const reviewing = (own: Resolver): Resolver => ({
        ...own,
        highlight: highlighter.highlight,
        remoteImages: false,
        everyBranch: true,
        include: (name) => {
          const found = own.include(name)
          return found && { root: found.root, resolver: reviewing(found.resolver) }
        }
      })
      const api = viewsOf([root, ...Array.from(included.values(), (one) => one.root)])
      const resolver = reviewing(makeResolver({ ...place, includes: included, api }, path, evaluator.textOf))
      await highlighter.prepare(root, resolver)
      const marked = new Map(
        Array.from(marks, ([node, mark]): [Node, BlockMark] => [
          node,
          mark.change === "removed" ? { ...mark, resolver } : mark
        ])
      )
      const input = { oldText: text, nextText, from: path, formerly: path, remoteImages: false }
      expect(await Effect.runPromise(askHere(draftTask, input, answers))).toEqual(
        renderBody(root, resolver, { marks: marked })
      )
      for (const view of ["inline", "split"] as const) {
        const lines = await Effect.runPromise(askHere(linesTask, { oldText: text, nextText, view }, answers))
        expect(lines).toBe(drawRows(compareLines(text, nextText), view).text)
      }
    })
  }
})
