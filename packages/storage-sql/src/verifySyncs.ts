/** What the store notes of repositories and folders: each text that it says Git has is the one that Git's id names. */

import { blobOid } from "@octavo/core/content/git/blobOid"
import type { GitSyncRecord } from "@octavo/core/content/git/GitOperation"
import { decodeNode } from "@octavo/core/content/revisions/model/MapNode"
import { decodeRoot, type PageRecord } from "@octavo/core/content/revisions/model/Records"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

type Place = Pick<GitSyncRecord, "spaceId" | "url" | "ref" | "directory" | "root">

/** Texts that are read at once. */
const textsAtOnce = 100

/** Calls `problem` with each of them, in words that say how the edit is brought out. */
export const verifySyncs = Effect.fnUntraced(function* (problem: (text: string) => void) {
  const sql = yield* SqlClient.SqlClient
  const last = yield* sql<Place>`SELECT space_id AS "spaceId", url, ref, directory, root FROM git_syncs`
  const former = yield* sql<{ record: string }>`SELECT record FROM git_former_syncs`
  const places = [...last]
  for (const { record } of former) {
    try {
      places.push(JSON.parse(record) as Place)
    } catch {
      problem("A row of git_former_syncs cannot be read")
    }
  }

  const read = Effect.fnUntraced(function* (hashes: ReadonlyArray<string>) {
    const rows = yield* sql<{ hash: string; data: Uint8Array }>`SELECT hash, data FROM objects
      WHERE ${sql.in("hash", hashes)}`
    return new Map(rows.map(({ data, hash }) => [hash, data]))
  })

  /** Pages and reusable contents that a root has; what is missing or damaged is told where revisions are read. */
  const records = Effect.fnUntraced(function* (root: string) {
    const found: Array<Pick<PageRecord, "id" | "title" | "body" | "git">> = []
    const bytes = (yield* read([root])).get(root)
    if (bytes === undefined) return undefined
    const { pages, reusableContents } = decodeRoot(JSON.parse(utf8.decode(bytes)))
    for (let next = [pages, reusableContents].filter((hash) => hash !== null); next.length > 0; ) {
      const nodes = yield* read(next.splice(0, textsAtOnce))
      for (const node of nodes.values()) {
        const { items, level } = decodeNode(JSON.parse(utf8.decode(node)))
        if (level > 0) next = [...next, ...(items as unknown as Array<string>)]
        else found.push(...(items as unknown as typeof found))
      }
    }
    return found
  })

  for (const place of places) {
    if (place.root === null) continue
    const found = yield* records(place.root)
    if (found === undefined) {
      problem(`The object ${place.root}, of what ${placeName(place)} held, is missing`)
      continue
    }
    const written = found.filter(({ body, git }) => body !== undefined && git !== undefined)
    for (let start = 0; start < written.length; start += textsAtOnce) {
      const some = written.slice(start, start + textsAtOnce)
      const texts = yield* read([...new Set(some.map(({ body }) => body!))])
      for (const { body, git, title } of some) {
        const text = texts.get(body!)
        if (text !== undefined && blobOid(text, git!.oid.length === 64) !== git!.oid) problem(leftOut(place, title))
      }
    }
  }
})

const placeName = ({ directory, ref, url }: Place): string =>
  `${url}${ref === "" ? "" : ` (${ref})`}${directory === "" ? "" : `, ${directory}`}`

const leftOut = (place: Place, title: string): string =>
  `An edit of the page ${JSON.stringify(title)} of the space ${place.spaceId} is noted as written to ` +
  `${placeName(place)}, and an older version left it out there. Export the space again, which writes it: ` +
  `octavo export ${place.url.replace(/^file:\/\//, "")} --space ${place.spaceId}` +
  `${place.ref === "" ? "" : ` --ref ${place.ref.replace(/^refs\/heads\//, "")}`}` +
  `${place.directory === "" ? "" : ` --directory ${place.directory}`}. ` +
  "If an import has replaced it since, it is in the history of the space"
