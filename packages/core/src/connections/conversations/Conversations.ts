/** Conversations of an organization: taken in, and read with the issues and clusters that were found in them. */
import { Clock, Context, Effect, Layer } from "effect"
import { workHere } from "../../kernel/compute/Compute.ts"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import {
  type ClusterListing,
  type ClusterRecord,
  type Conversation,
  type ConversationDetails,
  type ConversationHeader,
  type ConversationInput,
  type ConversationRecord,
  type IngestInput,
  type IssueInConversation,
  type IssueRecord,
  type IssuesCluster,
  lengthOf,
  pulseBegin,
  pulseOf,
  sourceOf,
  toCluster,
  toConversation,
  toIssue
} from "./Conversation.ts"
import { ConversationStore } from "./ConversationStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Conversations extends Context.Service<
  Conversations,
  {
    /**
     * Takes in one conversation or many, all or none; the same again changes nothing. They are read in the background.
     */
    readonly ingest: (
      organizationId: string,
      input: IngestInput
    ) => Effect.Effect<void, Failure | Invalid, CurrentActor>
    /** Latest first. */
    readonly list: (
      organizationId: string,
      filter: { readonly source?: string | undefined },
      params: ListParams
    ) => Effect.Effect<Page<Conversation>, Failure | Invalid, CurrentActor>
    readonly get: (
      organizationId: string,
      conversationId: string
    ) => Effect.Effect<ConversationDetails, Failure, CurrentActor>
    /** Latest first. */
    readonly issues: (
      organizationId: string,
      filter: { readonly cluster?: string | undefined; readonly conversation?: string | undefined },
      params: ListParams
    ) => Effect.Effect<Page<IssueInConversation>, Failure | Invalid, CurrentActor>
    readonly issue: (
      organizationId: string,
      issueId: string
    ) => Effect.Effect<IssueInConversation, Failure, CurrentActor>
    readonly clusters: (
      organizationId: string,
      listing: ClusterListing,
      params: ListParams
    ) => Effect.Effect<Page<IssuesCluster>, Failure | Invalid, CurrentActor>
    readonly cluster: (organizationId: string, clusterId: string) => Effect.Effect<IssuesCluster, Failure, CurrentActor>
  }
>()("@octavo/core/connections/conversations/Conversations") {
  static readonly layer = Layer.effect(
    Conversations,
    Effect.gen(function* () {
      const store = yield* ConversationStore
      const access = yield* Access
      const audit = yield* Audit
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const ingest = traced("Conversations.ingest")(function* (organizationId: string, input: IngestInput) {
        yield* access.organization(organizationId, "conversations.ingest")
        const at = yield* now
        // of two with the same id the later one counts
        const records = new Map<string, ConversationRecord>()
        for (const one of Array.isArray(input) ? input : [input]) {
          const record = yield* workHere(
            lengthOf(one),
            Effect.sync(() => toRecord(organizationId, one, at))
          )
          records.set(one.id, record)
        }
        if (records.size === 0) return
        yield* transaction.run(
          Effect.gen(function* () {
            const changed = yield* store.put(organizationId, [...records.values()])
            if (changed.length === 0) return
            if (yield* store.want(organizationId)) yield* jobs.offer("conversations", `${organizationId}.${makeId()}`)
            yield* audit.record({
              organizationId,
              action: "conversations.ingest",
              target: { type: "organization", id: organizationId, label: "" },
              payload: { count: changed.length, conversations: changed.slice(0, 20) }
            })
          })
        )
      })

      const list = traced("Conversations.list")(function* (
        organizationId: string,
        { source }: { readonly source?: string | undefined },
        params: ListParams
      ) {
        yield* access.organization(organizationId, "conversations.view")
        const page = yield* paginate(
          ["conversations", organizationId, source],
          params,
          (one: ConversationHeader) => [one.createdAt, one.id],
          (slice) => store.list(organizationId, { source }, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (one) => toConversation(instance, one))
      })

      const get = traced("Conversations.get")(function* (organizationId: string, conversationId: string) {
        yield* access.organization(organizationId, "conversations.view")
        const found = yield* store.get(organizationId, conversationId)
        if (found === undefined) return yield* NotFound.of("conversation", conversationId)
        const { metadata, parts } = found
        return {
          conversation: toConversation(instance, { ...found, url: metadata.url ?? null }),
          parts,
          metadata
        }
      })

      const shown = ({
        conversation,
        issue
      }: {
        readonly issue: IssueRecord
        readonly conversation: ConversationHeader
      }) => ({
        issue: toIssue(instance, issue),
        conversation: toConversation(instance, conversation)
      })

      const issues = traced("Conversations.issues")(function* (
        organizationId: string,
        {
          cluster,
          conversation
        }: { readonly cluster?: string | undefined; readonly conversation?: string | undefined },
        params: ListParams
      ) {
        yield* access.organization(organizationId, "conversations.view")
        const page = yield* paginate(
          ["conversations-issues", organizationId, cluster, conversation],
          params,
          ({ issue }: { readonly issue: IssueRecord; readonly conversation: ConversationHeader }) => [
            issue.createdAt,
            issue.id
          ],
          (slice) => store.listIssues(organizationId, { cluster, conversation }, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, shown)
      })

      const issue = traced("Conversations.issue")(function* (organizationId: string, issueId: string) {
        yield* access.organization(organizationId, "conversations.view")
        const found = yield* store.getIssue(organizationId, issueId)
        return found === undefined ? yield* NotFound.of("conversation issue", issueId) : shown(found)
      })

      const withActivity = Effect.fnUntraced(function* (records: ReadonlyArray<ClusterRecord>) {
        const ms = yield* Clock.currentTimeMillis
        const activity = yield* store.activity(
          records.map(({ id }) => id),
          pulseBegin(ms)
        )
        return records.map((record) => {
          const { sources, times } = activity.get(record.id) ?? { sources: {}, times: [] }
          return toCluster(instance, record, { sources, weeklyPulse: pulseOf(ms, times) })
        })
      })

      const clusters = traced("Conversations.clusters")(function* (
        organizationId: string,
        { order = "desc", orderBy = "updatedAt", status }: ClusterListing,
        params: ListParams
      ) {
        yield* access.organization(organizationId, "conversations.view")
        const page = yield* paginate(
          ["conversations-clusters", organizationId, order, orderBy, status],
          params,
          (cluster: ClusterRecord) => [cluster[orderBy], cluster.id],
          (slice) =>
            status === undefined
              ? store.listClusters(organizationId, { order, orderBy }, slice)
              : Effect.succeed({ items: [], count: 0 })
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* withActivity(page.items) }
      })

      const cluster = traced("Conversations.cluster")(function* (organizationId: string, clusterId: string) {
        yield* access.organization(organizationId, "conversations.view")
        const found = yield* store.getCluster(organizationId, clusterId)
        if (found === undefined) return yield* NotFound.of("issues cluster", clusterId)
        return (yield* withActivity([found]))[0]!
      })

      return Conversations.of({ ingest, list, get, issues, issue, clusters, cluster })
    })
  )
}

const toRecord = (organizationId: string, input: ConversationInput, at: string): ConversationRecord => {
  const { id, metadata = {}, parts, subject } = input
  return {
    organizationId,
    id,
    subject: subject ?? null,
    source: sourceOf(metadata),
    parts,
    metadata,
    createdAt: metadata.createdAt === undefined ? at : new Date(metadata.createdAt).toISOString(),
    ingestedAt: at,
    processedAt: null,
    hash: contentHash(utf8.encode(JSON.stringify([subject ?? null, metadata, parts])))
  }
}
