import type { PgConnection } from "@effect/sql-pg"
import { statementCounts, toParameter, WriteBehind } from "@octavo/storage-sql"
import { Context, Effect, Stream } from "effect"
import type * as SqlConnection from "effect/sql/SqlConnection"
import * as SqlError from "effect/sql/SqlError"
import { endLook } from "./changedParts.ts"
import { refineError } from "./errors.ts"
import { transactionTurns } from "./transactionTurns.ts"
import { WriteQueue } from "./WriteQueue.ts"

type Parameters = ReadonlyArray<unknown>
type Transform = (<A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

/** What takes a transaction back: on a lost connection the server has done that itself. */
const undo = /^(ROLLBACK|RELEASE)/
/** What writes nothing, where no transaction is open. */
const reading = /^\s*(?:SELECT|WITH RECURSIVE)\b/
/** What was written since is not to be written at all. */
const rollback = /^ROLLBACK/

/** A session of the pool as Effect's connection, with parameters and errors as the SQLite store has them. */
export class PostgresConnection implements SqlConnection.Connection {
  private readonly session: PgConnection.PgConnection
  private readonly reserved: boolean
  private readonly queue = new WriteQueue()

  /** A reserved session serves one transaction. */
  constructor(session: PgConnection.PgConnection, reserved: boolean) {
    this.session = session
    this.reserved = reserved
  }

  execute(
    sql: string,
    parameters: Parameters,
    transform: Transform
  ): Effect.Effect<ReadonlyArray<any>, SqlError.SqlError> {
    if (!this.reserved) return this.rows(sql, parameters, transform, true)
    return Effect.withFiber(({ context }) => {
      const query = { sql, parameters }
      if (Context.get(context, WriteBehind)) {
        if (this.queue.tell(query) || this.queue.add(query)) return Effect.succeed([])
        // it can't wait, or not with those that do
        if (this.queue.isEmpty) return this.rows(sql, parameters, transform, true)
        return this.afterWrites(Effect.suspend(() => this.execute(sql, parameters, transform)))
      }
      if (rollback.test(sql)) this.queue.takeBack()
      if (this.queue.isEmpty) return this.rows(sql, parameters, transform, true)
      if (!this.queue.canFollow(query)) return this.afterWrites(this.rows(sql, parameters, transform, true))
      const both = this.queue.take(query)
      return this.rows(both.sql, both.parameters, transform, true)
    })
  }

  executeUnprepared(sql: string, parameters: Parameters, transform: Transform) {
    return this.afterWrites(this.rows(sql, parameters, transform, false))
  }

  executeRaw(sql: string, parameters: Parameters) {
    return this.afterWrites(this.run(sql, parameters, (bound) => this.session.query(sql, bound)))
  }

  executeValues(sql: string, parameters: Parameters) {
    return this.afterWrites(this.run(sql, parameters, (bound) => this.session.queryValues(sql, bound)))
  }

  executeValuesUnprepared(sql: string, parameters: Parameters) {
    return this.afterWrites(this.run(sql, parameters, (bound) => this.session.queryValues(sql, bound, false)))
  }

  /** Ends the transaction: what waits is sent before, words last. */
  commit(): Effect.Effect<unknown, SqlError.SqlError> {
    const words = this.queue.takeWords()
    const told = words === undefined ? Effect.void : this.execute(words.sql, words.parameters, undefined)
    return Effect.andThen(told, this.executeRaw("COMMIT", []))
  }

  /** What sees all that was written before. */
  private afterWrites<A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (this.queue.isEmpty) return effect
      const { parameters, sql } = this.queue.take()
      return Effect.andThen(this.rows(sql, parameters, undefined, true), effect)
    })
  }

  /** In a transaction a stream reads all its rows when it starts: a cursor would lock out its other statements. */
  executeStream(sql: string, parameters: Parameters, transform: Transform): Stream.Stream<any, SqlError.SqlError> {
    if (this.reserved)
      return Stream.unwrap(Effect.map(this.executeUnprepared(sql, parameters, transform), Stream.fromIterable))
    const stream = Stream.unwrap(
      this.run(sql, parameters, (bound) =>
        Effect.succeed(Stream.mapError(this.session.stream(sql, bound), refineError))
      )
    )
    return transform === undefined ? stream : Stream.mapArray(stream, (rows) => transform(rows) as typeof rows)
  }

  /** Runs a query; what it may write, the request at hand sees. */
  private run<A>(
    sql: string,
    parameters: Parameters,
    query: (bound: Parameters) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> {
    return Effect.withFiber(({ context }) => {
      if (this.reserved || !reading.test(sql)) endLook(context)
      const answer = refined(parameters, query)
      return this.reserved ? Effect.tap(answer, transactionTurns.next) : answer
    })
  }

  private rows(sql: string, parameters: Parameters, transform: Transform, prepare: boolean) {
    const result = this.run(sql, parameters, (bound) => this.session.query(sql, bound, prepare))
    const rows: Effect.Effect<ReadonlyArray<any>, SqlError.SqlError> = Effect.map(result, ({ rows }) => rows)
    if (undo.test(sql)) return Effect.catch(rows, (error) => (isLost(error) ? Effect.succeed([]) : Effect.fail(error)))
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
}

const isLost = (error: SqlError.SqlError) => error.reason._tag === "ConnectionError"

const counts = statementCounts("postgres")

/** Runs a query with its parameters in the stored shape. */
const refined = <A>(
  parameters: Parameters,
  query: (bound: Parameters) => Effect.Effect<A, SqlError.SqlError>
): Effect.Effect<A, SqlError.SqlError> => {
  let bound: Parameters
  try {
    bound = parameters.map(toParameter)
  } catch (error) {
    return Effect.fail(error as SqlError.SqlError)
  }
  counts.ran.value++
  return Effect.mapError(query(bound), (error) => {
    counts.failed.value++
    return refineError(error)
  })
}

/** Postgres answers ROLLBACK to the COMMIT of a transaction in which a statement failed. */
export const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(
    // writes that waited for it may fail, and then nothing has ended the transaction
    Effect.tapError((connection as PostgresConnection).commit(), () =>
      Effect.ignore(connection.executeUnprepared("ROLLBACK", [], undefined))
    ),
    (answer) =>
      (answer as PgConnection.Result).command === "ROLLBACK"
        ? Effect.fail(
            new SqlError.SqlError({
              reason: new SqlError.UnknownError({
                cause: new Error("a statement of the transaction had failed"),
                message: "COMMIT rolled back a failed transaction",
                operation: "commit"
              })
            })
          )
        : Effect.void
  )
