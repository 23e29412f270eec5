/** Which parts of the store changed: a row for each, with a number that only grows. */
import { accessPart, type ChangedParts, changedPart, literal, movingColumn, triggerName } from "@octavo/storage-sql"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Statements } from "./Statements.ts"

export const makeChangedParts = (sql: SqlClient.SqlClient): ChangedParts => ({
  create: Effect.asVoid(
    sql`CREATE TABLE changed_parts (number INTEGER PRIMARY KEY AUTOINCREMENT, part TEXT NOT NULL UNIQUE) STRICT`
  ),
  track: (table, tracking = {}) => {
    const { columns = [], except } = tracking
    // deleted and inserted: what the statement that fires a trigger says of conflicts would hold in it, too
    const note = (row: "NEW" | "OLD") => {
      const part = changedPart(tracking, row)
      return `DELETE FROM changed_parts WHERE part = (${part}); INSERT INTO changed_parts (part) ${part};`
    }
    const name = triggerName(table, tracking)
    const trigger = (event: string, when: string, body: string, condition = "") =>
      sql`${literal(`CREATE TRIGGER ${name}_${event} AFTER ${when} ON ${table} ${condition} BEGIN ${body} END`)}`
    const update = columns.length === 0 ? "UPDATE" : `UPDATE OF ${columns.join(", ")}`
    const column = movingColumn(tracking)
    return Effect.all(
      [
        trigger("inserted", "INSERT", note("NEW")),
        trigger("updated", update, note("NEW"), except === undefined ? "" : `WHEN OLD.${except} IS NEW.${except}`),
        ...(column === undefined
          ? []
          : [
              trigger("moved", `UPDATE OF ${column}`, note("OLD"), `WHEN OLD.${column} IS DISTINCT FROM NEW.${column}`)
            ]),
        trigger("deleted", "DELETE", note("OLD"))
      ],
      { discard: true }
    )
  },
  untrack: (table) =>
    Effect.flatMap(
      sql<{ name: string }>`SELECT name FROM sqlite_schema
        WHERE type = 'trigger' AND tbl_name = ${table} AND sql LIKE '%INTO changed_parts%'`,
      Effect.forEach(({ name }) => sql`DROP TRIGGER ${sql(name)}`, { discard: true })
    )
})

/** Most parts whose numbers are known one by one. */
const mostParts = 100_000

interface Row {
  readonly number: number
  readonly part: string
}

/** What is known of the numbers at some commit. */
class Numbers {
  private readonly numbers = new Map<string, number>()
  private ofEveryone = 0
  private highest = 0
  private isKnown = false

  /** @param rows that changed since, or `undefined` for a store without the table */
  add(rows: ReadonlyArray<Row> | undefined): void {
    if (rows === undefined) {
      this.isKnown = false
      return
    }
    const last = rows.at(-1)?.number
    this.highest = last ?? this.highest
    if (!this.isKnown || this.numbers.size + rows.length > mostParts) {
      // nothing is kept under a number that is lower
      this.numbers.clear()
      this.ofEveryone = last ?? this.ofEveryone
      this.isKnown = true
      return
    }
    for (const { number, part } of rows) {
      if (part === accessPart) this.ofEveryone = number
      else this.numbers.set(part, number)
    }
  }

  of(part: string): number | undefined {
    return this.isKnown ? Math.max(this.ofEveryone, this.numbers.get(part) ?? 0) : undefined
  }

  /** The highest of all. */
  get latest(): number | undefined {
    return this.isKnown ? this.highest : undefined
  }
}

/** The numbers of parts: as they were committed last, for who writes, and as they are durable, for everybody else. */
export class PartNumbers {
  readonly latest = new Numbers()
  readonly durable = new Numbers()
  private readonly writer: Statements
  private last = 0
  private later: Array<{ readonly commit: number; readonly rows: ReadonlyArray<Row> | undefined }> = []

  constructor(writer: Statements) {
    this.writer = writer
  }

  /** Reads what was committed since, by one statement. Nothing may be written that is not yet committed. */
  look(commit: number): void {
    const rows = this.changed()
    this.last = rows?.at(-1)?.number ?? this.last
    this.latest.add(rows)
    this.later.push({ commit, rows })
  }

  /** What was committed up to here is durable. */
  keep(commit: number): void {
    while (this.later.length > 0 && this.later[0]!.commit <= commit) this.durable.add(this.later.shift()!.rows)
  }

  private changed(): ReadonlyArray<Row> | undefined {
    try {
      const sql = "SELECT number, part FROM changed_parts WHERE number > ? ORDER BY number"
      return this.writer.get(sql, true).run([this.last], "rows", false)
    } catch {
      return undefined
    }
  }
}
