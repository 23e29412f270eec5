import { spawn } from "node:child_process"
import { once } from "node:events"
import { Array as Arr, Deferred, Effect, Fiber, Layer, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient, type SqlError } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Dialect, Epoch, JobQueue, jobQueueLayer } from "../src/index.ts"
import { makeJobRuns } from "../src/job-runs.ts"
import { jobRuns } from "../src/migrations/0005_job_runs.ts"
import { type Store, useStore } from "./client-suite.ts"
import { crashQueue, fastQueue, writeOutcome } from "./job-worker.ts"

const Job = Schema.Struct({ n: Schema.Int })

/**
 * What durable jobs promise. `open` gives a client of its own on the same store each time it is built; `hangingWorker`
 * is the command line of a process that takes a job, and finishes it when it is told to.
 */
export const jobSuite = (
  open: Layer.Layer<Store | Epoch, SqlError.SqlError>,
  hangingWorker: Effect.Effect<ReadonlyArray<string>, never, Store>
) => {
  const queues = jobQueueLayer(fastQueue).pipe(Layer.provideMerge(open))
  const run = useStore(queues)

  describe("jobs", () => {
    it("offered in a transaction are part of it", () =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const queue = yield* PersistedQueue.make({ name: "transactional", schema: Job })
          const offerAnd = (n: number, end: Effect.Effect<void, string>) =>
            Effect.exit(sql.withTransaction(Effect.andThen(queue.offer({ n }), end)))
          const taking = yield* Effect.forkChild(queue.take((job) => Effect.succeed(job.n)))
          yield* offerAnd(1, Effect.fail("no"))
          yield* Effect.sleep(150)
          yield* offerAnd(2, Effect.void)
          expect(yield* Fiber.join(taking)).toBe(2)
        })
      ))

    it("with an id are done once, also when offered again later", () =>
      run(
        Effect.gen(function* () {
          const queue = yield* PersistedQueue.make({ name: "unique", schema: Job })
          yield* queue.offer({ n: 1 }, { id: "same" })
          yield* queue.offer({ n: 2 }, { id: "same" })
          const take = queue.take((job, { id }) => Effect.succeed([id, job.n]))
          expect(yield* take).toEqual(["same", 1])
          yield* queue.offer({ n: 3 }, { id: "same" })
          yield* queue.offer({ n: 4 }, { id: "other" })
          expect(yield* take).toEqual(["other", 4])
        })
      ))

    it("are tried again, and after the last attempt kept as dead letters", () =>
      run(
        Effect.gen(function* () {
          const queue = yield* PersistedQueue.make({
            name: "poison",
            schema: Job,
            maxAttempts: 2,
            retrySchedule: Schedule.spaced(0)
          })
          yield* queue.offer({ n: 7 }, { id: "bad" })
          yield* queue.offer({ n: 8 }, { id: "good" })
          const seen: Array<string> = []
          const worker = queue.take((job, { attempts }) => {
            seen.push(`${job.n}#${attempts}`)
            return job.n === 7 ? Effect.fail(new Error("cannot be done")) : Effect.void
          })
          for (let i = 0; i < 3; i++) yield* Effect.exit(worker)
          expect(seen.sort()).toEqual(["7#1", "7#2", "8#1"])
          const letters = yield* (yield* JobQueue).deadLetters({ queue: "poison", limit: 10 })
          expect(letters).toMatchObject([{ queue: "poison", id: "bad", attempts: 2, element: `{"n":7}` }])
          expect(letters[0]!.failure).toContain("cannot be done")
          expect(Math.abs(Date.parse(letters[0]!.failedAt) - Date.now())).toBeLessThan(60_000)
        })
      ))

    it("of a killed process go to another one", () =>
      run(
        Effect.gen(function* () {
          const queue = yield* PersistedQueue.make(crashQueue)
          yield* queue.offer({ n: 42 }, { id: "interrupted" })
          const child = spawn(process.execPath, yield* hangingWorker, { stdio: ["pipe", "pipe", "inherit"] })
          const [said] = yield* Effect.promise(() => once(child.stdout, "data"))
          expect(String(said)).toContain("taken 42")
          child.kill("SIGKILL")
          yield* Effect.promise(() => once(child, "exit"))
          expect(yield* queue.take((job, { attempts }) => Effect.succeed([job.n, attempts]))).toEqual([42, 2])
        })
      ))

    it(
      "of a process that is paused past its claim have the outcome of another one (threat: two servers)",
      { timeout: 120_000 },
      () =>
        run(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { types } = yield* Dialect
            yield* sql`CREATE TABLE outcomes (job ${types.text} NOT NULL, worker ${types.text} NOT NULL)`
            const queue = yield* PersistedQueue.make(crashQueue)
            yield* queue.offer({ n: 7 }, { id: "paused" })
            const child = spawn(process.execPath, yield* hangingWorker, { stdio: ["pipe", "pipe", "inherit"] })
            const says = Effect.promise(() => once(child.stdout, "data")).pipe(
              Effect.map(([text]) => String(text).trim())
            )
            yield* Effect.gen(function* () {
              expect(yield* says).toBe("taken 7")
              child.kill("SIGSTOP")
              yield* queue.take((_, job) => writeOutcome(job, "other"))
              child.stdin.write("go on\n")
              const late = yield* Effect.forkChild(says, { startImmediately: true })
              child.kill("SIGCONT")
              expect(yield* Fiber.join(late)).toBe("refused: JobLost")
              yield* Effect.promise(() => once(child, "exit"))
            }).pipe(Effect.ensuring(Effect.sync(() => child.kill("SIGKILL"))))
            expect(yield* sql`SELECT job, worker FROM outcomes`).toEqual([{ job: "paused", worker: "other" }])
            const jobs = yield* sql`SELECT state, attempts FROM octavo_jobs WHERE id = 'paused'`
            expect(jobs).toEqual([{ state: "completed", attempts: 2 }])
          })
        )
    )

    it("of a process that ended before it had noted its name are given back at the second look", () =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* jobRuns
          const queue = yield* PersistedQueue.make({ name: "nameless", schema: Job })
          const { during, release } = yield* makeJobRuns({ name: "this", isGone: () => false })
          const take = (id: string, n: number, noted: boolean) =>
            Effect.gen(function* () {
              const taken = yield* Deferred.make<void>()
              yield* queue.offer({ n }, { id })
              yield* Effect.forkScoped(
                queue.take((_, { attempts, id }) => {
                  const claim = { queue: "nameless", id, attempts }
                  const hanging = Effect.andThen(Deferred.succeed(taken, undefined), Effect.never)
                  return noted ? during(claim, hanging) : hanging
                })
              )
              yield* Deferred.await(taken)
            })
          yield* take("noted", 1, true)
          yield* take("not noted", 2, false)
          const held = Effect.map(
            sql<{ id: string }>`SELECT id FROM octavo_jobs
              WHERE queue_name = 'nameless' AND acquired_by IS NOT NULL ORDER BY id`,
            (rows) => rows.map(({ id }) => id)
          )
          yield* release
          expect(yield* held).toEqual(["not noted", "noted"])
          yield* take("came between", 3, false)
          yield* release
          expect(yield* held).toEqual(["came between", "noted"])
        }).pipe(Effect.scoped)
      ))

    it.for([
      ["done a week ago", "completed", 8, false],
      ["done lately", "completed", 6, true],
      ["failed for good a month ago", "failed", 31, false],
      ["failed for good a week ago", "failed", 29, true],
      ["waiting for ever", "pending", 400, true]
    ] as const)("that are %s: %s for %i days, kept: %s", ([what, state, days, isKept]) =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const queue = yield* PersistedQueue.make({ name: "old", schema: Job })
          yield* queue.offer({ n: days }, { id: what })
          const then = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace("T", " ")
          yield* sql`UPDATE octavo_jobs SET state = ${state}, updated_at = ${sql.literal(`'${then}'`)} WHERE id = ${what}`
          const { clean, deadLetters } = yield* JobQueue
          yield* clean
          expect(yield* sql`SELECT id FROM octavo_jobs WHERE id = ${what}`).toHaveLength(isKept ? 1 : 0)
          const letters = yield* deadLetters({ queue: "old", limit: 10 })
          expect(letters.some(({ id }) => id === what)).toBe(isKept && state === "failed")
        })
      )
    )

    it("are done by one worker at a time", () =>
      run(
        Effect.gen(function* () {
          const jobs = 60
          const queue = yield* PersistedQueue.make({ name: "shared", schema: Job })
          yield* Effect.forEach(Arr.range(1, jobs), (n) => queue.offer({ n }), { discard: true })
          const running = new Set<number>()
          const done: Array<number> = []
          const finished = yield* Deferred.make<void>()
          const worker = Effect.gen(function* () {
            const mine = yield* PersistedQueue.make({ name: "shared", schema: Job })
            const one = mine.take(
              Effect.fnUntraced(function* ({ n }) {
                expect(running.has(n)).toBe(false)
                running.add(n)
                yield* Effect.sleep(2)
                running.delete(n)
                if (done.push(n) === jobs) yield* Deferred.succeed(finished, undefined)
              })
            )
            yield* Effect.all(
              Arr.makeBy(3, () => Effect.forever(one)),
              { concurrency: "unbounded" }
            )
          })
          const server = worker.pipe(Effect.provide(Layer.fresh(queues)), Effect.scoped)
          const servers = yield* Effect.forkChild(Effect.all([server, server], { concurrency: "unbounded" }))
          yield* Deferred.await(finished)
          yield* Effect.sleep(300)
          yield* Fiber.interrupt(servers)
          expect(done.sort((a, b) => a - b)).toEqual(Arr.range(1, jobs))
        })
      ))

    it("whose worker was paused past its claim are not committed by it", () =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { assertHeld } = yield* JobQueue
          const paused = jobQueueLayer({ ...fastQueue, lockExpiration: "1 second", lockRefreshInterval: "1 hour" })
          const options = { name: "fenced", schema: Job }
          const slow = yield* Effect.gen(function* () {
            const queue = yield* PersistedQueue.make(options)
            yield* queue.offer({ n: 1 }, { id: "fence" })
            return yield* queue.take((_, job) =>
              Effect.gen(function* () {
                yield* sql.withTransaction(assertHeld("fenced", job))
                const other = yield* Effect.scoped(
                  Effect.gen(function* () {
                    const theirs = yield* PersistedQueue.make(options)
                    return yield* theirs.take((_, job) => Effect.as(assertHeld("fenced", job), job.attempts))
                  }).pipe(Effect.provide(Layer.fresh(paused)))
                )
                const late = yield* Effect.flip(sql.withTransaction(assertHeld("fenced", job)))
                return [other, late._tag]
              })
            )
          }).pipe(Effect.provide(Layer.fresh(paused)), Effect.scoped)
          expect(slow).toEqual([2, "JobLost"])
        })
      ))

    it("cost nothing to wait for: idle polls commit nothing", () =>
      run(
        Effect.gen(function* () {
          const epoch = yield* Epoch
          const queue = yield* PersistedQueue.make({ name: "idle", schema: Job })
          const waiting = yield* Effect.forkChild(queue.take(() => Effect.void))
          yield* Effect.sleep(200)
          const before = epoch.read()
          yield* Effect.sleep(1500)
          expect(epoch.read()).toBe(before)
          yield* Fiber.interrupt(waiting)
        })
      ))
  })
}
