/** Three-way merge of plain data, field by field. Symmetric: the sides may be exchanged. */
import { canonicalJson, sameJson } from "../model/MapNode.ts"

/** A field that both sides set, and not alike. */
export interface FieldConflict {
  /** Name of the field; `layout.width` where fields are merged within one. */
  readonly field: string
  readonly ours: unknown
  readonly theirs: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** How a value that both sides set is decided on: the same, whichever side is called ours. */
export type Pick = (ours: unknown, theirs: unknown) => unknown

/** The greater by canonical text: as good as any, and the same from both sides. */
const pickGreater: Pick = (ours, theirs) => (canonicalJson(ours) >= canonicalJson(theirs) ? ours : theirs)

export interface MergedFields {
  /** Fields of the result; absent ones are left out. */
  readonly value: Fields
  readonly conflicts: ReadonlyArray<FieldConflict>
}

/**
 * Merges records of three sides; a missing base has no fields.
 * @param nested fields that hold records and are merged field by field themselves
 * @param pick decides where both sides differ; the conflict is reported all the same
 */
export const mergeFields = (
  base: Fields | undefined,
  ours: Fields,
  theirs: Fields,
  options: { readonly nested?: ReadonlySet<string>; readonly pick?: Pick } = {}
): MergedFields => {
  const pick = options.pick ?? pickGreater
  const value: Record<string, unknown> = {}
  const conflicts: Array<FieldConflict> = []
  for (const field of new Set([...Object.keys(base ?? {}), ...Object.keys(ours), ...Object.keys(theirs)])) {
    const [b, o, t] = [base?.[field], ours[field], theirs[field]]
    let merged: unknown
    if (same(o, t) || same(b, t)) merged = o
    else if (same(b, o)) merged = t
    else if (options.nested?.has(field) === true && isRecord(o) && isRecord(t)) {
      const inner = mergeFields(isRecord(b) ? b : undefined, o, t, { pick })
      merged = inner.value
      for (const conflict of inner.conflicts) conflicts.push({ ...conflict, field: `${field}.${conflict.field}` })
    } else {
      // what one side removed and the other changed stays
      merged = o === undefined ? t : t === undefined ? o : pick(o, t)
      conflicts.push({ field, ours: o, theirs: t })
    }
    if (merged !== undefined) value[field] = merged
  }
  return { value, conflicts }
}

const isRecord = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const same = (a: unknown, b: unknown): boolean => a === b || (a !== undefined && b !== undefined && sameJson(a, b))
