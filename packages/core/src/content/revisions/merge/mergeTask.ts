/** Merges of texts: tasks. */
import {
  type MarkedClash,
  type MergedEdits,
  type MergedText,
  type MergeOptions,
  markedClashes,
  mergeEdits,
  mergeText,
  type SettledCollision,
  type SideNames,
  settleMarked,
  type Take
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

/** The places of a text where both sides stand between markers. */
export const markedPlaces = task(
  "marked",
  ({ text }: { readonly text: string }): ReadonlyArray<MarkedClash> => markedClashes(text)
)

/** A text with what was decided in such places. @param takes by `clashName` */
export const settledMarks = task(
  "settled",
  ({ takes, text }: { readonly text: string; readonly takes: ReadonlyMap<string, Take> }): string =>
    settleMarked(text, (clash) => takes.get(clashName(clash)))
)

/** One name for equal places. */
export const clashName = ({ names, ours, theirs }: MarkedClash): string =>
  JSON.stringify([ours, theirs, names.ours, names.theirs])
