/** Attributes that nodes and marks share: what the dialect says of a block or an inline is one value, `data`. */
import type { AttributeSpec, Attrs, Node } from "prosemirror-model"

export type Data = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value)

const mustBe =
  (isValid: (value: unknown) => boolean, what: string) =>
  (value: unknown): void => {
    if (!isValid(value)) throw new RangeError(`must be ${what}`)
  }

/** An object, as JSON has it. */
export const object: AttributeSpec = { default: {}, validate: mustBe(isObject, "an object") }

/** An object that must be given. */
export const neededObject: AttributeSpec = { validate: mustBe(isObject, "an object") }

/** A list, as JSON has it. */
export const list: AttributeSpec = { default: [], validate: mustBe(Array.isArray, "a list") }

export const textOrNone: AttributeSpec = { default: null, validate: "string|null" }

export const flag: AttributeSpec = { default: false, validate: "boolean" }

/** Of each node that is a block: its key in the document, and what the dialect says of it. */
export const blockAttributes = { key: textOrNone, data: object }

/** The same for blocks that say nothing without their data: the editor makes none by itself. */
export const neededAttributes = { key: textOrNone, data: neededObject }

export const dataOf = ({ attrs }: { readonly attrs: Attrs } | Node): Data => attrs["data"] as Data

/** A field of the data that is a text. */
export const textOf = (data: Data, name: string): string | undefined => {
  const value = data[name]
  return typeof value === "string" ? value : undefined
}
