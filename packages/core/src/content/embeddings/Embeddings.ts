/** The sections whose vectors are nearest to that of a question, whatever words they have. */
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { EmbeddingModel } from "../../kernel/language-model/EmbeddingModel.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { counter } from "../../kernel/shared/metrics.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { Candidate } from "../search/rank.ts"
import { embeddingsJob } from "./EmbeddingJobs.ts"
import { EmbeddingStore } from "./EmbeddingStore.ts"
import { markOf } from "./sectionTexts.ts"
import { type NearSection, nearestSteps, type SectionVector, type SpaceVectors, sideBySide } from "./vectors.ts"

/** Sections that are answered. */
const mostNear = 24
/** Pages whose vectors are read at a time, and most bytes of those of one space. */
const readAtOnce = 200
const spaceBytes = 24 * 1024 * 1024
const keptBytes = 64 * 1024 * 1024
/** Most sections that one question is held against. */
const mostCompared = 100_000
/** Most spaces whose vectors are asked for by one question. */
const mostAsked = 20
/** Milliseconds that a question waits for its vector, and for which a model that gave none is let alone. */
const patienceMs = 3_000
const restMs = 30_000
/** Questions whose vectors are asked for at the same time; others are answered by their words. */
const askedAtOnce = 16

const questions = (outcome: "compared" | "failed") =>
  counter("octavo_embedded_questions_total", "Questions that were compared by vectors, without their words", {
    outcome
  })
const counted = { compared: questions("compared"), failed: questions("failed") }

/** A section that is near, with the mark of the page that its vector was made of. */
export interface FoundSection extends NearSection {
  readonly mark: string
}

export class Embeddings extends Context.Service<
  Embeddings,
  {
    /** Whether there is a model. */
    readonly isAvailable: boolean
    /**
     * The sections of spaces that are nearest to a question, the best first. What has no vectors yet is asked for; where
     * the model does not answer, there are none.
     * @param hiddenIn numbers of pages of a space that the reader may not find; `undefined` for a space that is gone
     */
    readonly nearest: (
      spaceIds: ReadonlyArray<string>,
      question: string,
      hiddenIn: (spaceId: string) => Effect.Effect<ReadonlySet<number> | undefined, StorageError>
    ) => Effect.Effect<ReadonlyArray<FoundSection>, StorageError>
    /** The mark of a page as it is: sections of another one are of what it was. */
    readonly markOf: (page: Pick<Candidate, "body" | "strong">) => string
  }
>()("@octavo/core/content/embeddings/Embeddings") {
  static readonly layer = Layer.effect(
    Embeddings,
    Effect.gen(function* () {
      const store = yield* EmbeddingStore
      const jobs = yield* Jobs
      const model = yield* EmbeddingModel
      /** A cache of the vectors of spaces, by the space and the version of its vectors. */
      const cache = makeLru<SpaceVectors>(keptBytes, "embeddings")
      // many megabytes: two who ask at the same time read them once
      const reading = yield* Semaphore.make(1)
      let restsUntil = 0
      let asking = 0

      const read = Effect.fnUntraced(function* (spaceId: string, key: string) {
        const kept = cache.get(key)
        if (kept !== undefined) return kept
        const rows: Array<SectionVector> = []
        let bytes = 0
        for (let after = -1; bytes < spaceBytes; ) {
          const some = yield* store.vectors(spaceId, after, readAtOnce)
          if (some.length === 0) break
          rows.push(...some)
          bytes += some.reduce((sum, { vector }) => sum + vector.length, 0)
          after = some.at(-1)!.number
          yield* Effect.yieldNow
        }
        const vectors = sideBySide(rows)
        cache.set(key, vectors, vectors.values.length + 200 * vectors.marks.size + 32 * vectors.numbers.length + 500)
        return vectors
      })

      /** The vector of a question; `undefined` where the model gives none in time. */
      const vectorOf = Effect.fnUntraced(function* (question: string) {
        const now = yield* Clock.currentTimeMillis
        if (model === undefined || now < restsUntil || asking >= askedAtOnce) return undefined
        asking++
        return yield* model.embed([question]).pipe(
          Effect.timeout(patienceMs),
          Effect.map(([vector]) => {
            counted.compared.value++
            return vector
          }),
          Effect.catch((error) => {
            counted.failed.value++
            restsUntil = now + restMs
            return Effect.as(Effect.logWarning("A question is answered without vectors", error.message), undefined)
          }),
          Effect.ensuring(Effect.sync(() => asking--))
        )
      })

      /** Asks for the vectors of spaces that nobody has asked a question about. */
      const ask = Effect.fnUntraced(function* (spaceIds: ReadonlyArray<string>) {
        if (spaceIds.length === 0) return
        yield* store.want(spaceIds)
        for (const spaceId of spaceIds) yield* jobs.offer("embeddings", embeddingsJob(spaceId, "first"))
      })

      const nearest = traced("Embeddings.nearest")(function* (
        spaceIds: ReadonlyArray<string>,
        question: string,
        hiddenIn: (spaceId: string) => Effect.Effect<ReadonlySet<number> | undefined, StorageError>
      ): Effect.fn.Return<ReadonlyArray<FoundSection>, StorageError> {
        if (model === undefined) return []
        const states = yield* store.states(spaceIds)
        yield* ask(spaceIds.filter((id) => !states.has(id)).slice(0, mostAsked))
        const made = Array.from(states).filter(([, { version }]) => version > 0)
        const vector = made.length === 0 ? undefined : yield* vectorOf(question)
        if (vector === undefined) return []
        let best: ReadonlyArray<NearSection> = []
        const marks = new Map<number, string>()
        let left = mostCompared
        for (const [spaceId, { version }] of made) {
          if (left <= 0) break
          const hidden = yield* hiddenIn(spaceId)
          if (hidden === undefined) continue
          const vectors = yield* reading.withPermits(1)(read(spaceId, `${model.name} ${spaceId} ${version}`))
          left -= vectors.numbers.length
          const steps = nearestSteps(vector, vectors, hidden, best, mostNear)
          let step = steps.next()
          for (; step.done !== true; step = steps.next()) yield* Effect.yieldNow
          best = step.value
          for (const { number } of best) {
            const mark = vectors.marks.get(number)
            if (mark !== undefined) marks.set(number, mark)
          }
        }
        return best.map((one) => ({ ...one, mark: marks.get(one.number)! }))
      })

      return Embeddings.of({
        isAvailable: model !== undefined,
        nearest,
        markOf: (page) => markOf(model?.name ?? "", page)
      })
    })
  )
}
