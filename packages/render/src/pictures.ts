/** Copies of pictures of other hosts, where texts name the pictures. Pure. */
import type { KeptPicture } from "@octavo/core/content/remote-pictures/RemotePicture"
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import { remotePictureUrl } from "@octavo/document"
import type { ResolvedPicture } from "./references.ts"

/** By their addresses, as `remotePictureUrl` writes them. */
export type KeptPictures = ReadonlyMap<string, KeptPicture>

export const keptPictures = (kept: ReadonlyArray<KeptPicture>): KeptPictures =>
  new Map(kept.map((picture) => [picture.url, picture]))

/** A copy as a file, which no content has; `undefined` of what is not drawn. */
export const fileOfPicture = ({ copy, id }: KeptPicture): FileRecord | undefined => {
  if (copy === null) return undefined
  const { blob, contentType, height, size, width } = copy
  return {
    id,
    name: `picture${extensions.get(contentType) ?? ""}`,
    contentType,
    size,
    blob,
    ...(width === null || height === null ? {} : { dimensions: { width, height } })
  }
}

/** Hosts of files tell a picture by its name. */
const extensions: ReadonlyMap<string, string> = new Map([
  ["image/apng", ".png"],
  ["image/avif", ".avif"],
  ["image/bmp", ".bmp"],
  ["image/gif", ".gif"],
  ["image/jpeg", ".jpg"],
  ["image/png", ".png"],
  ["image/svg+xml", ".svg"],
  ["image/webp", ".webp"],
  ["image/x-icon", ".ico"]
])

/** Address of a copy on the site: it names the bytes, so it may be cached for ever. */
export const pictureHref = (basePath: string, { blob, id, name }: FileRecord): string =>
  `${basePath}~pictures/${id}/${blob.slice(0, 16)}/${name}`

/**
 * The copy of the picture at an address, where there is one.
 * @param addressOf address of a file for whoever sees it
 */
export const pictureAt = (
  pictures: KeptPictures,
  src: string,
  addressOf: (file: FileRecord) => string
): ResolvedPicture | undefined => {
  const url = pictures.size === 0 ? undefined : remotePictureUrl(src)
  const found = url === undefined ? undefined : pictures.get(url)
  if (found === undefined) return undefined
  const file = fileOfPicture(found)
  if (file === undefined) return "tracker"
  const { contentType, dimensions, name, size } = file
  return { url: addressOf(file), name, size, contentType, ...dimensions }
}
