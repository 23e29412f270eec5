/**
 * Reads conversations in the background: finds the issues in them and keeps clusters of issues that are about the same.
 * What was found is written in one transaction for each batch, by whoever holds the job and has seen all that was
 * written before; so a run that is killed, or a second server, loses and repeats nothing.
 */
import { Cause, Context, Effect, Layer, Semaphore } from "effect"
import { JobLost, type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { LanguageModel } from "../../kernel/language-model/LanguageModel.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Clustering, type Clusters, examplesOfEach, maxExamples, type Rearrangement } from "./Clustering.ts"
import type { ConversationRecord, IssueRecord } from "./Conversation.ts"
import { type AnalysisResult, type ClusterWords, ConversationStore } from "./ConversationStore.ts"
import { issuesOf } from "./extract.ts"
import { makeModelReader } from "./modelReader.ts"

/** Conversations that are read and written together. */
const batch = 100
/** Bytes of what they say, together; one that is longer is read alone. */
const batchBytes = 2_000_000
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
      const clustering = yield* Clustering
      const opened = new Map<string, { readonly version: number; readonly clusters: Clusters }>()
      const one = yield* Semaphore.make(1)

      const forget = (organizationId: string) =>
        Effect.suspend(() => {
          const found = opened.get(organizationId)
          opened.delete(organizationId)
          return found === undefined ? Effect.void : found.clusters.close
        })

      /** The clusters as they are in the store, from memory when nobody else has written since. */
      const open = Effect.fnUntraced(function* (organizationId: string) {
        const state = yield* store.state(organizationId)
        const found = opened.get(organizationId)
        if (found?.version === state.version && found.clusters.isOpen()) return found
        yield* forget(organizationId)
        const examples = yield* store.examples(
          organizationId,
          examplesOfEach(state.issues, state.clusters),
          Math.floor(maxExamples * 1.5)
        )
        const clusters = yield* clustering.open(examples, { size: state.issues, arranged: state.arranged })
        return { version: state.version, clusters }
      })

      const read = (conversation: ConversationRecord, last: boolean) =>
        reader === undefined ? issuesOf(conversation) : reader.issues(conversation, last)

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
        const { clusters, version } = yield* open(organizationId)
        // from here on the clusters are ahead of the store until the outcome is written
        opened.delete(organizationId)
        const at = yield* now
        const issues: Array<Omit<IssueRecord, "clusterId">> = []
        const changes = conversations.map((conversation, i) => {
          const ids = before.get(conversation.id) ?? []
          const added = extracted[i]!.map((one, n) => ({ ...one, id: ids[n] ?? makeId() }))
          for (const issue of added) {
            issues.push({
              ...issue,
              organizationId,
              conversationId: conversation.id,
              createdAt: conversation.createdAt,
              ingestedAt: at
            })
          }
          return { ids, removed: ids.slice(added.length), added: added.map(({ id, text }) => ({ id, text })) }
        })
        const written = yield* Effect.gen(function* () {
          const taken = yield* clusters.take(changes.map(({ added, ids }) => ({ removed: ids, added })))
          const { begun, rearranged } = taken
          const outcome =
            rearranged === undefined ? { moved: new Map(), placed: begun } : yield* follow(clusters, rearranged)
          const placed = new Map([...begun, ...outcome.placed])
          for (const { id } of issues) placed.delete(id)
          const words = rearranged !== undefined || begun.size > 0 ? yield* describe(clusters) : new Map()
          const result: AnalysisResult = {
            read: conversations.map(({ hash, id }) => ({ id, hash })),
            issues: issues.map((issue) => ({ ...issue, clusterId: taken.clusterOf.get(issue.id) ?? null })),
            removed: changes.flatMap(({ removed }) => removed),
            moved: outcome.moved,
            placed,
            words,
            arranged: taken.arranged,
            at
          }
          return yield* transaction.run(Effect.andThen(held, store.write(organizationId, version, result)))
        }).pipe(Effect.onError(() => clusters.close))
        if (!written) return yield* clusters.close
        for (const first of opened.keys()) if (opened.size >= kept) yield* forget(first)
        opened.set(organizationId, { version: version + 1, clusters })
      })

      /** Where messages go that are no examples: with their cluster; when it parted, each where it is nearest. */
      const follow = Effect.fnUntraced(function* (
        clusters: Clusters,
        { changed, clusterOf, isWhole, movedTo }: Rearrangement
      ) {
        const moved = new Map<string, string | null>()
        const placed = new Map<string, string | null>()
        if (isWhole) return { moved, placed: changed }
        for (const [cluster, to] of movedTo) if (to !== undefined && to !== cluster) moved.set(cluster, to)
        for (const [cluster, to] of movedTo) {
          if (to !== undefined) continue
          let after = ""
          for (;;) {
            const members = yield* store.members(cluster, after, 500)
            const others = members.filter(({ id }) => !clusterOf.has(id))
            const nearest = yield* clusters.nearest(others.map(({ text }) => text))
            for (const [i, { id }] of others.entries()) placed.set(id, nearest[i]!)
            const end = members.at(-1)
            if (end === undefined) break
            after = end.id
          }
        }
        for (const [id, cluster] of clusterOf) placed.set(id, cluster)
        return { moved, placed }
      })

      const describe = Effect.fnUntraced(function* (clusters: Clusters) {
        const words = new Map<string, ClusterWords>()
        for (const { central, cluster, label, summary } of yield* clusters.describe) {
          const lexical = { label, summary }
          words.set(cluster, reader === undefined ? lexical : yield* reader.words(cluster, central, lexical))
        }
        return words
      })

      /** Reads what there is to read, and arranges all anew when it is time. */
      const readAll = traced("ConversationAnalysis.readAll")(function* (
        organizationId: string,
        held: JobRun["held"],
        last: boolean
      ) {
        yield* store.begin(organizationId)
        for (;;) {
          const conversations = yield* store.pending(organizationId, batch, batchBytes)
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
