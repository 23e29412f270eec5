/** Nodes that are written as HTML elements, whether Markdown or HTML stands around them (`docs/contributing/dialect.md#html`). */
import type { Button, Image, ImagesItem, Inline } from "../ast.ts"
import { isOpaqueTag, isVoidTag } from "../html-tags.ts"
import { openTag } from "./escape.ts"

export interface Element {
  open: string
  close: string
  children: ReadonlyArray<Inline>
}

type Written = readonly [name: string, value: string | undefined]

/** The element of an inline that Markdown has no syntax for. */
export const elementOf = (node: Inline): Element | undefined => {
  switch (node.type) {
    case "mark": {
      const color = node.color === undefined ? "" : `color:${node.color};`
      const background = node.background === undefined ? "" : `background-color:${node.background};`
      return wrap("mark", [["style", color + background || undefined]], node.children)
    }
    case "sub":
    case "sup":
    case "kbd":
      return wrap(node.type, [], node.children)
    case "button":
      return makeButton(node)
    case "icon": {
      const style = node.color === undefined ? undefined : `color:${node.color};`
      const attributes: Written[] = [
        ["class", `fa-${node.name}`],
        ["style", style]
      ]
      return { open: `${openTag("i", attributes)}:${node.name}:`, close: "</i>", children: [] }
    }
    case "emoji": {
      const attributes: Written[] = [
        ["data-gb-custom-inline", ""],
        ["data-tag", "emoji"],
        ["data-code", node.code]
      ]
      return { open: openTag("span", attributes) + node.value, close: "</span>", children: [] }
    }
    case "htmlElement":
      return {
        open: openTag(node.tag, Object.entries(node.attributes)),
        close: isVoidTag(node.tag) ? "" : `</${node.tag}>`,
        children: isOpaqueTag(node.tag) ? [] : (node.children as Inline[])
      }
    default:
      return undefined
  }
}

export const wrap = (tag: string, attributes: ReadonlyArray<Written>, children: ReadonlyArray<Inline>): Element => ({
  open: openTag(tag, attributes),
  close: `</${tag}>`,
  children
})

/** Attributes as written where they say what the node says; what the node says else. */
const makeButton = ({ kind, url, icon, action, query, attributes, children }: Button): Element => {
  const classes = (attributes["class"] ?? "").split(/\s+/)
  const same = classes.includes("button") && classes.includes("secondary") === (kind === "secondary")
  const own: Record<string, string | undefined> = {
    ...(url === undefined ? { type: "button" } : { href: url }),
    class: `button ${kind}`,
    ...(url === undefined ? { "data-action": action, "data-query": query } : {}),
    "data-icon": icon
  }
  if (Object.keys(attributes).length === 0) {
    return wrap(url === undefined ? "button" : "a", Object.entries(own), children)
  }
  const wanted: Record<string, string | undefined> = {
    ...attributes,
    href: url,
    class: same ? attributes["class"] : own["class"],
    "data-action": action,
    "data-query": query,
    "data-icon": icon
  }
  return wrap(url === undefined ? "button" : "a", Object.entries(wanted), children)
}

export const isPlainImage = (image: Image): boolean =>
  [image.size, image.width, image.height, image.darkUrl, image.drawing].every((one) => one === undefined)

/** `<img>`, in a `<picture>` when there is a dark variant. */
export const imageElement = (image: Image): string => {
  const { url, darkUrl, alt, title, size, width, height, drawing } = image
  const element = openTag("img", [
    ["src", url],
    ["alt", alt],
    ["title", title],
    ["width", width],
    ["height", height],
    ["data-size", size],
    ["class", drawing === true ? "gitbook-drawing" : undefined]
  ])
  if (darkUrl === undefined) return element
  const source = openTag("source", [
    ["srcset", darkUrl],
    ["media", "(prefers-color-scheme: dark)"]
  ])
  return `<picture>${source}${element}</picture>`
}

/** The image of an item, in its link. */
export const itemImage = ({ src, darkSrc, alt, title, width, height, drawing, href, position }: ImagesItem): string => {
  const element = imageElement({
    type: "image",
    url: src,
    alt: alt ?? "",
    ...(darkSrc !== undefined && { darkUrl: darkSrc }),
    ...(title !== undefined && { title }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(drawing === true && { drawing }),
    position
  })
  return href === undefined ? element : `${openTag("a", [["href", href]])}${element}</a>`
}
