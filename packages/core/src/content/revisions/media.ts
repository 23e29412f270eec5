/** What a file is, from its bytes rather than its name: content type and, for images, their size in pixels. */

import { Effect } from "effect"
import { fileTypeFromBuffer } from "file-type"
import { imageSize } from "image-size"
import { utf8 } from "../../kernel/shared/hash.ts"

export interface Media {
  readonly contentType: string
  readonly dimensions?: { readonly width: number; readonly height: number }
}

/** How many bytes from the start are enough to tell. */
export const mediaHeadBytes = 256 * 1024

/** Text has no marks of its own: its kind is in the name, and only kinds that are harmless as text are told apart. */
const textTypes: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  csv: "text/csv",
  md: "text/markdown",
  xml: "application/xml",
  html: "text/html",
  css: "text/css"
}

/** @param head the first `mediaHeadBytes` bytes, or all there are */
export const readMedia = (name: string, head: Uint8Array): Effect.Effect<Media> =>
  Effect.promise(async () => {
    const known = await fileTypeFromBuffer(head).catch(() => undefined)
    const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""
    const text = known === undefined || known.mime === "application/xml" ? asText(head) : undefined
    const contentType =
      text === undefined
        ? (known?.mime ?? "application/octet-stream")
        : /<svg[\s>]/i.test(text.slice(0, 4096))
          ? "image/svg+xml"
          : (textTypes[extension] ?? known?.mime ?? "text/plain")
    if (!contentType.startsWith("image/")) return { contentType }
    const size = dimensionsOf(head)
    return size === undefined ? { contentType } : { contentType, dimensions: size }
  })

const asText = (head: Uint8Array): string | undefined => {
  const text = utf8.decode(head)
  // a cut character at the end of the head is no reason to call it binary
  return text.includes("\0") || text.slice(0, -4).includes("\uFFFD") ? undefined : text
}

const dimensionsOf = (head: Uint8Array): Media["dimensions"] | undefined => {
  try {
    const { width, height, orientation } = imageSize(head)
    if (!(width > 0) || !(height > 0)) return undefined
    // EXIF orientations 5 to 8 lie on their side
    return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}
