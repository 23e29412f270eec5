import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { Example } from "./Clustering.ts"
import type {
  ClusterOrder,
  ClusterRecord,
  ConversationHeader,
  ConversationRecord,
  IssueRecord
} from "./Conversation.ts"

/** How far the analysis of an organization's conversations is. */
export interface AnalysisState {
  /** Grows with each change of issues and clusters. */
  readonly version: number
  /** How many issues there were when the clusters were arranged anew the last time. */
  readonly arranged: number
  readonly issues: number
  readonly clusters: number
}

/** How a cluster is called. */
export interface ClusterWords {
  readonly label: string
  readonly summary: string
  /** For a cluster that has no words yet: others keep theirs. */
  readonly onlyIfNew?: boolean
}

/** What an analysis found, to be written at once. */
export interface AnalysisResult {
  /** Conversations that were read, as they were then: one that was sent again since is read again. */
  readonly read: ReadonlyArray<Pick<ConversationRecord, "id" | "hash">>
  readonly issues: ReadonlyArray<IssueRecord>
  readonly removed: ReadonlyArray<string>
  /** Clusters that moved as a whole: each of their issues is in the other one, or in none. */
  readonly moved: ReadonlyMap<string, string | null>
  /** The cluster of issues that were there before; after `moved`. */
  readonly placed: ReadonlyMap<string, string | null>
  /** Labels and summaries of new and other clusters. */
  readonly words: ReadonlyMap<string, ClusterWords>
  readonly arranged: number
  readonly at: string
}

/** The port of conversations. */
export class ConversationStore extends Context.Service<
  ConversationStore,
  {
    /** Adds or replaces conversations; answers the ids of those that are new or other than before. */
    readonly put: (
      organizationId: string,
      records: ReadonlyArray<ConversationRecord>
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Notes that there is something to read; `false` when that was noted already and nobody has begun since. */
    readonly want: (organizationId: string) => Effect.Effect<boolean, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<ConversationRecord | undefined, StorageError>
    /** Latest first; key `[created at, id]`. */
    readonly list: (
      organizationId: string,
      filter: { readonly source?: string | undefined },
      slice: Slice
    ) => Effect.Effect<Sliced<ConversationHeader>, StorageError>
    readonly getIssue: (
      organizationId: string,
      id: string
    ) => Effect.Effect<
      { readonly issue: IssueRecord; readonly conversation: ConversationHeader } | undefined,
      StorageError
    >
    /** Latest first; key `[created at, id]`. */
    readonly listIssues: (
      organizationId: string,
      filter: { readonly cluster?: string | undefined; readonly conversation?: string | undefined },
      slice: Slice
    ) => Effect.Effect<Sliced<{ readonly issue: IssueRecord; readonly conversation: ConversationHeader }>, StorageError>
    readonly getCluster: (organizationId: string, id: string) => Effect.Effect<ClusterRecord | undefined, StorageError>
    /** Key `[what they are ordered by, id]`. */
    readonly listClusters: (
      organizationId: string,
      listing: ClusterOrder,
      slice: Slice
    ) => Effect.Effect<Sliced<ClusterRecord>, StorageError>
    /** Of each cluster: issues of each source, and of each hour since a time. */
    readonly activity: (
      clusterIds: ReadonlyArray<string>,
      since: string
    ) => Effect.Effect<
      ReadonlyMap<
        string,
        {
          readonly sources: Readonly<Record<string, number>>
          readonly times: ReadonlyArray<{ readonly at: string; readonly count: number }>
        }
      >,
      StorageError
    >
    /** Begins an analysis: what comes from now on is noted anew. */
    readonly begin: (organizationId: string) => Effect.Effect<void, StorageError>
    /** Conversations that are not read yet, the first that came first: as many as have so many bytes together, or one. */
    readonly pending: (
      organizationId: string,
      limit: number,
      bytes: number
    ) => Effect.Effect<ReadonlyArray<ConversationRecord>, StorageError>
    readonly state: (organizationId: string) => Effect.Effect<AnalysisState, StorageError>
    /** Up to so many issues of each cluster and of those in none, by chance but the same each time. */
    readonly examples: (
      organizationId: string,
      ofEach: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Example>, StorageError>
    /** Issues of a cluster after an id, by id. */
    readonly members: (
      clusterId: string,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Example>, StorageError>
    /** The ids of the issues of conversations, each in its order. */
    readonly issuesOf: (
      organizationId: string,
      conversationIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, StorageError>
    /**
     * Writes what an analysis found; `false`, and nothing is written, when another one was written since it read its
     * state. Clusters that have no issues left go; change requests that name one name the cluster it moved to.
     */
    readonly write: (
      organizationId: string,
      version: number,
      result: AnalysisResult
    ) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/connections/conversations/ConversationStore") {}
