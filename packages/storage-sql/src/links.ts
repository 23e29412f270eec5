import {
  type Backlink,
  type BacklinksOf,
  type DraftLink,
  type DraftLinksRecord,
  type LinkFilter,
  type LinkRecord,
  LinkStore,
  type LinksOf,
  type LinkTarget,
  type OtherSpaces,
  type Retargeted,
  type StoredLink
} from "@octavo/core/content/content-index/LinkStore"
import type { LinkSource } from "@octavo/core/content/content-index/pageLinks"
import { Array as Arr, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"
import { store } from "./store.ts"
import { fromJson } from "./support.ts"
import { integer, json, mapTable, orNull, type Row, table, text } from "./table.ts"
import { unread } from "./writeBehind.ts"

/** What a link may lack is NULL. */
type Stored = Omit<LinkRecord, "anchor" | "otherSpace" | "target"> & {
  readonly anchor: string | null
  readonly otherSpace: string | null
  readonly target: LinkTarget | null
}

export const linksTable = mapTable(
  table<Stored>()("links", {
    source: { kind: text, id: text },
    ordinal: integer,
    href: text,
    key: text.at("link_key"),
    anchor: text.orNull,
    otherSpace: text.orNull,
    locations: json,
    status: text,
    target: orNull("id", { kind: text, id: text })
  }),
  ({ anchor, otherSpace, target, ...link }): LinkRecord => ({
    ...link,
    anchor: anchor ?? undefined,
    otherSpace: otherSpace ?? undefined,
    target: target ?? undefined
  })
)

const toRow = (source: LinkSource, link: StoredLink, ordinal: number) => {
  const { anchor = null, otherSpace = null, target = null } = link
  return linksTable.insert({ ...link, source, ordinal, anchor, otherSpace, target })
}

/** Columns of links, and of drafts' links, in rows that are given. */
const draftColumns: Readonly<Record<string, "text" | "integer">> = {
  ...Object.fromEntries(
    linksTable.shape.map(({ kind, name }) => [name, kind === "integer" ? ("integer" as const) : ("text" as const)])
  ),
  is_new: "integer"
}

const toDraftRow = (link: DraftLink) => ({
  ...toRow(link.source, link, link.ordinal),
  is_new: link.isNew ? 1 : 0
})

/** Ids of sources by their kind. */
const ofKinds = (sources: ReadonlyArray<LinkSource>) =>
  Array.from(
    Map.groupBy(sources, ({ kind }) => kind),
    ([kind, some]) => [kind, some.map(({ id }) => id)] as const
  )

/** Values of one condition. */
const atOnce = 1000

export const linkStoreLayer = store(LinkStore, "links", (tools) => {
  const { countOf, dialect, inParts, insertAll, rows, sliced, sql } = tools
  const links = rows(linksTable)
  const of = ({ pageId, spaceId }: LinksOf): Statement.Fragment =>
    pageId === undefined
      ? sql`l.space_id = ${spaceId}`
      : sql`l.space_id = ${spaceId} AND l.source_kind = 'page' AND l.source_id = ${pageId}`

  /** Condition: `l` stands in what the draft has as it is indexed. */
  const kept = ({ replaced }: DraftLinksRecord): Statement.Fragment =>
    sql`l.source_kind || ' ' || l.source_id NOT IN (SELECT g.name FROM ${dialect.rows(
      "g",
      replaced.map(({ id, kind }) => ({ name: `${kind} ${id}` })),
      { name: "text" }
    )})`

  /** The keys, for `IN`: looked up, however many they are. */
  const keyed = (retargeted: DraftLinksRecord["retargeted"]): Statement.Fragment =>
    sql`(SELECT r.key FROM ${dialect.rows(
      "r",
      retargeted.map(({ key }) => ({ key })),
      { key: "text" }
    )})`

  /** Links `l`: of the index, or of a draft. What those of a draft lead to is not in it: see `retargeted`. */
  const from = (links: LinksOf): Statement.Fragment => {
    const { draft, spaceId } = links
    if (draft === undefined) return sql`links l WHERE ${of(links)}`
    const moved = (matches: (link: Retargeted) => boolean) => keyed(draft.retargeted.filter(matches))
    const same = literal(
      "l.source_kind, l.source_id, l.ordinal, l.href, l.link_key, l.anchor, l.other_space, l.locations, l.target_kind, l.target_id"
    )
    return sql`(SELECT l.space_id, ${same},
          CASE WHEN l.link_key IN ${moved(({ target }) => target === undefined)} THEN 'broken'
            WHEN l.link_key IN ${moved(({ target }) => target !== undefined)} THEN 'ok' ELSE l.status END AS status,
          CASE WHEN l.link_key IN ${moved(({ isNew }) => isNew)} THEN 1 ELSE 0 END AS is_new
        FROM links l WHERE ${of(links)} AND ${kept(draft)}
        UNION ALL
        SELECT ${spaceId} AS space_id, ${same}, l.status, l.is_new
        FROM ${dialect.rows("l", draft.links.map(toDraftRow), draftColumns)}) l
      WHERE ${of(links)}`
  }

  /** A link of the index with what it leads to in the draft. */
  const retargeted = (draft: DraftLinksRecord | undefined) => {
    const targets = new Map(draft?.retargeted.map(({ key, target }) => [key, target]))
    return (link: LinkRecord): LinkRecord => (targets.has(link.key) ? { ...link, target: targets.get(link.key) } : link)
  }

  const among = (keys: ReadonlyArray<string>): Statement.Fragment =>
    keys.length === 0 ? sql`1 = 0` : sql`(l.other_space IS NOT NULL AND ${sql.in("l.link_key", keys)})`

  const isBroken = ({ broken }: OtherSpaces): Statement.Fragment => sql`(l.status = 'broken' OR ${among(broken)})`

  const has = ({ brokenContext, status }: LinkFilter, others: OtherSpaces): Statement.Fragment =>
    sql.and([
      ...(status === undefined ? [] : [status === "broken" ? isBroken(others) : isSound(status, others)]),
      ...(brokenContext === undefined
        ? []
        : [isBroken(others), sql`l.is_new = ${brokenContext === "change-request" ? 1 : 0}`]),
      sql`1 = 1`
    ])

  const isSound = (status: "ok" | "in-app", { broken, ok }: OtherSpaces): Statement.Fragment =>
    status === "ok"
      ? sql`(l.status = 'ok' OR ${among(ok)})`
      : sql`(l.status = 'in-app' AND NOT ${among([...ok, ...broken])})`

  /** Links `l` that lead to a target. */
  const leadTo = ({ draft, keys, spaceId, spaces, target }: BacklinksOf): Statement.Fragment => {
    const leads = sql`l.target_kind = ${target.kind} AND l.target_id = ${target.id}`
    const notItself = sql`NOT (l.source_kind = ${target.kind} AND l.source_id = ${target.id})`
    const outside =
      keys.length === 0 || spaces.length === 0
        ? sql`1 = 0`
        : sql`(l.other_space = ${spaceId} AND ${sql.in("l.link_key", keys)} AND ${sql.in("l.space_id", spaces)})`
    const columns = literal("l.space_id, l.source_kind, l.source_id, l.ordinal, l.locations")
    if (draft === undefined) {
      return sql`SELECT ${columns} FROM links l WHERE (l.space_id = ${spaceId} AND ${leads} AND ${notItself}) OR ${outside}`
    }
    const isTarget = (to: LinkTarget | undefined) => to?.kind === target.kind && to.id === target.id
    const isItself = ({ source }: LinkRecord) => source.kind === target.kind && source.id === target.id
    const own = draft.links.filter((link) => isTarget(link.target) && !isItself(link))
    return sql`SELECT ${columns} FROM links l WHERE (l.space_id = ${spaceId} AND ${notItself} AND ${kept(draft)} AND (
          (${leads} AND l.link_key NOT IN ${keyed(draft.retargeted)})
          OR l.link_key IN ${keyed(draft.retargeted.filter((moved) => isTarget(moved.target)))})) OR ${outside}
      UNION ALL
      SELECT ${spaceId} AS space_id, l.source_kind, l.source_id, l.ordinal, l.locations
      FROM ${dialect.rows("l", own.map(toDraftRow), draftColumns)}`
  }

  const over = literal(
    `ON CONFLICT (space_id, source_kind, source_id, ordinal) DO UPDATE SET ${linksTable.shape
      .filter(({ name }) => !["source_kind", "source_id", "ordinal"].includes(name))
      .map(({ name }) => `${name} = excluded.${name}`)
      .join(", ")}`
  )

  return {
    of: (spaceId, sources) =>
      Effect.map(
        Effect.forEach(ofKinds(sources), ([kind, ids]) =>
          inParts(ids, (some) =>
            links.all(sql`space_id = ${spaceId} AND source_kind = ${kind} AND ${sql.in("source_id", some)}
              ORDER BY source_id, ordinal`)
          )
        ),
        (found) => found.flat()
      ),
    put: Effect.fnUntraced(function* (spaceId, all) {
      // of those that have no fewer than before each is written over
      const emptied = all.filter(({ known = Number.POSITIVE_INFINITY, links }) => known > links.length)
      for (const [kind, ids] of ofKinds(emptied.map(({ source }) => source))) {
        for (const some of Arr.chunksOf(ids, atOnce)) {
          yield* unread(sql`DELETE FROM links
            WHERE space_id = ${spaceId} AND source_kind = ${kind} AND ${sql.in("source_id", some)}`)
        }
      }
      const rows = all.flatMap(({ links, source }) =>
        links.map((link, ordinal) => ({ space_id: spaceId, ...toRow(source, link, ordinal) }))
      )
      yield* unread(insertAll("links", rows, over))
    }),
    retarget: (spaceId, targets) =>
      Effect.forEach(
        targets,
        ([key, target]) =>
          sql`UPDATE links SET status = ${target === undefined ? "broken" : "ok"},
              target_kind = ${target?.kind ?? null}, target_id = ${target?.id ?? null}
            WHERE space_id = ${spaceId} AND link_key = ${key}`,
        { discard: true }
      ),
    known: (spaceId, keys) =>
      inParts(
        keys,
        (some) => sql<{ link_key: string }>`SELECT DISTINCT link_key FROM links
          WHERE space_id = ${spaceId} AND ${sql.in("link_key", some)}`
      ).pipe(Effect.map((rows) => rows.map((row) => row.link_key))),
    sources: (spaceId, keys) =>
      inParts(
        keys,
        (some) => sql<{
          source_kind: LinkSource["kind"]
          source_id: string
        }>`SELECT DISTINCT source_kind, source_id FROM links
          WHERE space_id = ${spaceId} AND ${sql.in("link_key", some)}`
      ).pipe(Effect.map((rows) => rows.map((row) => ({ kind: row.source_kind, id: row.source_id })))),
    keys: (spaceId, prefix) =>
      sql<{ link_key: string }>`SELECT DISTINCT link_key FROM links
        WHERE space_id = ${spaceId} AND link_key >= ${prefix} AND link_key < ${`${prefix}\u{10ffff}`}`.pipe(
        Effect.map((rows) => rows.map((row) => row.link_key))
      ),
    otherSpaces: (links) =>
      sql<{ link_key: string; other_space: string }>`SELECT DISTINCT l.link_key, l.other_space FROM ${from(links)}
          AND l.other_space IS NOT NULL`.pipe(
        Effect.map((rows) => rows.map((row) => ({ key: row.link_key, spaceId: row.other_space })))
      ),
    list: (links, others, filter, slice) => {
      const order = [{ column: sql`l.source_kind` }, { column: sql`l.source_id` }, { column: sql`l.ordinal` }]
      const matching = sql`${from(links)} AND ${has(filter, others)}`
      return sliced(order, slice, matching, (rest) =>
        Effect.map(sql<Row<LinkRecord>>`SELECT ${linksTable.columns("l")} FROM ${matching} AND ${rest}`, (rows) =>
          rows.map(linksTable.decode).map(retargeted(links.draft))
        )
      )
    },
    stats: (links, others) => {
      const count = (filter: LinkFilter) => countOf(sql`${from(links)} AND ${has(filter, others)}`)
      return Effect.all({
        total: count({}),
        broken: count({ status: "broken" }),
        brokenByDraft:
          links.draft === undefined ? Effect.succeed(undefined) : count({ brokenContext: "change-request" })
      })
    },
    anchored: (links, pageIds, limit) =>
      Effect.map(
        sql<Row<LinkRecord>>`SELECT ${linksTable.columns("l")} FROM ${from(links)}
          AND l.anchor IS NOT NULL AND l.target_kind = 'page' AND l.target_id IN (SELECT p.id FROM ${dialect.rows(
            "p",
            pageIds.map((id) => ({ id })),
            { id: "text" }
          )})
          ORDER BY l.source_kind, l.source_id, l.ordinal LIMIT ${limit}`,
        (rows) => rows.map(linksTable.decode).map(retargeted(links.draft))
      ),
    incoming: (spaceId) =>
      sql<{ link_key: string }>`SELECT DISTINCT link_key FROM links WHERE other_space = ${spaceId}`.pipe(
        Effect.map((rows) => rows.map((row) => row.link_key))
      ),
    fromOtherSpaces: (spaceId, keys, limit) =>
      Effect.map(
        sql<Row<LinkRecord> & { space_id: string }>`SELECT l.space_id, ${linksTable.columns("l")} FROM links l
          WHERE l.other_space = ${spaceId} AND l.link_key IN (SELECT k.key FROM ${dialect.rows(
            "k",
            keys.map((key) => ({ key })),
            { key: "text" }
          )})
          ORDER BY l.space_id, l.source_kind, l.source_id, l.ordinal LIMIT ${limit}`,
        (rows) => rows.map((row) => ({ spaceId: row.space_id, link: linksTable.decode(row) }))
      ),
    linkingSpaces: (spaceId) =>
      sql<{ space_id: string }>`SELECT DISTINCT space_id FROM links WHERE other_space = ${spaceId}`.pipe(
        Effect.map((rows) => rows.map((row) => row.space_id))
      ),
    backlinks: (links, slice) => {
      const order = [{ column: sql`l.space_id` }, { column: sql`l.source_kind` }, { column: sql`l.source_id` }]
      const sources = sql`(SELECT l.*, row_number() OVER (
          PARTITION BY l.space_id, l.source_kind, l.source_id ORDER BY l.ordinal) AS place
        FROM (${leadTo(links)}) l) l WHERE l.place = 1`
      return sliced(order, slice, sources, (rest) =>
        Effect.map(
          sql<{ space_id: string; source_kind: LinkSource["kind"]; source_id: string; locations: string }>`
            SELECT l.space_id, l.source_kind, l.source_id, l.locations FROM ${sources}
            AND ${rest}`,
          (rows) =>
            rows.map(
              (row): Backlink => ({
                spaceId: row.space_id,
                source: { kind: row.source_kind, id: row.source_id },
                location: fromJson<ReadonlyArray<string>>(row.locations)[0] ?? ""
              })
            )
        )
      )
    }
  }
})
