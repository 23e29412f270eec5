/** Which parts of the store changed: a row for each, with a number that only grows. */
import { accessPart, type ChangedParts, literal } from "@octavo/storage-sql"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

export const makeChangedParts = (sql: SqlClient.SqlClient): ChangedParts => ({
  create: Effect.asVoid(
    sql`CREATE TABLE changed_parts (number INTEGER PRIMARY KEY AUTOINCREMENT, part TEXT NOT NULL UNIQUE) STRICT`
  ),
  track: (table, { columns = [], space } = {}) => {
    const part = (row: "NEW" | "OLD") => (space === undefined ? `'${accessPart}'` : `${row}.${space}`)
    // deleted and inserted: what the statement that fires a trigger says of conflicts would hold in it, too
    const note = (row: "NEW" | "OLD") =>
      `DELETE FROM changed_parts WHERE part = ${part(row)}; INSERT INTO changed_parts (part) VALUES (${part(row)});`
    const trigger = (event: string, when: string, body: string, condition = "") =>
      sql`${literal(`CREATE TRIGGER ${table}_${event} AFTER ${when} ON ${table} ${condition} BEGIN ${body} END`)}`
    const update = columns.length === 0 ? "UPDATE" : `UPDATE OF ${columns.join(", ")}`
    return Effect.all(
      [
        trigger("inserted", "INSERT", note("NEW")),
        trigger("updated", update, note("NEW")),
        ...(space === undefined
          ? []
          : [trigger("moved", `UPDATE OF ${space}`, note("OLD"), `WHEN OLD.${space} <> NEW.${space}`)]),
        trigger("deleted", "DELETE", note("OLD"))
      ],
      { discard: true }
    )
  }
})

/** Most parts whose numbers are known one by one. */
const mostParts = 100_000

/**
 * The numbers of parts. They are read when anything was committed since, by one statement.
 *
 * @param version changes with every commit that `reader` sees
 * @returns of a part, its number; `undefined` for a store without the table
 */
export const makePartNumbers = (reader: Database.Database, version: () => number) => {
  const numbers = new Map<string, number>()
  let ofEveryone = 0
  let last = 0
  let seen: number | undefined
  let since: Database.Statement<[number], { readonly number: number; readonly part: string }> | undefined

  const look = () => {
    since ??= reader.prepare("SELECT number, part FROM changed_parts WHERE number > ? ORDER BY number")
    const rows = since.all(last)
    if (seen === undefined || numbers.size + rows.length > mostParts) {
      // nothing is kept under a number that is lower
      numbers.clear()
      ofEveryone = rows.at(-1)?.number ?? last
    } else {
      for (const { number, part } of rows) {
        if (part === accessPart) ofEveryone = number
        else numbers.set(part, number)
      }
    }
    last = rows.at(-1)?.number ?? last
  }

  return (part: string): number | undefined => {
    const now = version()
    if (now !== seen) {
      try {
        look()
      } catch {
        return undefined
      }
      seen = now
    }
    return Math.max(ofEveryone, numbers.get(part) ?? 0)
  }
}
