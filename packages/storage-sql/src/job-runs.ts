/** Which process runs which job, so that the jobs of one that has ended need not wait until its claims lapse. */
import type { Worker } from "@octavo/core/jobs/Jobs"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jobsTable } from "./JobQueue.ts"
import { storage } from "./support.ts"

interface Claim {
  readonly queue: string
  readonly id: string
  readonly attempts: number
}

export const makeJobRuns = Effect.fnUntraced(function* (worker: typeof Worker.Service) {
  const sql = yield* SqlClient.SqlClient

  const note = ({ attempts, id, queue }: Claim) =>
    sql`INSERT INTO job_runs ${sql.insert({ queue, id, attempts, worker: worker.name })}
      ON CONFLICT (queue, id) DO UPDATE SET ${sql.update({ attempts, worker: worker.name })}`
  const forget = ({ attempts, id, queue }: Claim) =>
    sql`DELETE FROM job_runs
      WHERE queue = ${queue} AND id = ${id} AND attempts = ${attempts} AND worker = ${worker.name}`

  /** Gives back what a process held; the claims of later runs are of other attempts, and stay. */
  const releaseOf = (gone: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const runs = yield* sql<Claim>`SELECT queue, id, attempts FROM job_runs WHERE worker = ${gone}`
        for (const { attempts, id, queue } of runs) {
          yield* sql`UPDATE ${sql(jobsTable)} SET acquired_at = NULL, acquired_by = NULL
            WHERE queue_name = ${queue} AND id = ${id} AND attempts = ${attempts} AND state = 'pending'`
        }
        yield* sql`DELETE FROM job_runs WHERE worker = ${gone}`
      })
    )

  return {
    /** Runs a job under this process's name. Without the note its claim lapses by itself. */
    during: <A, E, R>(claim: Claim, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.andThen(Effect.ignore(note(claim)), effect).pipe(Effect.ensuring(Effect.ignore(forget(claim)))),
    /** Gives back the jobs of processes that are known to have ended. */
    release: Effect.gen(function* () {
      const workers = yield* sql<{ worker: string }>`SELECT DISTINCT worker FROM job_runs`
      for (const { worker: name } of workers) if (worker.isGone(name)) yield* releaseOf(name)
    }).pipe(storage("jobs.release"))
  }
})
