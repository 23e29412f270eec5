/** Pictures of other hosts: which a page shows, how one is named, and which are there to count readers. */
import type { Node, RichTable, Root } from "./ast.ts"
import { childrenOf } from "./visit.ts"

/** Longer addresses are of nothing that somebody wrote. */
const longestUrl = 2_000

/**
 * The address of a picture of another host, by which its copy is found: without a fragment. `undefined` for all else, and
 * for one with a name and a password in it.
 */
export const remotePictureUrl = (src: string): string | undefined => {
  const written = src.trim()
  if (written.length > longestUrl || !/^https?:\/\//i.test(written)) return undefined
  const url = URL.parse(written)
  if (url === null || url.username !== "" || url.password !== "") return undefined
  url.hash = ""
  return url.href.length > longestUrl ? undefined : url.href
}

/** A length of at most one pixel, as it is written. */
const onePixel = /^[01](?:\.\d{1,9})?(?:px)?$/

/** Names of pictures that show nothing, and of what counts readers. */
const countsReaders =
  /\/(?:1x1|(?:tracking[-_]?)?pixel|beacon|web-?bug)\.(?:gif|png)$|^(?:www\.)?facebook\.com\/tr\/?$|(?:^|[./])google-analytics\.com\//i

/**
 * Whether a picture is there to count readers: told from the size that it is to have, else from the shape of its address.
 * Such a one is neither drawn nor fetched.
 */
export const isTrackingPixel = ({
  height,
  src,
  width
}: {
  readonly src: string
  readonly width?: string | undefined
  readonly height?: string | undefined
}): boolean => {
  const sides = [width, height].filter((side) => side !== undefined && side.trim() !== "")
  if (sides.length > 0 && sides.every((side) => onePixel.test(side!.trim()))) return remotePictureUrl(src) !== undefined
  const url = remotePictureUrl(src)
  if (url === undefined) return false
  const { host, pathname } = new URL(url)
  return countsReaders.test(host + pathname)
}

/** Whether a file that is named in a cell of a table is shown as a picture: told from its name, where no more is known. */
export const isNamedAsPicture = (href: string): boolean =>
  /\.(?:png|jpe?g|gif|webp|svg)$/i.test(href.split(/[?#]/, 1)[0]!)

/** Addresses of the pictures of other hosts that a text shows, each once, in its order; without those that count readers. */
export const remotePicturesIn = (root: Root): ReadonlyArray<string> => {
  const found = new Set<string>()
  const add = (src: string | undefined, size: { readonly width?: string; readonly height?: string } = {}): void => {
    const url = src === undefined ? undefined : remotePictureUrl(src)
    if (url !== undefined && !isTrackingPixel({ ...size, src: url })) found.add(url)
  }
  const walk = (node: Node): void => {
    switch (node.type) {
      case "image":
        add(node.url, node)
        add(node.darkUrl, node)
        break
      case "imagesItem":
        add(node.src, node)
        add(node.darkSrc, node)
        break
      case "htmlElement":
        if (node.tag.toLowerCase() === "img") add(node.attributes["src"], node.attributes)
        break
      case "richTable":
        for (const src of picturesOfTable(node)) add(src)
        break
    }
    for (const child of childrenOf(node)) walk(child)
  }
  walk(root)
  return Array.from(found)
}

/** What the cells of a table name as pictures: covers of cards, and files that are some. */
const picturesOfTable = ({ columns, rows }: RichTable): ReadonlyArray<string> =>
  rows.flatMap((row) =>
    row.children.flatMap(({ values }, index) => {
      const column = columns[index]
      if (column === undefined) return []
      if (column.cardCover || column.cardCoverDark) return values.slice(0, 1)
      return column.dataType === "image" || column.dataType === "files" ? values.filter(isNamedAsPicture) : []
    })
  )
