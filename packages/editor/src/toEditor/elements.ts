/** Elements without a form, in a text: the document has their two ends as sources, and what they hold between them. */
import type { RichContent, RichInline, RichLeaf } from "@octavo/document/rich/model"

/** From the first end of elements to the last one: what is edited as one, so that no end is without the other. */
export interface Elements {
  readonly object: "elements"
  readonly content: ReadonlyArray<RichLeaf | RichInline>
}

/** Leaves and inlines, those of an element together. */
export const wholes = (content: ReadonlyArray<RichContent>): ReadonlyArray<RichLeaf | RichInline | Elements> => {
  const out: Array<RichLeaf | RichInline | Elements> = []
  let inside: Array<RichLeaf | RichInline> = []
  let depth = 0
  for (const node of content.flatMap<RichLeaf | RichInline>((one) => (one.object === "text" ? one.leaves : [one]))) {
    const ends = node.object === "leaf" && node.source !== undefined ? endsIn(node.source) : none
    if (depth === 0 && ends.opened === 0 && ends.closed === 0) {
      out.push(node)
      continue
    }
    inside.push(node)
    depth = Math.max(0, depth - ends.closed) + ends.opened
    if (depth > 0) continue
    out.push({ object: "elements", content: inside })
    inside = []
  }
  if (inside.length > 0) out.push({ object: "elements", content: inside })
  return out
}

const none = { opened: 0, closed: 0 }

/** A comment, or a tag: what it begins with, its name, and what it ends with. */
const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][\w:-]*)(?![\w:-])((?:"[^"]*"|'[^']*'|[^"'<>])*)(?:>|$)/gi

const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "))

/** How many elements a source leaves open, and how many it closes that it did not open. */
const endsIn = (source: string): { readonly opened: number; readonly closed: number } => {
  let [opened, closed] = [0, 0]
  for (const [, slash, name, rest] of source.matchAll(tag)) {
    if (name === undefined || voids.has(name.toLowerCase()) || rest!.endsWith("/")) continue
    if (slash === "") opened++
    else if (opened > 0) opened--
    else closed++
  }
  return { opened, closed }
}
