/**
 * Reads conversations in the background: finds the issues in them and keeps clusters of issues that are about the same.
 * What was found is written in one transaction for each batch, by whoever holds the job and has seen all that was
 * written before; so a run that is killed, or a second server, loses and repeats nothing.
 */
import { Cause, Context, Effect, Layer, Semaphore } from "effect"
import { workHere } from "../../kernel/compute/Compute.ts"
import { JobLost, type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { LanguageModel } from "../../kernel/language-model/LanguageModel.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { type ConversationRecord, type IssueRecord, lengthOf } from "./Conversation.ts"
import { type AnalysisResult, type ClusterWords, ConversationStore } from "./ConversationStore.ts"
import { type ClusterIndex, examplesOfEach, makeClusterIndex, maxExamples } from "./clustering/ClusterIndex.ts"
import { labelsOf, summaryOf } from "./clustering/describe.ts"
import { inTurns } from "./clustering/steps.ts"
import { extractIssues } from "./extract.ts"
import { makeModelReader } from "./modelReader.ts"

/** Conversations that are read and written together. */
const batch = 100
/** Organizations whose clusters are kept in memory between jobs. */
const kept = 2
/** Conversations that a model reads at the same time. */
const atOnce = 4

export class ConversationAnalysis extends Context.Service<
  ConversationAnalysis,
  {
    /** Takes the next organization that has something to read; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
    /** Reads all that an organization has to be read, now. */
    readonly analyse: (organizationId: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/conversations/ConversationAnalysis") {
  static readonly layer = Layer.effect(
    ConversationAnalysis,
    Effect.gen(function* () {
      const store = yield* ConversationStore
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const model = yield* LanguageModel
      const reader = model === undefined ? undefined : makeModelReader(model)
      const indexes = new Map<string, { readonly version: number; readonly index: ClusterIndex }>()
      const one = yield* Semaphore.make(1)

      /** The clusters as they are in the store, from memory when nobody else has written since. */
      const open = Effect.fnUntraced(function* (organizationId: string) {
        const state = yield* store.state(organizationId)
        const found = indexes.get(organizationId)
        if (found?.version === state.version) return found
        const examples = yield* store.examples(
          organizationId,
          examplesOfEach(state.issues, state.clusters),
          Math.floor(maxExamples * 1.5)
        )
        const index = yield* inTurns(
          makeClusterIndex(examples, { size: state.issues, arranged: state.arranged, newId: makeId })
        )
        return { version: state.version, index }
      })

      const read = (conversation: ConversationRecord, last: boolean) =>
        reader === undefined
          ? workHere(
              lengthOf(conversation),
              Effect.sync(() => extractIssues(conversation))
            )
          : reader.issues(conversation, last)

      /** Reads conversations, and arranges the clusters anew when it is time. */
      const pass = Effect.fnUntraced(function* (
        organizationId: string,
        conversations: ReadonlyArray<ConversationRecord>,
        held: JobRun["held"],
        last: boolean
      ) {
        const extracted = yield* Effect.forEach(conversations, (one) => read(one, last), { concurrency: atOnce })
        const before = yield* store.issuesOf(
          organizationId,
          conversations.map(({ id }) => id)
        )
        const { index, version } = yield* open(organizationId)
        // from here on the index is ahead of the store until the outcome is written
        indexes.delete(organizationId)
        const at = yield* now
        const issues: Array<IssueRecord> = []
        const removed: Array<string> = []
        const begun = new Map<string, string>()
        for (const [i, conversation] of conversations.entries()) {
          const ids = before.get(conversation.id) ?? []
          for (const id of ids) index.remove(id)
          removed.push(...ids.slice(extracted[i]!.length))
          for (const [n, one] of extracted[i]!.entries()) {
            const id = ids[n] ?? makeId()
            const { begins, cluster } = index.add(id, one.text)
            if (begins !== undefined && cluster !== null) begun.set(begins, cluster)
            issues.push({
              ...one,
              id,
              organizationId,
              conversationId: conversation.id,
              clusterId: cluster,
              createdAt: conversation.createdAt,
              ingestedAt: at
            })
          }
          if (i % 8 === 7) yield* Effect.yieldNow
        }
        const isDue = index.isDue
        const outcome = isDue ? yield* rearranged(index) : { moved: new Map(), placed: begun }
        const placed = new Map([...begun, ...outcome.placed])
        // what was taken in now is written with the cluster it is in at the end
        const own = issues.map((issue) => ({
          ...issue,
          clusterId: index.examples.get(issue.id)?.cluster ?? issue.clusterId
        }))
        for (const { id } of own) placed.delete(id)
        const words = isDue || begun.size > 0 ? yield* describe(index) : new Map()
        const result: AnalysisResult = {
          read: conversations.map(({ hash, id }) => ({ id, hash })),
          issues: own,
          removed,
          moved: outcome.moved,
          placed,
          words,
          arranged: index.arranged,
          at
        }
        const written = yield* transaction.run(Effect.andThen(held, store.write(organizationId, version, result)))
        if (!written) return
        for (const first of indexes.keys()) if (indexes.size >= kept) indexes.delete(first)
        indexes.set(organizationId, { version: version + 1, index })
      })

      const rearranged = Effect.fnUntraced(function* (index: ClusterIndex) {
        const { clusterOf, movedTo } = yield* inTurns(index.rearrange())
        const moved = new Map<string, string | null>()
        const placed = new Map<string, string | null>()
        if (index.size === index.examples.size) return { moved, placed: clusterOf }
        for (const [cluster, to] of movedTo) if (to !== undefined && to !== cluster) moved.set(cluster, to)
        // those that are no examples go where their cluster went; when it parted, each where it is nearest
        for (const [cluster, to] of movedTo) {
          if (to !== undefined) continue
          let after = ""
          for (;;) {
            const members = yield* store.members(cluster, after, 500)
            for (const { id, text } of members) if (!index.examples.has(id)) placed.set(id, index.nearest(text))
            const end = members.at(-1)
            if (end === undefined) break
            after = end.id
            yield* Effect.yieldNow
          }
        }
        for (const { cluster, id } of index.examples.values()) placed.set(id, cluster)
        return { moved, placed }
      })

      const describe = Effect.fnUntraced(function* (index: ClusterIndex) {
        const examples = [...index.examples.values()]
        const labels = yield* inTurns(labelsOf(examples))
        const members = new Map<string, Array<{ readonly text: string; readonly nearness: number }>>()
        for (const { cluster, id, text } of examples) {
          if (cluster === null) continue
          const list = members.get(cluster) ?? []
          members.set(cluster, list)
          list.push({ text, nearness: index.centrality(id) })
        }
        const words = new Map<string, ClusterWords>()
        for (const [cluster, list] of members) {
          const central = list
            .sort((a, b) => b.nearness - a.nearness)
            .slice(0, 12)
            .map(({ text }) => text)
          const lexical = { label: labels.get(cluster) ?? "", summary: summaryOf(central) }
          words.set(cluster, reader === undefined ? lexical : yield* reader.words(cluster, central, lexical))
          yield* Effect.yieldNow
        }
        return words
      })

      /** Reads what there is to read, and arranges all anew when it is time. */
      const readAll = Effect.fn("ConversationAnalysis.readAll")(function* (
        organizationId: string,
        held: JobRun["held"],
        last: boolean
      ) {
        yield* store.begin(organizationId)
        for (;;) {
          const conversations = yield* store.pending(organizationId, batch)
          if (conversations.length === 0) return
          yield* pass(organizationId, conversations, held, last)
        }
      })

      const handle = (run: JobRun) =>
        readAll(run.id.slice(0, run.id.indexOf(".")), run.held, run.last).pipe(
          one.withPermits(1),
          Effect.tapCause((cause) => {
            const error = Cause.squash(cause)
            if (error instanceof JobLost || Cause.hasInterruptsOnly(cause)) return Effect.void
            const reason = error instanceof Error ? error.message : "unknown"
            return Effect.logWarning("Conversations were not read").pipe(
              Effect.annotateLogs({ job: run.id, reason, final: run.last })
            )
          })
        )

      return ConversationAnalysis.of({
        work: jobs.work("conversations", handle),
        analyse: (organizationId) =>
          readAll(organizationId, Effect.void, true).pipe(
            one.withPermits(1),
            Effect.catchTags({ JobLost: () => Effect.void, ModelError: () => Effect.void })
          )
      })
    })
  )
}
