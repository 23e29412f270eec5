/** Marks of the structured document as marks of the editor. */
import type { RichMark } from "@octavo/document/rich/model"
import { Mark } from "prosemirror-model"
import type { Data } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"

/** The marks of a leaf; undefined where they cannot be told by those of the schema. */
export const marksOf = (marks: ReadonlyArray<RichMark> = []): ReadonlyArray<Mark> | undefined => {
  if (marks.length === 0) return Mark.none
  if (!marks.every(isKnown) || new Set(marks.map(({ type }) => type)).size < marks.length) return undefined
  const made = marks.map(({ data, type }) => schema.mark(type, type === "color" ? { data } : {}))
  const sorted = Mark.setFrom(made)
  if (made.every((mark, at) => mark === sorted[at])) return sorted
  return Mark.setFrom(marks.map((mark, depth) => schema.mark(mark.type, { ...made[depth]!.attrs, depth })))
}

const plain = new Set(["bold", "italic", "strikethrough", "keyboard", "superscript", "subscript", "code"])

const isKnown = ({ data, type }: RichMark): boolean => {
  if (plain.has(type)) return Object.keys(data ?? {}).length === 0
  return type === "color" && data !== undefined && isColor(data)
}

const isColor = (data: Data): boolean =>
  Object.entries(data).every(([name, value]) => (name === "text" || name === "background") && typeof value === "string")
