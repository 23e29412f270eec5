/** Pictures, files and embeds, with their captions. */
import type { NodeSpec } from "prosemirror-model"
import { blockAttributes, dataOf, neededAttributes, object, textOf } from "./attributes.ts"
import { around, hrefOf, picture } from "./dom.ts"

const captioned = { content: "caption?", attrs: neededAttributes, isolating: true }

/** Of an image that is made because one is needed. */
const noPicture = { ref: { kind: "url", url: "" } }

export const media = {
  images: {
    group: "block",
    content: "image+",
    attrs: blockAttributes,
    toDOM: around("div", "images")
  },
  image: {
    ...captioned,
    attrs: { ...blockAttributes, data: { ...object, default: noPicture } },
    draggable: true,
    toDOM: (node) => ["figure", { "data-type": "image" }, picture(dataOf(node)), ["div", 0]]
  },
  embed: {
    ...captioned,
    group: "block",
    toDOM: (node) => {
      const url = textOf(dataOf(node), "url") ?? ""
      const link = ["a", { href: hrefOf({ kind: "url", url }), rel: "noopener noreferrer" }, url] as const
      return ["figure", { "data-type": "embed" }, link, ["div", 0]]
    }
  },
  file: {
    ...captioned,
    group: "block",
    toDOM: around("figure", "file")
  },
  caption: {
    content: "paragraph+",
    defining: true,
    isolating: true,
    toDOM: () => ["figcaption", 0]
  }
} satisfies Record<string, NodeSpec>
