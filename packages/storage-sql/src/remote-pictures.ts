import type { KeptPicture, RemotePictureRecord } from "@octavo/core/content/remote-pictures/RemotePicture"
import { RemotePictureStore } from "@octavo/core/content/remote-pictures/RemotePictureStore"
import { emptyRoot } from "@octavo/core/content/revisions/model/Records"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { inTransaction } from "./support.ts"
import { integer, table, text } from "./table.ts"

export const remotePicturesTable = table<RemotePictureRecord>()("remote_pictures", {
  spaceId: text.fixed,
  id: text.fixed,
  url: text.fixed,
  host: text.fixed,
  state: text,
  blob: text.orNull,
  contentType: text.orNull,
  size: integer.orNull,
  width: integer.orNull,
  height: integer.orNull,
  tries: integer,
  nextTryAt: text.orNull,
  triedAt: text.orNull,
  reason: text.orNull
})

const idOf = (url: string): string => contentHash(utf8.encode(url))

/** A failure is tried again when a text that shows it is written, unless it is this young, in milliseconds. */
const renewedAfterMs = 3_600_000

const toKept = ({ blob, contentType, height, id, size, url, width }: RemotePictureRecord): KeptPicture => ({
  id,
  url,
  copy: blob === null ? null : { blob, contentType: contentType!, size: size!, width, height }
})

export const remotePictureStoreLayer = store(
  RemotePictureStore,
  "remotePictures",
  ({ countOf, inParts, insertAll, rows, sql }) => {
    const pictures = rows(remotePicturesTable)
    const columns = remotePicturesTable.columns()
    const spacesOf = Effect.map((found: ReadonlyArray<{ readonly id: string }>) => found.map(({ id }) => id))
    const again = (at: string) => sql`state = 'waiting', tries = 0, next_try_at = ${at}`
    return {
      scan: (spaceId) =>
        sql<{ root: string; is_whole: number | bigint }>`SELECT root, is_whole FROM remote_picture_scans
          WHERE space_id = ${spaceId}`.pipe(
          Effect.map(([row]) =>
            row === undefined ? undefined : { root: row.root, isWhole: Number(row.is_whole) === 1 }
          )
        ),
      name: ({ at, from, isAnew, most, spaceId, takesIn, texts, to }) =>
        Effect.gen(function* () {
          const none = { space_id: spaceId, root: "", is_whole: 0 }
          yield* sql`INSERT INTO remote_picture_scans ${sql.insert(none)} ON CONFLICT (space_id) DO NOTHING`
          // the compare-and-swap comes first: whoever loses has written nothing, and who wins holds the row
          const won = yield* sql`UPDATE remote_picture_scans SET root = ${to.root}, is_whole = ${to.isWhole ? 1 : 0}
            WHERE space_id = ${spaceId} AND root = ${from.root} AND is_whole = ${from.isWhole ? 1 : 0}
            RETURNING space_id`.pipe(anyRow)
          if (!won) return false
          if (isAnew) yield* sql`DELETE FROM remote_picture_places WHERE space_id = ${spaceId}`
          else {
            yield* inParts(
              [...texts.keys()],
              (names) =>
                sql<object>`DELETE FROM remote_picture_places WHERE space_id = ${spaceId} AND ${sql.in("text_name", names)}`
            )
          }
          const urlOf = new Map(
            Array.from(texts.values()).flatMap((urls) => urls.map((url) => [idOf(url), url] as const))
          )
          const ids = [...urlOf.keys()]
          const known = new Set(
            (yield* inParts(
              ids,
              (some) =>
                sql<{
                  id: string
                }>`SELECT id FROM remote_pictures WHERE space_id = ${spaceId} AND ${sql.in("id", some)}`
            )).map(({ id }) => id)
          )
          let room = most.places - (yield* countOf(sql`remote_picture_places WHERE space_id = ${spaceId}`))
          const place = Effect.fnUntraced(function* (those: ReadonlySet<string>) {
            const named = Array.from(texts).flatMap(([name, urls]) =>
              urls.flatMap((url) => {
                const id = idOf(url)
                return those.has(id) ? [{ space_id: spaceId, text_name: name, picture_id: id }] : []
              })
            )
            const taken = named.slice(0, Math.max(0, room))
            room -= taken.length
            yield* insertAll("remote_picture_places", taken)
          })
          yield* place(known)
          yield* sql`DELETE FROM remote_pictures WHERE space_id = ${spaceId} AND NOT EXISTS (
            SELECT 1 FROM remote_picture_places n
            WHERE n.space_id = remote_pictures.space_id AND n.picture_id = remote_pictures.id)`
          if (!takesIn) return true
          const before = new Date(Date.parse(at) - renewedAfterMs).toISOString()
          yield* inParts(
            [...known],
            (some) =>
              sql<object>`UPDATE remote_pictures SET ${again(at)} WHERE space_id = ${spaceId} AND state = 'failed'
              AND tried_at < ${before} AND ${sql.in("id", some)}`
          )
          const count = yield* pictures.count(sql`space_id = ${spaceId}`)
          const fresh = ids.filter((id) => !known.has(id)).slice(0, Math.max(0, Math.min(most.pictures - count, room)))
          yield* pictures.insertAll(
            fresh.map((id) => ({
              ...{
                spaceId,
                id,
                url: urlOf.get(id)!,
                host: new URL(urlOf.get(id)!).host,
                state: "waiting",
                blob: null,
                contentType: null,
                size: null
              },
              ...{ width: null, height: null, tries: 0, nextTryAt: at, triedAt: null, reason: null }
            }))
          )
          yield* place(new Set(fresh))
          return true
        }).pipe(inTransaction(sql)),
      dueHosts: (spaceId, at, limit) =>
        sql<{ host: string }>`SELECT DISTINCT host FROM remote_pictures
          WHERE space_id = ${spaceId} AND next_try_at <= ${at} ORDER BY host LIMIT ${limit}`.pipe(
          Effect.map((found) => found.map(({ host }) => host))
        ),
      claim: (spaceId, host, at, until) =>
        sql<Parameters<typeof remotePicturesTable.decode>[0]>`UPDATE remote_pictures SET next_try_at = ${until}
          WHERE space_id = ${spaceId} AND next_try_at <= ${at} AND id = (
            SELECT id FROM remote_pictures WHERE space_id = ${spaceId} AND host = ${host} AND next_try_at <= ${at}
            ORDER BY next_try_at, id LIMIT 1)
          RETURNING ${columns}`.pipe(
          Effect.map(([row]) => (row === undefined ? undefined : remotePicturesTable.decode(row)))
        ),
      settle: ({ id, spaceId }, until, outcome) =>
        pictures.update(outcome, sql`space_id = ${spaceId} AND id = ${id} AND next_try_at = ${until}`),
      postpone: (spaceId, host, at, until) =>
        Effect.asVoid(
          sql`UPDATE remote_pictures SET next_try_at = ${until}
            WHERE space_id = ${spaceId} AND host = ${host} AND next_try_at <= ${at}`
        ),
      renew: (spaceId, before, at) =>
        Effect.asVoid(
          sql`UPDATE remote_pictures SET ${again(at)} WHERE space_id = ${spaceId} AND state IN ('failed', 'waiting')
            AND tried_at < ${before}`
        ),
      list: (spaceId) => pictures.all(sql`space_id = ${spaceId} ORDER BY url`),
      kept: (spaceId) =>
        Effect.map(pictures.all(sql`space_id = ${spaceId} AND state IN ('kept', 'tracker') ORDER BY id`), (found) =>
          found.map(toKept)
        ),
      bytes: (spaceId) =>
        sql<{ n: number | bigint | null }>`SELECT SUM(size) AS n FROM remote_pictures
          WHERE space_id = ${spaceId}`.pipe(Effect.map(([row]) => Number(row?.n ?? 0))),
      copy: (spaceId, copyId) =>
        Effect.gen(function* () {
          const own = remotePicturesTable.shape.map(({ name }) => name).filter((name) => name !== "space_id")
          const names = sql.csv(own.map((name) => sql`${sql(name)}`))
          yield* sql`INSERT INTO remote_pictures (space_id, ${names})
            SELECT ${copyId}, ${names} FROM remote_pictures WHERE space_id = ${spaceId}`
          yield* sql`INSERT INTO remote_picture_places (space_id, text_name, picture_id)
            SELECT ${copyId}, text_name, picture_id FROM remote_picture_places WHERE space_id = ${spaceId}`
          yield* sql`INSERT INTO remote_picture_scans (space_id, root, is_whole)
            SELECT ${copyId}, root, is_whole FROM remote_picture_scans WHERE space_id = ${spaceId}`
        }).pipe(inTransaction(sql)),
      behind: (known, after, limit) =>
        sql<{ id: string }>`SELECT s.id FROM spaces s JOIN heads h ON h.space_id = s.id AND h.name = 'primary'
          LEFT JOIN remote_picture_scans x ON x.space_id = s.id
          WHERE s.deleted_at IS NULL AND s.id > ${after}
            AND ${
              known
                ? sql`x.root <> h.root`
                : sql`((x.space_id IS NULL AND h.root <> ${emptyRoot.root}) OR x.root <> h.root OR x.is_whole = 0)`
            }
          ORDER BY s.id LIMIT ${limit}`.pipe(spacesOf),
      due: (at, after, limit) =>
        sql<{ id: string }>`SELECT s.id FROM spaces s WHERE s.deleted_at IS NULL AND s.id > ${after} AND EXISTS (
          SELECT 1 FROM remote_pictures p WHERE p.space_id = s.id AND p.next_try_at <= ${at})
          ORDER BY s.id LIMIT ${limit}`.pipe(spacesOf)
    }
  }
)
