/**
 * Makes vectors of the sections of spaces that questions were asked about, in the background: each text once for each
 * model, whichever pages have it. Decision 0119.
 */
import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { EmbeddingModel, type EmbeddingModelShape } from "../../kernel/language-model/EmbeddingModel.ts"
import type { ModelError } from "../../kernel/language-model/LanguageModel.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { counter } from "../../kernel/shared/metrics.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { SearchStore } from "../content-index/SearchStore.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { type EmbeddingPage, EmbeddingStore } from "./EmbeddingStore.ts"
import { markOf, type NamedText, textsOf } from "./sectionTexts.ts"
import { toBytes } from "./vectors.ts"

/** Pages that are looked at together, and those whose vectors are written together. */
const lookedAtOnce = 200
const writtenAtOnce = 10
/** Texts that the model is given in one request. */
const textsAtOnce = 32
/** Most texts that one run has vectors made of, and how long it begins new ones, in milliseconds. */
const mostOfRun = 2_000
const runMs = 60_000
/** Most sections of a space that have vectors; those of pages that were indexed first. */
const mostOfSpace = 20_000
/** Spaces that a sweep reads at a time, and vectors that it looks at. */
const sweptAtOnce = 200
const collectedAtOnce = 1_000
/** A vector that no page has is kept for so long: a page that is moved or written anew has it again. */
const keptMs = 3_600_000

const sections = (outcome: "made" | "known") =>
  counter("octavo_embedded_sections_total", "Sections that were given a vector", { outcome })
const counted = { made: sections("made"), known: sections("known") }

/** @param what names why it is asked for: the same reason twice is one job */
export const embeddingsJob = (spaceId: string, what: string): string => `${spaceId} ${what}`

/** What a run has done. */
interface Run {
  readonly job: JobRun
  readonly spaceId: string
  readonly tree: Revision
  made: number
  /** Sections of the space that have vectors. */
  count: number
}

export class EmbeddingJobs extends Context.Service<
  EmbeddingJobs,
  {
    /** Takes the next space from the queue; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
    /** Asks for spaces whose index moved on, and forgets vectors that nothing has; answers how many spaces. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/embeddings/EmbeddingJobs") {
  static readonly layer = Layer.effect(
    EmbeddingJobs,
    Effect.gen(function* () {
      const store = yield* EmbeddingStore
      const search = yield* SearchStore
      const spaces = yield* SpaceStore
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const transaction = yield* Transaction
      const jobs = yield* Jobs
      const model = yield* EmbeddingModel

      const nowIs = (plus = 0) => Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms + plus).toISOString())
      const offer = (spaceId: string, what: string) => jobs.offer("embeddings", embeddingsJob(spaceId, what))

      /** Vectors of texts that have none, by their names. */
      const vectorsOf = Effect.fnUntraced(function* (
        { embed }: EmbeddingModelShape,
        texts: ReadonlyArray<NamedText>
      ): Effect.fn.Return<ReadonlyMap<string, Uint8Array>, ModelError | StorageError> {
        const all = new Map(texts.map(({ hash, text }) => [hash, text]))
        const known = yield* store.known([...all.keys()])
        const made = new Map<string, Uint8Array>()
        for (const some of Arr.chunksOf(
          Array.from(all).filter(([hash]) => !known.has(hash)),
          textsAtOnce
        )) {
          const vectors = yield* embed(some.map(([, text]) => text))
          for (const [i, [hash]] of some.entries()) made.set(hash, toBytes(vectors[i]!))
        }
        counted.made.value += made.size
        counted.known.value += texts.length - made.size
        return made
      })

      const embedPages = Effect.fnUntraced(function* (
        model: EmbeddingModelShape,
        run: Run,
        pages: ReadonlyArray<EmbeddingPage>
      ) {
        const found = yield* search.sections(pages.map(({ number }) => number))
        const due: Array<{ readonly page: EmbeddingPage; readonly texts: ReadonlyArray<NamedText> }> = []
        for (const page of pages) {
          const record = yield* missingIsDamage(run.tree.page(page.pageId))
          const sections = page.body === "" ? [] : found.get(page.body)
          // it has changed, or is gone, since it was looked at: another run sees to it
          if (record === undefined || sections === undefined) continue
          due.push({ page, texts: textsOf(model.name, record.title, sections) })
        }
        const texts = due.flatMap((one) => one.texts)
        const vectors = yield* vectorsOf(model, texts)
        const embedded = due.map(({ page, texts }) => ({
          number: page.number,
          mark: markOf(model.name, page),
          sections: texts.map(({ at, hash }) => ({ at, hash }))
        }))
        const at = yield* nowIs()
        yield* transaction.run(Effect.andThen(run.job.held, store.put(run.spaceId, embedded, vectors, at)))
        run.made += vectors.size
        run.count += texts.length
      })

      /** @returns whether there may be more */
      const embedSpace = traced("EmbeddingJobs.embed")(function* (model: EmbeddingModelShape, run: Run) {
        const begun = yield* Clock.currentTimeMillis
        let after = -1
        for (;;) {
          const pages = yield* store.pages(run.spaceId, after, lookedAtOnce)
          if (pages.length === 0) return false
          after = pages.at(-1)!.number
          // of a text that is another one for each reader no vector is one of what somebody sees
          const varying = pages.filter(({ mark, varies }) => varies && mark !== null)
          if (varying.length > 0)
            yield* store.drop(
              run.spaceId,
              varying.map(({ number }) => number)
            )
          const due = pages.filter((page) => !page.varies && page.mark !== markOf(model.name, page))
          for (const some of Arr.chunksOf(due, writtenAtOnce)) {
            if (run.count >= mostOfSpace) return false
            if (run.made >= mostOfRun || (yield* Clock.currentTimeMillis) - begun > runMs) return true
            yield* embedPages(model, run, some)
          }
          yield* Effect.yieldNow
        }
      })

      const handle = traced("EmbeddingJobs.handle")(function* (job: JobRun) {
        if (model === undefined) return
        const spaceId = job.id.split(" ", 1)[0]!
        const goal = yield* store.goal(spaceId, model.name)
        const space = yield* spaces.get(spaceId)
        if (goal === undefined || space === undefined || space.deletedAt !== null) return
        const tree = yield* missingIsDamage(trees.open(space.head.root))
        const run: Run = {
          job,
          spaceId,
          tree: yield* missingIsDamage(computed.expand(space, tree)),
          made: 0,
          count: yield* store.count(spaceId)
        }
        if (yield* embedSpace(model, run)) yield* offer(spaceId, makeId())
        else yield* store.settle(spaceId, goal)
      })

      /** The hour in which vectors that nothing has were last looked for here. */
      let collectedIn = -1

      const sweep = Effect.gen(function* () {
        if (model === undefined) return 0
        const at = yield* Clock.currentTimeMillis
        // servers that sweep at the same time ask for the same jobs; what a model does not take is not tried all day
        const hour = Math.floor(at / 3_600_000)
        let count = 0
        for (let after = ""; ; ) {
          const found = yield* store.behind(model.name, after, sweptAtOnce)
          for (const { goal, spaceId, version } of found)
            yield* offer(spaceId, `${contentHash(utf8.encode(goal)).slice(0, 16)} ${version} ${hour}`)
          count += found.length
          if (found.length < sweptAtOnce) break
          after = found.at(-1)!.spaceId
        }
        if (hour === collectedIn) return count
        collectedIn = hour
        const before = yield* nowIs(-keptMs)
        for (let last: string | undefined = ""; last !== undefined; yield* Effect.yieldNow)
          last = yield* store.collect(before, last, collectedAtOnce)
        return count
      }).pipe(Effect.withSpan("EmbeddingJobs.sweep"))

      return EmbeddingJobs.of({ work: jobs.work("embeddings", handle), sweep })
    })
  )
}
