/** What merging and updating answer. */
import type { MergedContent } from "../revisions/merge/ContentMerge.ts"
import type { ConflictPlace } from "../revisions/merge/MergeConflict.ts"
import type { MergeRulesLook } from "./MergeGate.ts"

/** What came of a merge or an update: the revision, and where the sides did not agree. */
export interface MergeOutcome<Result extends string> {
  readonly revision: string
  /** With `conflicts` it was done all the same: both sides are kept, and want a look. */
  readonly result: Result | "conflicts"
  readonly conflicts?: ReadonlyArray<ConflictPlace>
}

/** What stands between a change request and its merge. */
export interface MergeChecks {
  /** The revision of the draft that was looked at. */
  readonly revision: string
  /** The merge rules that do not hold, and who could make each hold. */
  readonly rules: MergeRulesLook["unmet"]
  /** Whether the caller may merge although they do not. */
  readonly bypassed: boolean
  /** Where the draft and the primary content do not go together. A merge keeps both sides. */
  readonly conflicts: ReadonlyArray<ConflictPlace>
}

/** Both sides were the same. */
export const noConflicts: Pick<MergedContent, "conflicts"> = { conflicts: [] }

export const mergeOutcome = <Result extends string>(
  revision: string,
  result: Result,
  { conflicts }: Pick<MergedContent, "conflicts">
): MergeOutcome<Result> =>
  conflicts.length === 0 ? { revision, result } : { revision, result: "conflicts", conflicts }
