/** Books for tests: pages and files from memory. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { FileRecord, PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { PdfBook, PdfPart } from "@octavo/core/delivery/pdf/PdfRenderer"
import { printBook, type Reads } from "../src/book.ts"
import { type ReadPdf, readPdf } from "../src/testing.ts"

export interface TestPage {
  readonly title?: string
  readonly text?: string
  readonly pages?: Readonly<Record<string, TestPage>>
  readonly more?: Partial<PageRecord>
}

export interface TestFile {
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface TestSpace {
  readonly pages: Readonly<Record<string, TestPage>>
  readonly files?: Readonly<Record<string, TestFile>>
  readonly includes?: Readonly<Record<string, string>>
  readonly more?: Partial<PdfBook & PdfPart>
}

/** A PNG of 600 by 150 pixels with transparency, from a package that the fonts come with. */
export const png = readFileSync(
  createRequire(import.meta.url).resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf.png")
)

/** A space as a book and what it is read from. A page's name is its slug and id, and the name of its file. */
export const bookOf = (space: TestSpace) => {
  const texts = new Map<string, string>()
  const printed: Array<string> = []
  const nodes = (pages: Readonly<Record<string, TestPage>>, parent: string | null, above: string): Array<PageNode> =>
    Object.entries(pages).map(([slug, page], index) => {
      texts.set(slug, page.text ?? "")
      printed.push(slug)
      const path = above === "" ? slug : `${above}/${slug}`
      const record: PageRecord = {
        id: slug,
        type: "document",
        title: page.title ?? slug,
        slug,
        parent,
        order: `a${index}`,
        body: slug,
        git: { oid: "", path: `${path}.md` },
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z",
        ...page.more
      }
      return { page: record, path, pages: nodes(page.pages ?? {}, slug, path) }
    })
  const tree = nodes(space.pages, null, "")
  const files = Object.entries(space.files ?? {}).map(
    ([path, file]): FileRecord => ({
      id: `file-${path.replace(/\W/g, "-")}`,
      name: path.split("/").at(-1)!,
      contentType: file.contentType,
      size: file.bytes.length,
      blob: path,
      git: { oid: "", path }
    })
  )
  const reusables = Object.entries(space.includes ?? {}).map(([path, text]) => {
    texts.set(path, text)
    return { id: `include-${path.replace(/\W/g, "-")}`, title: path, body: path, git: { oid: "", path } }
  })
  const book: PdfBook = {
    title: "The book",
    language: "en",
    createdAt: "2026-05-05T12:00:00.000Z",
    ...space.more,
    parts: [
      {
        space: "space",
        headings: [],
        language: "en",
        tree,
        files,
        reusables,
        variables: {},
        tags: [],
        printed,
        ...space.more
      }
    ]
  }
  const reads: Reads = {
    text: async (hash) => texts.get(hash)!,
    bytes: async (file) => space.files![file.blob]!.bytes,
    address: async (file) => `https://octavo.test/~files/${file.name}`,
    taken: async () => {}
  }
  return { book, reads }
}

export const print = async (space: TestSpace): Promise<Buffer> => {
  const { book, reads } = bookOf(space)
  const pieces: Array<Uint8Array> = []
  await printBook(book, reads, (bytes) => pieces.push(bytes))
  return Buffer.concat(pieces)
}

/** Prints and reads what was printed. */
export const printed = async (space: TestSpace): Promise<ReadPdf> => readPdf(await print(space))

/** One page with a text. */
export const page = (text: string, more: Omit<TestSpace, "pages"> = {}): Promise<ReadPdf> =>
  printed({ ...more, pages: { page: { title: "A page", text } } })
