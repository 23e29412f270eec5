import type { ColumnKind, TableShape } from "@octavo/core/connections/backups/Portable"
import type { Alternative } from "@octavo/core/content/content-index/SearchQuery"
import type { TermClasses } from "@octavo/core/content/content-index/terms"
import { Array as Arr, Context, type Effect } from "effect"
import * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import type { Tracking } from "./changedParts.ts"

/**
 * What differs between the stores, as named capabilities. Queries ask for a capability, never for a product.
 *
 * Values are kept the same way in both stores, so that one row decoder serves:
 * text as text (compared and ordered by code point), integers and counts as JS numbers, booleans as 0 or 1,
 * timestamps as ISO 8601 text in UTC with milliseconds (so that text order is time order), JSON as text, bytes as bytes.
 */
export interface DialectShape {
  /** For people and logs only. */
  readonly kind: "sqlite" | "postgres"
  /** Column types for migrations. */
  readonly types: {
    /** Binary collation: `ORDER BY`, `<`, unique indexes and key ranges agree in both stores. Also JSON, timestamps. */
    readonly text: Statement.Fragment
    /** 64 bits; read back as a number. Also booleans. */
    readonly integer: Statement.Fragment
    readonly real: Statement.Fragment
    readonly bytes: Statement.Fragment
  }
  /** Goes after the closing parenthesis of CREATE TABLE: makes SQLite check types as Postgres does. */
  readonly tableOptions: Statement.Fragment
  /** Goes last in a SELECT inside a transaction: holds the rows until the transaction ends. */
  readonly rowLock: Statement.Fragment
  /** The same, without those that another transaction holds: nobody waits. */
  readonly freeRowLock: Statement.Fragment
  /** As `rowLock`, and lets others change the rows: they are only there until the transaction ends. */
  readonly keyLock: Statement.Fragment
  /**
   * Inside a transaction: runs a statement that is there for its lock alone, where transactions write at the same time. On
   * SQLite one that has begun is alone.
   */
  readonly hold: (statement: Effect.Effect<unknown, SqlError.SqlError>) => Effect.Effect<void, SqlError.SqlError>
  /** Whether a statement may begin with another one that writes (`WITH … AS (UPDATE …)`): the two ask once. */
  readonly writesTogether: boolean
  /** Name of the function that gives the greatest of its (non-null) arguments. */
  readonly greatest: Statement.Fragment
  /** Most bound parameters of one statement. */
  readonly maxParameters: number
  /** Inside a transaction: waits until no other transaction holds this name; given back when the transaction ends. */
  readonly lock: (name: string) => Effect.Effect<void, SqlError.SqlError>
  /** Stands after FROM: rows that are given, however many, as one parameter. What a row lacks is NULL. */
  readonly rows: (
    alias: string,
    rows: ReadonlyArray<Readonly<Record<string, string | number | null>>>,
    columns: Readonly<Record<string, "text" | "integer">>
  ) => Statement.Fragment
  /** A member of a column's JSON object, as text; NULL when it has none. */
  readonly jsonText: (column: Statement.Fragment, member: string) => Statement.Fragment
  /** A text in which ids stand among other things, with those from before they began with a letter as today's. */
  readonly currentIds: (column: Statement.Fragment) => Statement.Fragment
  readonly tableExists: (table: string) => Effect.Effect<boolean, SqlError.SqlError>
  readonly textSearch: TextSearch
  readonly changedParts: ChangedParts
  readonly commitLog: CommitLog
  readonly headMoves: HeadMoves
  /** Milliseconds since 1970 by the store's clock, which all processes share. */
  readonly clock: Statement.Fragment
  readonly portable: Portable
}

export type { Alternative, TermClasses }

/** How many classes of terms, the strongest first, a term may stand in. */
export type ClassCount = 1 | 2 | 3 | 4

/** The full-text index of the store: a table `search_terms t` beside `search_pages`, whose rows go with those there. */
export interface TextSearch {
  /** Makes it, in a migration. */
  readonly create: Effect.Effect<void, SqlError.SqlError>
  /** Adds or replaces rows, in the order of their numbers. */
  readonly put: (
    rows: ReadonlyArray<{ readonly number: number; readonly classes: TermClasses }>
  ) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Adds or replaces the row of a page, as a part of a statement that writes it; only where writes go together.
   * @param page the table with its number, `id`: no row, and nothing is written
   */
  readonly putOf?: (page: string, classes: TermClasses) => Statement.Fragment
  /** The number of a row `t`. */
  readonly number: Statement.Fragment
  /** A number that a statement compares with. */
  readonly compared: (number: number) => Statement.Fragment
  /** Condition: of each of the words, of which there is at least one, an alternative stands in the first so many classes. */
  readonly matches: (words: ReadonlyArray<ReadonlyArray<Alternative>>, classes: ClassCount) => Statement.Fragment
}

/**
 * The table `changed_parts`: which parts of the store (see `Epoch`) transactions changed. Triggers write it, so that
 * nothing that writes can forget to.
 */
export interface ChangedParts {
  /** Makes it, in a migration. */
  readonly create: Effect.Effect<void, SqlError.SqlError>
  /** From now on what changes in a table is noted, in a migration. A table that is made anew is tracked anew. */
  readonly track: (table: string, tracking?: Tracking) => Effect.Effect<void, SqlError.SqlError>
  /** Ends all of that, so that the table can be tracked otherwise. */
  readonly untrack: (table: string) => Effect.Effect<void, SqlError.SqlError>
}

/** Its name: a store has it of itself. */
export const changedPartsTable = "changed_parts"

/**
 * A table of what transactions did that is read as they are committed, which is not the order in which they wrote. A
 * position says what was committed when it was read, in one statement with the rows since another.
 */
export interface CommitLog {
  /** Columns that such a table begins with, `number` among them: rows of one transaction grow by it. */
  readonly columns: Statement.Fragment
  /** The columns by which rows stand in their order, which is nearly that of time. */
  readonly key: Statement.Fragment
  /** An expression: the position now, as text. */
  readonly position: (table: string) => Statement.Fragment
  /** Condition on rows of an alias: they were committed since a position. */
  readonly since: (alias: string, position: string) => Statement.Fragment
}

/**
 * What a revision that is added does, by a trigger, so that it is one statement and nothing can forget it: the head whose
 * next one it is moves to it, that is noted in `space_events`, and the change request that it merged is marked so. A copy
 * of all rows moves no head and marks nothing: each is past them.
 */
export interface HeadMoves {
  /** Makes the trigger in place of the one that is there, in a migration. */
  readonly create: Effect.Effect<void, SqlError.SqlError>
}

export type { ColumnKind } from "@octavo/core/connections/backups/Portable"
export { withCurrentIds } from "@octavo/core/kernel/shared/currentIds"

/** A foreign key. */
export interface Reference {
  readonly table: string
  readonly columns: ReadonlyArray<string>
  readonly to: string
  readonly toColumns: ReadonlyArray<string>
}

/** How rows are moved between stores: the schema as the database tells it, and what rests while rows come in. */
export interface Portable {
  /** All tables by name, but the full-text index: that is made of the others. */
  readonly tables: Effect.Effect<ReadonlyArray<TableShape>, SqlError.SqlError>
  readonly references: Effect.Effect<ReadonlyArray<Reference>, SqlError.SqlError>
  /** Begins a transaction that sees one moment of the store and holds up nobody. */
  readonly beginSnapshot: string
  /** A column as its portable value. */
  readonly read: (column: string, kind: ColumnKind) => Statement.Fragment
  /** A portable value of the kind `time`. */
  readonly time: (value: string) => Statement.Fragment
  /** Runs with rows coming in whatever they refer to, where that is a matter of the connection. */
  readonly unchecked: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
  /** Takes the foreign keys off, where that is a matter of the schema; answers what brings them back. */
  readonly dropReferences: Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  /** Brings them back, and fails when a row refers to one that is not there. Sets counters behind the rows. */
  readonly complete: (references: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
}

export class Dialect extends Context.Service<Dialect, DialectShape>()("octavo/storage-sql/Dialect") {}

/** A piece of SQL text that needs no client. */
export const literal = (text: string): Statement.Fragment => Statement.fragment([Statement.literal(text)])

/** Splits rows of equal columns so that one INSERT of each part stays within what the store takes in one statement. */
export const chunkRows = <Row extends object>(
  dialect: DialectShape,
  rows: ReadonlyArray<Row>
): ReadonlyArray<Arr.NonEmptyArray<Row>> => {
  const [first] = rows
  if (first === undefined) return []
  return Arr.chunksOf(rows, Math.max(1, Math.floor(dialect.maxParameters / Object.keys(first).length)))
}

/** A bound value in the shape that both stores keep. Throws a `SqlError` for text that Postgres could not hold. */
export const toParameter = (value: unknown): unknown => {
  switch (typeof value) {
    case "string":
      if (value.includes("\0")) throw textWithNul
      return value
    case "boolean":
      return value ? 1 : 0
    case "undefined":
      return null
    default:
      return value instanceof Date ? value.toISOString() : value
  }
}

const textWithNul = new SqlError.SqlError({
  reason: new SqlError.ConstraintError({
    cause: new Error("text with a NUL character"),
    message: "Text must not contain NUL characters",
    operation: "bind"
  })
})
