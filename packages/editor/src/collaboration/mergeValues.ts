/** Three-way merge of what a node says of itself: its attributes, and the marks of a text. */
import { Mark } from "prosemirror-model"
import { sameJson } from "./attributes.ts"
import { isRenewed } from "./numbering.ts"

export interface MergedValues {
  readonly values: Readonly<Record<string, unknown>>
  /** Whether both sides set one value, and not alike: then it is mine. */
  readonly isConflict: boolean
}

type Values = Readonly<Record<string, unknown>>

/** Field by field, also in fields that hold fields. What the server makes anew is that of theirs. */
export const mergeValues = (base: Values, mine: Values, theirs: Values): MergedValues => {
  const values: Record<string, unknown> = {}
  let isConflict = false
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, own, other] = [base[name], mine[name], theirs[name]]
    let value = own
    if (sameJson(was, own) || isRenewed(name)) value = other
    else if (isRecord(was) && isRecord(own) && isRecord(other)) {
      const inner = mergeValues(was, own, other)
      value = inner.values
      isConflict ||= inner.isConflict
    } else if (!sameJson(was, other) && !sameJson(own, other)) isConflict = true
    if (value !== undefined) values[name] = value
  }
  return { values, isConflict }
}

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A mark that either side took away goes, one that either side set is there. */
export const mergeMarks = (
  base: ReadonlyArray<Mark>,
  mine: ReadonlyArray<Mark>,
  theirs: ReadonlyArray<Mark>
): ReadonlyArray<Mark> => {
  if (Mark.sameSet(base, mine)) return theirs
  if (Mark.sameSet(base, theirs)) return mine
  const kept = theirs.filter((mark) => mark.isInSet(mine) || !mark.isInSet(base))
  const set = mine.filter((mark) => !mark.isInSet(base))
  return set.reduce<ReadonlyArray<Mark>>((marks, mark) => mark.addToSet(marks), kept)
}
