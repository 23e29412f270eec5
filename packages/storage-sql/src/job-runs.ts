/** Which process runs which job, so that the jobs of one that has ended need not wait until its claims lapse. */
import type { Worker } from "@octavo/core/kernel/jobs/Jobs"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jobsTable } from "./JobQueue.ts"
import { storage } from "./support.ts"

interface Claim {
  readonly queue: string
  readonly id: string
  readonly attempts: number
}

/** A claim without a note of the process that has it. */
interface Nameless extends Claim {
  readonly claim: string
}

/** Either of that or, with nothing else, the name of a process that has jobs. */
type Held = (Nameless & { readonly worker: null }) | { readonly worker: string }

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

  /** One statement: it is asked every few seconds. */
  const held = sql<Held>`SELECT j.queue_name AS queue, j.id, j.attempts, CAST(j.acquired_by AS TEXT) AS claim, NULL AS worker
    FROM ${sql(jobsTable)} j LEFT JOIN job_runs r ON r.queue = j.queue_name AND r.id = j.id AND r.attempts = j.attempts
    WHERE j.state = 'pending' AND j.acquired_by IS NOT NULL AND r.id IS NULL
    UNION ALL SELECT DISTINCT NULL, NULL, 0, NULL, worker FROM job_runs`

  const seenNameless = new Set<string>()
  /**
   * A claim is noted as soon as it is made, so one that two looks find without a note is of a process that ended in
   * between. One whose note could not be written is run a second time, and fenced.
   */
  const releaseNameless = Effect.fnUntraced(function* (found: ReadonlyArray<Nameless>) {
    for (const { attempts, claim, id, queue } of found.filter((one) => seenNameless.has(one.claim))) {
      yield* sql`UPDATE ${sql(jobsTable)} SET acquired_at = NULL, acquired_by = NULL
        WHERE queue_name = ${queue} AND id = ${id} AND attempts = ${attempts} AND acquired_by = ${claim}`
    }
    seenNameless.clear()
    for (const { claim } of found) seenNameless.add(claim)
  })

  return {
    /** Runs a job under this process's name. */
    during: <A, E, R>(claim: Claim, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.andThen(Effect.ignore(note(claim)), effect).pipe(Effect.ensuring(Effect.ignore(forget(claim)))),
    /**
     * Gives back the jobs of processes that are known to have ended; answers whether any process has one. To be asked
     * again and again, with time between.
     */
    release: Effect.gen(function* () {
      const found = yield* held
      yield* releaseNameless(found.filter((one) => one.worker === null))
      for (const { worker: name } of found) if (name !== null && worker.isGone(name)) yield* releaseOf(name)
      return found.length > 0
    }).pipe(storage("jobs.release"))
  }
})
