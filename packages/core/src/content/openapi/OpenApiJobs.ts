/**
 * Processing of OpenAPI specifications: the worker's side of `OpenApiSpecs`. A job gets the text, reads it and makes a
 * version of it, unless it is the text of the latest version. What goes wrong is told by the specification; a version that
 * is there stays. The job that was asked for last counts, however many were.
 */
import { Cause, Clock, Context, Effect, Layer, Stream } from "effect"
import { JobLost, type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { type FetchError, Fetcher } from "../../kernel/outbound/Fetcher.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { blobBytes } from "../revisions/blobBytes.ts"
import { DescriptionReader } from "./DescriptionReader.ts"
import { problemsKept } from "./description/DescriptionIndex.ts"
import type { SpecErrorCode, SpecProblem, SpecRecord } from "./OpenApiSpec.ts"
import { OpenApiStore, type SpecPatch } from "./OpenApiStore.ts"
import { SpecificationRead } from "./SpecificationRead.ts"

/** Largest description that is fetched, in bytes: three of the largest public ones. */
const maxDescriptionBytes = 40 * 1024 * 1024

/** How long after it was processed a specification with an address is fetched again. */
const refreshAfterMs = 6 * 60 * 60 * 1000

/** Older versions of a specification are removed. */
const versionsKept = 50

const sweepBatch = 100

export class OpenApiJobs extends Context.Service<
  OpenApiJobs,
  {
    /** Takes the next specification and processes it; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
    /** Asks for the specifications that are to be fetched again; answers how many. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/openapi/OpenApiJobs") {
  static readonly layer = Layer.effect(
    OpenApiJobs,
    Effect.gen(function* () {
      const store = yield* OpenApiStore
      const blobs = yield* Blobs
      const fetcher = yield* Fetcher
      const reader = yield* DescriptionReader
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const specificationRead = yield* SpecificationRead
      const index = yield* ContentIndex

      const put = (bytes: Uint8Array) => Effect.map(blobs.put(Stream.make(bytes)), ({ hash }) => hash)

      /** What every end of a job writes. */
      const ended = Effect.fnUntraced(function* (spec: SpecRecord, patch: SpecPatch) {
        const at = yield* now
        const again = new Date((yield* Clock.currentTimeMillis) + refreshAfterMs).toISOString()
        return {
          state: "complete" as const,
          lastProcessedAt: at,
          updatedAt: at,
          refreshAt: spec.sourceURL === null ? null : again,
          errorCode: null,
          errors: [],
          errorCount: 0,
          ...patch
        }
      })

      const failed = (errorCode: SpecErrorCode, errors: ReadonlyArray<SpecProblem>): SpecPatch => ({
        errorCode,
        errors: errors.slice(0, problemsKept),
        errorCount: errors.length
      })

      const unfetched = (error: FetchError): SpecPatch =>
        failed(error.reason === "timeout" ? "FETCH_TIMEOUT" : "FETCH_ERROR", [
          { message: `The address ${error.message}`, code: error.reason }
        ])

      /** Writes the end of a job, while the job is this worker's and the one that was asked for last. */
      const finish = (run: JobRun, patch: SpecPatch, besides: Effect.Effect<void, StorageError> = Effect.void) =>
        transaction.run(
          Effect.gen(function* () {
            yield* run.held
            if (yield* store.updateRun(run.id, patch)) yield* besides
          })
        )

      const process = Effect.fnUntraced(function* (run: JobRun, spec: SpecRecord) {
        const latest = spec.lastVersion === null ? undefined : yield* store.version(spec.id, spec.lastVersion)
        const source =
          spec.sourceURL === null
            ? { bytes: yield* blobBytes(blobs, spec.sourceText!), etag: undefined, unchanged: undefined }
            : yield* fetcher.fetch(spec.sourceURL, {
                maxBytes: maxDescriptionBytes,
                ...(latest === undefined || spec.etag === null || spec.errorCode !== null ? {} : { etag: spec.etag })
              })
        const etag = source.etag ?? null
        // a description that had problems has them still
        const same = { errors: spec.errors, errorCount: spec.errorCount, etag }
        if (source.unchanged === true) return yield* finish(run, yield* ended(spec, same))
        const hash = contentHash(source.bytes)
        if (latest?.raw === hash && spec.errorCode === null) return yield* finish(run, yield* ended(spec, same))

        const read = yield* reader.read(source.bytes)
        const version = {
          id: makeId(),
          specId: spec.id,
          format: read.format,
          raw: yield* put(source.bytes),
          rawSize: source.bytes.length,
          content: yield* put(read.content),
          index: yield* put(utf8.encode(JSON.stringify(read.index))),
          createdAt: yield* now
        }
        const isNew = latest?.raw !== hash
        const patch = yield* ended(spec, {
          etag,
          errors: read.problems.slice(0, problemsKept),
          errorCount: read.problemCount,
          ...(isNew ? { lastVersion: version.id } : {})
        })
        const kept = Effect.andThen(store.insertVersion(version, versionsKept), specificationRead.announce(spec))
        yield* finish(run, patch, isNew ? kept : Effect.void)
        // the pages that are made of it; should this fail, whoever looks for something does it
        if (isNew) yield* Effect.ignore(index.completeComputed({ organizationId: spec.organizationId }))
      })

      const handle = traced("OpenApiJobs.handle")(function* (run: JobRun) {
        const spec = yield* store.ofRun(run.id)
        if (spec === undefined || spec.state === "complete") return
        yield* store.updateRun(run.id, { state: "progress" })
        yield* process(run, spec).pipe(
          Effect.catchTags({
            FetchError: (error) => Effect.flatMap(ended(spec, unfetched(error)), (patch) => finish(run, patch)),
            UnreadableDescription: ({ problems }) =>
              Effect.flatMap(ended(spec, failed("PARSE_ERROR", problems)), (patch) => finish(run, patch))
          }),
          Effect.catchCause((cause) => {
            const lost = Cause.squash(cause) instanceof JobLost || Cause.hasInterruptsOnly(cause)
            return lost || !run.last ? Effect.failCause(cause) : abandon(run)
          })
        )
      })

      /** No run came to an end: the specification says so, and does not seem to be worked on. */
      const abandon = traced("OpenApiJobs.abandon")(function* (run: JobRun) {
        const spec = yield* store.ofRun(run.id)
        if (spec === undefined || spec.state === "complete") return
        const message = "The server could not process the description; look into its log, then write the source again"
        yield* finish(run, yield* ended(spec, failed("PARSE_ERROR", [{ message, code: "internal" }])))
      })

      const sweep = Effect.gen(function* () {
        const due = yield* store.due(yield* now, sweepBatch)
        yield* Effect.forEach(due, (spec) => {
          const next = makeId()
          return transaction.run(
            Effect.gen(function* () {
              // a source that was written meanwhile has a job of its own
              if (!(yield* store.updateRun(spec.run, { run: next, state: "pending", refreshAt: null }))) return
              yield* jobs.offer("openapi", next)
            })
          )
        })
        return due.length
      }).pipe(Effect.withSpan("OpenApiJobs.sweep"))

      return OpenApiJobs.of({ work: jobs.work("openapi", handle, abandon), sweep })
    })
  )
}
