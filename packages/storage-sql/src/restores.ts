/**
 * Fills an empty store from the parts of another one. Every part is one transaction that also notes how far it is, so
 * that a process that was killed goes on where it was; until the end is there the store says that it is incomplete.
 */
import { BackupDamaged, TransferRefused } from "@octavo/core/connections/backups/errors"
import {
  type ColumnKind,
  encodePart,
  type Manifest,
  type Part,
  type TableShape,
  type Value
} from "@octavo/core/connections/backups/Portable"
import { BlobStorage, OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { concatBytes, contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Option, Pull, Schema, type Scope, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { portableTables, type Report } from "./backups.ts"
import { Dialect } from "./Dialect.ts"
import { makeJobsTable } from "./JobQueue.ts"
import { makeMigrator, transferTable } from "./Migrations.ts"
import { migrations, migrator } from "./migrations/index.ts"
import { countOf, fromJson, isFull, storage } from "./support.ts"

export interface Filled {
  readonly manifest: Manifest
  /** Rows, of all tables. */
  readonly rows: number
  /** Files that were written. */
  readonly files: number
  /** Hashes of files whose bytes were missing, or other ones, already where they came from. */
  readonly damaged: ReadonlyArray<string>
  /** Whether an earlier process had begun it. */
  readonly resumed: boolean
}

/** How far the target is. */
interface Progress {
  /** Parts that are in. */
  readonly parts: number
  /** Hash over all of them. */
  readonly chain: string
  /** What brings the foreign keys back. */
  readonly references: ReadonlyArray<string>
}

/** What the target has does not come from these parts. */
class OtherParts extends Schema.TaggedError<OtherParts>()("OtherParts", { parts: Schema.Int }) {}

/**
 * @param open the parts, the same ones each time; read again from the first when the target has part of others
 */
export const fillStore = Effect.fnUntraced(function* <E>(
  open: Effect.Effect<Stream.Stream<Part, E>, E, Scope.Scope>,
  report: Report,
  /** Files outside of the database stay where they are: the parts have none of them. */
  filesStay = false
) {
  const sql = yield* SqlClient.SqlClient
  const { portable } = yield* Dialect
  const attempt = Effect.scoped(Effect.flatMap(open, (parts) => fill(parts, report, filesStay)))
  const again = ({ parts }: OtherParts) =>
    report("Beginning anew", 0).pipe(Effect.andThen(sql.withTransaction(forget(parts))), Effect.andThen(attempt))
  const filled = yield* portable.unchecked(attempt.pipe(Effect.catchIf((error) => error instanceof OtherParts, again)))
  yield* migrator.migrate
  return filled
})

const fill = Effect.fnUntraced(function* <E>(parts: Stream.Stream<Part, E>, report: Report, filesStay: boolean) {
  const sql = yield* SqlClient.SqlClient
  const dialect = yield* Dialect
  const inside = yield* BlobStorage
  const outside = yield* OutsideBlobStorage
  const next = yield* puller(parts)

  const first = yield* next
  if (first?.kind !== "manifest")
    return yield* new BackupDamaged({ message: "The backup does not begin with its manifest" })
  const { manifest } = first
  const begun = yield* prepare(manifest)
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  const totalRows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)

  let { chain, parts: count } = begun
  let seen = 0
  let rows = 0
  let files = 0
  /** Rows that say that their file's bytes lie outside: each must come with them. */
  let named = 0
  const damaged: Array<string> = []

  /** The next part, noted in the hash over all. */
  const take = Effect.gen(function* () {
    const part = yield* next
    if (part === undefined) return yield* new BackupDamaged({ message: "The backup ends before its end" })
    seen++
    if (part.kind === "rows") {
      rows += part.rows.length
      named += outsideIn(tables.get(part.table), part.rows)
    }
    return part
  })
  const linked = (before: string, part: Part) => contentHash(concatBytes([utf8.encode(before), encodePart(part)]))
  /** First in the transaction of what it is about: of two processes that fill the store, one ends here. */
  const note = Effect.gen(function* () {
    const noted = yield* sql`UPDATE ${sql(transferTable)} SET parts = ${seen}, chain = ${chain}
      WHERE parts = ${count} RETURNING parts`
    if (noted.length === 0) return yield* otherProcess
    count = seen
  })

  // what an earlier process has put in is read again: it must be the same
  let before = ""
  while (seen < count) {
    const part = yield* take
    if (part.kind === "end") return yield* new OtherParts({ parts: begun.parts })
    if (part.kind === "fileEnd") files++
    before = linked(before, part)
  }
  if (before !== chain) return yield* new OtherParts({ parts: begun.parts })

  const insert = Effect.fnUntraced(function* (table: TableShape, values: ReadonlyArray<ReadonlyArray<Value>>) {
    const columns = sql.csv(table.columns.map(({ name }) => sql`${sql(name)}`))
    const problem = problemOf(table, values)
    if (problem !== undefined) return yield* new BackupDamaged({ message: problem })
    const most = Math.max(1, Math.floor(dialect.maxParameters / table.columns.length))
    for (let start = 0; start < values.length; start += most) {
      const some = values.slice(start, start + most)
      yield* sql`INSERT INTO ${sql(table.name)} (${columns}) VALUES ${sql.csv(
        some.map(
          (row) =>
            sql`(${sql.csv(
              row.map((value, at) =>
                table.columns[at]?.kind === "time" && typeof value === "string"
                  ? dialect.portable.time(value)
                  : sql`${value}`
              )
            )})`
        )
      )}`.unprepared.pipe(Effect.catchTag("SqlError", notFitting(`rows of ${table.name}`)))
    }
  })

  const writeFile = Effect.fnUntraced(function* (hash: string) {
    const place = outside ?? inside
    let isWhole = true
    let isNamed = true
    const bytes = Stream.paginate(undefined, () =>
      Effect.gen(function* () {
        const part = yield* take
        chain = linked(chain, part)
        if (part.kind === "bytes") return [[part.bytes], Option.some(undefined)] as const
        if (part.kind !== "fileEnd") return yield* new BackupDamaged({ message: `The file ${hash} has no end` })
        isWhole = part.isWhole
        return [[], Option.none<undefined>()] as const
      })
    )
    const { hash: found } = yield* place.write(bytes, (stored) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            yield* note
            const rows =
              yield* sql`UPDATE blobs SET storage_key = ${stored.key}, outside = ${outside === undefined ? 0 : 1}
              WHERE hash = ${hash} AND outside = 1 RETURNING hash`
            isNamed = rows.length > 0
          })
        )
        .pipe(
          Effect.catchTag(
            "TransferRefused",
            (cause) => new StorageError({ operation: "restores.note", retryable: false, cause })
          ),
          storage("restores.note")
        )
    )
    if (!isNamed) return yield* new BackupDamaged({ message: `The backup has a file ${hash} that no row names` })
    if (isWhole && found !== hash) {
      return yield* new BackupDamaged({ message: `The file ${hash} of the backup has other bytes than its hash says` })
    }
    if (!isWhole) damaged.push(hash)
    files++
  })

  for (let part = yield* take; part.kind !== "end"; part = yield* take) {
    chain = linked(chain, part)
    if (part.kind === "rows") {
      const table = tables.get(part.table)
      const values = part.rows
      if (table === undefined) return yield* new BackupDamaged({ message: `The backup has rows of an unknown table` })
      yield* sql.withTransaction(Effect.andThen(note, insert(table, values)))
    } else if (part.kind === "file") yield* writeFile(part.hash)
    else return yield* new BackupDamaged({ message: "The parts of the backup are not in their order" })
  }
  if ((yield* next) !== undefined) return yield* new BackupDamaged({ message: "The backup goes on after its end" })
  if (!filesStay && files !== named) {
    return yield* new BackupDamaged({ message: `The backup has ${files} files, and its rows name ${named}` })
  }
  if (rows !== totalRows) {
    return yield* new BackupDamaged({ message: `The backup has ${rows} rows, and says that it has ${totalRows}` })
  }

  yield* report("Checking references", 1)
  yield* sql.withTransaction(
    Effect.gen(function* () {
      for (const [name, expected] of Object.entries(manifest.rows)) {
        const there = yield* countOf(sql, sql`${sql(name)}`)
        // files from outside may have come into the database
        if (there < expected) {
          return yield* new BackupDamaged({ message: `${name} has ${there} rows, and ought to have ${expected}` })
        }
      }
      yield* dialect.portable
        .complete(begun.references)
        .pipe(Effect.catchTag("SqlError", notFitting("references between rows")))
      // the full-text index is made of the content, by whoever comes first
      if (tables.has("content_indexes")) yield* sql`UPDATE content_indexes SET after = ''`
      yield* sql`DROP TABLE ${sql(transferTable)}`
    })
  )
  return { manifest, rows, files, damaged, resumed: begun.parts > 0 } satisfies Filled
})

/** What is wrong with the values of a table's rows; `undefined` when nothing is that can be seen in them. */
const problemOf = ({ columns, name }: TableShape, rows: ReadonlyArray<ReadonlyArray<Value>>): string | undefined => {
  for (const row of rows) {
    if (row.length !== columns.length) {
      return `A row of ${name} in the backup has ${row.length} values for ${columns.length} columns`
    }
    const wrong = columns.findIndex(({ kind }, i) => row[i] !== null && !isOfKind[kind](row[i]!))
    if (wrong >= 0) return `A row of ${name} in the backup has a value that is no ${columns[wrong]!.kind}`
  }
  return undefined
}

const isOfKind: Readonly<Record<ColumnKind, (value: NonNullable<Value>) => boolean>> = {
  text: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  real: (value) => typeof value === "number",
  bytes: (value) => value instanceof Uint8Array,
  time: (value) => typeof value === "string"
}

/** How many of these rows name a file outside of the database. */
const outsideIn = (table: TableShape | undefined, rows: ReadonlyArray<ReadonlyArray<Value>>): number => {
  if (table?.name !== "blobs") return 0
  const column = table.columns.findIndex(({ name }) => name === "outside")
  return column < 0 ? 0 : rows.filter((row) => row[column] === 1).length
}

/** What the database refuses of the backup's content is the backup's fault; what keeps it from working is not. */
const notFitting =
  (what: string) =>
  (error: SqlError.SqlError): Effect.Effect<never, BackupDamaged | SqlError.SqlError> => {
    const { _tag, message } = error.reason
    const isContent = _tag === "UniqueViolation" || _tag === "ConstraintError" || _tag === "UnknownError"
    return !isContent || isFull(error)
      ? Effect.fail(error)
      : Effect.fail(new BackupDamaged({ message: `The database does not take the ${what} in the backup: ${message}` }))
  }

/** One part after the other; `undefined` after the last. */
const puller = Effect.fnUntraced(function* <E>(parts: Stream.Stream<Part, E>) {
  const pull = yield* Stream.toPull(parts)
  let waiting: ReadonlyArray<Part> = []
  let at = 0
  const next: Effect.Effect<Part | undefined, E> = Effect.suspend(() =>
    at < waiting.length
      ? Effect.succeed(waiting[at++])
      : pull.pipe(
          Effect.flatMap((more) => {
            waiting = more
            at = 0
            return next
          }),
          Pull.catchDone(() => Effect.succeed(undefined))
        )
  )
  return next
})

/** Makes the tables of the backup's schema, or finds how far an earlier process came. */
const prepare = Effect.fnUntraced(function* (manifest: Manifest) {
  const sql = yield* SqlClient.SqlClient
  const dialect = yield* Dialect
  const own = migrations.slice(0, manifest.migrations.length)
  if (own.length < manifest.migrations.length) {
    return yield* new TransferRefused({
      message: `This is of Octavo ${manifest.octavo} with schema version ${manifest.migrations.length}, and this program knows versions up to ${own.length}: use a newer Octavo`
    })
  }
  const other = own.find(({ name }, i) => name !== manifest.migrations[i])
  if (other !== undefined) {
    return yield* new TransferRefused({
      message: `Migration ${other.id} is "${manifest.migrations[other.id - 1]}" there, and "${other.name}" in this program: they do not share a history`
    })
  }
  const filling = makeMigrator(own, true)
  const isBegun = yield* dialect.tableExists(transferTable)
  const version = yield* filling.version
  if (!isBegun && version > 0) {
    return yield* new TransferRefused({
      message: `There is an Octavo in the target already (schema version ${version}): restore and copy want a new file or an empty database`
    })
  }
  if (version > own.length) {
    return yield* new TransferRefused({
      message: "The target has part of another backup, of a newer schema: delete it first"
    })
  }
  if (!isBegun) {
    const { integer, text } = dialect.types
    yield* sql.withTransaction(
      Effect.andThen(
        sql`CREATE TABLE ${sql(transferTable)} (parts ${integer} NOT NULL, chain ${text} NOT NULL,
          refs ${text}) ${dialect.tableOptions}`,
        sql`INSERT INTO ${sql(transferTable)} (parts, chain) VALUES (0, '')`
      )
    )
  }
  yield* filling.migrate
  yield* makeJobsTable
  const references = yield* sql.withTransaction(
    Effect.gen(function* () {
      const [row] = yield* sql<{ refs: string | null }>`SELECT refs FROM ${sql(transferTable)}`
      if (row!.refs !== null) return fromJson<ReadonlyArray<string>>(row!.refs)
      const dropped = yield* dialect.portable.dropReferences
      yield* sql`UPDATE ${sql(transferTable)} SET refs = ${JSON.stringify(dropped)}`
      return dropped
    })
  )
  yield* compare(manifest)
  const [row] = yield* sql<{ parts: number; chain: string }>`SELECT parts, chain FROM ${sql(transferTable)}`
  if (row!.parts === 0) yield* sql.withTransaction(forget(0))
  return { parts: Number(row!.parts), chain: row!.chain, references } satisfies Progress
})

/** The tables of this program must be those of the backup. */
const compare = Effect.fnUntraced(function* (manifest: Manifest) {
  const known = new Map((yield* portableTables(yield* Dialect)).map((table) => [table.name, table]))
  const unknown = [...manifest.tables.map(({ name }) => name), ...Object.keys(manifest.rows)].find(
    (name) => !known.has(name)
  )
  if (unknown !== undefined) {
    return yield* new TransferRefused({ message: `The table ${unknown} of the backup is none that this program makes` })
  }
  for (const { columns, name } of manifest.tables) {
    const here = new Map(known.get(name)!.columns.map((column) => [column.name, column.kind]))
    const strange = columns.find((column) => here.get(column.name) !== column.kind)
    if (strange !== undefined) {
      return yield* new TransferRefused({
        message: `The column ${name}.${strange.name} (${strange.kind}) of the backup is not in the schema that this program makes`
      })
    }
  }
})

const otherProcess = new TransferRefused({ message: "Another process fills this store: let it come to its end" })

/** Takes out all rows, also those that migrations have made, when so many parts are in. */
const forget = Effect.fnUntraced(function* (parts: number) {
  const sql = yield* SqlClient.SqlClient
  const begun =
    yield* sql`UPDATE ${sql(transferTable)} SET parts = 0, chain = '' WHERE parts = ${parts} RETURNING parts`
  if (begun.length === 0) return yield* otherProcess
  for (const { name } of yield* portableTables(yield* Dialect)) yield* sql`DELETE FROM ${sql(name)}`
})
