/** What a change of a row is noted as, for the parts of `Epoch`: how triggers of each store name it. */
import { accessPart } from "@octavo/core/kernel/shared/Epoch"

/** How a table is tracked. */
export interface Tracking {
  /** The column that names the part which changes; without it everyone's. */
  readonly part?: string
  /** What stands before that name, for a part of its own; without a column its whole name. */
  readonly prefix?: string
  /** Where the row does not name the part itself: the table with the column `part`, by the column that names its row. */
  readonly through?: { readonly table: string; readonly column: string }
  /** Of updates those of these columns alone. */
  readonly columns?: ReadonlyArray<string>
  /** A column that is written by itself alone: updates of it are not noted. */
  readonly except?: string
  /** Whether the table is tracked by something else, too. */
  readonly beside?: boolean
}

/** A query of the part that a row is of; no row where there is none. */
export const changedPart = ({ part, prefix, through }: Tracking, row: "NEW" | "OLD"): string => {
  if (part === undefined) return `SELECT '${prefix ?? accessPart}'`
  const named = (column: string) => (prefix === undefined ? column : `'${prefix} ' || ${column}`)
  return through === undefined
    ? `SELECT ${named(`${row}.${part}`)} WHERE ${row}.${part} IS NOT NULL`
    : `SELECT ${named(part)} FROM ${through.table} WHERE id = ${row}.${through.column}`
}

/** The column that a row is of another part by, once it changes; `undefined` where it is everyone's. */
export const movingColumn = ({ part, through }: Tracking): string | undefined => through?.column ?? part

/** What the names of the triggers of a table begin with. */
export const triggerName = (table: string, { beside, part, prefix }: Tracking): string =>
  beside === true ? [table, prefix, part ?? "everyone"].filter((name) => name !== undefined).join("_") : table
