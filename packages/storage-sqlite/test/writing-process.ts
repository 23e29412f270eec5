// Writes numbered rows for ever, one transaction each, and says after each that it is stored.
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { SqliteClient } from "../src/index.ts"

const [filename, limit = "Infinity"] = process.argv.slice(2)

await Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (let n = 1; n <= Number(limit); n++) {
    yield* sql.withTransaction(
      Effect.andThen(sql`INSERT INTO notes ${sql.insert({ id: n })}`, sql`INSERT INTO pairs ${sql.insert({ id: n })}`)
    )
    process.stdout.write(`${n}\n`)
  }
}).pipe(Effect.provide(SqliteClient.layer({ filename: filename! })), Effect.runPromise)
