/** A book from its cover to its last page, one page of the space after the other: memory holds one at a time. */
import { setImmediate } from "node:timers/promises"
import type { FileRecord, PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { PdfBook } from "@octavo/core/delivery/pdf/PdfRenderer"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { chooseBranches, parsePage } from "@octavo/document"
import { makeHighlighter } from "@octavo/render/highlight"
import { labelsFor } from "@octavo/render/labels"
import type { OptionalFont } from "@octavo/render/optionalFonts"
import { makePageEvaluator } from "@octavo/render/pageEvaluator"
import { type Surroundings as Around, makeResolver } from "@octavo/render/resolver"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import { bodyRows } from "./blocks.ts"
import { Canvas } from "./canvas.ts"
import { placeKey, type Surroundings, textStyle } from "./context.ts"
import { contentsSheets, drawContents, drawCover, type Entry, headRows } from "./frontmatter.ts"
import { type Library, makeLibrary, type Shared } from "./library.ts"
import { elsewhereIn, type OpenPart, onSiteIn, openParts } from "./parts.ts"
import { Sheets } from "./sheets.ts"
import { page as paper, textWidth } from "./theme.ts"

/** How content is asked for while it is printed; `part` counts the parts of the book from 0. */
export interface Reads {
  /** A text by its hash. */
  readonly text: (hash: string, part: number) => Promise<string>
  readonly bytes: (file: FileRecord) => Promise<Uint8Array>
  /** Address of a file for whoever reads the PDF. */
  readonly address: (file: FileRecord, part: number) => Promise<string>
  /** Waits until what was written has been taken. */
  readonly taken: () => Promise<void>
}

export interface Printed {
  /** Fonts that are not installed, and that characters of the book would have needed. */
  readonly missing: ReadonlyArray<OptionalFont>
}

/** Prints a book; `write` gets its bytes in order. */
export const printBook = async (book: PdfBook, reads: Reads, write: (bytes: Uint8Array) => void): Promise<Printed> => {
  const canvas = new Canvas({ title: book.title, language: book.language, createdAt: new Date(book.createdAt) })
  canvas.doc.on("data", write)
  const ended = new Promise<void>((resolve) => canvas.doc.once("end", resolve))
  // without a visitor a book is for whoever opens it: it knows its variables, and nothing of a reader
  const judge = makeJudge(book.visitor ?? anonymous, { adaptiveContent: book.visitor !== undefined, schema: undefined })
  const parts = openParts(book)
  const entries = parts.flatMap((part) => part.entries)
  const sheets = new Sheets(canvas, book.title)
  const alone = entries.length === 1
  const contents = entries.length < 2 ? 0 : contentsSheets(entries.length)
  if (!alone) drawCover(canvas, book)
  sheets.ahead = contents
  const outline = outlineOf(canvas)
  const begins = new Map<string, PDFKit.PDFPage>()
  const shared: Shared = { highlighter: makeHighlighter(), files: 0 }

  for (const part of parts) {
    const { index, number } = part
    const library = makeLibrary(canvas, reads, index, number, shared)
    const around = surroundings(part, parts, book, canvas, library)
    for (const entry of part.entries) {
      const { key, page } = entry
      // a group is a name in the outline and the contents, like a part of a site; alone it is a sheet
      if (page === undefined || (page.type === "group" && !alone)) continue
      sheets.begin(entry.title)
      for (const one of outline(entry)) {
        one.sheet = sheets.number
        canvas.place(placeKey(one.key), 0)
        begins.set(one.key, canvas.doc.page)
      }
      const evaluator = makePageEvaluator(judge, index, page)
      const parsed = parsePage(page.body === undefined ? "" : await reads.text(page.body, number))
      const root = chooseBranches(parsed.root, evaluator.decide)
      const from = page.git?.path ?? ""
      const site: Around = {
        index,
        basePath: "/",
        pictures: part.copies,
        repositoryTree: part.repositoryTree,
        includes: await library.includes(from, root, evaluator.decide)
      }
      const resolver = makeResolver(site, from, evaluator.textOf)
      await library.load(root, resolver)
      sheets.add(headRows(entry, page, canvas))
      sheets.add(
        bodyRows(root, {
          around,
          state: { pageId: key, footnotes: new Map(), includes: 0, highlighted: 0 },
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
  return { missing: canvas.fonts.missing() }
}

const surroundings = (
  part: OpenPart,
  parts: ReadonlyArray<OpenPart>,
  { spaces }: Pick<PdfBook, "spaces">,
  canvas: Canvas,
  library: Library
): Surroundings => {
  const { index, keyOf, language, publishedUrl } = part
  return {
    canvas,
    labels: labelsFor(language),
    language,
    printedAt: (path) => {
      const found = index.pageByPath.get(path)?.page ?? groupAt(index, path)
      return found === undefined ? undefined : keyOf(found)
    },
    elsewhere: elsewhereIn(parts, part),
    onSite: onSiteIn(spaces),
    addressOf: (path) => (publishedUrl === undefined ? undefined : publishedUrl + path),
    pictures: library.pictures,
    addresses: library.addresses,
    highlight: library.highlight
  }
}

const groupAt = (index: SpaceIndex, path: string): PageRecord | undefined => {
  for (const { page, path: at } of index.pageById.values()) if (at === path && page.type === "group") return page
  return undefined
}

/** Adds an entry to the outline, after those above it that are not there yet; answers all that begin here. */
const outlineOf = (canvas: Canvas) => {
  const items = new Map<Entry, PDFKit.PDFOutline>()
  // pdfkit counts from the right edge: this is the left one, at the zoom that the reader has
  const options = { expanded: false, left: paper.width, zoom: 0 }
  const add = (entry: Entry): ReadonlyArray<Entry> => {
    const { parent, title } = entry
    if (items.has(entry)) return []
    const begun = parent === undefined ? [] : add(parent)
    const under = (parent === undefined ? undefined : items.get(parent)) ?? canvas.doc.outline
    items.set(entry, under.addItem(title, options))
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
