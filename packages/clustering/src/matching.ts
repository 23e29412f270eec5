/** Which of the old clusters a new group is: the one that it shares most messages with. Pure. */
import type { Partition } from "./partition.ts"

/** A cluster has moved as a whole when so many of its messages are in one place. */
const asWhole = 0.8

/**
 * @param before the cluster of each message, `null` for none
 * @param groups the new group of each message
 * @returns the id of each group, and for each cluster from before where nearly all of its messages are now: `null` for
 * no cluster, `undefined` when they parted
 */
export const successors = (
  before: ReadonlyArray<string | null>,
  groups: Partition,
  newId: () => string
): { readonly ids: ReadonlyArray<string>; readonly movedTo: ReadonlyMap<string, string | null | undefined> } => {
  const shared = new Map<string, { readonly cluster: string; readonly group: number; count: number }>()
  const sizes = new Map<string, number>()
  let groupCount = 0
  for (const [i, cluster] of before.entries()) {
    const group = groups[i]!
    groupCount = Math.max(groupCount, group + 1)
    if (cluster === null) continue
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
    const key = `${group} ${cluster}`
    const pair = shared.get(key) ?? { cluster, group, count: 0 }
    pair.count++
    shared.set(key, pair)
  }
  // the older cluster when two share the same: ids sort by age
  const pairs = Array.from(shared.values()).sort(
    (a, b) => b.count - a.count || (a.cluster < b.cluster ? -1 : a.cluster > b.cluster ? 1 : a.group - b.group)
  )
  const ids = new Array<string | undefined>(groupCount)
  const taken = new Set<string>()
  for (const { cluster, group } of pairs) {
    if (group < 0 || ids[group] !== undefined || taken.has(cluster)) continue
    ids[group] = cluster
    taken.add(cluster)
  }
  const named = Array.from(ids, (id) => id ?? newId())
  const movedTo = new Map<string, string | null | undefined>()
  for (const { cluster, count, group } of pairs) {
    if (movedTo.has(cluster)) continue
    movedTo.set(cluster, count >= asWhole * sizes.get(cluster)! ? (group < 0 ? null : named[group]!) : undefined)
  }
  return { ids: named, movedTo }
}
