/**
 * The port of durable jobs: work that outlives the request and the process that asked for it. A job is an id in a
 * queue; what it is about stands in the area's own tables. It is run at least once, so handlers are idempotent and
 * fenced: they write their outcome only while the job is still theirs.
 */
import { Context, type Effect, Schema } from "effect"
import type { StorageError } from "../shared/errors.ts"
import { makeId } from "../shared/ids.ts"
import { reference } from "../shared/reference.ts"

/** Another worker has the job: this one's outcome must not be written. */
export class JobLost extends Schema.TaggedError<JobLost>()("JobLost", { id: Schema.String }) {}

export interface JobRun {
  readonly id: string
  /** 1 for the first run. */
  readonly attempt: number
  /** Whether a failure of this run is final. */
  readonly last: boolean
  /** Fails when the job was given to another worker. To be asked inside the transaction that writes the outcome. */
  readonly held: Effect.Effect<void, JobLost | StorageError>
}

/** Who runs jobs: a name for this process, and whether the process of another name is known to have ended. */
export const Worker = reference<{ readonly name: string; readonly isGone: (name: string) => boolean }>(
  "@octavo/core/kernel/jobs/Worker",
  () => ({ name: makeId(), isGone: () => false })
)

export type QueueName =
  | "conversations"
  | "embeddings"
  | "git"
  | "imports"
  | "mail"
  | "openapi"
  | "pictures"
  | "purge"
  | "renderer"
  | "site-exports"
  | "translations"

export class Jobs extends Context.Service<
  Jobs,
  {
    /** Adds a job; joins the caller's transaction. The same id twice is one job. */
    readonly offer: (queue: QueueName, id: string) => Effect.Effect<void, StorageError>
    /**
     * Takes the next job and runs it: a failure is tried again after a while, until `attempts` are used up.
     * @param abandoned notes what became of a job none of whose runs came to an end: their processes died
     */
    readonly work: <R>(
      queue: QueueName,
      handler: (run: JobRun) => Effect.Effect<void, unknown, R>,
      abandoned?: (run: JobRun) => Effect.Effect<void, unknown, R>
    ) => Effect.Effect<void, StorageError, R>
    /** Removes jobs that were done a week ago, and those that failed for good a month ago. */
    readonly clean: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/kernel/jobs/Jobs") {}

/** How often a job is tried in all. */
export const maxAttempts = 5
