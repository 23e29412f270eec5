/**
 * The worker's side of `Translations`: takes runs from the queue, carries them out, and keeps what became of them. The
 * runs of one translation follow each other; each hands on to the one that waits.
 */
import { Cause, Context, Data, Effect, Layer } from "effect"
import { JobLost, type JobRun, Jobs, maxAttempts } from "../../kernel/jobs/Jobs.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { NotFound, PreconditionFailed, StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { type Translated, TranslateSpace } from "./TranslateSpace.ts"
import {
  problemsKept,
  type TranslationError,
  type TranslationProblem,
  type TranslationRecord,
  type TranslationRunRecord
} from "./Translation.ts"
import { TranslationStore } from "./TranslationStore.ts"
import { NoProvider, TranslatorError } from "./Translator.ts"

export class TranslationJobs extends Context.Service<
  TranslationJobs,
  {
    /** Takes the next run and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/translations/TranslationJobs") {
  static readonly layer = Layer.effect(
    TranslationJobs,
    Effect.gen(function* () {
      const store = yield* TranslationStore
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const { translate } = yield* TranslateSpace

      /** Ends a run, in the transaction that shows its result, and hands on. Fails when the job is lost. */
      const finish = Effect.fnUntraced(function* (job: JobRun, end: Ended) {
        yield* job.held
        const run = yield* store.run(job.id)
        const translation = run === undefined ? undefined : yield* store.find(run.translationId)
        if (run === undefined || translation === undefined) return
        const finishedAt = yield* now
        const { error, pages, problems, result } = end
        const words = yield* store.paidWords(translation.organizationId, run.id)
        const duration = (Date.parse(finishedAt) - Date.parse(run.startedAt ?? finishedAt)) / 1000
        const totalPages = yield* store.notePages(translation.id, pages)
        yield* store.updateRun(run.id, {
          status: "completed",
          progress: null,
          revision: result?.newRevision ?? null,
          pages: pages.length,
          words,
          error,
          problems: problems.slice(0, problemsKept),
          problemCount: problems.length,
          finishedAt
        })
        const next = (yield* store.openRuns(translation.id)).find(({ id }) => id !== run.id)
        yield* store.update(translation.id, {
          status: next === undefined ? "completed" : "pending",
          error,
          runs: translation.runs + 1,
          totalWords: translation.totalWords + words,
          totalPages,
          totalDuration: translation.totalDuration + duration,
          latestRunDuration: duration,
          latestPages: pages.length,
          latestWords: words,
          updatedAt: finishedAt,
          ...defined({ resultSpace: result?.space, resultRevision: result?.revision, resultRoot: result?.root })
        })
        if (next !== undefined) yield* jobs.offer("translations", next.id)
      })

      const fail = Effect.fnUntraced(function* (job: JobRun, cause: Cause.Cause<unknown>) {
        const final = job.last || !isRetryable(cause)
        const error = describe(cause)
        yield* Effect.logWarning("A translation failed").pipe(
          Effect.annotateLogs({ run: job.id, code: error.code, reason: error.message, final })
        )
        yield* transaction.run(
          final
            ? finish(job, { error, pages: [], problems: [], result: undefined })
            : Effect.andThen(job.held, store.updateRun(job.id, { error, progress: "Waiting to try again" }))
        )
        // the queue tries again only what may go better then
        if (!final) return yield* Effect.failCause(cause)
      })

      const perform = Effect.fnUntraced(function* (
        job: JobRun,
        run: TranslationRunRecord,
        translation: TranslationRecord
      ) {
        yield* translate(translation, run, {
          report: (progress) => store.updateRun(run.id, { progress }).pipe(Effect.ignore),
          finish: (translated) => finish(job, { ...translated, error: null })
        })
      })

      const handle = traced("TranslationJobs.handle")(function* (job: JobRun) {
        const run = yield* store.run(job.id)
        const translation = run === undefined ? undefined : yield* store.find(run.translationId)
        // deleted meanwhile, or done by a worker that died before it could say so to the queue
        if (run === undefined || translation === undefined || run.status === "completed") return
        const startedAt = run.startedAt ?? (yield* now)
        yield* transaction.run(
          Effect.gen(function* () {
            yield* job.held
            yield* store.updateRun(run.id, { status: "running", startedAt })
            yield* store.update(translation.id, { status: "running" })
          })
        )
        yield* perform(job, { ...run, startedAt }, translation).pipe(
          Effect.catchCause((cause) => {
            const lost = Cause.squash(cause) instanceof JobLost || Cause.hasInterruptsOnly(cause)
            return lost ? Effect.failCause(cause) : fail(job, cause)
          })
        )
      })

      /** The processes of all attempts died: the run ends with words, and not as one that seems to go on. */
      const abandon = (job: JobRun) => fail({ ...job, last: true }, Cause.fail(new Abandoned()))

      return TranslationJobs.of({ work: jobs.work("translations", handle, abandon) })
    })
  )
}

/** What became of a run. */
type Ended = Omit<Translated, "result"> & {
  readonly error: TranslationError | null
  readonly problems: ReadonlyArray<TranslationProblem>
  readonly result: Translated["result"] | undefined
}

class Abandoned extends Data.TaggedError("Abandoned") {
  override readonly message =
    `The server was stopped ${maxAttempts} times in the middle of this run. Look into its log for the reason, then run the translation again: what was translated is not lost`
}

const describe = (cause: Cause.Cause<unknown>): TranslationError => {
  const error = Cause.squash(cause)
  if (error instanceof NoProvider) return { code: "NO_PROVIDER", message: error.message }
  if (error instanceof TranslatorError) {
    return { code: error.reason === "refused" ? "PROVIDER_REFUSED" : "PROVIDER_FAILED", message: error.message }
  }
  if (error instanceof PreconditionFailed) return { code: "RESULT_LOCKED", message: error.message }
  if (error instanceof NotFound) return { code: "SOURCE_MISSING", message: error.message }
  if (error instanceof StorageError || error instanceof Abandoned) return { code: "INTERNAL", message: error.message }
  return { code: "INTERNAL", message: "The run met an error of Octavo; the server's log has it" }
}

const isRetryable = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  // answers that are of no use cost as much as others
  if (error instanceof TranslatorError) return error.reason === "unavailable"
  return error instanceof StorageError && error.retryable
}
