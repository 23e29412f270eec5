/** Three-way merge of plain data, field by field. Symmetric: the sides may be exchanged. */
import { canonicalJson, sameJson } from "../model/MapNode.ts"

/** A field that both sides set, and not alike. */
export interface FieldConflict {
  /** Name of the field; `layout.width` where fields are merged within one. */
  readonly field: string
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** How a value that both sides set is decided on: the same, whichever side is called ours. */
export type Pick = (ours: unknown, theirs: unknown) => unknown

/** Whose value counts where both set one, if that was decided; `field` as in conflicts. */
export type Settle = (conflict: FieldConflict) => "ours" | "theirs" | undefined

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
 * @param settle decides where both sides differ, and it is no conflict
 */
export const mergeFields = (
  base: Fields | undefined,
  ours: Fields,
  theirs: Fields,
  options: { readonly nested?: ReadonlySet<string>; readonly pick?: Pick; readonly settle?: Settle | undefined } = {}
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
      const within = (one: FieldConflict): FieldConflict => ({ ...one, field: `${field}.${one.field}` })
      const inner = mergeFields(isRecord(b) ? b : undefined, o, t, {
        pick,
        settle: (one) => options.settle?.(within(one))
      })
      merged = inner.value
      conflicts.push(...inner.conflicts.map(within))
    } else {
      const conflict = { field, base: b, ours: o, theirs: t }
      const settled = options.settle?.(conflict)
      if (settled !== undefined) merged = conflict[settled]
      else {
        // what one side removed and the other changed stays
        merged = o === undefined ? t : t === undefined ? o : pick(o, t)
        conflicts.push(conflict)
      }
    }
    if (merged !== undefined) value[field] = merged
  }
  return { value, conflicts }
}

const isRecord = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const same = (a: unknown, b: unknown): boolean => a === b || (a !== undefined && b !== undefined && sameJson(a, b))
