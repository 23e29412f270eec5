/**
 * Carries imports out: reads the website, then writes all its pages and the end of the run in one transaction. A run
 * that is killed or cancelled has written nothing; a killed one is taken up again.
 */
import { Cause, Context, Data, Effect, Layer } from "effect"
import { ChangeRequestContent } from "../change-request-content/ChangeRequestContent.ts"
import type { ContentChange } from "../content/changes/input.ts"
import { FetchError, Fetcher } from "../content/Fetcher.ts"
import { JobLost, type JobRun, Jobs } from "../jobs/Jobs.ts"
import { type Actor, CurrentActor, operator } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { Forbidden, Invalid, NotFound, PreconditionFailed, StorageError } from "../shared/errors.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { ImportRunRecord } from "./ImportRun.ts"
import { ImportRunStore } from "./ImportRunStore.ts"
import { pageKey, parentsOf, readWebsite, type WebPage } from "./website.ts"

/** Why an import ends without pages, in words for who asked for it. */
class ImportFailed extends Data.TaggedError("ImportFailed")<{ readonly message: string }> {}
class Cancelled extends Data.TaggedError("Cancelled") {}

export class ImportJobs extends Context.Service<
  ImportJobs,
  {
    /** Takes the next import and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/imports/ImportJobs") {
  static readonly layer = Layer.effect(
    ImportJobs,
    Effect.gen(function* () {
      const store = yield* ImportRunStore
      const jobs = yield* Jobs
      const fetcher = yield* Fetcher
      const content = yield* ChangeRequestContent
      const transaction = yield* Transaction

      const write = (run: ImportRunRecord, changes: ReadonlyArray<ContentChange>) =>
        run.target.changeRequest === undefined
          ? content.editSpace(run.target.space, { changes })
          : content.edit(run.target.space, run.target.changeRequest, { changes })

      const perform = Effect.fnUntraced(function* (run: ImportRunRecord, job: JobRun) {
        const goOn = () =>
          Effect.flatMap(store.get(run.id), (found) =>
            found?.status === "in-progress" ? Effect.void : Effect.fail(new Cancelled())
          )
        const { pages, refused } = yield* readWebsite(fetcher, run.source.url, goOn)
        if (refused === "robots")
          return yield* new ImportFailed({ message: "The website's robots.txt forbids to read it" })
        if (pages.length === 0) {
          return yield* new ImportFailed({ message: "There is no HTML page at the address" })
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* job.held
            yield* goOn()
            const inserted = yield* write(run, insertsOf(run, pages))
            const ids = inserted.changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
            yield* write(run, textsOf(pages, ids))
            const at = yield* now
            yield* store.update(run.id, ["in-progress"], {
              status: "completed",
              completedAt: at,
              updatedAt: at,
              reason: null,
              pages: pages.map(({ url }, i) => ({ id: ids[i]!, sourceURL: url, type: "page", status: "complete" }))
            })
          })
        )
      })

      const end = (run: ImportRunRecord, job: JobRun, cause: Cause.Cause<unknown>) =>
        Effect.gen(function* () {
          const { isRetryable, reason } = describe(cause)
          const final = job.last || !isRetryable
          const at = yield* now
          yield* transaction.run(
            Effect.andThen(
              job.held,
              store.update(run.id, ["in-progress"], {
                ...(final ? { status: "failed" as const, completedAt: at } : { status: "pending" as const }),
                updatedAt: at,
                reason
              })
            )
          )
          yield* Effect.logWarning("An import failed").pipe(Effect.annotateLogs({ import: run.id, reason, final }))
          // the queue tries again only what may go better then
          if (!final) return yield* Effect.failCause(cause)
        })

      const handle = Effect.fn("ImportJobs.handle")(function* (job: JobRun) {
        const run = yield* store.get(job.id)
        if (run === undefined) return
        const at = yield* now
        const begun = yield* store.update(run.id, ["pending", "in-progress"], {
          status: "in-progress",
          updatedAt: at,
          ...(run.startedAt === null ? { startedAt: at } : {})
        })
        if (!begun) return
        const actor: Actor =
          run.createdBy === null ? operator : { kind: "user", userId: run.createdBy, tokenId: null, scopes: null }
        yield* perform(run, job).pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.catchTag("Cancelled", () => Effect.void),
          Effect.catchCause((cause) =>
            Cause.squash(cause) instanceof JobLost || Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : end(run, job, cause)
          )
        )
      })

      /** The processes of all tries died. */
      const abandon = Effect.fn("ImportJobs.abandon")(function* (job: JobRun) {
        const run = yield* store.get(job.id)
        const failure = new ImportFailed({
          message: "The server was stopped again and again in the middle of this import"
        })
        if (run?.status === "in-progress") yield* end(run, { ...job, last: true }, Cause.fail(failure))
      })

      return ImportJobs.of({ work: jobs.work("imports", handle, abandon) })
    })
  )
}

const describe = (cause: Cause.Cause<unknown>): { readonly reason: string; readonly isRetryable: boolean } => {
  const error = Cause.squash(cause)
  if (error instanceof FetchError) {
    const isRetryable = error.reason === "unreachable" || error.reason === "timeout"
    return { reason: `The website ${error.message}`, isRetryable }
  }
  if (error instanceof StorageError) return { reason: error.message, isRetryable: error.retryable }
  if (error instanceof ImportFailed) return { reason: error.message, isRetryable: false }
  if (error instanceof NotFound || error instanceof Forbidden) {
    return { reason: "Where the pages should go is gone, or may no longer be written by who asked", isRetryable: false }
  }
  if (error instanceof Invalid || error instanceof PreconditionFailed)
    return { reason: error.message, isRetryable: false }
  return { reason: "The import met an error of Octavo; its log says which", isRetryable: false }
}

const refOf = (i: number): string => `page-${i}`

/** Empty pages in the order they were found, parents first: their texts name each other by ids. */
const insertsOf = (run: ImportRunRecord, pages: ReadonlyArray<WebPage>): ReadonlyArray<ContentChange> => {
  const parents = parentsOf(pages)
  return pages.map(({ description, isHidden, title }, i): ContentChange => {
    const parent = parents[i]
    const into = parent === undefined ? run.target.page : refOf(parent)
    return {
      operation: "insert_page",
      document: { markdown: "" },
      title,
      ref: refOf(i),
      ...(into === undefined ? {} : { into }),
      ...(description === undefined ? {} : { description }),
      ...(isHidden ? { noIndex: true } : {})
    }
  })
}

/** The texts, with links to imported pages by their ids, and others as they are. */
const textsOf = (pages: ReadonlyArray<WebPage>, ids: ReadonlyArray<string>): ReadonlyArray<ContentChange> => {
  const byKey = new Map(pages.map(({ url }, i) => [pageKey(url), ids[i]!]))
  const target = (url: string): string => {
    if (!/^https?:/u.test(url)) return url
    const id = byKey.get(pageKey(url))
    return id === undefined ? url : `/pages/${id}${new URL(url).hash}`
  }
  return pages.map(
    ({ markdown, title }, i): ContentChange => ({
      operation: "update_page",
      page: ids[i]!,
      title,
      document: { markdown: markdown(target) }
    })
  )
}
