/**
 * Images of the space's files. Bytes come from the caller alone: nothing here opens a path or an address. What is no
 * image, too large or broken is `undefined`, and the page shows a gentle mark instead.
 */
import { readFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { inflateSync } from "node:zlib"
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import { loadResvg } from "@octavo/render/resvg"
import type { Canvas, OpenImage } from "./canvas.ts"

/** An image that is in the PDF. */
export interface Picture {
  readonly image: OpenImage
  /** Natural size in points: a pixel of the web is 3/4 of one. */
  readonly width: number
  readonly height: number
}

const mostBytes = 25_000_000
const mostPixels = 24_000_000
/** SVG is drawn at this many pixels for one of its own, and never larger than the second number. */
const vectorScale = 3
const mostVectorWidth = 2_000

const drawable = new Set(["image/png", "image/jpeg", "image/gif", "image/svg+xml"])

/** Reads an image and writes it into the PDF, so that its bytes need not be kept. */
export const readPicture = async (
  canvas: Canvas,
  file: FileRecord,
  read: () => Promise<Uint8Array>
): Promise<Picture | undefined> => {
  if (file.size > mostBytes || !drawable.has(file.contentType)) return undefined
  const bytes = await read()
  try {
    switch (file.contentType) {
      case "image/svg+xml": {
        const drawn = await rasterized(bytes)
        return drawn && (await embedded(canvas, drawn.bytes, drawn))
      }
      case "image/gif": {
        const size = file.dimensions
        if (size === undefined || size.width * size.height > mostPixels) return undefined
        const drawn = await rasterized(wrapped(bytes, file.contentType, size), size.width)
        return drawn && (await embedded(canvas, drawn.bytes, drawn))
      }
      default:
        return await embedded(canvas, bytes)
    }
  } catch {
    return undefined
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

const embedded = async (canvas: Canvas, bytes: Uint8Array, natural?: Size): Promise<Picture | undefined> => {
  const png = bytes[0] === 0x89
  if (png) checkPng(bytes)
  const image = canvas.openImage(bytes)
  if (!(image.width > 0 && image.height > 0) || image.width * image.height > mostPixels) return undefined
  await canvas.embed(image, setImmediate)
  const lies = (image.orientation ?? 1) > 4
  const size = natural ?? (lies ? { width: image.height, height: image.width } : image)
  return { image, width: size.width * 0.75, height: size.height * 0.75 }
}

/**
 * Throws unless the pixels of a PNG can be inflated to the size that its head promises: pdfkit inflates those with
 * transparency in a callback, where an error could not be caught, and without a bound.
 */
const checkPng = (bytes: Uint8Array): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Array<Uint8Array> = []
  let width = 0
  let height = 0
  let bits = 0
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (type === "IHDR") {
      width = view.getUint32(at + 8)
      height = view.getUint32(at + 12)
      const samples = [1, 0, 3, 1, 2, 0, 4][data[9]!] ?? 0
      bits = data[8]! * samples
    } else if (type === "IDAT") parts.push(data)
    else if (type === "IEND") break
    at += length + 12
  }
  if (!(width * height > 0) || width * height > mostPixels || bits === 0) throw new Error("not a usable PNG")
  // a byte for the filter of each line; interlaced images have up to twice the lines, each rounded up
  const expected = Math.ceil((width * bits) / 8) * height
  const inflated = inflateSync(Buffer.concat(parts), { maxOutputLength: expected + 16 * (height + width) + 1024 })
  if (inflated.length < expected) throw new Error("the PNG is cut short")
}

let letters: Uint8Array | undefined

/** An SVG as a PNG with transparency. The renderer runs in WebAssembly: it can reach neither files nor the network. */
const rasterized = async (bytes: Uint8Array, width?: number): Promise<({ bytes: Uint8Array } & Size) | undefined> => {
  const Resvg = await loadResvg(readFileSync)
  letters ??= readFileSync(new URL(import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")))
  const source = new TextDecoder().decode(bytes)
  const options = { font: { fontBuffers: [letters], defaultFontFamily: "Inter", sansSerifFamily: "Inter" } }
  const measure = new Resvg(source, options)
  const natural = { width: measure.width, height: measure.height }
  measure.free()
  const ratio = natural.height / natural.width
  const target = Math.round(width ?? Math.min(natural.width * vectorScale, mostVectorWidth))
  if (!(target > 0 && ratio > 0) || target * target * ratio > mostPixels) return undefined
  const drawing = new Resvg(source, { ...options, fitTo: { mode: "width", value: target } })
  const rendered = drawing.render()
  const png = rendered.asPng()
  rendered.free()
  drawing.free()
  return { bytes: png, ...natural }
}

/** A bitmap as the only thing in an SVG: its renderer reads formats that PDF does not have. */
const wrapped = (bytes: Uint8Array, contentType: string, { height, width }: Size): Uint8Array =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">` +
      `<image width="${width}" height="${height}" xlink:href="data:${contentType};base64,${Buffer.from(bytes).toString("base64")}"/></svg>`
  )
