import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Which process runs a job: when it has ended, another one takes the job at once. */
export const jobRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  yield* sql`CREATE TABLE job_runs (
    queue ${text} NOT NULL,
    id ${text} NOT NULL,
    attempts ${integer} NOT NULL,
    worker ${text} NOT NULL,
    PRIMARY KEY (queue, id)
  ) ${tableOptions}`
})
