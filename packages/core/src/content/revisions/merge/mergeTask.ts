/** Merges of texts: tasks. */
import {
  type MergedEdits,
  type MergedText,
  type MergeOptions,
  mergeEdits,
  mergeText,
  type SettledCollision,
  type SideNames
} from "@octavo/document"
import { task } from "../../../kernel/compute/Task.ts"

/** Two texts that came from one, together. */
export const mergeTexts = task(
  "merge",
  ({
    base,
    names,
    options,
    ours,
    theirs
  }: {
    readonly base: string
    readonly ours: string
    readonly theirs: string
    readonly names: SideNames
    readonly options: MergeOptions
  }): MergedText => mergeText(base, ours, theirs, names, options)
)

/** A text that was edited, put into what stands there now. */
export const mergedEdits = task(
  "edits",
  ({
    base,
    mine,
    settled,
    theirs
  }: {
    readonly base: string
    readonly mine: string
    readonly theirs: string
    readonly settled: ReadonlyArray<SettledCollision>
  }): MergedEdits => mergeEdits(base, mine, theirs, settled)
)
