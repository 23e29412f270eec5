/** Images: `<img>`, `<picture>` with a dark variant, `<figure>` with a caption, and their wrappers. */
import type { Align, Attributes, Block, Content, Image, Images, ImagesItem, Position } from "./ast.ts"
import { isBlock, makeImages, toBlocks } from "./content.ts"

export const makeImage = (attributes: Attributes, position: Position): Image => {
  const { src = "", alt = "", title, width, height } = attributes
  const size = attributes["data-size"]
  return {
    type: "image",
    url: src,
    alt,
    ...(title !== undefined && { title }),
    ...((size === "line" || size === "original") && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...((attributes["class"] ?? "").split(/\s+/).includes("gitbook-drawing") && { drawing: true }),
    position
  }
}

const isDark = (attributes: Attributes): boolean => (attributes["media"] ?? "").includes("dark")

/** The image of a `<picture>`, with the source for dark colour schemes; undefined when it has no image. */
export const makePicture = (children: ReadonlyArray<Content>, position: Position): Image | undefined => {
  const image = children.find((child) => child.type === "image")
  if (image === undefined) return undefined
  const dark = children.find(
    (child) => child.type === "htmlElement" && child.tag === "source" && isDark(child.attributes)
  )
  const sources = dark?.type === "htmlElement" ? dark.attributes["srcset"] : undefined
  // One path, which may hold spaces; at most a descriptor follows.
  const darkUrl = sources
    ?.trim()
    .replace(/\s\d+(?:\.\d+)?[wx]$/, "")
    .trim()
  return { ...image, ...(darkUrl !== undefined && darkUrl !== "" && { darkUrl }), position }
}

/** A figure around images; undefined when it holds none (a figure of a table or code stays an element). */
export const makeFigure = (
  attributes: Attributes,
  children: ReadonlyArray<Content>,
  position: Position
): Images | undefined => {
  const caption: Block[] = []
  const items: ImagesItem[] = []
  for (const child of children) {
    if (child.type === "htmlElement" && child.tag === "figcaption") {
      for (const block of toBlocks(child.children)) caption.push(block)
    } else {
      for (const item of imagesOf(child)) items.push(item)
    }
  }
  const last = items[items.length - 1]
  if (last === undefined) return undefined
  if (caption.length > 0) last.children = caption
  // The caption belongs to the last image, wherever it stands.
  if (items.length === 1 || caption.length > 0) last.position = position
  const align = attributes["align"]
  const aligned = align === "left" || align === "center" || align === "right"
  return { type: "images", ...(aligned && { align }), children: items, position }
}

/** The image items that a node inside of a figure stands for. */
const imagesOf = (node: Content): ImagesItem[] => {
  if (node.type === "image") return makeImages(node).children
  if (node.type === "images") return node.children.map((item) => ({ ...item }))
  if (node.type === "link" && node.children.length === 1 && node.children[0]!.type === "image") {
    return makeImages(node.children[0]).children.map((item) => ({ ...item, href: node.url }))
  }
  if (node.type === "paragraph" || node.type === "htmlElement") return node.children.flatMap(imagesOf)
  return []
}

/** `<div align data-full-width data-with-frame>` around nothing but figures or images: one image block. */
export const makeGallery = (
  attributes: Attributes,
  align: Align | undefined,
  children: ReadonlyArray<Content>,
  position: Position
): Images | undefined => {
  const flags = { fullWidth: attributes["data-full-width"], withFrame: attributes["data-with-frame"] }
  const isSaid = [align, flags.fullWidth, flags.withFrame].some((one) => one !== undefined)
  const blocks = children.some(isBlock) ? toBlocks(children) : isSaid ? bareImages(children) : []
  if (blocks.length === 0 || !blocks.every((block) => block.type === "images")) return undefined
  return {
    type: "images",
    ...(align !== undefined && { align }),
    ...(isSet(flags.fullWidth) && { fullWidth: true }),
    ...(isSet(flags.withFrame) && { withFrame: true }),
    children: blocks.flatMap((block) => block.children),
    position
  }
}

/** Images as they stand in a line, each as a block of its own; none when there is anything else. */
const bareImages = (children: ReadonlyArray<Content>): Images[] => {
  const images = children.filter((child) => child.type !== "text" || child.value.trim() !== "")
  const isBare = (node: Content): boolean =>
    node.type === "image"
      ? node.size === undefined
      : node.type === "link" && node.children.length === 1 && isBare(node.children[0]!)
  if (!images.every(isBare)) return []
  return images.map((node) => ({ type: "images", children: imagesOf(node), position: node.position }))
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "false"
