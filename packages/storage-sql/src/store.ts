/** How a store is made: its operations name themselves, and what many of them do is here once. */
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import type { Slice, Sliced } from "@octavo/core/kernel/shared/pagination"
import { Array as Arr, type Context, Effect, Layer, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { chunkRows, Dialect, type DialectShape, literal } from "./Dialect.ts"
import {
  after,
  countOf as countIn,
  lockOrganization as lockRow,
  type OrderColumn,
  ordered,
  storageError
} from "./support.ts"
import type { Exactly, Row, Table, Values } from "./table.ts"

/** An error of a port, or the driver's that becomes it. */
type Raw<E> = StorageError extends E ? E | SqlError.SqlError : E

/** The methods of a port before their failures are named. */
type Methods<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Effect.Effect<infer A, infer E, infer R>
    ? (...args: Args) => Effect.Effect<A, Raw<E>, R>
    : Port[Name] extends (...args: infer Args) => Stream.Stream<infer A, infer E, infer R>
      ? (...args: Args) => Stream.Stream<A, Raw<E>, R>
      : Port[Name] extends Effect.Effect<infer A, infer E, infer R>
        ? Effect.Effect<A, Raw<E>, R>
        : Port[Name]
}

const named = (operation: string) => {
  const toError = storageError(operation)
  return (result: unknown): unknown =>
    Effect.isEffect(result)
      ? Effect.mapError(result, toError)
      : Stream.isStream(result)
        ? Stream.mapError(result, toError)
        : result
}

/**
 * The layer of a port. What fails in the database fails as `StorageError` with the operation `area.method`.
 *
 * @param make its methods, which fail with the driver's error
 */
export const store = <Self, Port extends object>(
  port: Context.Key<Self, Port>,
  area: string,
  make: (tools: Tools) => Methods<Port>
): Layer.Layer<Self, never, SqlClient.SqlClient | Dialect> =>
  Layer.effect(
    port,
    Effect.gen(function* () {
      const methods = make(makeTools(yield* SqlClient.SqlClient, yield* Dialect))
      const operations: Record<string, unknown> = {}
      for (const [name, method] of Object.entries<unknown>(methods as Record<string, unknown>)) {
        const guard = named(`${area}.${name}`)
        operations[name] =
          typeof method === "function" ? (...args: ReadonlyArray<unknown>) => guard(method(...args)) : guard(method)
      }
      return operations as Port
    })
  )

/** Rows of one table, decoded, and what is written to it. `where` is what follows WHERE, up to the statement's end. */
export interface Rows<Fields, Insert, Changes> {
  readonly first: (where: Statement.Fragment) => Effect.Effect<Fields | undefined, SqlError.SqlError>
  readonly all: (where: Statement.Fragment) => Effect.Effect<ReadonlyArray<Fields>, SqlError.SqlError>
  /** A slice of a list, with the count of the whole. */
  readonly list: (
    where: Statement.Fragment,
    order: ReadonlyArray<OrderColumn>,
    slice: Slice
  ) => Effect.Effect<Sliced<Fields>, SqlError.SqlError>
  readonly count: (where: Statement.Fragment) => Effect.Effect<number, SqlError.SqlError>
  readonly insert: (record: Insert) => Effect.Effect<void, SqlError.SqlError>
  /** Any number of them. */
  readonly insertAll: (records: ReadonlyArray<Insert>) => Effect.Effect<void, SqlError.SqlError>
  /** Nothing where nothing changes. */
  readonly update: <Given extends Changes>(
    changes: Exactly<Given, Changes>,
    where: Statement.Fragment
  ) => Effect.Effect<void, SqlError.SqlError>
  /** The same; answers whether there was such a row. */
  readonly change: <Given extends Changes>(
    changes: Exactly<Given, Changes>,
    where: Statement.Fragment
  ) => Effect.Effect<boolean, SqlError.SqlError>
  /** Answers whether there was such a row. */
  readonly remove: (where: Statement.Fragment) => Effect.Effect<boolean, SqlError.SqlError>
}

/** What the statements of a store are made with. */
export interface Tools {
  readonly sql: SqlClient.SqlClient
  readonly dialect: DialectShape
  /**
   * @param alias of the table in the conditions
   * @param more columns and tables of a SELECT beside the table's own; counts do without
   */
  readonly rows: <Fields, Insert, Changes>(
    table: Table<Fields, Insert, Changes>,
    alias?: string,
    more?: { readonly columns?: Statement.Fragment; readonly join?: Statement.Fragment }
  ) => Rows<Fields, Insert, Changes>
  /**
   * A slice of a list, with the count of the whole.
   * @param from what the count counts: what follows FROM
   * @param items those that the rest of a condition and of its statement picks
   */
  readonly sliced: <A, E, R>(
    order: ReadonlyArray<OrderColumn>,
    slice: Slice,
    from: Statement.Fragment,
    items: (rest: Statement.Fragment) => Effect.Effect<ReadonlyArray<A>, E, R>
  ) => Effect.Effect<Sliced<A>, E | SqlError.SqlError, R>
  /** How many rows there are: `from` is what follows FROM. */
  readonly countOf: (from: Statement.Fragment) => Effect.Effect<number, SqlError.SqlError>
  /** Inserts any number of rows of equal columns. @param rest what follows the values */
  readonly insertAll: (
    table: string,
    rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
    rest?: Statement.Fragment
  ) => Effect.Effect<void, SqlError.SqlError>
  /** Runs with parts of the values that fit into one condition. */
  readonly inParts: <A, B, E, R>(
    values: Iterable<A>,
    run: (some: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E, R>
  ) => Effect.Effect<ReadonlyArray<B>, E, R>
  /** See `lockOrganization`. */
  readonly lockOrganization: (organizationId: string) => Effect.Effect<void, SqlError.SqlError>
}

/** Values of one condition. */
const valuesAtOnce = 1000

/** Whether a statement answered with a row. */
export const anyRow = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

/** The first of what was found. */
export const first = <A, E, R>(found: Effect.Effect<ReadonlyArray<A>, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.map(found, ([one]) => one)

/** Columns in ascending order, of a list or a statement. */
export const ascending = (...columns: ReadonlyArray<string>): ReadonlyArray<OrderColumn> =>
  columns.map((column) => ({ column: literal(column) }))

/** Columns in descending order. */
export const descending = (...columns: ReadonlyArray<string>): ReadonlyArray<OrderColumn> =>
  columns.map((column) => ({ column: literal(column), descending: true }))

const makeTools = (sql: SqlClient.SqlClient, dialect: DialectShape): Tools => {
  const countOf = (from: Statement.Fragment) => countIn(sql, from)

  const sliced: Tools["sliced"] = (order, slice, from, items) =>
    Effect.all({
      items: items(sql`${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`),
      count: countOf(from)
    })

  const insertAll: Tools["insertAll"] = (table, all, rest = literal("")) =>
    Effect.forEach(chunkRows(dialect, all), (some) => sql`INSERT INTO ${literal(table)} ${sql.insert(some)} ${rest}`, {
      discard: true
    })

  const rows: Tools["rows"] = (table, alias, more = {}) => {
    const name = literal(alias === undefined ? table.name : `${table.name} ${alias}`)
    const columns = more.columns === undefined ? table.columns(alias) : sql`${table.columns(alias)}, ${more.columns}`
    const from = more.join === undefined ? name : sql`${name} ${more.join}`
    type Fields = Parameters<typeof table.decode>[0] extends Row<infer A> ? A : never
    const select = (where: Statement.Fragment) => sql<Row<Fields>>`SELECT ${columns} FROM ${from} WHERE ${where}`
    const all = (where: Statement.Fragment) => Effect.map(select(where), (found) => found.map(table.decode))
    const plain = literal(table.name)
    const set = (values: Values) => sql`UPDATE ${plain} SET ${sql.update(values)}`
    const isNothing = (values: Values) => Object.keys(values).length === 0
    return {
      first: (where) => Effect.map(select(where), ([row]) => (row === undefined ? undefined : table.decode(row))),
      all,
      list: (where, order, slice) =>
        sliced(order, slice, sql`${name} WHERE ${where}`, (rest) => all(sql`${where} AND ${rest}`)),
      count: (where) => countOf(sql`${name} WHERE ${where}`),
      insert: (record) => Effect.asVoid(sql`INSERT INTO ${plain} ${sql.insert(table.insert(record))}`),
      insertAll: (records) => insertAll(table.name, records.map(table.insert)),
      update: (changes, where) => {
        const values = table.patch(changes)
        return isNothing(values) ? Effect.void : Effect.asVoid(sql`${set(values)} WHERE ${where}`)
      },
      change: (changes, where) => {
        const values = table.patch(changes)
        return anyRow(
          isNothing(values)
            ? sql`SELECT 1 FROM ${plain} WHERE ${where}`
            : sql`${set(values)} WHERE ${where} RETURNING 1`
        )
      },
      remove: (where) => anyRow(sql`DELETE FROM ${plain} WHERE ${where} RETURNING 1`)
    }
  }

  return {
    sql,
    dialect,
    rows,
    sliced,
    countOf,
    insertAll,
    inParts: (values, run) =>
      Effect.map(Effect.forEach(Arr.chunksOf(values, valuesAtOnce), run), (found) => found.flat()),
    lockOrganization: (organizationId) => lockRow(sql, dialect, organizationId)
  }
}
