/** What is done with the text of a page on its way through Octavo, each as a function of what was made ready for it. */

import { searchedPage } from "@octavo/core/content/content-index/searchTask"
import { documentTask } from "@octavo/core/content/revisions/documentTasks"
import { mergeTexts } from "@octavo/core/content/revisions/merge/mergeTask"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { withText } from "@octavo/core/content/revisions/pageText"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { evaluateExpressions } from "@octavo/core/kernel/texts/inlineExpressions"
import { pageFacts } from "@octavo/core/kernel/texts/PageFacts"
import {
  chooseBranches,
  cutBranches,
  editFrontmatter,
  editTitle,
  pageSegments,
  parsePage,
  parseSummary,
  printBlocks,
  printSummary,
  type RichBlock,
  type RichDocument,
  type RichRef,
  type Root,
  readDocument,
  revertBlocks,
  rewriteReferences,
  type SummaryEntry,
  type SummaryNode,
  translatePage,
  visit,
  writeDocument
} from "@octavo/document"
import { printBook } from "@octavo/pdf/book"
import { makeHighlighter } from "@octavo/render/highlight"
import { labelsFor } from "@octavo/render/labels"
import type { Resolver } from "@octavo/render/references"
import { makeSpaceIndex } from "@octavo/render/spaceIndex"
import { renderBody } from "@octavo/site/body/render"
import { drawOutline } from "@octavo/site/page/navigation"
import { markBlocks } from "@octavo/site/preview/blocks"
import { drawRows } from "@octavo/site/preview/draw"
import { compareLines } from "@octavo/site/preview/lines"
import { updatesOf } from "@octavo/site/published/feed"
import { pageMarkdown, publicHref } from "@octavo/site/published/markdown"
import { makeRandom } from "./shapes.ts"

export interface Stage {
  readonly name: string
  /** What it works on, from a text; not measured. */
  readonly ready: (text: string) => unknown
  /** Answers what it made, so that nothing is left out because nobody looks at it. */
  readonly run: (input: any) => unknown
  /** Longer texts are not given to it here, in bytes. */
  readonly most?: number
}

const page: PageRecord = {
  id: "p1",
  type: "document",
  title: "A page",
  slug: "a",
  parent: null,
  order: "a0",
  git: { oid: "", path: "a.md" },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z"
}

/** Every third link leads to a page of the space. */
const refOf = (href: string): RichRef | undefined =>
  href.length % 3 === 0 ? { kind: "page", page: `p-${href}` } : undefined
const hrefOf = (ref: RichRef): string | undefined =>
  ref.kind === "page" ? ref.page?.slice(2) : ref.kind === "url" ? ref.url : undefined

/** What `nameOf` makes of them, with their hrefs. */
const refsOf = (text: string) => {
  const refs = new Map<string, RichRef>()
  for (const { href } of parsePage(text).links) {
    const ref = refOf(href)
    if (ref !== undefined) refs.set(href, ref)
  }
  return refs
}

/**
 * The text as somebody else left it: lines, or words where there are few lines, changed, gone, doubled and new ones. What
 * a header begins and ends with stays: without it all of the header is body, which is another text.
 */
export const editedText = (text: string, seed: number): string => {
  const random = makeRandom(seed)
  const lines = text.split(/(?<=\n)/)
  const pieces = lines.length < 20 ? text.split(/(?<= )/) : lines
  return pieces
    .map((piece) => {
      const chance = random()
      if (chance < 0.85 || piece === "---\n") return piece
      if (chance < 0.9) return ""
      if (chance < 0.95) return piece + piece
      return piece.replace(/[a-z]/, `new${seed}`)
    })
    .join("")
}

/** The document with words added to every eighth of its blocks, a block gone and one new in every eight. */
export const editedDocument = (document: RichDocument): RichDocument => ({
  ...document,
  nodes: editedBlocks(document.nodes)
})

const otherWords: RichBlock = {
  object: "block",
  type: "paragraph",
  isVoid: false,
  data: {},
  nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Other words.", marks: [] }] }]
}

const editedBlocks = (blocks: ReadonlyArray<RichBlock>): RichBlock[] =>
  blocks.flatMap((block, index) => {
    switch (index % 8) {
      case 1:
        return [editedInside(block), otherWords]
      case 3:
        return [withWord(block)]
      case 5:
        return []
      default:
        return [editedInside(block)]
    }
  })

/** The block with what it holds edited, where that is any number of paragraphs and the like. */
const editedInside = (block: RichBlock): RichBlock => {
  const { fragments, nodes = [] } = block
  const holds = nodes.length > 0 && nodes.every((node) => node.object === "block" && holdsFreely.has(block.type))
  return {
    ...block,
    ...(holds && { nodes: editedBlocks(nodes as RichBlock[]) }),
    ...(block.type === "expandable" &&
      fragments !== undefined && {
        fragments: fragments.map((one, at) => (at === 0 ? one : { ...one, nodes: editedBlocks(one.nodes) }))
      })
  }
}

const holdsFreely = new Set(["blockquote", "hint", "list-item", "tabs-item", "stepper-step", "column", "update"])

/** The block with a word more in its first text. */
const withWord = <T>(value: T): T => {
  if (typeof value !== "object" || value === null) return value
  const node = value as unknown as {
    readonly nodes?: ReadonlyArray<object>
    readonly leaves?: ReadonlyArray<{ text: string }>
  }
  if (node.leaves !== undefined && node.leaves.length > 0) {
    const [first, ...others] = node.leaves
    return { ...value, leaves: [{ ...first, text: `${first!.text} more` }, ...others] }
  }
  if (node.nodes === undefined || node.nodes.length === 0) return value
  const [first, ...others] = node.nodes
  return { ...value, nodes: [withWord(first), ...others] }
}

const highlighter = makeHighlighter()

/** Pages of other names are there, addresses of the web are as they are, no file is. */
const resolver: Resolver = {
  link: (href) =>
    /^[a-z]+:/i.test(href)
      ? { href, status: "external" }
      : { href: `/docs/${href}`, status: "ok", page: { title: "A guide", description: "How to begin." } },
  file: () => undefined,
  include: () => undefined,
  expression: (source) => (source === "space.vars.a" ? "value" : undefined),
  condition: () => true,
  highlight: highlighter.highlight
}

const outlineOf = (root: Root) => {
  const outline: Array<{ readonly anchor: string; readonly title: string; readonly depth: number }> = []
  visit(root, (node) => {
    if (node.type === "heading" && node.anchor !== undefined) {
      outline.push({ anchor: node.anchor, title: "A", depth: node.depth })
    }
    return true
  })
  return outline
}

const space = { tree: [{ page, path: "a", pages: [] }], files: [], reusables: [], tags: [] }
const index = makeSpaceIndex({ ...space, variables: {} })

const bookOf = (body: string) => ({
  title: "A book",
  language: "en",
  createdAt: page.createdAt,
  visitor: anonymous,
  spaces: {},
  parts: [
    {
      ...space,
      tree: [{ page: { ...page, body }, path: "a", pages: [] }],
      space: "s1",
      headings: [],
      language: "en",
      variables: {},
      printed: [page.id]
    }
  ]
})

const before = (text: string) => ({ text, edited: editedText(text, 1) })

/** As an edit of the whole document does it. */
const written = (document: string, base: string) =>
  writeDocument(JSON.parse(document), { refOf, hrefOf }, { base, titled: true, title: page.title })

const nodeOf = (entry: SummaryEntry, at: number): SummaryNode => ({
  ...entry,
  id: `${entry.line} ${at}`,
  children: entry.children.map(nodeOf)
})

/** In the order in which a page goes through them. */
export const stages: ReadonlyArray<Stage> = [
  { name: "facts", ready: (text) => text, run: (text: string) => pageFacts.run({ text }) },
  {
    name: "write",
    ready: before,
    run: ({ edited, text }) => withText(page, text, { text: edited, hash: "h", size: 0 }, page.createdAt)
  },
  {
    name: "header",
    ready: (text) => text,
    run: (text: string) =>
      editTitle(editFrontmatter(text, { description: "Other words", hidden: undefined }), "Other title")
  },
  {
    name: "rewrite links",
    ready: (text) => text,
    run: (text: string) => rewriteReferences(text, (href) => `other/${href}`)
  },
  {
    name: "search",
    ready: (text) => text,
    run: (text: string) =>
      searchedPage.run({ page, hash: "h", texts: [text], shown: [[]], varies: false, decided: undefined })
  },
  {
    name: "document",
    ready: (text) => ({ text, refs: refsOf(text), titled: true }),
    run: (input) => documentTask.run(input)
  },
  {
    name: "document back",
    ready: (text) => {
      const references = { refOf, hrefOf }
      const edited = editedDocument(readDocument(text, references))
      return { base: text, document: JSON.stringify(edited) }
    },
    run: ({ base, document }) => written(document, base)
  },
  {
    name: "document anew",
    ready: (text) => JSON.stringify(readDocument(text, { refOf, hrefOf })),
    run: (document: string) => written(document, "")
  },
  {
    name: "document replaced",
    ready: (text) => text,
    run: (text: string) => written(JSON.stringify({ object: "document", data: {}, nodes: [otherWords] }), text)
  },
  {
    name: "revert",
    ready: (text) => {
      const before = readDocument(text, { refOf, hrefOf })
      const now = readDocument(editedText(text, 1), { refOf, hrefOf })
      const keys = [...now.nodes, ...before.nodes].flatMap(({ key }, at) =>
        key === undefined || at % 3 > 0 ? [] : key
      )
      return { before, now, keys }
    },
    run: ({ before, keys, now }) => revertBlocks(now, before, keys)
  },
  {
    name: "merge",
    ready: (text) => [text, editedText(text, 1), editedText(text, 2)],
    run: ([base, ours, theirs]) =>
      mergeTexts.run({ base, ours, theirs, names: { ours: "ours", theirs: "theirs" }, options: {} })
  },
  { name: "compare blocks", ready: before, run: ({ edited, text }) => markBlocks(text, edited) },
  { name: "compare lines", ready: before, run: ({ edited, text }) => drawRows(compareLines(text, edited), "split") },
  {
    name: "conditions",
    ready: (text) => text,
    run: (text: string) => {
      const { root } = parsePage(text)
      return [cutBranches(text, root, () => false), chooseBranches(root, () => true)]
    }
  },
  {
    name: "draw",
    ready: async (text) => {
      const { root } = parsePage(text)
      await highlighter.prepare(root, resolver)
      return root
    },
    run: (root) => [
      renderBody(root, resolver, { title: page.title, language: "en" }),
      drawOutline(outlineOf(root), labelsFor("en"))
    ]
  },
  {
    name: "published Markdown",
    ready: (text) => text,
    run: (text: string) =>
      pageMarkdown({
        text,
        parsed: parsePage(text),
        page,
        hrefOf: (href, from) => publicHref(href, from, { index, url: "https://docs.example/" }),
        includes: new Map(),
        textOf: () => "value"
      })
  },
  {
    name: "expressions",
    ready: (text) => text,
    run: (text: string) => evaluateExpressions(text, () => "value")
  },
  {
    name: "feed",
    ready: (text) => parsePage(text).root,
    run: (root) => updatesOf(root)
  },
  { name: "print", ready: (text) => parsePage(text).root, run: (root) => printBlocks(root.children) },
  {
    name: "translate",
    ready: (text) => text,
    run: (text: string) => [pageSegments(text).length, translatePage(text, (words) => words.replaceAll("a", "b"))]
  },
  {
    name: "table of contents",
    ready: (text) => text,
    run: (text: string) => {
      const { entries } = parseSummary(text)
      const all = entries.map(nodeOf)
      const others = all.flatMap((node, at) => (at % 8 === 3 ? [] : at % 8 === 5 ? { ...node, title: "Other" } : node))
      return [printSummary(text, all, others), printSummary("", [], others)]
    }
  },
  {
    name: "PDF",
    most: 64 * 1024,
    ready: (text) => text,
    run: (text: string) =>
      printBook(
        bookOf("h"),
        {
          text: async () => text,
          bytes: async () => new Uint8Array(),
          address: async () => "https://docs.example/file",
          taken: async () => {}
        },
        () => {}
      )
  }
]
