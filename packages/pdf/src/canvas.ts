/** What rows draw on: pdfkit with the fonts, the places that links jump to, and no way to read a file or the network. */
import type { Font } from "fontkit"
import PDFDocument from "pdfkit"
import { type Face, type Fonts, makeFonts } from "./fonts.ts"
import { page } from "./theme.ts"

/** Where a link leads: to a place of this PDF by the key of the place, or to an address of the web. */
export type Target = { readonly kind: "place"; readonly key: string } | { readonly kind: "web"; readonly url: string }

/** An image as pdfkit keeps it once it is read; its bytes are in the PDF after it was drawn first. */
export interface OpenImage {
  readonly width: number
  readonly height: number
  /** EXIF; above 4 the image lies on its side. */
  readonly orientation?: number
  readonly embed: (doc: PDFKit.PDFDocument) => void
  /** The pixels, while they still have to be written. */
  readonly imgData?: Uint8Array | null
}

/** An object of the PDF that others refer to. */
interface Reference {
  readonly end: () => void
}

/** The parts of pdfkit that its types leave out. */
interface Internals {
  readonly registerFont: (name: string, font: Font) => void
  readonly openImage: (bytes: Uint8Array) => OpenImage
  readonly image: (image: OpenImage, x: number, y: number, options: { width: number; height: number }) => void
  readonly ref: (data: object) => Reference
  readonly annotate: (x: number, y: number, width: number, height: number, options: object) => void
  readonly _root: { readonly data: { readonly Pages: { readonly data: { readonly Kids: Array<unknown> } } } }
  readonly _fontFamilies: Record<string, { layoutCache?: Record<string, unknown> }>
}

export interface DocumentInfo {
  readonly title: string
  readonly language: string
  readonly createdAt: Date
}

/** Words whose shapes are kept, of all fonts. */
const mostWords = 40_000

export class Canvas {
  readonly doc: PDFKit.PDFDocument
  readonly fonts: Fonts
  readonly #internals: Internals
  readonly #registered = new Set<Face>()
  readonly #actions = new Map<string, Reference>()
  readonly #places = new Map<string, string>()
  readonly #reached = new Set<string>()
  /** Words that had been shaped when the shapes were forgotten last. */
  #forgotten = 0
  #face: Face | undefined
  #size = 0
  #fill = ""

  constructor(info: DocumentInfo) {
    this.fonts = makeFonts()
    this.doc = new PDFDocument({
      autoFirstPage: false,
      size: [page.width, page.height],
      margin: 0,
      pdfVersion: "1.7",
      lang: info.language,
      displayTitle: true,
      // the default would be a font without most letters
      font: "",
      info: { Title: info.title, Creator: "Octavo", Producer: "Octavo", CreationDate: info.createdAt }
    })
    this.#internals = this.doc as unknown as Internals
  }

  /** Begins a new sheet. */
  addPage(): void {
    this.doc.addPage()
    this.#fill = ""
  }

  /** How many sheets there are. */
  get pages(): number {
    return this.#internals._root.data.Pages.data.Kids.length
  }

  /** Moves the last `count` sheets to stand at `index`: a table of contents is written when its numbers are known. */
  moveLastPages(count: number, index: number): void {
    const kids = this.#internals._root.data.Pages.data.Kids
    kids.splice(index, 0, ...kids.splice(kids.length - count, count))
  }

  /**
   * Forgets the shapes of words when they are many: a long book has more of them than memory should hold. A font shapes
   * each word that is not kept, so that what it has shaped is as many; counting what is kept would take longer with each.
   */
  forget(): void {
    const shaped = this.fonts.shaped()
    if (shaped - this.#forgotten < mostWords) return
    this.#forgotten = shaped
    for (const font of Object.values(this.#internals._fontFamilies)) font.layoutCache = Object.create(null)
  }

  #font(face: Face, size: number): void {
    if (!this.#registered.has(face)) {
      this.#registered.add(face)
      this.#internals.registerFont(face, this.fonts.font(face))
    }
    if (this.#face !== face) this.doc.font(face)
    if (this.#size !== size) this.doc.fontSize(size)
    this.#face = face
    this.#size = size
  }

  /** Width of a text in points. */
  width(text: string, face: Face, size: number): number {
    this.#font(face, size)
    return this.doc.widthOfString(text)
  }

  /** Draws a text from its left end on its baseline. */
  text(text: string, face: Face, size: number, fill: string, x: number, baseline: number): void {
    this.#font(face, size)
    if (this.#fill !== fill) this.doc.fillColor(fill)
    this.#fill = fill
    this.doc.text(text, x, baseline, { lineBreak: false, baseline: "alphabetic" })
  }

  rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): void {
    if (radius > 0) this.doc.roundedRect(x, y, width, height, Math.min(radius, height / 2, width / 2))
    else this.doc.rect(x, y, width, height)
    this.doc.fill(fill)
    this.#fill = ""
  }

  disc(x: number, y: number, radius: number, fill: string): void {
    this.doc.circle(x, y, radius).fill(fill)
    this.#fill = ""
  }

  frame(x: number, y: number, width: number, height: number, stroke: string, radius = 0): void {
    this.doc.lineWidth(0.6)
    if (radius > 0) this.doc.roundedRect(x, y, width, height, radius)
    else this.doc.rect(x, y, width, height)
    this.doc.stroke(stroke)
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 0.6): void {
    this.doc.lineWidth(width).moveTo(x1, y1).lineTo(x2, y2).stroke(stroke)
  }

  /** A line through points. */
  path(points: ReadonlyArray<readonly [number, number]>, stroke: string, width: number): void {
    const [first, ...rest] = points
    if (first === undefined) return
    this.doc.lineWidth(width).moveTo(...first)
    for (const point of rest) this.doc.lineTo(...point)
    this.doc.stroke(stroke)
  }

  /** Draws larger or smaller, about a point. */
  scaled(x: number, y: number, across: number, down: number, draw: () => void): void {
    this.doc.save().translate(x, y).scale(across, down).translate(-x, -y)
    draw()
    this.doc.restore()
    // the colour that was set inside is forgotten with the rest
    this.#fill = ""
  }

  /** A line of dots between two points. */
  dots(from: number, to: number, y: number, stroke: string): void {
    this.doc.save().lineWidth(0.7).dash(0.7, { space: 3 }).moveTo(from, y).lineTo(to, y).stroke(stroke).restore()
  }

  /** Reads a PNG or JPEG; throws when it is none. */
  openImage(bytes: Uint8Array): OpenImage {
    return this.#internals.openImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** Writes an image into the PDF and lets its bytes go. */
  async embed(image: OpenImage, wait: () => Promise<unknown>): Promise<void> {
    image.embed(this.doc)
    // a PNG with transparency is taken apart in the background
    while (image.imgData != null) await wait()
  }

  image(image: OpenImage, x: number, y: number, width: number, height: number): void {
    this.#internals.image(image, x, y, { width, height })
  }

  /** Fills a shape of SVG path data, whose own origin is put at a point. */
  shape(path: string, x: number, y: number, factor: number, fill: string): void {
    this.doc.save().translate(x, y).scale(factor).path(path).fill(fill).restore()
    // the colour that was set inside is forgotten with the rest
    this.#fill = ""
  }

  /** Makes an area lead somewhere. */
  link(target: Target, x: number, y: number, width: number, height: number): void {
    if (target.kind === "web")
      this.#internals.annotate(x, y, width, height, { Subtype: "Link", A: this.#actionTo(target.url) })
    else this.doc.goTo(x, y, width, height, this.#name(target.key))
  }

  /** What opens an address: written once, however many lines of text lead there. */
  #actionTo(url: string): Reference {
    const known = this.#actions.get(url)
    if (known !== undefined) return known
    const action = this.#internals.ref({ S: "URI", URI: new String(url) })
    action.end()
    this.#actions.set(url, action)
    return action
  }

  /** A place that links can jump to. The first of two with one key counts. */
  place(key: string, y: number): void {
    const name = this.#name(key)
    if (this.#reached.has(name)) return
    this.#reached.add(name)
    this.doc.addNamedDestination(name, "XYZ", 0, Math.max(0, y), null)
  }

  /** A place at the top of an earlier sheet. */
  placeOn(sheet: PDFKit.PDFPage, key: string): void {
    const { page: now } = this.doc
    this.doc.page = sheet
    this.place(key, 0)
    this.doc.page = now
  }

  /** Keys of the places that links lead to and that were never reached. */
  unreached(): ReadonlyArray<string> {
    return [...this.#places].flatMap(([key, name]) => (this.#reached.has(name) ? [] : [key]))
  }

  /** Names sort alike by every order: readers of PDFs search them by halves. */
  #name(key: string): string {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const name = `p${String(this.#places.size).padStart(7, "0")}`
    this.#places.set(key, name)
    return name
  }
}
