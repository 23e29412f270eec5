/** Bare `node:http` and one select through `@effect/sql-pg`. Arguments: the database URL, the file of answers. */
import { readFileSync } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { Exit, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type Answer, rowsOf, serve } from "./yardstick.ts"

const [url, answersFile] = process.argv.slice(2)
const answers: ReadonlyArray<Answer> = JSON.parse(readFileSync(answersFile!, "utf8"))
const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url!) }))
const sql = await runtime.runPromise(SqlClient.SqlClient)
await runtime.runPromise(sql`CREATE TABLE answers (path text, place integer, data text, PRIMARY KEY (path, place))`)
for (const row of answers.flatMap(rowsOf)) await runtime.runPromise(sql`INSERT INTO answers ${sql.insert(row)}`)

serve(answers, (path, found) => {
  const select = sql`SELECT place, data FROM answers WHERE path = ${path} ORDER BY place`
  runtime.runFork(select).addObserver((exit) => found(Exit.isSuccess(exit) ? exit.value.length : 0))
})
