/** Bare `node:http` and one select, or insert, through `@effect/sql-pg`. Arguments: the database URL, the file of answers. */
import { readFileSync } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { Exit, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type Answer, rowsOf, serve } from "./yardstick.ts"

const [url, answersFile] = process.argv.slice(2)
const answers: ReadonlyArray<Answer> = JSON.parse(readFileSync(answersFile!, "utf8"))
const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url!) }))
const sql = await runtime.runPromise(SqlClient.SqlClient)
const make = [
  sql`CREATE TABLE IF NOT EXISTS answers (path text, place integer, data text, PRIMARY KEY (path, place))`,
  sql`CREATE TABLE IF NOT EXISTS written (id bigserial PRIMARY KEY, path text NOT NULL, data text NOT NULL)`,
  ...answers.flatMap(rowsOf).map((row) => sql`INSERT INTO answers ${sql.insert(row)} ON CONFLICT DO NOTHING`)
]
for (const statement of make) await runtime.runPromise(statement)

serve(
  answers,
  (path, found) => {
    const select = sql`SELECT place, data FROM answers WHERE path = ${path} ORDER BY place`
    runtime.runFork(select).addObserver((exit) => found(Exit.isSuccess(exit) ? exit.value.length : 0))
  },
  (path, data, stored) => {
    const write = sql`INSERT INTO written ${sql.insert({ path, data })}`
    runtime.runFork(write).addObserver((exit) => {
      if (Exit.isSuccess(exit)) stored()
      else throw new Error(`The yardstick could not write: ${exit.cause}`)
    })
  }
)
