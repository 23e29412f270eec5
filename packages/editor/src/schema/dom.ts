/**
 * What nodes look like in HTML. Names of elements and attributes are fixed; what a document says becomes text or the
 * value of a `data-` attribute. Addresses are those alone that an output may have, and styles there are none.
 */
import { safeImageUrl, safeUrl } from "@octavo/render/authorValues"
import type { DOMOutputSpec, Node } from "prosemirror-model"
import { type Data, dataOf, textOf } from "./attributes.ts"

type Attributes = Readonly<Record<string, string | undefined>>

/** An element around the content of a node. */
export const around =
  (tag: string, type: string, attributes: (data: Data) => Attributes = () => ({})) =>
  (node: Node): DOMOutputSpec => [tag, { "data-type": type, ...attributes(dataOf(node)) }, 0]

/** An element that shows one text of a node without content. */
export const showing =
  (tag: string, type: string, text: (data: Data) => string | undefined = () => undefined) =>
  (node: Node): DOMOutputSpec => [tag, { "data-type": type }, text(dataOf(node)) ?? ""]

/** The address of a reference, where it is one of the web; what leads into the content has none without its space. */
const urlOf = (ref: unknown): string | undefined => {
  if (typeof ref !== "object" || ref === null) return undefined
  const { kind, url } = ref as Data
  return kind === "url" && typeof url === "string" ? url : undefined
}

const passed = (url: string | undefined, pass: (url: string) => string | undefined): string | undefined =>
  url === undefined ? undefined : pass(url)

export const hrefOf = (ref: unknown): string | undefined => passed(urlOf(ref), safeUrl)

export const picture = (data: Data): DOMOutputSpec => [
  "img",
  { src: passed(urlOf(data["ref"]), safeImageUrl), alt: textOf(data, "alt") ?? "" }
]
