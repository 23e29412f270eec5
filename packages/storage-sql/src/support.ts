/** What every query file of this package needs. */
import { StorageError } from "@octavo/core/kernel/shared/errors"
import type { Key, Slice } from "@octavo/core/kernel/shared/pagination"
import { Effect, Option } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import type { DialectShape } from "./Dialect.ts"

/** The port's failure for the driver's: the operation's name, never its values. Other failures stay. */
export const storageError =
  (operation: string) =>
  <E>(error: E): Exclude<E, SqlError.SqlError> | StorageError =>
    error instanceof SqlError.SqlError
      ? new StorageError({
          operation,
          retryable: error.isRetryable || isFull(error),
          ...(isFull(error) ? { full: true } : {}),
          ...(isDamaged(error) ? { damaged: true } : {}),
          cause: error
        })
      : (error as Exclude<E, SqlError.SqlError>)

/** Turns the driver's failure into the port's, where no `store` does. */
export const storage =
  (operation: string) =>
  <A, E, R>(
    effect: Effect.Effect<A, E | SqlError.SqlError, R>
  ): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StorageError, R> =>
    Effect.mapError(effect, storageError(operation))

/** Whether the database, or the driver, gave such a code for what went wrong. */
const hasCode = (error: SqlError.SqlError, codes: RegExp): boolean => {
  for (let cause: unknown = error.reason.cause; cause != null; cause = (cause as { cause?: unknown }).cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === "string" && codes.test(code)) return true
  }
  return false
}

/** Whether the disk has no room left: SQLite's and Postgres' codes for it. */
export const isFull = (error: SqlError.SqlError): boolean => hasCode(error, /^(SQLITE_FULL|53100)$/)

/** Whether what is on the disk is not what was written: SQLite's and Postgres' codes for it. */
const isDamaged = (error: SqlError.SqlError): boolean =>
  hasCode(error, /^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX001|XX002)$/)

/**
 * In the caller's transaction, where there is one, and else in one of its own: without the two statements of a savepoint,
 * so what fails in it fails the caller's transaction, too.
 */
export const inTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
      Option.isSome(transaction) ? effect : sql.withTransaction(effect)
    )

/** One column of a list's order. The last one of a list is unique. */
export interface OrderColumn {
  readonly column: Statement.Fragment
  readonly descending?: boolean
}

/**
 * The keyset condition of a list: rows after the key, in the order of the columns. Columns are compared one by one,
 * so that directions may differ.
 */
export const after = (
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<OrderColumn>,
  key: Key | undefined
): Statement.Fragment => {
  if (key === undefined) return sql`1 = 1`
  return sql.or(
    columns.map((_, last) =>
      sql.and(
        columns.slice(0, last + 1).map(({ column, descending }, i) => {
          const value = key[i]!
          if (i < last) return sql`${column} = ${value}`
          return descending === true ? sql`${column} < ${value}` : sql`${column} > ${value}`
        })
      )
    )
  )
}

/** ORDER BY and LIMIT of a list. */
export const ordered = (
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<OrderColumn>,
  slice: Slice
): Statement.Fragment =>
  sql`ORDER BY ${sql.csv(
    columns.map(({ column, descending }) => (descending === true ? sql`${column} DESC` : sql`${column} ASC`))
  )} LIMIT ${slice.limit}`

/**
 * Inside a transaction: other changes of the organization's people wait until it ends. The first lock that such a change
 * takes, so that two of them never wait for each other.
 */
export const lockOrganization = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  organizationId: string
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.asVoid(sql`SELECT id FROM organizations WHERE id = ${organizationId} ${dialect.rowLock}`)

/** `%text%` for LIKE with `ESCAPE '\'`: the text is matched literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

export const fromJson = <A>(text: string): A => JSON.parse(text) as A
export const fromJsonOrNull = <A>(text: string | null): A | null => (text === null ? null : (JSON.parse(text) as A))

/** How many rows there are: `from` is what follows FROM. */
export const countOf = (sql: SqlClient.SqlClient, from: Statement.Fragment): Effect.Effect<number, SqlError.SqlError> =>
  Effect.map(sql<{ n: number | bigint }>`SELECT count(*) AS n FROM ${from}`, ([row]) => Number(row?.n ?? 0))
