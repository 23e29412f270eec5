/** Objects in a plain Map, counted, and builders for records. */
import { Context, Effect, Layer } from "effect"
import { decodeNode } from "../../../src/content/revisions/model/MapNode.ts"
import type { Lookup } from "../../../src/content/revisions/model/Nodes.ts"
import { ObjectMissing, Objects } from "../../../src/content/revisions/model/Objects.ts"
import type { MapEdit, MapRoot } from "../../../src/content/revisions/model/PersistentMap.ts"
import * as PersistentMap from "../../../src/content/revisions/model/PersistentMap.ts"
import {
  decodeRoot,
  type FileRecord,
  type PageRecord,
  type ReusableRecord
} from "../../../src/content/revisions/model/Records.ts"
import type { RevisionEdit } from "../../../src/content/revisions/model/RevisionEdit.ts"
import { RevisionTree } from "../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../src/kernel/shared/hash.ts"

/** Objects with counts of what was read. */
export const makeObjects = () => {
  const stored = new Map<string, Uint8Array>()
  const counts = { objects: 0, batches: 0 }
  const find = (hash: string) => {
    counts.objects++
    const bytes = stored.get(hash)
    return bytes === undefined ? Effect.fail(new ObjectMissing({ hash })) : Effect.succeed(bytes)
  }
  const service = Objects.of({
    get: (hash) => Effect.suspend(() => find(hash)),
    getMany: (hashes) =>
      Effect.suspend(() => {
        counts.batches++
        return Effect.map(
          Effect.forEach(hashes, (hash) => Effect.map(find(hash), (bytes) => [hash, bytes] as const)),
          (entries) => new Map(entries)
        )
      }),
    put: (objects) =>
      Effect.sync(() => {
        for (const [hash, bytes] of objects) stored.set(hash, bytes)
      })
  })
  return { stored, counts, service, layer: Layer.succeed(Objects, service) }
}

/** Objects and ways to a `RevisionTree` with cold caches over them; `cacheless` keeps nothing between reads. */
export const makeTrees = () => {
  const objects = makeObjects()
  const build = (layer: typeof RevisionTree.layer) =>
    Effect.scoped(Layer.build(Layer.fresh(Layer.provide(layer, objects.layer)))).pipe(
      Effect.map((context) => Context.get(context, RevisionTree))
    )
  return { ...objects, fresh: build(RevisionTree.layer), cacheless: build(RevisionTree.layerWith({ cacheBytes: 0 })) }
}

/** A revision tree and a function that edits and stores. */
export const makeEditor = Effect.gen(function* () {
  const objects = makeTrees()
  const trees = yield* objects.fresh
  const edit = Effect.fnUntraced(function* (root: string | null, edits: ReadonlyArray<RevisionEdit>) {
    const { root: next, created } = yield* trees.edit(root, edits)
    yield* objects.service.put(created)
    return next
  })
  return { objects, trees, edit }
})

/** Maps without Effect: a lookup over decoded nodes that also tells which were visited. */
export const makeMaps = () => {
  const stored = new Map<string, Uint8Array>()
  const visited = new Set<string>()
  const json = (hash: string) => {
    visited.add(hash)
    const bytes = stored.get(hash)
    if (bytes === undefined) throw new Error(`no object ${hash}`)
    if (contentHash(bytes) !== hash) throw new Error(`${hash} is not the hash of its bytes`)
    return JSON.parse(utf8.decode(bytes))
  }
  const lookup: Lookup = {
    node: (hash) => decodeNode(json(hash)),
    root: (hash) => decodeRoot(json(hash)),
    complete: () => true
  }
  const edit = <V>(root: MapRoot<V>, changes: ReadonlyArray<readonly [string, V | undefined]>): MapEdit<V> => {
    const edited = PersistentMap.edit(lookup, root, new Map(changes))
    for (const [hash, bytes] of edited.created) stored.set(hash, bytes)
    return edited
  }
  return { stored, visited, lookup, edit }
}

const at = "2026-01-01T00:00:00.000Z"

/** A document page; the slug is the id. */
export const page = (id: string, fields: Partial<PageRecord> = {}): PageRecord => ({
  id,
  type: "document",
  title: id,
  slug: id,
  parent: null,
  order: "a0",
  createdAt: at,
  updatedAt: at,
  ...fields
})

export const file = (id: string, fields: Partial<FileRecord> = {}): FileRecord => ({
  id,
  name: `${id}.png`,
  contentType: "image/png",
  size: 1,
  blob: contentHash(utf8.encode(id)),
  ...fields
})

export const reusable = (id: string, fields: Partial<ReusableRecord> = {}): ReusableRecord => ({
  id,
  title: id,
  body: contentHash(utf8.encode(id)),
  ...fields
})

/** Edits that put pages. */
export const put = (...pages: ReadonlyArray<PageRecord>): ReadonlyArray<RevisionEdit> =>
  pages.map((each) => ({ type: "putPage", page: each }))
