/** What a comparison says of a block, an inline, a row: read for what draws it. Pure. */
import type { BlockChange, PartChange } from "@octavo/document/rich/compare"
import { deletedMark, insertedMark } from "@octavo/document/rich/compare/model"
import type { Data, RichBlock } from "./document.ts"

/** What became of a block; undefined for one that is as it was, and outside of comparisons. */
export const changeOf = (block: object): BlockChange | undefined => (block as { readonly change?: BlockChange }).change

/** Whether an inline is in one of the states alone. */
export const inlineChangeOf = (inline: object): "inserted" | "deleted" | undefined =>
  (inline as { readonly change?: "inserted" | "deleted" }).change

/** Whether a row or a column is in one of the states alone. */
export const partChangeOf = (part: object): PartChange["change"] => (part as PartChange).change

/** A block as it was, where nothing stands in it: a picture, an embed, a formula. */
export const earlierOf = (block: RichBlock): RichBlock | undefined => {
  const change = changeOf(block)
  const isEmpty = (block.nodes ?? []).length === 0 && (block.fragments ?? []).every(({ nodes }) => nodes.length === 0)
  if (change?.kind !== "edited" || !isEmpty) return undefined
  const { change: _, ...rest } = block as RichBlock & { readonly change?: BlockChange }
  return { ...rest, type: change.wasType ?? block.type, data: change.was ?? block.data ?? {} } as RichBlock
}

const names: Readonly<Record<string, string>> = {
  paragraph: "text",
  "heading-1": "a heading",
  "heading-2": "a heading",
  "heading-3": "a heading",
  "list-unordered": "a list",
  "list-ordered": "a numbered list",
  "list-tasks": "a list of tasks"
}

/** What of a block itself is another, in words: `style: info → danger`. */
export const changedOptions = (block: RichBlock): ReadonlyArray<string> => {
  const change = changeOf(block)
  if (change?.kind !== "edited") return []
  const type = change.wasType === undefined ? [] : [`was ${names[change.wasType] ?? change.wasType}`]
  return change.was === undefined ? type : [...type, ...differences(change.was, (block.data ?? {}) as Data)]
}

/** What is said elsewhere in a comparison, or to nobody. */
const silent = new Set(["definition", "records", "attributes", "fullWidth"])

const differences = (before: Data, after: Data): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [one, other] = [before[name], after[name]]
    if (silent.has(name) || JSON.stringify(one) === JSON.stringify(other)) return []
    const words = wordsOf(name)
    if (isPlain(one) && isPlain(other)) return [`${words}: ${shown(one)} → ${shown(other)}`]
    return [`${words} changed`]
  })

const isPlain = (value: unknown): boolean => value === undefined || value === null || typeof value !== "object"
const shown = (value: unknown): string =>
  value === undefined || value === null || value === "" ? "none" : String(value)

/** `lineNumbers` as `line numbers`. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Whether something in a block, or the block itself, is another than before. */
export const holdsChange = (block: RichBlock): boolean => {
  const isChanged = (node: unknown): boolean => {
    if (typeof node !== "object" || node === null) return false
    if (Array.isArray(node)) return node.some(isChanged)
    const { change, fragments, leaves, marks, nodes, type } = node as Readonly<Record<string, unknown>>
    if (change !== undefined || type === insertedMark || type === deletedMark) return true
    return [nodes, fragments, leaves, marks].some(isChanged)
  }
  return isChanged(block)
}
