/**
 * Persistent ordered maps from string to JSON, the one structure content is stored in.
 *
 * **Decision.** A revision is not a tree of nested page nodes but a handful of ordered maps, each a content-defined
 * chunk search tree ("prolly tree"): sorted entries are cut into nodes by a hash of their keys, the nodes' last keys
 * and hashes are cut the same way one level up, until one node is left. That is uniform (pages, files, slugs, paths are
 * all the same structure), canonical (equal content has equal hash whatever the history of edits, which a B-tree does
 * not give), an edit writes O(log n) nodes wherever a page hangs, however many siblings it has, and a comparison visits
 * only the nodes that differ. Nested nodes would make a rename of an ancestor cheap, but so do parent ids, and they
 * would write a whole list of siblings for one edit and need paths to find a page.
 *
 * All functions are synchronous and run under `Nodes.read`; see `Lookup` for what they do when a node is not loaded.
 * Keys are ordered by UTF-16 code units. Values come from the cache: never change them.
 */
import { nodeSize, sameJson, seek } from "./MapNode.ts"
import type { Lookup } from "./Nodes.ts"

export { edit, type MapEdit } from "./MapEdit.ts"

declare const Value: unique symbol

/** Hash of a map's top node; null for the map without entries. `V` is what the map holds. */
export type MapRoot<V> = (string & { readonly [Value]?: V }) | null

/** Which entries a scan gives. `after` is a key, itself excluded. */
export interface MapRange {
  readonly prefix?: string | undefined
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** A key whose value differs between two maps: without `before` it was added, without `after` removed. */
export interface MapChange<V> {
  readonly key: string
  readonly before?: V
  readonly after?: V
}

/** The value under a key. */
export const get = <V>(lookup: Lookup, root: MapRoot<V>, key: string): V | undefined => {
  let hash: string | null = root
  while (hash !== null) {
    const node = lookup.node(hash)
    if (node === undefined) return undefined
    const at = seek(node.keys, key)
    if (node.level === 0) return node.keys[at] === key ? (node.items[at] as V) : undefined
    hash = (node.items[at] as string | undefined) ?? null
  }
  return undefined
}

/** Number of entries, from the top node alone. */
export const size = (lookup: Lookup, root: MapRoot<unknown>): number => {
  const node = root === null ? undefined : lookup.node(root)
  return node === undefined ? 0 : nodeSize(node)
}

/** Entries in the order of their keys: all of them, or those of a range. */
export const scan = <V>(
  lookup: Lookup,
  root: MapRoot<V>,
  range: MapRange = {}
): ReadonlyArray<readonly [key: string, value: V]> => {
  const { prefix = "", limit = Number.POSITIVE_INFINITY } = range
  const after = range.after !== undefined && range.after >= prefix
  const from = after ? range.after! : prefix
  const entries: Array<readonly [string, V]> = []
  // entries below nodes that are not loaded yet: enough of them end the walk
  let awaited = 0
  const visit = (hash: string): boolean => {
    const node = lookup.node(hash)
    if (node === undefined) return false
    const start = seek(node.keys, from, after)
    for (let i = start; i < node.keys.length && entries.length + awaited < limit; i++) {
      const key = node.keys[i]!
      const within = key.startsWith(prefix)
      if (node.level > 0) {
        if (!visit(node.items[i] as string) && i > start) awaited += node.counts![i]!
      } else if (within) {
        entries.push([key, node.items[i] as V])
      }
      // keys from here on are above `prefix`: without it, they are past all that have it
      if (!within) break
    }
    return true
  }
  if (root !== null) visit(root)
  return entries
}

/**
 * The entries that differ, by key. Goes down both trees level by level and drops the nodes they share, so the cost
 * follows the change. Nothing shared is met again: keys live in one place, so a node that both trees have hangs below
 * a parent that both have too, or below parents that were both opened.
 */
export const diff = <V>(lookup: Lookup, before: MapRoot<V>, after: MapRoot<V>): ReadonlyArray<MapChange<V>> => {
  if (before === after) return []
  let left = frontier(lookup, before)
  let right = frontier(lookup, after)
  for (;;) {
    if (left.level === right.level) {
      const rights = new Set(right.hashes)
      const shared = new Set(left.hashes.filter((hash) => rights.has(hash)))
      left = { level: left.level, hashes: left.hashes.filter((hash) => !shared.has(hash)) }
      right = { level: right.level, hashes: right.hashes.filter((hash) => !shared.has(hash)) }
      if (left.level === 0) break
    }
    const level = Math.max(left.level, right.level)
    if (left.level === level) left = below(lookup, left)
    if (right.level === level) right = below(lookup, right)
    if (!lookup.complete()) return []
  }
  return changes(entriesOf<V>(lookup, left), entriesOf<V>(lookup, right))
}

// --- helpers of diff ---

/** Nodes of one level that are still to be compared. */
interface Frontier {
  readonly level: number
  readonly hashes: ReadonlyArray<string>
}

const frontier = (lookup: Lookup, root: string | null): Frontier =>
  root === null ? { level: 0, hashes: [] } : { level: lookup.node(root)?.level ?? 0, hashes: [root] }

const below = (lookup: Lookup, { level, hashes }: Frontier): Frontier => ({
  level: level - 1,
  hashes: hashes.flatMap((hash) => (lookup.node(hash)?.items ?? []) as ReadonlyArray<string>)
})

const entriesOf = <V>(lookup: Lookup, { hashes }: Frontier): ReadonlyMap<string, V> => {
  const entries = new Map<string, V>()
  for (const hash of hashes) {
    const node = lookup.node(hash)
    node?.keys.forEach((key, i) => {
      entries.set(key, node.items[i] as V)
    })
  }
  return entries
}

const changes = <V>(before: ReadonlyMap<string, V>, after: ReadonlyMap<string, V>): ReadonlyArray<MapChange<V>> => {
  const changed: Array<MapChange<V>> = []
  for (const [key, value] of before) {
    if (!after.has(key)) changed.push({ key, before: value })
    else if (!sameJson(value, after.get(key))) {
      changed.push({ key, before: value, after: after.get(key)! })
    }
  }
  for (const [key, value] of after) if (!before.has(key)) changed.push({ key, after: value })
  return changed.sort((a, b) => (a.key < b.key ? -1 : 1))
}
