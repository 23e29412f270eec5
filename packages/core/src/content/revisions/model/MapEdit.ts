/**
 * Editing a persistent map. One level at a time, from the leaves up: the nodes that hold changed keys are opened, their
 * entries and the changes are merged and cut again until an end falls where the old map had one. From there on the old
 * nodes stand. What was cut differently is a set of changed keys of the level above: the same step again.
 */
import type { Schema } from "effect"
import { contentHash } from "../../../kernel/shared/hash.ts"
import {
  encodeNode,
  endsChunk,
  entriesOf,
  type MapEntry,
  type MapNode,
  nodeSize,
  seek,
  writtenNode
} from "./MapNode.ts"
import type { Lookup } from "./Nodes.ts"
import type { MapRoot } from "./PersistentMap.ts"

/** An edited map: its root, its number of entries, and the nodes that the old map does not have. */
export interface MapEdit<V> {
  readonly root: MapRoot<V>
  readonly size: number
  readonly created: ReadonlyMap<string, Uint8Array>
}

/**
 * The map with some keys set and, where the value is `undefined`, removed. Setting what is there already or removing
 * what is not changes nothing. Writes O(changes * log n) nodes.
 */
export const edit = <V>(lookup: Lookup, root: MapRoot<V>, values: ReadonlyMap<string, V | undefined>): MapEdit<V> => {
  const created = new Map<string, Uint8Array>()
  const top = root === null ? undefined : lookup.node(root)
  if (root !== null && top === undefined) return { root, size: 0, created }
  const height = top?.level ?? -1
  let rest: ReadonlyArray<MapEntry> = []
  let changes = sorted(
    [...values].map(([key, item]) => ({ key, entry: item === undefined ? undefined : leaf(key, item) }))
  )
  for (let level = 0; ; level++) {
    // above the old top, the old map is one entry: the top itself
    if (level === height + 1 && top !== undefined) rest = [childOf(root!, top)]
    const cuts = level > height ? cutAll(level, rest, changes) : cutAgain(lookup, root!, level, changes)
    if (!lookup.complete()) return { root, size: 0, created }
    const changed: Array<Change> = []
    for (const [key, { before, after }] of cuts) {
      if (before === after?.entry.item) continue
      if (after !== undefined) created.set(after.entry.item as string, after.bytes)
      changed.push({ key, entry: after?.entry })
    }
    if (changed.length === 0) return { root, size: top === undefined ? 0 : nodeSize(top), created }
    changes = sorted(changed)
    rest = []
    if (level < height) continue
    const nodes = [...cuts.values()].flatMap(({ after }) => (after === undefined ? [] : [after.entry]))
    if (nodes.length > 1) continue
    return collapse(lookup, nodes[0], created)
  }
}

// --- one level ---

/** A key of one level and its new entry; `undefined` removes it. */
interface Change {
  readonly key: string
  readonly entry: MapEntry | undefined
}

/** What became of the node whose last key is the key: its old hash, and the entry and bytes of the new one. */
interface Cut {
  before?: string
  after?: { readonly entry: MapEntry; readonly bytes: Uint8Array }
}

const leaf = (key: string, item: unknown): MapEntry => ({ key, item: item as Schema.Json, count: 1 })

const childOf = (hash: string, node: MapNode): MapEntry => ({
  key: node.keys.at(-1)!,
  item: hash,
  count: nodeSize(node)
})

const sorted = (changes: Array<Change>): ReadonlyArray<Change> => changes.sort((a, b) => (a.key < b.key ? -1 : 1))

/** Takes entries in order and cuts them into nodes. */
const makeCutter = (level: number, cuts: Map<string, Cut>) => {
  let entries: Array<MapEntry> = []
  const end = () => {
    const last = entries.at(-1)
    if (last === undefined) return
    const bytes = encodeNode(level, entries)
    const count = entries.reduce((sum, entry) => sum + entry.count, 0)
    cutAt(cuts, last.key).after = { entry: { key: last.key, item: contentHash(bytes), count }, bytes }
    entries = []
  }
  const add = (entry: MapEntry | undefined) => {
    if (entry === undefined) return
    entries.push(entry)
    if (endsChunk(entry.key, level, entries.length)) end()
  }
  return { add, end, isAtEnd: () => entries.length === 0 }
}

const cutAt = (cuts: Map<string, Cut>, key: string): Cut => {
  const known = cuts.get(key)
  if (known !== undefined) return known
  const cut: Cut = {}
  cuts.set(key, cut)
  return cut
}

/** Adds all `entries` and those of `changes` from index `i` that belong between them; gives the index reached. */
const merge = (
  entries: Iterable<MapEntry>,
  changes: ReadonlyArray<Change>,
  i: number,
  add: (entry: MapEntry | undefined) => void
): number => {
  for (const entry of entries) {
    for (; i < changes.length && changes[i]!.key < entry.key; i++) add(changes[i]!.entry)
    if (changes[i]?.key === entry.key) add(changes[i++]!.entry)
    else add(entry)
  }
  return i
}

/** Cuts a level that the old map does not have. */
const cutAll = (
  level: number,
  entries: ReadonlyArray<MapEntry>,
  changes: ReadonlyArray<Change>
): ReadonlyMap<string, Cut> => {
  const cuts = new Map<string, Cut>()
  const cutter = makeCutter(level, cuts)
  for (let i = merge(entries, changes, 0, cutter.add); i < changes.length; i++) cutter.add(changes[i]!.entry)
  cutter.end()
  return cuts
}

/** Cuts the old nodes of a level that changes touch, and those after them until an old end is met. */
const cutAgain = (
  lookup: Lookup,
  root: string,
  level: number,
  changes: ReadonlyArray<Change>
): ReadonlyMap<string, Cut> => {
  const cuts = new Map<string, Cut>()
  for (let i = 0; i < changes.length; ) {
    const cutter = makeCutter(level, cuts)
    let place = find(lookup, root, level, changes[i]!.key, false)
    if (place === undefined) i++
    while (place !== undefined) {
      const last = place.node.keys.at(-1)!
      cutAt(cuts, last).before = place.hash
      i = merge(entriesOf(place.node), changes, i, cutter.add)
      if (place.isLast) {
        for (; i < changes.length; i++) cutter.add(changes[i]!.entry)
        cutter.end()
      }
      place = cutter.isAtEnd() ? undefined : find(lookup, root, level, last, true)
    }
  }
  return cuts
}

/**
 * The node of a level where a key is or would be: the first whose last key is not below it, else the last. With `next`,
 * the first whose last key is above it. `undefined` when a node on the way is not loaded.
 */
const find = (lookup: Lookup, root: string, level: number, key: string, next: boolean) => {
  let hash = root
  let isLast = true
  for (;;) {
    const node = lookup.node(hash)
    if (node === undefined) return undefined
    if (node.level === level) return { hash, node, isLast }
    const at = Math.min(seek(node.keys, key, next), node.keys.length - 1)
    if (at < node.keys.length - 1) isLast = false
    hash = node.items[at] as string
  }
}

/** The lowest node that holds everything: removals may have left nodes with a single child on top. */
const collapse = <V>(lookup: Lookup, entry: MapEntry | undefined, created: Map<string, Uint8Array>): MapEdit<V> => {
  if (entry === undefined) return { root: null, size: 0, created }
  let hash = entry.item as string
  for (;;) {
    const bytes = created.get(hash)
    const node = bytes === undefined ? lookup.node(hash) : writtenNode(bytes)
    if (node === undefined || node.level === 0 || node.keys.length > 1) {
      return { root: hash as string & MapRoot<V>, size: entry.count, created }
    }
    created.delete(hash)
    hash = node.items[0] as string
  }
}
