/**
 * Carries exports out: the files of a site go as a zip into the store of files while they are drawn, and the end of the
 * export names the zip. A run that is killed has left bytes that nothing names; the next one begins anew.
 */
import { Cause, Context, Data, Effect, Layer, Stream } from "effect"
import { Blobs } from "../../content/revisions/Blobs.ts"
import { makeRoomProblem } from "../../content/revisions/fileSize.ts"
import type { JobRun } from "../../kernel/jobs/Jobs.ts"
import { Cancelled, type Described, makeRunJobs } from "../../kernel/jobs/runJobs.ts"
import { now } from "../../kernel/shared/clock.ts"
import { StorageError, TooManyRequests } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { openSite } from "./openSite.ts"
import { exportLifetime, type SiteExportRecord } from "./SiteExport.ts"
import { SiteExportStore } from "./SiteExportStore.ts"
import { NotStatic, StaticSites } from "./StaticSites.ts"
import { zipStream } from "./zipStream.ts"

/** Most bytes of a zip. */
const mostBytes = 4_000_000_000

/** It is looked whether the export goes on, and the site is open, with every so many files, and whether there is room with every so many bytes. */
const filesBetweenLooks = 50
const bytesBetweenLooks = 50_000_000

/** Why an export ends without a zip, in words for who asked for it. */
class ExportFailed extends Data.TaggedError("ExportFailed")<{ readonly message: string }> {}
/** The site was changed in the middle: some of its files are of before, and others of after. */
class SiteChanged extends Data.TaggedError("SiteChanged") {}

export class SiteExportJobs extends Context.Service<
  SiteExportJobs,
  {
    /** Takes the next export and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/site-exports/SiteExportJobs") {
  static readonly layer = Layer.effect(
    SiteExportJobs,
    Effect.gen(function* () {
      const store = yield* SiteExportStore
      const sites = yield* SiteStore
      const blobs = yield* Blobs
      const transaction = yield* Transaction
      const staticSites = yield* StaticSites
      const roomProblem = yield* makeRoomProblem

      /** The site, while the export goes on and everybody may read it. */
      const goOn = Effect.fnUntraced(function* (run: SiteExportRecord) {
        if ((yield* store.get(run.id))?.status !== "in-progress") return yield* new Cancelled()
        const { problem, site } = yield* openSite(sites, run)
        return site ?? (yield* new ExportFailed({ message: problem ?? "" }))
      })

      const perform = Effect.fnUntraced(function* (run: SiteExportRecord, job: JobRun) {
        const place = { base: run.base, origin: run.origin ?? undefined }
        const before = yield* goOn(run)
        let files = 0
        let pages = 0
        let bytes = 0
        let looked = 0
        const zip = zipStream((put) =>
          Effect.gen(function* () {
            const read = yield* staticSites.read(run.siteId, place, (file) =>
              Effect.andThen(files++ % filesBetweenLooks === 0 ? Effect.asVoid(goOn(run)) : Effect.void, put(file))
            )
            pages = read.pages
          })
        ).pipe(
          Stream.tap((piece) => {
            bytes += piece.length
            if (bytes > mostBytes) {
              return new ExportFailed({
                message: `The files of the site are more than ${mostBytes / 1e9} GB; write them with octavo build --site`
              })
            }
            if (bytes - looked < bytesBetweenLooks) return Effect.void
            looked = bytes
            return Effect.flatMap(roomProblem(bytes), (problem) =>
              problem === undefined ? Effect.void : new ExportFailed({ message: `The zip ${problem}` })
            )
          })
        )
        const { hash, size } = yield* blobs.put(zip)
        yield* transaction.run(
          Effect.gen(function* () {
            yield* job.held
            const after = yield* goOn(run)
            if (after.updatedAt !== before.updatedAt) return yield* new SiteChanged()
            const at = yield* now
            yield* store.update(run.id, ["in-progress"], {
              status: "completed",
              updatedAt: at,
              completedAt: at,
              expiresAt: expiryOf(at),
              reason: null,
              pages,
              files,
              size,
              blob: hash
            })
            // one zip of each site is kept
            yield* store.removeEnded(run.siteId, run.id)
          })
        )
      })

      const work = yield* makeRunJobs({
        queue: "site-exports",
        name: "export",
        get: store.get,
        update: store.update,
        perform,
        describe,
        ended: (at) => ({ expiresAt: expiryOf(at) })
      })

      return SiteExportJobs.of({ work })
    })
  )
}

const expiryOf = (at: string): string => new Date(Date.parse(at) + exportLifetime).toISOString()

const describe = (cause: Cause.Cause<unknown>): Described => {
  const error = Cause.squash(cause)
  if (error instanceof SiteChanged) {
    return {
      reason: "The site was changed while its files were made: they are made anew",
      lastReason: "The site was changed again and again while its files were made; ask for them once more",
      isRetryable: true
    }
  }
  if (error instanceof StorageError) return { reason: error.message, isRetryable: error.retryable }
  if (error instanceof TooManyRequests) return { reason: error.message, isRetryable: true }
  if (error instanceof ExportFailed || error instanceof NotStatic) return { reason: error.message, isRetryable: false }
  return { reason: "The export met an error of Octavo; its log says which", isRetryable: false }
}
