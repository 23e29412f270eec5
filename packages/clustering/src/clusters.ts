/** The clusters of one organization as the port asks for them, here and now: plain data in and out. */
import type {
  Change,
  Described,
  Example,
  Rearrangement,
  Taken
} from "@octavo/core/connections/conversations/Clustering"
import { defined } from "@octavo/core/kernel/shared/defined"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { makeClusterIndex } from "./ClusterIndex.ts"
import { labelsOf, summaryOf } from "./describe.ts"

export interface OpenClusters {
  readonly take: (changes: ReadonlyArray<Change>) => Taken
  readonly nearest: (texts: ReadonlyArray<string>) => ReadonlyArray<string | null>
  readonly describe: () => ReadonlyArray<Described>
}

/** Most messages that a cluster is described by. */
const maxCentral = 12

/** @param newId makes the ids of new clusters: later ones sort later */
export const openClusters = (
  examples: ReadonlyArray<Example>,
  counts: { readonly size: number; readonly arranged: number },
  newId: () => string = makeId
): OpenClusters => {
  const index = makeClusterIndex(examples, { ...counts, newId })

  const rearranged = (): Rearrangement => {
    const outcome = index.rearrange()
    return {
      ...outcome,
      clusterOf: new Map(Array.from(index.examples.values(), ({ cluster, id }) => [id, cluster])),
      isWhole: index.size === index.examples.size
    }
  }

  return {
    take: (changes) => {
      const clusterOf = new Map<string, string | null>()
      const begun = new Map<string, string>()
      for (const { added, removed } of changes) {
        for (const id of removed) index.remove(id)
        for (const { id, text } of added) {
          const { begins, cluster } = index.add(id, text)
          if (begins !== undefined && cluster !== null) begun.set(begins, cluster)
          clusterOf.set(id, cluster)
        }
      }
      const outcome = index.isDue ? rearranged() : undefined
      for (const id of clusterOf.keys()) {
        const example = index.examples.get(id)
        if (example !== undefined) clusterOf.set(id, example.cluster)
      }
      return { clusterOf, begun, arranged: index.arranged, ...defined({ rearranged: outcome }) }
    },
    nearest: (texts) => texts.map(index.nearest),
    describe: () => {
      const all = [...index.examples.values()]
      const labels = labelsOf(all)
      const members = Map.groupBy(
        all.filter(({ cluster }) => cluster !== null),
        ({ cluster }) => cluster!
      )
      return Array.from(members, ([cluster, list]) => {
        const central = list
          .map(({ id, text }) => ({ text, nearness: index.centrality(id) }))
          .sort((a, b) => b.nearness - a.nearness)
          .slice(0, maxCentral)
          .map(({ text }) => text)
        return { cluster, label: labels.get(cluster) ?? "", summary: summaryOf(central), central }
      })
    }
  }
}
