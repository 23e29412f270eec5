/** Whether a store holds what it shows: every hash that a revision names is there, and names the bytes it is kept with. */
import { emptyRoot } from "@octavo/core/content/revisions/model/Records"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { World } from "./world.ts"

interface Named {
  readonly hash: string
  /** A node names others; a body is a text; a blob is a list of pieces. */
  readonly kind: "node" | "body" | "blob"
}

/** The hashes in the JSON of a root or a node. */
const namedIn = (value: unknown, key = ""): ReadonlyArray<Named> => {
  if (typeof value === "string") {
    const kind = key === "body" || key === "blob" ? key : "node"
    return /^[\w-]{43}$/.test(value) ? [{ hash: value, kind }] : []
  }
  if (value === null || typeof value !== "object") return []
  if (Array.isArray(value)) return value.flatMap((item) => namedIn(item, key))
  // settings are kept as texts, and name the content that they say
  const isText = (name: string) => key === "settings" && name !== "of"
  return Object.entries(value).flatMap(([name, item]) => namedIn(item, isText(name) ? "body" : name))
}

export interface Consistency {
  /** Of the head. */
  readonly revision: string
  readonly root: string
  /** How many objects and blobs it is made of. */
  readonly objects: number
  readonly problems: ReadonlyArray<string>
}

/**
 * Walks everything that the content of a head names, that of the primary one when nothing is said, in the tables
 * themselves: no cache is asked.
 */
export const walkStore = (world: World, spaceId: string, name = "primary"): Promise<Consistency> =>
  world.operate(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const problems: Array<string> = []
      const [head] = yield* sql<{ revision_id: string; root: string }>`SELECT revision_id, root FROM heads
        WHERE space_id = ${spaceId} AND name = ${name}`
      const [revision] = yield* sql<{ root: string }>`SELECT root FROM revisions WHERE id = ${head!.revision_id}`
      if (revision?.root !== head!.root) problems.push("the head shows a revision that is not there")
      const [index] = yield* sql<{ root: string }>`SELECT root FROM content_indexes WHERE space_id = ${spaceId}`
      if (name === "primary" && index !== undefined && index.root !== head!.root)
        problems.push("the indexes are not of the head's content")
      const object = Effect.fnUntraced(function* (hash: string) {
        const [row] = yield* sql<{ data: Uint8Array }>`SELECT data FROM objects WHERE hash = ${hash}`
        if (row === undefined) problems.push(`the object ${hash} is missing`)
        else if (contentHash(row.data) !== hash) problems.push(`the object ${hash} holds other bytes`)
        return row?.data
      })
      const seen = new Set<string>()
      const waiting: Array<Named> = [{ hash: head!.root, kind: "node" }]
      for (let named = waiting.pop(); named !== undefined; named = waiting.pop()) {
        if (seen.has(named.hash)) continue
        seen.add(named.hash)
        if (named.kind === "blob") {
          const [blob] = yield* sql<{ storage_key: string }>`SELECT storage_key FROM blobs WHERE hash = ${named.hash}`
          if (blob === undefined) {
            problems.push(`the blob ${named.hash} is missing`)
            continue
          }
          const pieces = yield* sql<{ data: Uint8Array }>`SELECT data FROM blob_chunks
            WHERE storage_key = ${blob.storage_key} ORDER BY number`
          if (contentHash(Buffer.concat(pieces.map(({ data }) => data))) !== named.hash) {
            problems.push(`the blob ${named.hash} holds other bytes`)
          }
          continue
        }
        // what has no content yet is known without a row
        if (emptyRoot.created.has(named.hash)) continue
        const data = yield* object(named.hash)
        if (data !== undefined && named.kind === "node") waiting.push(...namedIn(JSON.parse(utf8.decode(data))))
      }
      return { revision: head!.revision_id, root: head!.root, objects: seen.size, problems }
    }).pipe(Effect.orDie)
  )
