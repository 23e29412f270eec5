/**
 * The cache of decoded nodes and roots over `Objects`, by hash, which every reader shares: an object never changes, so
 * nothing in it is ever invalidated.
 *
 * The rules of the content model are plain synchronous functions of a `Lookup`. `read` runs one. When all it asked for
 * was in the cache, its value is the answer: no fiber, no generator. Otherwise what it missed is loaded in one batch
 * and the function runs again, so a cold read costs one batch for each level of a tree.
 */
import { Context, Effect, Layer } from "effect"
import { utf8 } from "../../../kernel/shared/hash.ts"
import { makeLru } from "../../../kernel/shared/lru.ts"
import { decodeNode, type MapNode, writtenNode } from "./MapNode.ts"
import { Objects, type ObjectsError } from "./Objects.ts"
import { decodeRoot, emptyRoot, type RevisionRoot } from "./Records.ts"

/**
 * Decoded objects by hash. `undefined`: not loaded yet; go on as far as sense allows, so that more is asked for in the
 * same batch, and return anything: the value is thrown away.
 */
export interface Lookup {
  readonly node: (hash: string) => MapNode | undefined
  readonly root: (hash: string) => RevisionRoot | undefined
  /** Whether everything asked for so far was there. */
  readonly complete: () => boolean
}

type Decoded = MapNode | RevisionRoot

/** Memory of a decoded node by the bytes of its text: measured 1.6 on 10,000 pages. */
const decodedWeight = 2
/** The same of one that this process wrote, with the texts of its values; it shares most of both with the one before. */
const writtenWeight = 3

export class Nodes extends Context.Service<
  Nodes,
  {
    /** Runs a synchronous, repeatable function of content until all that it looks up is there. */
    readonly read: <A>(f: (lookup: Lookup) => A) => Effect.Effect<A, ObjectsError>
    /** Puts new nodes into the cache: the next read is likely to want them. */
    readonly prime: (created: ReadonlyMap<string, Uint8Array>) => void
  }
>()("@octavo/core/content/revisions/model/Nodes") {
  static readonly layerWith = (options: { readonly cacheBytes: number }) =>
    Layer.effect(
      Nodes,
      Effect.gen(function* () {
        const objects = yield* Objects
        const cache = makeLru<Decoded>(options.cacheBytes, "nodes")
        // the empty revision can be read before anything is stored
        const known = new Map<string, Decoded>()

        const decode = (bytes: Uint8Array): Decoded => {
          const json: unknown = JSON.parse(utf8.decode(bytes))
          return Array.isArray(json) ? decodeNode(json) : decodeRoot(json)
        }
        const keep = (hash: string, bytes: Uint8Array): Decoded => {
          const written = writtenNode(bytes)
          const decoded = written ?? decode(bytes)
          cache.set(hash, decoded, bytes.length * (written === undefined ? decodedWeight : writtenWeight))
          return decoded
        }
        for (const [hash, bytes] of emptyRoot.created) known.set(hash, keep(hash, bytes))

        const attempt = <A>(
          f: (lookup: Lookup) => A,
          loaded: ReadonlyMap<string, Decoded>
        ): Effect.Effect<A, ObjectsError> => {
          const missing = new Set<string>()
          const find = (hash: string): Decoded | undefined => {
            const decoded = loaded.get(hash) ?? cache.get(hash)
            if (decoded === undefined) missing.add(hash)
            return decoded
          }
          const value = f({
            node: (hash) => {
              const decoded = find(hash)
              if (decoded !== undefined && !("level" in decoded)) throw new Error(`${hash} is not a node`)
              return decoded
            },
            root: (hash) => {
              const decoded = find(hash)
              if (decoded !== undefined && !("version" in decoded)) throw new Error(`${hash} is not a revision`)
              return decoded
            },
            complete: () => missing.size === 0
          })
          if (missing.size === 0) return Effect.succeed(value)
          return Effect.flatMap(objects.getMany([...missing]), (bytes) => {
            // held here as well: what this read needs may be more than the cache keeps
            const held = new Map(loaded)
            for (const [hash, object] of bytes) held.set(hash, keep(hash, object))
            return attempt(f, held)
          })
        }

        return Nodes.of({
          read: (f) => attempt(f, known),
          prime: (created) => {
            for (const [hash, bytes] of created) keep(hash, bytes)
          }
        })
      })
    )
}
