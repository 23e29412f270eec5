/** Reads PDFs back, for tests: what a reader would see, and what would happen on a click. */
import { getDocument, OPS, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs"

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

/** Throws when the bytes are no PDF. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const pdf = await task.promise
  const sheets: Array<Sheet> = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const content = await page.getTextContent()
    const text = content.items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("")
    const links: Array<SheetLink> = []
    for (const { dest, subtype, url } of await page.getAnnotations()) {
      if (subtype !== "Link") continue
      links.push(url === undefined ? { sheet: await sheetOf(pdf, dest) } : { url })
    }
    const { fnArray } = await page.getOperatorList()
    const images = fnArray.filter((operation) => operation === OPS.paintImageXObject).length
    sheets.push({ text, links, images })
    page.cleanup()
  }
  const { info } = await pdf.getMetadata()
  const outline = await outlineOf(pdf, await pdf.getOutline())
  const known = info as { readonly Title?: string; readonly Language?: string }
  await task.destroy()
  return {
    title: known.Title ?? "",
    language: known.Language ?? "",
    sheets,
    outline,
    text: sheets.map((sheet) => sheet.text).join("\n")
  }
}
