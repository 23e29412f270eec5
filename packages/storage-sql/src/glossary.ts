import { GlossaryStore } from "@octavo/core/content/glossary/GlossaryStore"
import { Effect } from "effect"
import { first, store } from "./store.ts"
import { type FieldsOf, type FieldsOfTable, integer, type Row, tableOf, text } from "./table.ts"
import { nameKey } from "./users.ts"

const entry = { id: text.fixed, organizationId: text.fixed, createdAt: text.fixed, updatedAt: text }

export const glossaryEntriesTable = tableOf("glossary_entries", entry)

/** With what the list is ordered by. */
const orderedTable = tableOf("glossary_entries", { ...entry, missing: integer.computed, termKey: text.computed })

export const glossaryTermsTable = tableOf("glossary_terms", {
  entryId: text,
  language: text,
  term: text.also("term_key", nameKey)
})

export const glossaryStoreLayer = store(GlossaryStore, "glossary", ({ lockOrganization, rows, sliced, sql }) => {
  const stored = rows(glossaryEntriesTable)
  const storedTerms = rows(glossaryTermsTable)

  /** Entries with their terms. */
  const withTerms = Effect.fnUntraced(function* (entries: ReadonlyArray<FieldsOf<typeof entry>>) {
    const ids = entries.map(({ id }) => id)
    const found =
      ids.length === 0 ? [] : yield* storedTerms.all(sql`${sql.in("entry_id", ids)} ORDER BY entry_id, language`)
    const terms = Map.groupBy(found, ({ entryId }) => entryId)
    return entries.map(({ createdAt, id, organizationId, updatedAt }) => ({
      id,
      organizationId,
      translations: Object.fromEntries((terms.get(id) ?? []).map(({ language, term }) => [language, term])),
      createdAt,
      updatedAt
    }))
  })

  return {
    hold: lockOrganization,
    get: (organizationId, id) =>
      stored.all(sql`id = ${id} AND organization_id = ${organizationId}`).pipe(Effect.flatMap(withTerms), first),
    list: (organizationId, orderBy, slice) => {
      // no language is called so: every entry is without a term in it, and the ids decide
      const order = [
        { column: sql`CASE WHEN t.term_key IS NULL THEN 1 ELSE 0 END` },
        { column: sql`coalesce(t.term_key, '')` },
        { column: sql`e.id` }
      ]
      const from = sql`glossary_entries WHERE organization_id = ${organizationId}`
      return sliced(order, slice, from, (rest) =>
        Effect.gen(function* () {
          const found = (yield* sql<Row<FieldsOfTable<typeof orderedTable>>>`SELECT ${orderedTable.columns("e")},
              CASE WHEN t.term_key IS NULL THEN 1 ELSE 0 END AS missing, coalesce(t.term_key, '') AS term_key
            FROM glossary_entries e LEFT JOIN glossary_terms t ON t.entry_id = e.id AND t.language = ${orderBy ?? ""}
            WHERE e.organization_id = ${organizationId} AND ${rest}`).map(orderedTable.decode)
          const entries = yield* withTerms(found)
          return entries.map((entry, i) => ({ entry, order: [found[i]!.missing, found[i]!.termKey] as const }))
        })
      )
    },
    count: (organizationId) => stored.count(sql`organization_id = ${organizationId}`),
    put: (entry) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO glossary_entries ${sql.insert(glossaryEntriesTable.insert(entry))}
          ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at`
        yield* sql`DELETE FROM glossary_terms WHERE entry_id = ${entry.id}`
        yield* storedTerms.insertAll(
          Object.entries(entry.translations).map(([language, term]) => ({ entryId: entry.id, language, term }))
        )
      }),
    remove: (organizationId, id) => stored.remove(sql`id = ${id} AND organization_id = ${organizationId}`),
    terms: (organizationId, from, to) =>
      sql<{ source: string; target: string }>`SELECT s.term AS source, t.term AS target FROM glossary_entries e
        JOIN glossary_terms s ON s.entry_id = e.id AND s.language = ${from}
        JOIN glossary_terms t ON t.entry_id = e.id AND t.language = ${to}
        WHERE e.organization_id = ${organizationId} ORDER BY e.id`
  }
})
