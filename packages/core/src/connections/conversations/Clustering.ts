/**
 * The port to clusters: which issues are about the same. An adapter keeps the clusters of an organization in memory for
 * as long as they are asked for, in bounded memory, and works beside the thread that answers.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** A message, and the cluster it is in. */
export interface Example {
  readonly id: string
  readonly text: string
  readonly cluster: string | null
}

/** Most messages that clusters are arranged from. */
export const maxExamples = 2_400

/** How many examples of each cluster there can be: all messages as long as there are few. */
export const examplesOfEach = (messages: number, clusters: number): number =>
  messages <= maxExamples ? maxExamples : Math.max(4, Math.floor(maxExamples / (clusters + 1)))

/** What examples are chosen by: the part of an id that chance made. */
export const chanceOf = (id: string): string => id.slice(10)

/** Messages that go and messages that come, in this order. */
export interface Change {
  /** Messages that are no longer there, or are about something else now. */
  readonly removed: ReadonlyArray<string>
  readonly added: ReadonlyArray<{ readonly id: string; readonly text: string }>
}

/** What arranging all anew did. */
export interface Rearrangement {
  /** The cluster of each example. */
  readonly clusterOf: ReadonlyMap<string, string | null>
  /** Examples whose cluster is another one now. */
  readonly changed: ReadonlyMap<string, string | null>
  /** For each cluster from before: where nearly all of its examples are now, `undefined` when they parted. */
  readonly movedTo: ReadonlyMap<string, string | null | undefined>
  /** Whether every message is an example. */
  readonly isWhole: boolean
}

/** What became of messages that were taken in. */
export interface Taken {
  /** The cluster that each of them is in now, `null` for none. */
  readonly clusterOf: ReadonlyMap<string, string | null>
  /** Messages from before that began a cluster with one of them. */
  readonly begun: ReadonlyMap<string, string>
  /** How many messages there were when all was arranged the last time. */
  readonly arranged: number
  /** Only when it was time to arrange all anew. */
  readonly rearranged?: Rearrangement
}

/** Words of a cluster. */
export interface Described {
  readonly cluster: string
  readonly label: string
  readonly summary: string
  /** What its most central messages say, the most central first. */
  readonly central: ReadonlyArray<string>
}

/** The clusters of one organization. */
export interface Clusters {
  /** `false` when they are no longer in memory: all else fails then, with an error that may be tried again. */
  readonly isOpen: () => boolean
  /** Takes messages in, and arranges all anew when it is time. */
  readonly take: (changes: ReadonlyArray<Change>) => Effect.Effect<Taken, StorageError>
  /** The cluster that each message is nearest to; none is taken in. */
  readonly nearest: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string | null>, StorageError>
  readonly describe: Effect.Effect<ReadonlyArray<Described>, StorageError>
  /** Forgets them. */
  readonly close: Effect.Effect<void>
}

export class Clustering extends Context.Service<
  Clustering,
  {
    /**
     * @param examples of all clusters, and of messages that are in none
     * @param counts `size`: of all messages; `arranged`: how many there were when all was arranged the last time
     */
    readonly open: (
      examples: ReadonlyArray<Example>,
      counts: { readonly size: number; readonly arranged: number }
    ) => Effect.Effect<Clusters, StorageError>
  }
>()("@octavo/core/connections/conversations/Clustering") {}
