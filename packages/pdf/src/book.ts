/** A book from its cover to its last page, one page of the space after the other: memory holds one at a time. */
import { setImmediate } from "node:timers/promises"
import { makeJudge } from "@octavo/core/conditions/Judge"
import type { PageNode } from "@octavo/core/content/model/PageTree"
import type { FileRecord } from "@octavo/core/content/model/Records"
import type { PdfBook } from "@octavo/core/pdf/PdfRenderer"
import { anonymous } from "@octavo/core/visitors/Visitor"
import { chooseBranches, parsePage } from "@octavo/document"
import { labelsFor } from "@octavo/site/labels"
import { askingOf } from "@octavo/site/published/asking"
import { type Surroundings as Around, makeResolver } from "@octavo/site/published/resolver"
import { makeSpaceIndex, type SpaceIndex } from "@octavo/site/published/spaceIndex"
import { bodyRows } from "./blocks.ts"
import { Canvas } from "./canvas.ts"
import { placeKey, type Surroundings, textStyle } from "./context.ts"
import { contentsSheets, drawContents, drawCover, type Entry, headRows, titleOf } from "./frontmatter.ts"
import { type Library, makeLibrary } from "./library.ts"
import { Sheets } from "./sheets.ts"
import { page as paper, textWidth } from "./theme.ts"

/** How content is asked for while it is printed. */
export interface Reads {
  /** A text by its hash. */
  readonly text: (hash: string) => Promise<string>
  readonly bytes: (file: FileRecord) => Promise<Uint8Array>
  /** Address of a file for whoever reads the PDF. */
  readonly address: (file: FileRecord) => Promise<string>
  /** Waits until what was written has been taken. */
  readonly taken: () => Promise<void>
}

/** Prints a book; `write` gets its bytes in order. */
export const printBook = async (book: PdfBook, reads: Reads, write: (bytes: Uint8Array) => void): Promise<void> => {
  const canvas = new Canvas({ title: book.title, language: book.language, createdAt: new Date(book.createdAt) })
  canvas.doc.on("data", write)
  const ended = new Promise<void>((resolve) => canvas.doc.once("end", resolve))
  const index = makeSpaceIndex(book, book.home)
  // without a visitor a book is for whoever opens it: it knows its variables, and nothing of a reader
  const judge = makeJudge(book.visitor ?? anonymous, { adaptiveContent: book.visitor !== undefined, schema: undefined })
  const entries = entriesOf(book)
  const library = makeLibrary(canvas, reads, index)
  const around = surroundings(book, canvas, index, library)
  const sheets = new Sheets(canvas, book.title)
  const alone = entries.length === 1
  const contents = entries.length < 2 ? 0 : contentsSheets(entries.length)
  if (!alone) drawCover(canvas, book)
  sheets.ahead = contents
  const outline = outlineOf(canvas, entries)
  const begins = new Map<string, PDFKit.PDFPage>()

  for (const entry of entries) {
    const { page } = entry.node
    // a group is a name in the outline and the contents; alone it is a sheet
    if (page.type === "group" && !alone) continue
    sheets.begin(titleOf(page))
    for (const one of outline(entry)) {
      one.sheet = sheets.number
      canvas.place(placeKey(one.node.page.id), 0)
      begins.set(one.node.page.id, canvas.doc.page)
    }
    const asking = askingOf(judge, index, page)
    const parsed = parsePage(page.body === undefined ? "" : await reads.text(page.body))
    const root = chooseBranches(parsed.root, asking.decide)
    const from = page.git?.path ?? ""
    const site: Around = {
      index,
      basePath: "/",
      repositoryTree: book.repositoryTree,
      includes: await library.includes(from, root, asking.decide)
    }
    const resolver = makeResolver(site, from, asking.textOf)
    await library.load(root, resolver)
    sheets.add(headRows(entry, canvas))
    sheets.add(
      bodyRows(root, page.title, {
        around,
        state: { pageId: page.id, footnotes: [], includes: 0, highlighted: 0 },
        resolver,
        trail: [root],
        definitions: new Map(),
        width: textWidth,
        style: textStyle,
        lists: 0
      })
    )
    canvas.forget()
    // what was written leaves with the turn of the loop
    await setImmediate()
    await reads.taken()
  }
  sheets.end()
  mendLinks(canvas, begins)
  if (contents > 0) {
    sheets.ahead = 1 - canvas.pages
    drawContents(sheets, canvas, entries, book.language)
    canvas.moveLastPages(contents, 1)
  }
  canvas.doc.end()
  await ended
}

/** What is printed, in order, with what is above it. */
const entriesOf = (book: PdfBook): ReadonlyArray<Entry> => {
  const printed = new Set(book.printed)
  const entries = new Map<string, Entry>()
  const walk = (nodes: ReadonlyArray<PageNode>, above: ReadonlyArray<string>, depth: number): void => {
    for (const node of nodes) {
      const shown = printed.has(node.page.id)
      if (shown) entries.set(node.page.id, { node, above, depth })
      walk(node.pages, [...above, titleOf(node.page)], shown ? depth + 1 : depth)
    }
  }
  walk(book.tree, [], 0)
  return book.printed.flatMap((id) => entries.get(id) ?? [])
}

const surroundings = (book: PdfBook, canvas: Canvas, index: SpaceIndex, library: Library): Surroundings => {
  const printed = new Set(book.printed)
  return {
    canvas,
    labels: labelsFor(book.language),
    language: book.language,
    printedAt: (path) => {
      const found = index.pageByPath.get(path)?.page.id ?? groupAt(index, path)
      return found !== undefined && printed.has(found) ? found : undefined
    },
    addressOf: (path) => (book.publishedUrl === undefined ? undefined : book.publishedUrl + path),
    pictures: library.pictures,
    addresses: library.addresses,
    highlight: library.highlight
  }
}

const groupAt = (index: SpaceIndex, path: string): string | undefined => {
  for (const { page, path: at } of index.pageById.values()) if (at === path && page.type === "group") return page.id
  return undefined
}

/** Adds a page to the outline, after the groups above it that are not there yet; answers all that begin here. */
const outlineOf = (canvas: Canvas, entries: ReadonlyArray<Entry>) => {
  const items = new Map<string, PDFKit.PDFOutline>()
  const byId = new Map(entries.map((entry) => [entry.node.page.id, entry]))
  // pdfkit counts from the right edge: this is the left one, at the zoom that the reader has
  const options = { expanded: false, left: paper.width, zoom: 0 }
  const add = (entry: Entry): ReadonlyArray<Entry> => {
    const { page } = entry.node
    if (items.has(page.id)) return []
    const parent = page.parent === null ? undefined : byId.get(page.parent)
    const begun = parent === undefined ? [] : add(parent)
    const under = (page.parent === null ? undefined : items.get(page.parent)) ?? canvas.doc.outline
    items.set(page.id, under.addItem(titleOf(page), options))
    return [...begun, entry]
  }
  return add
}

/** Links to headings that are not there lead to their page. */
const mendLinks = (canvas: Canvas, begins: ReadonlyMap<string, PDFKit.PDFPage>): void => {
  for (const key of canvas.unreached()) {
    const page = begins.get(key.slice(0, key.indexOf("#")))
    if (page !== undefined) canvas.placeOn(page, key)
  }
}
