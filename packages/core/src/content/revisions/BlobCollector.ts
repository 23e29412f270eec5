/**
 * Removes files' bytes that nothing names any more. Two steps, of which the first is always long before the second:
 * what nothing names is marked with the time; what is marked for longer than `grace` is removed. Whoever writes the
 * bytes again takes the mark off, in the same row that the removal looks at; whoever learns a hash from something that
 * names it has `grace` to name it elsewhere.
 */
import { Context, Duration, Effect, Layer, Stream } from "effect"
import { steadyClock } from "../../kernel/shared/clock.ts"
import { utf8 } from "../../kernel/shared/hash.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { BlobStorage, type BlobStorageShape, OutsideBlobStorage } from "./BlobStorage.ts"
import { type BlobRecord, BlobStore } from "./BlobStore.ts"
import { verifyDownload } from "./downloads.ts"
import { decodeNode } from "./model/MapNode.ts"
import { Objects, type ObjectsError } from "./model/Objects.ts"
import { decodeRoot, emptyRoot, type FileRecord } from "./model/Records.ts"

export interface Collected {
  /** Different files that something names. */
  readonly named: number
  /** Files whose bytes were removed. */
  readonly removed: number
  /** What they took, in bytes. */
  readonly bytes: number
  /** Writes that broke off, whose bytes were removed. */
  readonly leftovers: number
}

/** How long bytes stay that nothing names. */
export const defaultGrace: Duration.Input = "24 hours"

const batch = 500

export class BlobCollector extends Context.Service<
  BlobCollector,
  {
    /** Any number of them may run at a time. Fails, and removes nothing, when a revision can't be read. */
    readonly collect: (grace?: Duration.Input) => Effect.Effect<Collected, ObjectsError>
  }
>()("@octavo/core/content/revisions/BlobCollector") {
  static readonly layer = Layer.effect(
    BlobCollector,
    Effect.gen(function* () {
      const store = yield* BlobStore
      const inside = yield* BlobStorage
      const outside = yield* OutsideBlobStorage
      const objects = yield* Objects
      const key = yield* SigningKey
      const now = yield* steadyClock

      const named = Effect.gen(function* () {
        const names = yield* filesOf(objects, yield* store.roots)
        for (const text of yield* store.texts) {
          for (const [, signed = ""] of text.matchAll(/\/~files\/([\w.-]+)/g)) {
            const file = verifyDownload(key, signed)
            if (file !== undefined) names.add(file.blob)
          }
        }
        return names
      })

      const mark = Effect.fnUntraced(function* (names: ReadonlySet<string>, at: string) {
        let after: string | undefined
        for (;;) {
          const hashes = yield* store.hashes(after, batch)
          if (hashes.length > 0) yield* store.mark(hashes, names, at)
          if (hashes.length < batch) return
          after = hashes.at(-1)
        }
      })

      const removeBytes = Effect.fnUntraced(function* (records: ReadonlyArray<BlobRecord>) {
        const keysOf = (place: boolean) => records.filter((one) => one.outside === place).map((one) => one.key)
        yield* inside.remove(keysOf(false))
        if (outside !== undefined) yield* outside.remove(keysOf(true))
      })

      const sweep = Effect.fnUntraced(function* (before: string) {
        let removed = 0
        let bytes = 0
        for (;;) {
          const records = yield* store.sweep(before, batch)
          yield* removeBytes(records)
          removed += records.length
          for (const { size } of records) bytes += size
          if (records.length < batch) return { removed, bytes }
        }
      })

      const leftovers = (storage: BlobStorageShape, before: string) =>
        Stream.runFoldEffect(
          storage.before(before),
          () => 0,
          (count, keys) =>
            Effect.gen(function* () {
              const unknown = yield* store.unknownKeys(keys, storage === outside)
              yield* storage.remove(unknown)
              return count + unknown.length
            })
        )

      const collect = traced("BlobCollector.collect")(function* (grace: Duration.Input = defaultGrace) {
        const at = yield* now
        const before = new Date(Date.parse(at) - Duration.toMillis(grace)).toISOString()
        const names = yield* named
        yield* mark(names, at)
        const swept = yield* sweep(before)
        const rest = yield* Effect.forEach(outside === undefined ? [inside] : [inside, outside], (storage) =>
          leftovers(storage, before)
        )
        return { named: names.size, ...swept, leftovers: rest.reduce((sum, count) => sum + count, 0) }
      })

      return BlobCollector.of({ collect })
    })
  )
}

/** Blobs of the files of revisions. What revisions share is read once. */
const filesOf = Effect.fnUntraced(function* (objects: Objects["Service"], roots: ReadonlyArray<string>) {
  const names = new Set<string>()
  const seen = new Set<string>()
  const each = (hashes: ReadonlyArray<string>, visit: (json: unknown) => void) =>
    Effect.gen(function* () {
      for (let start = 0; start < hashes.length; start += batch) {
        const found = yield* objects.getMany(hashes.slice(start, start + batch))
        for (const bytes of found.values()) visit(JSON.parse(utf8.decode(bytes)))
      }
    })
  let next: Array<string> = []
  const follow = (hash: string) => {
    if (seen.has(hash)) return
    seen.add(hash)
    next.push(hash)
  }
  // the empty revision may not be stored
  yield* each(
    roots.filter((root) => root !== emptyRoot.root),
    (json) => {
      const { files } = decodeRoot(json)
      if (files !== null) follow(files)
    }
  )
  while (next.length > 0) {
    const nodes = next
    next = []
    yield* each(nodes, (json) => {
      if (!Array.isArray(json)) throw new Error("The object is not a node of a map")
      const { items, level } = decodeNode(json)
      for (const item of items) {
        if (level === 0) names.add((item as unknown as FileRecord).blob)
        else follow(item as string)
      }
    })
  }
  return names
})
