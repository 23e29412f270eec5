/** Drawings of long pages as tasks: what they come to is text, and little else. */

import { apiBlocksOf, hasApiBlocks, withApiViews } from "@octavo/core/content/openapi/apiBlocks"
import type { AskingTask } from "@octavo/core/kernel/compute/AskingTask"
import { type Node, parsePage, visit } from "@octavo/document"
import { languageOf } from "@octavo/render/codeLanguage"
import { makeHighlighter } from "@octavo/render/highlight"
import { outlineOf } from "@octavo/render/outline"
import type { Resolver } from "@octavo/render/references"
import type { BlockMark } from "../body/marks.ts"
import { renderBody } from "../body/render.ts"
import { markBlocks } from "../preview/blocks.ts"
import { drawRows, type View } from "../preview/draw.ts"
import { compareLines } from "../preview/lines.ts"
import { type FeedSource, feedFormats, updatesOf } from "../published/feed.ts"
import { type MarkdownSource, pageMarkdown } from "../published/markdown.ts"
import type { PageContent, RenderedBody } from "../view.ts"
import { makeContentRequests } from "./contentRequests.ts"
import type { Answer, Answered, Question } from "./questions.ts"
import { summaryOf } from "./summary.ts"

type DrawingTask<Input, Output> = AskingTask<Input, Output, Question, Answer>

/** One for each thread. */
const highlighter = makeHighlighter()

/** Colours the code of a text that will be drawn: the first code of a language waits for its patterns to be compiled. */
export const colorAhead = async (text: string): Promise<void> => {
  const { root } = parsePage(text)
  await highlighter.prepare(root)
  visit(root, (node) => {
    const language = node.type === "code" ? languageOf(node) : undefined
    if (node.type === "code" && language !== undefined) highlighter.highlight(node.value, language)
    return true
  })
}

interface Text {
  readonly text: string
  /** Git path of its file. */
  readonly from: string
}

/** A text, what it includes, and what its blocks show. */
const open = async (asked: ReturnType<typeof makeContentRequests>, { from, text }: Text) => {
  const shown = await asked.show(text)
  const { root } = shown.parsed
  const included = await asked.includesOf("shown", from, root)
  await asked.look([shown.parsed, ...included.values()].flatMap(({ links }) => links))
  return { ...shown, included, root }
}

export interface DrawnPage {
  readonly body: RenderedBody
  readonly outline: PageContent["outline"]
  /** The sentence that it begins with. */
  readonly summary: string | undefined
  readonly notes: ReadonlyArray<string>
  readonly hasUpdates: boolean
}

/** A page of a site. */
export const drawTask: DrawingTask<
  Text &
    Pick<Resolver, "externalTarget" | "remoteImages"> & {
      readonly title: string
      readonly language: string
      /** What is known to be asked for. */
      readonly answered?: ReadonlyArray<Answered>
    },
  DrawnPage
> = {
  name: "draw",
  run: async ({ answered, externalTarget, from, language, remoteImages, text, title }, ask) => {
    const asked = makeContentRequests(ask, answered)
    const { included, notes, parsed, root } = await open(asked, { text, from })
    const views = await asked.viewsOf("shown", [{ from, root }, ...included.values()])
    const resolver: Resolver = {
      ...asked.resolverOf("shown", from, from, included, views),
      highlight: highlighter.highlight,
      remoteImages,
      externalTarget
    }
    await highlighter.prepare(root, resolver)
    const body = await asked.settled(() => renderBody(root, resolver, { title, language }))
    return {
      body,
      outline: outlineOf(parsed),
      summary: summaryOf(root, resolver, language),
      notes: notes(),
      hasUpdates: updatesOf(root).length > 0
    }
  }
}

/** A page of a site as Markdown. */
export const markdownTask: DrawingTask<Text & Pick<MarkdownSource, "page"> & { readonly header: boolean }, string> = {
  name: "markdown",
  run: async ({ from, header, page, text: source }, ask) => {
    const asked = makeContentRequests(ask)
    const shown = await asked.show(source)
    const included = await asked.includesOf("shown", from, shown.parsed.root)
    const hrefOf = asked.address
    const textOf = (expression: string) => asked.expression(expression, from)
    const text = await asked.settled(() =>
      pageMarkdown({ text: shown.text, parsed: shown.parsed, page, hrefOf, includes: included, textOf }, header)
    )
    if (!hasApiBlocks(text)) return text
    const { root } = parsePage(text)
    return apiBlocksOf(root).length === 0
      ? text
      : withApiViews(text, root, await asked.viewsOf("shown", [{ from, root }]), {})
  }
}

/** A feed of a page of a site; `undefined` when it has no updates. */
export const feedTask: DrawingTask<
  Text & { readonly format: string; readonly source: Omit<FeedSource, "root" | "resolver"> },
  string | undefined
> = {
  name: "feed",
  run: async ({ format, from, source, text }, ask) => {
    const asked = makeContentRequests(ask)
    const { included, root } = await open(asked, { text, from })
    if (updatesOf(root).length === 0) return undefined
    const resolver = asked.resolverOf("shown", from, from, included, new Map())
    const { render } = feedFormats.find(({ name }) => name === format)!
    return asked.settled(() => render({ ...source, root, resolver }))
  }
}

export interface DraftTexts {
  readonly oldText: string
  readonly nextText: string
}

/** A page of a draft, its changed blocks marked. */
export const draftTask: DrawingTask<
  DraftTexts & {
    /** Git paths of the page as it is, and as it was. */
    readonly from: string
    readonly formerly: string | undefined
    readonly remoteImages: boolean
  },
  RenderedBody
> = {
  name: "draft",
  run: async ({ formerly, from, nextText, oldText, remoteImages }, ask) => {
    const asked = makeContentRequests(ask)
    const { marks, root } = markBlocks(oldText, nextText)
    const reviewing = (own: Resolver): Resolver => ({
      ...own,
      highlight: highlighter.highlight,
      remoteImages,
      everyBranch: true,
      include: (path) => {
        const found = own.include(path)
        return found && { root: found.root, resolver: reviewing(found.resolver) }
      }
    })
    const resolverOf = async (side: "shown" | "former", path: string) => {
      const included = await asked.includesOf(side, path, root, false)
      const views = await asked.viewsOf(side, [{ from: path, root }, ...included.values()])
      const resolver = reviewing(asked.resolverOf(side, path, path, included, views))
      await highlighter.prepare(root, resolver)
      return resolver
    }
    const current = await resolverOf("shown", from)
    const former = formerly === undefined ? undefined : await resolverOf("former", formerly)
    const marked = new Map(
      Array.from(marks, ([node, mark]): [Node, BlockMark] => [
        node,
        mark.change === "removed" ? { ...mark, resolver: former } : mark
      ])
    )
    return asked.settled(() => renderBody(root, current, { marks: marked }))
  }
}

/** Two texts line by line, as HTML. */
export const linesTask: DrawingTask<DraftTexts & { readonly view: Exclude<View, "page"> }, string> = {
  name: "lines",
  run: async ({ nextText, oldText, view }) => drawRows(compareLines(oldText, nextText), view).text
}
