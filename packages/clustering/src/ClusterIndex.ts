/**
 * Clusters that grow as messages come: a message joins the cluster it is nearest to, or begins one with another that is
 * much like it. From time to time all is arranged anew, from examples of each cluster, and the clusters keep their ids:
 * each new group takes the id of the cluster that it shares most messages with. Each message costs the same however many
 * there were before it. Pure but for the ids of new clusters.
 */
import {
  chanceOf,
  type Example,
  examplesOfEach,
  maxExamples,
  type Rearrangement
} from "@octavo/core/connections/conversations/Clustering"
import { defined } from "@octavo/core/kernel/shared/defined"
import { type Features, featuresOf } from "./features.ts"
import { type LatentSpace, makeLatentSpace, unit, type Vector } from "./LatentSpace.ts"
import { successors } from "./matching.ts"
import { dot, partition, reach } from "./partition.ts"

/** Two messages that are alike so much begin a cluster of their own. */
const kinship = 0.6
/** All is arranged anew when so many messages came since, as a part of those before. */
const growth = 0.15

interface Entry {
  readonly id: string
  readonly text: string
  readonly features: Features
  vector: Vector
  cluster: string | null
}

export interface ClusterIndex {
  /** Messages that were taken in, those that are no examples too. */
  readonly size: number
  /** Whether it is time to arrange anew. */
  readonly isDue: boolean
  /** How many messages there were when all was arranged the last time. */
  readonly arranged: number
  /** Takes a message in: the cluster it joins, `null` for none. `begins` is another message that begins the cluster with it. */
  readonly add: (id: string, text: string) => { readonly cluster: string | null; readonly begins?: string }
  /** Takes a message out that is no longer there, or is about something else now. */
  readonly remove: (id: string) => void
  /** The cluster that a message is nearest to; it is not taken in. */
  readonly nearest: (text: string) => string | null
  readonly rearrange: () => Pick<Rearrangement, "changed" | "movedTo">
  readonly examples: ReadonlyMap<string, Example>
  /** How near an example is to the middle of its cluster. */
  readonly centrality: (id: string) => number
}

/**
 * @param examples of all clusters, and of messages that are in none
 * @param size of all messages
 * @param arranged how many there were when all was arranged the last time
 */
export const makeClusterIndex = (
  examples: ReadonlyArray<Example>,
  { arranged, newId, size }: { readonly size: number; readonly arranged: number; readonly newId: () => string }
): ClusterIndex => {
  const entries = new Map<string, Entry>()
  let space: LatentSpace
  let middles = new Map<string, Middle>()
  let count = size
  let last = arranged

  /** Makes the space of the examples and places them in it; the order does not depend on when they came. */
  const settle = (): void => {
    const sorted = Array.from(entries.values()).sort((a, b) => (a.id < b.id ? -1 : 1))
    space = makeLatentSpace(sorted.map(({ features }) => features))
    for (const entry of sorted) entry.vector = space.place(entry.features)
    middles = new Map()
    for (const entry of sorted) if (entry.cluster !== null) join(entry.cluster, entry.vector)
  }

  const join = (cluster: string, vector: Vector) => {
    const middle = middles.get(cluster) ?? { sum: new Float32Array(vector.length), unit: vector }
    for (let j = 0; j < vector.length; j++) middle.sum[j]! += vector[j]!
    middles.set(cluster, { sum: middle.sum, unit: unit(Float32Array.from(middle.sum)) })
  }

  const nearestTo = (vector: Vector): string | null => {
    let found: string | null = null
    let best = reach
    for (const [cluster, middle] of middles) {
      const cosine = dot(vector, middle.unit)
      if (cosine > best) {
        best = cosine
        found = cluster
      }
    }
    return found
  }

  /** Leaves as many examples of each cluster as there can be. */
  const thin = () => {
    if (entries.size <= maxExamples * 1.1) return
    const most = examplesOfEach(entries.size, middles.size)
    const kept = new Map<string | null, number>()
    const byChance = Array.from(entries.values()).sort((a, b) => (chanceOf(a.id) < chanceOf(b.id) ? -1 : 1))
    for (const { cluster, id } of byChance) {
      const n = kept.get(cluster) ?? 0
      if (n >= most) entries.delete(id)
      else kept.set(cluster, n + 1)
    }
  }

  for (const { cluster, id, text } of examples) {
    entries.set(id, { id, text, cluster, features: featuresOf(text), vector: new Float32Array(0) })
  }
  settle()

  return {
    get size() {
      return count
    },
    get arranged() {
      return last
    },
    get isDue() {
      return count - last >= Math.max(1, last * growth)
    },
    examples: entries,
    add: (id, text) => {
      const features = featuresOf(text)
      const entry: Entry = { id, text, features, vector: space.place(features), cluster: null }
      count++
      let begins: string | undefined
      entry.cluster = nearestTo(entry.vector)
      if (entry.cluster === null) {
        for (const other of entries.values()) {
          if (other.cluster === null && dot(other.vector, entry.vector) >= kinship) {
            entry.cluster = other.cluster = newId()
            begins = other.id
            join(other.cluster, other.vector)
            break
          }
        }
      }
      if (entry.cluster !== null) join(entry.cluster, entry.vector)
      entries.set(id, entry)
      thin()
      return { cluster: entry.cluster, ...defined({ begins }) }
    },
    remove: (id) => {
      count--
      entries.delete(id)
    },
    nearest: (text) => nearestTo(space.place(featuresOf(text))),
    rearrange: () => {
      thin()
      const before = new Map(Array.from(entries.values(), ({ cluster, id }) => [id, cluster]))
      settle()
      const sorted = Array.from(entries.values()).sort((a, b) => (a.id < b.id ? -1 : 1))
      const groups = partition(sorted.map(({ vector }) => vector))
      const { ids, movedTo } = successors(
        sorted.map(({ cluster }) => cluster),
        groups,
        newId
      )
      middles = new Map()
      for (const [i, entry] of sorted.entries()) {
        entry.cluster = groups[i]! < 0 ? null : ids[groups[i]!]!
        if (entry.cluster !== null) join(entry.cluster, entry.vector)
      }
      last = count
      return {
        changed: new Map(
          sorted.flatMap(({ cluster, id }) => (before.get(id) === cluster ? [] : [[id, cluster] as const]))
        ),
        movedTo
      }
    },
    centrality: (id) => {
      const entry = entries.get(id)
      const middle = entry?.cluster == null ? undefined : middles.get(entry.cluster)
      return entry === undefined || middle === undefined ? 0 : dot(entry.vector, middle.unit)
    }
  }
}

interface Middle {
  readonly sum: Float32Array
  readonly unit: Vector
}
