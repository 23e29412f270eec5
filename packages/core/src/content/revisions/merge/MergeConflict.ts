/** Places where the sides of a merge do not agree, and what somebody decided about them. */
import type { SideNames } from "@octavo/document"
import { contentHash, utf8 } from "../../../kernel/shared/hash.ts"
import { canonicalJson } from "../model/MapNode.ts"
import type { FieldConflict } from "./mergeFields.ts"

/** A place where the sides did not agree. The merge went on: both texts are kept, or the record that was changed. */
export interface MergeConflict {
  readonly kind: "page" | "file" | "reusable-content" | "variable" | "tag"
  readonly id: string
  readonly title: string
  readonly reason: /** Both changed the same lines: both stand in the text, between markers. */
    | "text"
    /** Both set a field; `field` names it, one value was kept. */
    | "field"
    /** Both moved it to different places, or below each other. */
    | "place"
    /** One side deleted what the other changed or put something below: it is kept. */
    | "deleted"
  readonly field?: string
  /** What each side has there; absent where nothing can be chosen. */
  readonly sides?: ConflictSides
  /** What the sides are called where both stand in the text already, between markers. */
  readonly names?: SideNames
}

/** What a place was and what each side made of it: lines, a value, a parent, a record; `null` for nothing. */
export interface ConflictSides {
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
}

/** Whose version counts, for conflicts that somebody decided; lines are settled with their texts. */
export type SettleConflict = (conflict: MergeConflict) => "ours" | "theirs" | undefined

export interface MergePreference {
  /** Where both sides set a field or a place differently, this one's counts; else the later change does. */
  readonly prefer?: "ours" | "theirs" | undefined
}

/** How a merge decides where the sides do not agree. */
export interface MergeDecisions extends MergePreference {
  readonly settle?: SettleConflict | undefined
}

/** What somebody decided about a conflict: whose version counts; of lines also both, or others in their place. */
export interface SettledConflict {
  /** As `conflictKey` gives it. */
  readonly conflict: string
  readonly take: "ours" | "theirs" | "both" | { readonly text: string }
}

/** The titles of those that have it. */
export const existence = (
  ...records: readonly [base: Named | undefined, ours: Named | undefined, theirs: Named | undefined]
): ConflictSides => {
  const [base, ours, theirs] = records.map((record) => (record === undefined ? null : (record.title ?? record.name)))
  return { base, ours, theirs }
}
type Named = { readonly title?: string; readonly name?: string; readonly body?: string }

/** Values of a field; `null` for one that is not set. */
export const sidesOf = ({ base, ours, theirs }: Omit<FieldConflict, "field">): ConflictSides => ({
  base: base ?? null,
  ours: ours ?? null,
  theirs: theirs ?? null
})

/** Names a conflict by all that it is about: another version of either side is another conflict. */
export const conflictKey = ({ field, id, kind, names, reason, sides }: MergeConflict): string => {
  const about = [kind, id, reason, field ?? null, sides ?? null, names ?? null]
  return contentHash(utf8.encode(canonicalJson(about))).slice(0, 32)
}

/** A conflict as it is told of: where, and not what each side has there. */
export type ConflictPlace = Omit<MergeConflict, "sides" | "names">

/** The places of conflicts, each once: a text may have several. */
export const conflictPlaces = (conflicts: ReadonlyArray<MergeConflict>): ReadonlyArray<ConflictPlace> => {
  const places = new Map<string, ConflictPlace>()
  for (const { names: _, sides: __, ...place } of conflicts) places.set(canonicalJson(place), place)
  return [...places.values()]
}
