/**
 * Two states of a document as one: what was deleted and what was inserted stand beside each other, in the blocks that they
 * are part of. It is a document of blocks like those that it was made of, so that what draws a page draws a comparison;
 * marks and fields say what changed. `sides.ts` takes either state out of it again.
 */
import type { Data, RichBlock, RichContent, RichDocument, RichFragment, RichInline, RichText } from "../model.ts"

/** What became of a block. One without a change is as it was, with all that is in it. */
export interface BlockChange {
  /** `edited`: its data or its type are others. Words, blocks and rows that changed in it say so themselves. */
  readonly kind: "added" | "removed" | "edited"
  /** Its data before, where they changed. */
  readonly was?: Data
  /** Its type before: a paragraph that became a heading. */
  readonly wasType?: string
  /** Of a block that went elsewhere as it is: both places, where it was removed and where it was added, have one number. */
  readonly move?: number
}

/** The marks of leaves that are in one of the states alone. */
export const insertedMark = "inserted"
export const deletedMark = "deleted"

/** Whether something stands in both states, or in one. */
export type Side = "both" | "before" | "after"

export type ComparedText = RichText

export interface ComparedInline extends Omit<RichInline, "nodes"> {
  /** Of one that is in one of the states alone, whole. */
  readonly change?: "inserted" | "deleted"
  readonly nodes?: ReadonlyArray<ComparedContent>
}

export type ComparedContent = ComparedText | ComparedInline

export interface ComparedFragment extends Omit<RichFragment, "nodes"> {
  readonly nodes: ReadonlyArray<ComparedBlock>
  /** Of a fragment that is in one of the states alone. */
  readonly change?: "added" | "removed"
}

export interface ComparedBlock extends Omit<RichBlock, "nodes" | "fragments"> {
  readonly change?: BlockChange
  readonly nodes?: ReadonlyArray<ComparedBlock | ComparedContent>
  readonly fragments?: ReadonlyArray<ComparedFragment>
}

export interface ComparedDocument extends Omit<RichDocument, "nodes"> {
  readonly nodes: ReadonlyArray<ComparedBlock>
}

/** What a row or a column of a table has besides its own fields, where it is in one of the states alone. */
export interface PartChange {
  readonly change?: "added" | "removed"
  /** Of a row: its values before, of columns that hold no text. Of a column: its fields before. */
  readonly was?: Data
}

/** What says nothing of a page: keys, and anchors of headings. */
const silent = new Set(["key", "meta", "isVoid"])

/** Equal for values that say the same. */
export const saying = (value: unknown): string =>
  JSON.stringify(value, (name, one: unknown) => {
    if (silent.has(name)) return undefined
    const isEmpty = typeof one === "object" && one !== null && Object.keys(one).length === 0
    return isEmpty ? undefined : one
  }) ?? ""

export type { RichBlock, RichContent }
