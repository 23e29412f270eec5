import { type MergedText, type MergeOptions, mergeText, type SideNames } from "@octavo/document"
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
