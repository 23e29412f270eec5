/** Which parts of the store changed: rows with the transaction that did it, as long as a server could not have seen them. */
import {
  accessPart,
  type ChangedParts,
  type CommitLog,
  changedPart,
  Epoch,
  isCommitted,
  literal,
  movingColumn,
  noteVersion,
  type Tracking,
  triggerName,
  versionQuery
} from "@octavo/storage-sql"
import { Clock, Context, Deferred, Effect, Exit } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { transactionTurns } from "./transactionTurns.ts"

export const makeChangedParts = (sql: SqlClient.SqlClient): ChangedParts => {
  /** Two transactions never write the same row, so that none waits for another. */
  const note = (tracking: Tracking, row: "NEW" | "OLD") =>
    `INSERT INTO changed_parts (transaction, part)
      SELECT pg_current_xact_id()::text::bigint, p.part FROM (${changedPart(tracking, row)}) AS p (part) ON CONFLICT DO NOTHING;`
  const makeFunction = (tracking: Tracking) => {
    const column = movingColumn(tracking)
    const moved = column === undefined ? "" : `OR (TG_OP = 'UPDATE' AND OLD.${column} IS DISTINCT FROM NEW.${column})`
    return sql`${literal(`CREATE OR REPLACE FUNCTION ${functionOf(tracking)}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN ${note(tracking, "OLD")} END IF;
      IF TG_OP = 'INSERT' ${moved} THEN ${note(tracking, "NEW")} END IF;
      RETURN NULL;
    END $$`)}`
  }
  return {
    create: Effect.asVoid(sql`CREATE TABLE changed_parts (
      transaction bigint NOT NULL,
      part text COLLATE "C" NOT NULL,
      PRIMARY KEY (transaction, part)
    )`),
    track: (table, tracking = {}) => {
      const { columns = [], except } = tracking
      const update = columns.length === 0 ? "UPDATE" : `UPDATE OF ${columns.join(", ")}`
      const trigger = (name: string, events: string, when = "") =>
        sql`${literal(`CREATE TRIGGER ${triggerName(table, tracking)}_${name} AFTER ${events} ON ${table}
          FOR EACH ROW ${when} EXECUTE FUNCTION ${functionOf(tracking)}()`)}`
      const triggers =
        except === undefined
          ? [trigger("changed", `INSERT OR ${update} OR DELETE`)]
          : [
              trigger("changed", "INSERT OR DELETE"),
              trigger("updated", update, `WHEN (OLD.${except} IS NOT DISTINCT FROM NEW.${except})`)
            ]
      return Effect.all([makeFunction(tracking), ...triggers], { discard: true })
    },
    untrack: (table) =>
      Effect.flatMap(
        sql<{ name: string }>`SELECT t.tgname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
          WHERE t.tgrelid = ${table}::regclass AND NOT t.tgisinternal AND p.prosrc LIKE '%INTO changed_parts%'`,
        Effect.forEach(({ name }) => sql`DROP TRIGGER ${sql(name)} ON ${sql(table)}`, { discard: true })
      )
  }
}

/** One function for all tables that name a part alike. */
const functionOf = ({ part, prefix, through }: Tracking): string =>
  [
    "note",
    prefix,
    part ?? (prefix === undefined ? "everyone" : undefined),
    ...(through === undefined ? [] : ["of", through.table])
  ]
    .filter((name) => name !== undefined)
    .join("_")

/** A log whose rows say which transaction wrote them: a position is what was to come, or ran, when it was read. */
export const makeCommitLog = (sql: SqlClient.SqlClient): CommitLog => ({
  columns: literal(`number bigint GENERATED ALWAYS AS IDENTITY,
    transaction bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    PRIMARY KEY (transaction, number)`),
  key: literal("transaction, number"),
  position: () => literal("pg_current_snapshot()::text"),
  since: (alias, position) => {
    const { next, running } = readSnapshot(position)
    const transaction = literal(`${alias}.transaction`)
    return sql`(${transaction} >= ${next} OR ${transaction} = ANY (string_to_array(${running}, ',')::bigint[]))`
  }
})

/** The look that the request at hand began with: when it was over, in milliseconds, and whether the request's own write ended it. */
const Looked = Context.Reference<{ readonly at: number; isEnded: boolean } | undefined>(
  "octavo/storage-postgres/Looked",
  {
    defaultValue: () => undefined
  }
)

/** The request writes, or may: what it reads from now on is not what was there when it began. */
export const endLook = (context: Context.Context<never>): void => {
  const looked = Context.get(context, Looked)
  if (looked !== undefined) looked.isEnded = true
}

/** How long what a request goes on doing may rest on that look, in milliseconds. */
const restsOnLook = 10_000

/** Most parts whose numbers are known one by one. */
const mostParts = 100_000

/** How long after a look a server still knows which rows it has not seen; they are there for twice that. */
const lookedFor = 300_000

interface Row {
  /** `xmin:xmax:running,running`: all below `xmax` but those that are running are over. */
  readonly snapshot: string
  readonly at: number
  readonly part: string | null
  /** Where it was asked for. */
  readonly version?: number
}

/** The oldest transaction that runs, the one that comes next, and those between that run. */
const readSnapshot = (snapshot: string) => {
  const [oldest, next, running] = snapshot.split(":")
  return { oldest: Number(oldest), next: Number(next), running: running! }
}

/**
 * The numbers of parts, as of a look: one statement, which begins after the request that asks for it, and which all
 * requests share that came while the one before was under way. So what a request finds kept is as new as if it had
 * asked for itself, on every server. Transactions are not over in the order of their numbers: a look finds what those
 * did that were still to come, or ran, at the look before.
 *
 * @param now milliseconds of a clock that is never set, by which requests are timed
 * @param storeNow milliseconds of the store's clock, which servers share, and which goes on while one of them is suspended
 */
export const makeEpoch = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  now: () => number = () => performance.now(),
  storeNow: () => Statement.Fragment = () => sql`extract(epoch FROM statement_timestamp()) * 1000`
) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const numbers = new Map<string, number>()
  let count = 0
  let ofEveryone = 0
  let last = { at: Number.NEGATIVE_INFINITY, next: Number.MAX_SAFE_INTEGER, running: "" }
  let cleaned: { readonly at: number; readonly oldest: number } | undefined

  const forgetAll = () => {
    numbers.clear()
    ofEveryone = ++count
  }

  const apply = (rows: ReadonlyArray<Row>) => {
    const { at, snapshot } = rows[0]!
    const { next, oldest, running } = readSnapshot(snapshot)
    // another database in its place, or rows that may have been gone before they were seen
    if (next < last.next || at - last.at > lookedFor) forgetAll()
    if (numbers.size + rows.length > mostParts) forgetAll()
    for (const { part } of rows) {
      if (part === null) continue
      count++
      if (part === accessPart) ofEveryone = count
      else numbers.set(part, count)
    }
    last = { at, next, running }
    cleaned ??= { at, oldest }
    if (at - cleaned.at > 2 * lookedFor) {
      run(Effect.ignore(sql`DELETE FROM changed_parts WHERE transaction < ${cleaned.oldest}`))
      cleaned = { at, oldest }
    }
  }

  const lookOnce = Effect.gen(function* () {
    const sent = yield* Clock.currentTimeMillis
    // its version goes with it, so that transactions need not ask
    const version = versionQuery(sql, sent)
    const rows = yield* sql<Row>`SELECT s.*, c.part FROM (
          SELECT pg_current_snapshot()::text AS snapshot, (${storeNow()})::float8 AS at
            ${version === undefined ? sql`` : sql`, ${version} AS version`}
        ) s LEFT JOIN (
          SELECT part FROM changed_parts WHERE transaction >= ${last.next}
          UNION ALL
          SELECT part FROM changed_parts WHERE transaction = ANY (string_to_array(${last.running}, ',')::bigint[])
        ) c ON true`
    const seen = rows[0]?.version
    if (seen !== undefined) noteVersion(sql, seen, sent)
    apply(rows)
  })

  type Look = Deferred.Deferred<void, SqlError.SqlError>
  let current: Look | undefined
  let next: Look | undefined
  const begin = (one: Look): void => {
    current = one
    run(lookOnce).addObserver((exit) => {
      current = undefined
      if (next !== undefined) {
        const waiting = next
        next = undefined
        begin(waiting)
      }
      Deferred.doneUnsafe(one, exit)
    })
  }
  const look: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() => {
    if (current === undefined) {
      const one: Look = Deferred.makeUnsafe()
      begin(one)
      return Deferred.await(one)
    }
    // the one under way may have begun before what this request has to see
    next ??= Deferred.makeUnsafe()
    return Deferred.await(next)
  })

  const isFresh = (context: Context.Context<never>, mayHaveWritten = false) => {
    const looked = Context.get(context, Looked)
    return looked !== undefined && (mayHaveWritten || !looked.isEnded) && now() - looked.at < restsOnLook
  }
  const numberOf = (part: string) => Math.max(ofEveryone, numbers.get(part) ?? 0)

  return Epoch.of({
    // one look is for all requests that come while the one before is under way
    arrived: transactionTurns.came,
    isCommitted: isCommitted(sql),
    read: () => undefined,
    others: () => undefined,
    of: (part, context) => (isFresh(context) ? numberOf(part) : undefined),
    atBegin: (part, context) => (isFresh(context, true) ? numberOf(part) : undefined),
    latest: (context) => (isFresh(context) ? count : undefined),
    reading: (effect) =>
      Effect.flatMap(Effect.exit(look), (exit) =>
        // what cannot be known is not kept: the request itself finds out what is wrong
        Exit.isSuccess(exit) ? Effect.provideService(effect, Looked, { at: now(), isEnded: false }) : effect
      )
  })
})
