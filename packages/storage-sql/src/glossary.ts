import { GlossaryStore } from "@octavo/core/content/glossary/GlossaryStore"
import { Effect } from "effect"
import { anyRow, first, store } from "./store.ts"
import { after, ordered } from "./support.ts"
import { nameKey } from "./users.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly created_at: string
  readonly updated_at: string
}

interface OrderedRow extends Row {
  readonly missing: number | bigint
  readonly term_key: string
}

interface TermRow {
  readonly entry_id: string
  readonly language: string
  readonly term: string
}

export const glossaryStoreLayer = store(GlossaryStore, "glossary", ({ countOf, insertAll, lockOrganization, sql }) => {
  /** The entries of rows, with their terms. */
  const withTerms = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    const ids = rows.map(({ id }) => id)
    const found =
      ids.length === 0
        ? []
        : yield* sql<TermRow>`SELECT entry_id, language, term FROM glossary_terms
            WHERE ${sql.in("entry_id", ids)} ORDER BY entry_id, language`
    const terms = Map.groupBy(found, ({ entry_id }) => entry_id)
    return rows.map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      translations: Object.fromEntries((terms.get(row.id) ?? []).map(({ language, term }) => [language, term])),
      createdAt: row.created_at,
      updatedAt: row.updated_at
    }))
  })

  return {
    hold: lockOrganization,
    get: (organizationId, id) =>
      sql<Row>`SELECT * FROM glossary_entries WHERE id = ${id} AND organization_id = ${organizationId}`.pipe(
        Effect.flatMap(withTerms),
        first
      ),
    list: (organizationId, orderBy, slice) => {
      // no language is called so: every entry is without a term in it, and the ids decide
      const order = [
        { column: sql`CASE WHEN t.term_key IS NULL THEN 1 ELSE 0 END` },
        { column: sql`coalesce(t.term_key, '')` },
        { column: sql`e.id` }
      ]
      const rows = sql<OrderedRow>`SELECT e.*, CASE WHEN t.term_key IS NULL THEN 1 ELSE 0 END AS missing,
          coalesce(t.term_key, '') AS term_key
        FROM glossary_entries e LEFT JOIN glossary_terms t ON t.entry_id = e.id AND t.language = ${orderBy ?? ""}
        WHERE e.organization_id = ${organizationId} AND ${after(sql, order, slice.after)}
        ${ordered(sql, order, slice)}`
      return Effect.all({
        items: Effect.flatMap(rows, (found) =>
          Effect.map(withTerms(found), (entries) =>
            entries.map((entry, i) => ({
              entry,
              order: [Number(found[i]!.missing), found[i]!.term_key] as const
            }))
          )
        ),
        count: countOf(sql`glossary_entries WHERE organization_id = ${organizationId}`)
      })
    },
    count: (organizationId) => countOf(sql`glossary_entries WHERE organization_id = ${organizationId}`),
    put: (entry) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO glossary_entries ${sql.insert({
          id: entry.id,
          organization_id: entry.organizationId,
          created_at: entry.createdAt,
          updated_at: entry.updatedAt
        })} ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at`
        yield* sql`DELETE FROM glossary_terms WHERE entry_id = ${entry.id}`
        const terms = Object.entries(entry.translations).map(([language, term]) => ({
          entry_id: entry.id,
          language,
          term,
          term_key: nameKey(term)
        }))
        yield* insertAll("glossary_terms", terms)
      }),
    remove: (organizationId, id) =>
      sql`DELETE FROM glossary_entries WHERE id = ${id} AND organization_id = ${organizationId} RETURNING id`.pipe(
        anyRow
      ),
    terms: (organizationId, from, to) =>
      sql<{ source: string; target: string }>`SELECT s.term AS source, t.term AS target FROM glossary_entries e
        JOIN glossary_terms s ON s.entry_id = e.id AND s.language = ${from}
        JOIN glossary_terms t ON t.entry_id = e.id AND t.language = ${to}
        WHERE e.organization_id = ${organizationId} ORDER BY e.id`
  }
})
