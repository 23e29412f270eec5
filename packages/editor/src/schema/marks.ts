/** Marks, the outermost first. Links and annotations are marks, too: text in them is edited like any other. */
import { colors } from "@octavo/document/rich/model"
import type { Mark, MarkSpec } from "prosemirror-model"
import { dataOf, list, object, textOf } from "./attributes.ts"
import { hrefOf } from "./dom.ts"

/** Place among the marks of a text, the outermost 0, where it is not the one that the order of the schema gives. */
const depth = { default: null, validate: "number|null" }

/** Tells neighbours apart that are equal: two links to one address are not one. */
const turn = { default: 0, validate: "number" }

const simple = (tag: string): MarkSpec => ({ attrs: { depth }, toDOM: () => [tag, 0] })

const color = (mark: Mark, name: string): string | undefined => {
  const value = textOf(dataOf(mark), name)
  return value !== undefined && colors.has(value) ? value : undefined
}

export const marks = {
  link: {
    attrs: { data: object, turn },
    inclusive: false,
    excludes: "link annotation",
    toDOM: (mark) => ["a", { href: hrefOf(dataOf(mark)["ref"]), rel: "noopener noreferrer" }, 0]
  },
  /** A note to a text. Its body is a document of its own: the fragments of the annotation. */
  annotation: {
    attrs: { data: object, fragments: list, turn },
    inclusive: false,
    excludes: "link annotation",
    toDOM: () => ["span", { "data-type": "annotation" }, 0]
  },
  bold: simple("strong"),
  italic: simple("em"),
  strikethrough: simple("s"),
  keyboard: simple("kbd"),
  superscript: simple("sup"),
  subscript: simple("sub"),
  color: {
    attrs: { depth, data: object },
    toDOM: (mark) => ["mark", { "data-color": color(mark, "text"), "data-background": color(mark, "background") }, 0]
  },
  code: { ...simple("code"), code: true }
} satisfies Record<string, MarkSpec>
