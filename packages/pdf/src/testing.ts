/** Reads PDFs back, for tests: what a reader would see, and what would happen on a click. */
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs"

export interface OutlineItem {
  readonly title: string
  /** Number of the sheet that it leads to, from 1. */
  readonly sheet: number
  readonly items: ReadonlyArray<OutlineItem>
}

export interface SheetLink {
  /** A web address. */
  readonly url?: string
  /** The sheet that it jumps to. */
  readonly sheet?: number
}

export interface Sheet {
  /** Text in the order of the content, with a line end for each line. */
  readonly text: string
  readonly links: ReadonlyArray<SheetLink>
  /** How many images are drawn. */
  readonly images: number
  /** How many lines, grounds and shapes are drawn. */
  readonly paths: number
}

export interface ReadPdf {
  readonly title: string
  readonly language: string
  readonly sheets: ReadonlyArray<Sheet>
  readonly outline: ReadonlyArray<OutlineItem>
  /** All text. */
  readonly text: string
}

const sheetOf = async (pdf: PDFDocumentProxy, dest: string | ReadonlyArray<unknown> | null): Promise<number> => {
  const explicit = typeof dest === "string" ? await pdf.getDestination(dest) : dest
  const ref = explicit?.[0]
  return ref === undefined ? 0 : (await pdf.getPageIndex(ref as Parameters<typeof pdf.getPageIndex>[0])) + 1
}

type Nodes = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>

const outlineOf = async (pdf: PDFDocumentProxy, nodes: Nodes): Promise<ReadonlyArray<OutlineItem>> => {
  const items: Array<OutlineItem> = []
  for (const { dest, items: below, title } of nodes ?? []) {
    items.push({ title, sheet: await sheetOf(pdf, dest), items: await outlineOf(pdf, below) })
  }
  return items
}

const opened = async <A>(bytes: Uint8Array, use: (pdf: PDFDocumentProxy) => Promise<A>): Promise<A> => {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  try {
    return await use(await task.promise)
  } finally {
    await task.destroy()
  }
}

const textOf = async (page: PDFPageProxy): Promise<string> => {
  const content = await page.getTextContent()
  return content.items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("")
}

/** Throws when the bytes are no PDF. */
export const readPdf = (bytes: Uint8Array): Promise<ReadPdf> =>
  opened(bytes, async (pdf) => {
    const sheets: Array<Sheet> = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const text = await textOf(page)
      const links: Array<SheetLink> = []
      for (const { dest, subtype, url } of await page.getAnnotations()) {
        if (subtype !== "Link") continue
        links.push(url === undefined ? { sheet: await sheetOf(pdf, dest) } : { url })
      }
      const { fnArray } = await page.getOperatorList()
      const images = fnArray.filter((operation) => operation === OPS.paintImageXObject).length
      const paths = fnArray.filter((operation) => operation === OPS.constructPath).length
      sheets.push({ text, links, images, paths })
      page.cleanup()
    }
    const { info } = await pdf.getMetadata()
    const known = info as { readonly Title?: string; readonly Language?: string }
    return {
      title: known.Title ?? "",
      language: known.Language ?? "",
      sheets,
      outline: await outlineOf(pdf, await pdf.getOutline()),
      text: sheets.map((sheet) => sheet.text).join("\n")
    }
  })

/**
 * The outline of a PDF and the text of the sheets that it leads to, by their numbers. All that `readPdf` reads of
 * a book of hundreds of sheets takes many times as long. Throws when the bytes are no PDF.
 */
export const readOutline = (
  bytes: Uint8Array
): Promise<{ readonly outline: ReadonlyArray<OutlineItem>; readonly texts: ReadonlyMap<number, string> }> =>
  opened(bytes, async (pdf) => {
    const outline = await outlineOf(pdf, await pdf.getOutline())
    const texts = new Map<number, string>()
    for (const { sheet } of flatOutline(outline)) {
      if (texts.has(sheet)) continue
      const page = await pdf.getPage(sheet)
      texts.set(sheet, await textOf(page))
      page.cleanup()
    }
    return { outline, texts }
  })

/** All entries of an outline, each before those below it. */
export const flatOutline = (items: ReadonlyArray<OutlineItem>): ReadonlyArray<OutlineItem> =>
  items.flatMap((item) => [item, ...flatOutline(item.items)])
