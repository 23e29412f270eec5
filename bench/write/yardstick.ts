/**
 * Bare `node:http` that keeps what an edit keeps, and nothing else: the rows of one transaction, one of them for the audit
 * trail. Argument: the database, as `sqlite:` and a file, or the address of a Postgres.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { PgClient } from "@effect/sql-pg"
import Database from "better-sqlite3"
import { ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { reportServer } from "../support/serverProcess.ts"

const [address] = process.argv.slice(2)

/** What an edit of a small page writes, in bytes: body, nodes of the tree, revision, what points to it, indexes, trail. */
const sizes = [700, 900, 1_600, 400, 200, 300, 100, 250, 100, 700, 700, 400]

interface Row {
  readonly kind: string
  readonly data: string
}

const rowsOf = (body: string): ReadonlyArray<Row> =>
  sizes.map((size, i) => ({ kind: `kind ${i}`, data: body.padEnd(size, "x").slice(0, size) }))

const openSqlite = (file: string) => {
  const database = new Database(file)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.exec("CREATE TABLE written (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL) STRICT")
  const insert = database.prepare("INSERT INTO written (kind, data) VALUES (:kind, :data)")
  const write = database.transaction((rows: ReadonlyArray<Row>) => {
    for (const row of rows) insert.run(row)
  })
  return async (rows: ReadonlyArray<Row>) => write(rows)
}

const openPostgres = async (url: string) => {
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url) }))
  const sql = await runtime.runPromise(SqlClient.SqlClient)
  await runtime.runPromise(sql`CREATE TABLE written (id bigserial PRIMARY KEY, kind text NOT NULL, data text NOT NULL)`)
  return async (rows: ReadonlyArray<Row>) => {
    const values = rows.map(({ data, kind }) => sql`(${kind}, ${data})`)
    await runtime.runPromise(sql`INSERT INTO written (kind, data) VALUES ${sql.csv(values)}`)
  }
}

const sqlite = /^sqlite:(.*)$/.exec(address!)?.[1]
const write = sqlite === undefined ? await openPostgres(address!) : openSqlite(sqlite)

const server = createServer(async (request, response) => {
  let body = ""
  for await (const part of request.setEncoding("utf8")) body += part
  await write(rowsOf(JSON.stringify(JSON.parse(body))))
  const answer = JSON.stringify({ revision: "0".repeat(20), changes: [] })
  response.writeHead(200, { "content-type": "application/json", "content-length": answer.length }).end(answer)
})
server.keepAliveTimeout = 65_000
server.listen(0, "127.0.0.1", () => reportServer((server.address() as AddressInfo).port))
