import {
  type Backlink,
  type BacklinksOf,
  type LinkRecord,
  type LinkStatus,
  LinkStore,
  type LinksOf,
  type LinkTarget,
  type OtherSpaces,
  type StoredLink
} from "@octavo/core/links/LinkStore"
import type { LinkSource } from "@octavo/core/links/pageLinks"
import { Array as Arr, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { chunkRows, Dialect } from "./Dialect.ts"
import { after, countOf, json, ordered, storage } from "./support.ts"

interface Row {
  readonly source_kind: LinkSource["kind"]
  readonly source_id: string
  readonly ordinal: number
  readonly href: string
  readonly link_key: string
  readonly anchor: string | null
  readonly other_space: string | null
  readonly locations: string
  readonly status: LinkStatus
  readonly target_kind: LinkTarget["kind"] | null
  readonly target_id: string | null
}

const toRecord = (row: Row): LinkRecord => ({
  source: { kind: row.source_kind, id: row.source_id },
  ordinal: Number(row.ordinal),
  href: row.href,
  key: row.link_key,
  anchor: row.anchor ?? undefined,
  otherSpace: row.other_space ?? undefined,
  locations: json(row.locations),
  status: row.status,
  target: row.target_kind === null || row.target_id === null ? undefined : { kind: row.target_kind, id: row.target_id }
})

const toRow = (spaceId: string, source: LinkSource, link: StoredLink, ordinal: number) => ({
  space_id: spaceId,
  source_kind: source.kind,
  source_id: source.id,
  ordinal,
  href: link.href,
  link_key: link.key,
  anchor: link.anchor ?? null,
  other_space: link.otherSpace ?? null,
  locations: JSON.stringify(link.locations),
  status: link.status,
  target_kind: link.target?.kind ?? null,
  target_id: link.target?.id ?? null
})

const sameLinks = (a: ReadonlyArray<StoredLink>, b: ReadonlyArray<StoredLink>): boolean =>
  a.length === b.length && a.every((link, i) => sameLink(link, b[i]!))

const sameLink = (a: StoredLink, b: StoredLink): boolean =>
  a.key === b.key &&
  a.href === b.href &&
  a.anchor === b.anchor &&
  a.otherSpace === b.otherSpace &&
  a.status === b.status &&
  a.target?.kind === b.target?.kind &&
  a.target?.id === b.target?.id &&
  a.locations.join() === b.locations.join()

/** Values of one condition. */
const atOnce = 1000

export const linkStoreLayer = Layer.effect(
  LinkStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect

    const of = ({ pageId, spaceId }: LinksOf): Statement.Fragment =>
      pageId === undefined
        ? sql`l.space_id = ${spaceId}`
        : sql`l.space_id = ${spaceId} AND l.source_kind = 'page' AND l.source_id = ${pageId}`

    const among = (keys: ReadonlyArray<string>): Statement.Fragment =>
      keys.length === 0 ? sql`1 = 0` : sql`(l.other_space IS NOT NULL AND ${sql.in("l.link_key", keys)})`

    const has = (status: LinkStatus | undefined, { broken, ok }: OtherSpaces): Statement.Fragment => {
      switch (status) {
        case undefined:
          return sql`1 = 1`
        case "ok":
          return sql`(l.status = 'ok' OR ${among(ok)})`
        case "broken":
          return sql`(l.status = 'broken' OR ${among(broken)})`
        case "in-app":
          return sql`(l.status = 'in-app' AND NOT ${among([...ok, ...broken])})`
      }
    }

    const leadTo = ({ keys, spaceId, spaces, target }: BacklinksOf): Statement.Fragment => {
      const inside = sql`(l.space_id = ${spaceId} AND l.target_kind = ${target.kind} AND l.target_id = ${target.id}
        AND NOT (l.source_kind = ${target.kind} AND l.source_id = ${target.id}))`
      return keys.length === 0 || spaces.length === 0
        ? inside
        : sql`(${inside} OR (l.other_space = ${spaceId} AND ${sql.in("l.link_key", keys)}
            AND ${sql.in("l.space_id", spaces)}))`
    }

    return LinkStore.of({
      put: Effect.fnUntraced(
        function* (spaceId, sources) {
          for (const kind of ["page", "reusable-content"] as const) {
            for (const some of Arr.chunksOf(
              sources.filter(({ source }) => source.kind === kind),
              atOnce
            )) {
              const ofThem = sql`space_id = ${spaceId} AND source_kind = ${kind}`
              const ids = some.map(({ source }) => source.id)
              const known = yield* sql<Row>`SELECT * FROM links WHERE ${ofThem} AND ${sql.in("source_id", ids)}
                ORDER BY source_id, ordinal`
              const before = Map.groupBy(known.map(toRecord), ({ source }) => source.id)
              // an edit of a text rarely touches its links
              const changed = some.filter(({ links, source }) => !sameLinks(before.get(source.id) ?? [], links))
              const gone = changed.flatMap(({ source }) => (before.has(source.id) ? [source.id] : []))
              if (gone.length > 0) yield* sql`DELETE FROM links WHERE ${ofThem} AND ${sql.in("source_id", gone)}`
              const rows = changed.flatMap(({ links, source }) =>
                links.map((link, ordinal) => toRow(spaceId, source, link, ordinal))
              )
              yield* Effect.forEach(chunkRows(dialect, rows), (part) => sql`INSERT INTO links ${sql.insert(part)}`, {
                discard: true
              })
            }
          }
        },
        (effect) => storage("links.put")(effect)
      ),
      retarget: (spaceId, targets) =>
        Effect.forEach(
          targets,
          ([key, target]) =>
            sql`UPDATE links SET status = ${target === undefined ? "broken" : "ok"},
                target_kind = ${target?.kind ?? null}, target_id = ${target?.id ?? null}
              WHERE space_id = ${spaceId} AND link_key = ${key}`,
          { discard: true }
        ).pipe(storage("links.retarget")),
      known: (spaceId, keys) =>
        Effect.forEach(
          Arr.chunksOf(keys, atOnce),
          (some) => sql<{ link_key: string }>`SELECT DISTINCT link_key FROM links
            WHERE space_id = ${spaceId} AND ${sql.in("link_key", some)}`
        ).pipe(
          Effect.map((rows) => rows.flat().map((row) => row.link_key)),
          storage("links.known")
        ),
      keys: (spaceId, prefix) =>
        sql<{ link_key: string }>`SELECT DISTINCT link_key FROM links
          WHERE space_id = ${spaceId} AND link_key >= ${prefix} AND link_key < ${`${prefix}\u{10ffff}`}`.pipe(
          Effect.map((rows) => rows.map((row) => row.link_key)),
          storage("links.keys")
        ),
      otherSpaces: (links) =>
        sql<{ link_key: string; other_space: string }>`SELECT DISTINCT l.link_key, l.other_space FROM links l
          WHERE ${of(links)} AND l.other_space IS NOT NULL`.pipe(
          Effect.map((rows) => rows.map((row) => ({ key: row.link_key, spaceId: row.other_space }))),
          storage("links.otherSpaces")
        ),
      list: (links, others, status, slice) => {
        const order = [{ column: sql`l.source_kind` }, { column: sql`l.source_id` }, { column: sql`l.ordinal` }]
        const where = sql`${of(links)} AND ${has(status, others)}`
        return Effect.all({
          items: Effect.map(
            sql<Row>`SELECT l.* FROM links l
              WHERE ${where} AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`,
            (rows) => rows.map(toRecord)
          ),
          count: countOf(sql, sql`links l WHERE ${where}`)
        }).pipe(storage("links.list"))
      },
      stats: (links, others) =>
        Effect.all({
          total: countOf(sql, sql`links l WHERE ${of(links)}`),
          broken: countOf(sql, sql`links l WHERE ${of(links)} AND ${has("broken", others)}`)
        }).pipe(storage("links.stats")),
      linkingSpaces: (spaceId) =>
        sql<{ space_id: string }>`SELECT DISTINCT space_id FROM links WHERE other_space = ${spaceId}`.pipe(
          Effect.map((rows) => rows.map((row) => row.space_id)),
          storage("links.linkingSpaces")
        ),
      backlinks: (links, slice) => {
        const order = [{ column: sql`l.space_id` }, { column: sql`l.source_kind` }, { column: sql`l.source_id` }]
        const sources = sql`(SELECT l.space_id, l.source_kind, l.source_id, min(l.ordinal) AS ordinal
          FROM links l WHERE ${leadTo(links)} GROUP BY l.space_id, l.source_kind, l.source_id) x`
        return Effect.all({
          items: Effect.map(
            sql<Row & { space_id: string }>`SELECT l.* FROM ${sources} JOIN links l ON l.space_id = x.space_id
                AND l.source_kind = x.source_kind AND l.source_id = x.source_id AND l.ordinal = x.ordinal
              WHERE ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`,
            (rows) =>
              rows.map(
                (row): Backlink => ({
                  spaceId: row.space_id,
                  source: { kind: row.source_kind, id: row.source_id },
                  location: json<ReadonlyArray<string>>(row.locations)[0] ?? ""
                })
              )
          ),
          count: countOf(sql, sources)
        }).pipe(storage("links.backlinks"))
      }
    })
  })
)
