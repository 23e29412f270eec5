/** What was fetched as a picture, told from its bytes alone: servers say of anything that it is one. */
import { Effect } from "effect"
import { utf8 } from "../../kernel/shared/hash.ts"
import { mediaHeadBytes, readMedia } from "../revisions/media.ts"
import { pictureTypes } from "./RemotePicture.ts"

export interface PictureFound {
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
}

/** The picture that bytes are; `tracker` for a single pixel, `undefined` for what is none. */
export const readPicture = Effect.fnUntraced(function* (
  bytes: Uint8Array
): Effect.fn.Return<PictureFound | "tracker" | undefined> {
  const head = bytes.subarray(0, mediaHeadBytes)
  const { contentType, dimensions } = yield* readMedia("", head)
  const isDrawing = contentType === "image/svg+xml"
  if (!pictureTypes.has(contentType) || (isDrawing && !beginsAsDrawing(head))) return undefined
  if (dimensions === undefined) return isDrawing ? { contentType, width: null, height: null } : undefined
  const width = Math.round(dimensions.width)
  const height = Math.round(dimensions.height)
  return width <= 1 && height <= 1 && !isDrawing ? "tracker" : { contentType, width, height }
})

/** What may stand before the first element of XML, with what ends it. */
const before = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!", ">"]
] as const

/** Whether the first element is a drawing: a page of HTML may have one in it. */
const beginsAsDrawing = (head: Uint8Array): boolean => {
  let text = utf8
    .decode(head)
    .replace(/^\uFEFF/, "")
    .trimStart()
  for (let part = 0; part < 100; part++) {
    const found = before.find(([begin]) => text.startsWith(begin))
    if (found === undefined) return /^<(?:svg:)?svg[\s>/]/.test(text)
    const end = text.indexOf(found[1], found[0].length)
    if (end === -1) return false
    text = text.slice(end + found[1].length).trimStart()
  }
  return false
}
