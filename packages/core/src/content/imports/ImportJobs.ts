/**
 * Carries imports out: reads the website or the files as a tree, then writes all pages, in one revision, and the end of
 * the run in one transaction. A run that is killed or cancelled has written nothing; a killed one is taken up again.
 */
import { Cause, Context, Data, Effect, Layer } from "effect"
import type { JobRun } from "../../kernel/jobs/Jobs.ts"
import { Cancelled, type Described, makeRunJobs } from "../../kernel/jobs/runJobs.ts"
import { LanguageModel } from "../../kernel/language-model/LanguageModel.ts"
import { FetchError, Fetcher } from "../../kernel/outbound/Fetcher.ts"
import { type Actor, CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Forbidden, Invalid, NotFound, PreconditionFailed, StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { ChangeRequestContent } from "../change-request-content/ChangeRequestContent.ts"
import { GitError } from "../git/Git.ts"
import { importSpace } from "../git/importSpace.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { Objects } from "../revisions/model/Objects.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import { emptyRoot, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { Uploads } from "../uploads/Uploads.ts"
import { detachContent, importedPages, insertionEdits, joinDetached } from "./detachedContent.ts"
import { makeEnhancer } from "./enhance.ts"
import type { ImportRunRecord, ImportWarning } from "./ImportRun.ts"
import { ImportRunStore } from "./ImportRunStore.ts"
import { uploadedTrees } from "./uploadedTree.ts"
import { readWebsite } from "./website.ts"
import { webTree } from "./webTree.ts"

/** Most warnings that a run keeps. */
const mostWarnings = 200

/** Why an import ends without pages, in words for who asked for it. */
class ImportFailed extends Data.TaggedError("ImportFailed")<{ readonly message: string }> {}

export class ImportJobs extends Context.Service<
  ImportJobs,
  {
    /** Takes the next import and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/imports/ImportJobs") {
  static readonly layer = Layer.effect(
    ImportJobs,
    Effect.gen(function* () {
      const store = yield* ImportRunStore
      const fetcher = yield* Fetcher
      const content = yield* ChangeRequestContent
      const transaction = yield* Transaction
      const uploads = yield* Uploads
      const blobs = yield* Blobs
      const trees = yield* RevisionTree
      const model = yield* LanguageModel
      const context = yield* Effect.context<Blobs | Objects | RevisionTree>()

      const treesOf = Effect.fnUntraced(function* (
        { organizationId, source }: ImportRunRecord,
        goOn: () => Effect.Effect<void, Cancelled | StorageError>
      ) {
        if (source.type === "file") {
          const files = yield* Effect.forEach(source.files, (file) =>
            Effect.flatMap(uploads.find(organizationId, file), (upload) =>
              upload === undefined
                ? Effect.fail(new ImportFailed({ message: "An uploaded file is no longer kept; upload it again" }))
                : Effect.succeed(upload)
            )
          )
          return yield* uploadedTrees(blobs, files)
        }
        const website = yield* readWebsite(fetcher, source.url, goOn)
        if (website.refused === "robots")
          return yield* new ImportFailed({ message: "The website's robots.txt forbids to read it" })
        if (website.pages.length === 0) {
          return yield* new ImportFailed({ message: "There is no HTML page at the address" })
        }
        return [webTree(website)]
      })

      const perform = Effect.fnUntraced(function* (run: ImportRunRecord, job: JobRun) {
        const { changeRequest, page, space } = run.target
        const goOn = () =>
          Effect.flatMap(store.get(run.id), (found) =>
            found?.status === "in-progress" ? Effect.void : Effect.fail(new Cancelled())
          )
        const enhancer = run.enhance && model !== undefined ? makeEnhancer(model) : undefined
        const revise = (text: string, { git, title }: PageRecord) =>
          enhancer === undefined
            ? Effect.succeed(text)
            : Effect.andThen(goOn(), enhancer.revise(text, git?.path ?? title))
        const sources = new Map<string, string>()
        const warnings: Array<ImportWarning> = []
        const contents = yield* Effect.forEach(yield* treesOf(run, goOn), (tree) =>
          Effect.gen(function* () {
            const { root } = emptyRoot
            const made = yield* importSpace(tree.snapshot, root, root, null, () => Effect.void).pipe(
              Effect.mapError(toInvalid)
            )
            for (const [path, url] of tree.sources) sources.set(path, url)
            for (const warning of made.counts.warnings) warnings.push(warning)
            return yield* detachContent(yield* missingIsDamage(trees.open(made.root)), revise)
          })
        )
        const detached = joinDetached(contents)
        for (const warning of [...detached.warnings, ...(enhancer?.warnings ?? [])]) warnings.push(warning)
        if (detached.paths.size === 0) {
          const [left] = warnings
          return yield* new ImportFailed({
            message:
              left === undefined
                ? "There is no Markdown or HTML in the files"
                : `There is no Markdown or HTML in the files that can be taken: ${JSON.stringify(left.path)} was ${left.message}`
          })
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* job.held
            yield* goOn()
            yield* content.write(space, changeRequest, (tree) =>
              Effect.gen(function* () {
                const edited = yield* missingIsDamage(
                  trees.edit(tree.hash, yield* insertionEdits(tree, page ?? null, detached))
                ).pipe(Effect.mapError(toInvalid))
                return { root: edited.root, created: new Map([...edited.created, ...detached.bodies]) }
              })
            )
            const at = yield* now
            yield* store.update(run.id, ["in-progress"], {
              status: "completed",
              completedAt: at,
              updatedAt: at,
              reason: null,
              pages: importedPages(detached, sources),
              warnings: warnings.slice(0, mostWarnings)
            })
          })
        )
      })

      const work = yield* makeRunJobs({
        queue: "imports",
        name: "import",
        get: store.get,
        update: store.update,
        perform: (run: ImportRunRecord, job) =>
          perform(run, job).pipe(Effect.provideService(CurrentActor, actorOf(run)), Effect.provideContext(context)),
        describe
      })

      return ImportJobs.of({ work })
    })
  )
}

/** Who asked for it writes its pages. */
const actorOf = ({ createdBy }: ImportRunRecord): Actor =>
  createdBy === null ? operator : { kind: "user", userId: createdBy, tokenId: null, scopes: null }

/** What the rules of a page tree refuse. */
const toInvalid = <E extends GitError | StorageError | RevisionError>(error: E) =>
  error._tag === "StorageError" || error._tag === "GitError" ? error : new Invalid({ message: error.message })

const describe = (cause: Cause.Cause<unknown>): Described => {
  const error = Cause.squash(cause)
  if (error instanceof FetchError) {
    const isRetryable = error.reason === "unreachable" || error.reason === "timeout"
    return { reason: `The website ${error.message}`, isRetryable }
  }
  if (error instanceof StorageError) return { reason: error.message, isRetryable: error.retryable }
  if (error instanceof GitError) return { reason: error.message, isRetryable: error.retryable }
  if (error instanceof ImportFailed) return { reason: error.message, isRetryable: false }
  if (error instanceof NotFound || error instanceof Forbidden) {
    return { reason: "Where the pages should go is gone, or may no longer be written by who asked", isRetryable: false }
  }
  if (error instanceof Invalid || error instanceof PreconditionFailed)
    return { reason: error.message, isRetryable: false }
  return { reason: "The import met an error of Octavo; its log says which", isRetryable: false }
}
