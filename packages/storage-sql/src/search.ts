import type { SearchDocument } from "@octavo/core/content/content-index/SearchDocument"
import { foundBy, type QueryWord } from "@octavo/core/content/content-index/SearchQuery"
import { onlySpace, type SearchScope, SearchStore } from "@octavo/core/content/content-index/SearchStore"
import type { SearchSection } from "@octavo/core/content/content-index/terms"
import { type Candidate, strongOf } from "@octavo/core/content/search/rank"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import type { ClassCount } from "./Dialect.ts"
import { spacesInScope } from "./permissions.ts"
import { store } from "./store.ts"
import { fromJson } from "./support.ts"
import { boolean, integer, type Row, table, text } from "./table.ts"
import { unread } from "./writeBehind.ts"

/** So many numbers of one space are read with those that are wanted: a statement that counts them looks for all words anew. */
const countedAtOnce = 1000

/** Numbers that each space has for its pages. */
const numbersOfSpace = 2 ** 24

export const searchPagesTable = table<Candidate>()("search_pages", {
  number: integer.at("id"),
  spaceId: text.fixed,
  pageId: text,
  body: text,
  strong: text,
  varies: boolean
})

/** What of a page is read when it is found, as columns. */
export const textsOf = (document: SearchDocument) => ({
  body: document.body,
  strong: strongOf(document),
  varies: document.varies ? 1 : 0,
  sections: JSON.stringify(document.sections)
})

export const searchStoreLayer = store(SearchStore, "search", ({ countOf, dialect, inParts, rows, sql }) => {
  const searchPages = rows(searchPagesTable)
  const { textSearch } = dialect
  const { compared, matches, number } = textSearch

  const pages = sql`search_terms t JOIN search_pages p ON p.id = ${number}`
  const spaceNumber = sql`${number} / ${sql.literal(String(numbersOfSpace))}`
  /** Condition on spaces `s`. */
  const isAmong = (scope: Exclude<SearchScope, { readonly kind: "space" }>): Statement.Fragment =>
    scope.kind === "organization"
      ? spacesInScope(sql, scope.organizationId, scope.scope)
      : sql`${sql.in("s.id", scope.spaceIds)} AND s.deleted_at IS NULL`
  /** The first number of a space, times so many spaces on. */
  const numberOf = (spaceId: string, on: 0 | 1) =>
    sql`(SELECT (x.number + ${sql.literal(String(on))}) * ${sql.literal(String(numbersOfSpace))}
      FROM content_indexes x WHERE x.space_id = ${spaceId})`

  const numbersWith = (scope: SearchScope, words: ReadonlyArray<QueryWord>, classes: ClassCount, limit: number) =>
    sql<{ id: number }>`SELECT ${number} AS id FROM ${matching(scope, words, classes, false)}
      ORDER BY ${number} LIMIT ${limit}`.pipe(Effect.map((rows) => rows.map(({ id }) => Number(id))))

  /** Pages `p` of a scope, whatever stands there. */
  const inScope = (scope: SearchScope): Statement.Fragment =>
    scope.kind === "space"
      ? sql`p.space_id = ${scope.spaceId}`
      : sql`p.space_id IN (SELECT s.id FROM spaces s WHERE ${isAmong(scope)})`

  const ofSpace = (spaceId: string): Statement.Fragment =>
    sql`${number} >= ${numberOf(spaceId, 0)} AND ${number} < ${numberOf(spaceId, 1)}`

  /** Rows `t` of a scope: the number of a row tells its space, so that no page is looked at. */
  const termsInScope = (scope: SearchScope): Statement.Fragment => {
    if (scope.kind === "space") return ofSpace(scope.spaceId)
    const only = onlySpace(scope)
    return only !== undefined
      ? sql`${ofSpace(only)} AND EXISTS (SELECT 1 FROM spaces s WHERE ${isAmong(scope)})`
      : sql`${spaceNumber} IN (SELECT x.number FROM content_indexes x JOIN spaces s ON s.id = x.space_id WHERE ${isAmong(scope)})`
  }

  /** FROM and WHERE of rows `t` in a scope; with the pages `p` where `whole`. */
  const matching = (
    scope: SearchScope,
    words: ReadonlyArray<QueryWord>,
    classes: ClassCount,
    whole = true
  ): Statement.Fragment => {
    const varying = scope.kind === "space" && scope.varying === true
    const from = whole || varying ? pages : sql`search_terms t`
    return sql`${from} WHERE ${matches(words.map(foundBy), classes)} AND ${termsInScope(scope)}
      AND ${varying ? sql`p.varies = 1` : sql`1 = 1`}`
  }

  const byNumber = (numbers: ReadonlyArray<number>) =>
    numbers.length === 0 ? Effect.succeed([]) : searchPages.all(sql.in("id", numbers))

  return {
    put: Effect.fnUntraced(function* (spaceId, documents) {
      if (documents.size === 0) return
      // an edit of one page that is there needs no number
      const [only] = documents.size === 1 ? documents : []
      if (only !== undefined) {
        const [pageId, document] = only
        const [known] = yield* sql<{ id: number }>`UPDATE search_pages SET ${sql.update(textsOf(document))}
          WHERE space_id = ${spaceId} AND page_id = ${pageId} RETURNING id`
        if (known !== undefined) {
          return yield* unread(textSearch.put([{ number: Number(known.id), classes: document.classes }]))
        }
      }
      const known = yield* sql<{ id: number; page_id: string }>`SELECT id, page_id FROM search_pages
          WHERE space_id = ${spaceId} AND ${sql.in("page_id", Array.from(documents.keys()))}`
      const numbers = new Map(known.map((row) => [row.page_id, Number(row.id)]))
      const fresh = documents.size - numbers.size
      let next = 0
      if (fresh > 0) {
        const [index] = yield* sql<{ number: number; pages: number }>`UPDATE content_indexes
          SET pages = pages + ${fresh} WHERE space_id = ${spaceId} RETURNING number, pages`
        next = Number(index!.number) * numbersOfSpace + Number(index!.pages) - fresh
      }
      const rows = Array.from(documents, ([pageId, document]) => ({
        number: numbers.get(pageId) ?? next++,
        pageId,
        document
      })).sort((a, b) => a.number - b.number)
      for (const { document, number, pageId } of rows) {
        yield* unread(sql`INSERT INTO search_pages ${sql.insert({
          id: number,
          space_id: spaceId,
          page_id: pageId,
          ...textsOf(document)
        })} ON CONFLICT (id) DO UPDATE SET body = excluded.body, varies = excluded.varies,
            strong = excluded.strong, sections = excluded.sections`)
      }
      yield* unread(textSearch.put(rows.map(({ document: { classes }, number }) => ({ number, classes }))))
    }),
    remove: (spaceId, pageIds) =>
      inParts(
        pageIds,
        (some) => sql`DELETE FROM search_pages WHERE space_id = ${spaceId} AND ${sql.in("page_id", some)}`
      ).pipe(Effect.asVoid),
    find: Effect.fnUntraced(function* (scope, words, limit) {
      // the strongest that are too many are the first of them; what they lack the weaker ones give
      const tiers: Array<ReadonlyArray<number>> = []
      const isOne = scope.kind === "space" || onlySpace(scope) !== undefined
      const most = isOne ? Math.max(limit, countedAtOnce) : limit
      for (const classes of [4, 3, 2, 1] as const) {
        const numbers = yield* numbersWith(scope, words, classes, (classes === 4 ? most : limit) + 1)
        tiers.unshift(numbers)
        if (numbers.length <= limit) break
      }
      const found = new Set<number>()
      for (const tier of tiers) for (const one of tier) if (found.size < limit) found.add(one)
      const all = tiers.at(-1)!.length
      return {
        candidates: yield* byNumber(Array.from(found)),
        isAll: all <= limit,
        count: all <= most ? all : undefined
      }
    }),
    count: (scope, words) => countOf(matching(scope, words, 4, false)),
    scan: (scope, words, after, limit) =>
      sql<Row<Candidate>>`SELECT ${searchPagesTable.columns("p")} FROM ${matching(scope, words, 4)}
        AND ${number} > ${compared(after)} ORDER BY ${number} LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(searchPagesTable.decode))
      ),
    numbers: (scope, word, strongOnly, limit) => numbersWith(scope, [word], strongOnly ? 2 : 4, limit),
    hasVarying: (spaceId) =>
      Effect.map(
        sql`SELECT 1 FROM search_pages WHERE space_id = ${spaceId} AND varies = 1 LIMIT 1`,
        (rows) => rows.length > 0
      ),
    numbersOf: (spaceId, pageIds) =>
      inParts(
        pageIds,
        (some) =>
          sql<{ id: number }>`SELECT id FROM search_pages WHERE space_id = ${spaceId} AND ${sql.in("page_id", some)}`
      ).pipe(Effect.map((rows) => rows.map(({ id }) => Number(id)))),
    pages: (numbers) => inParts(numbers, byNumber),
    all: (scope, after, limit) =>
      sql<Row<Candidate>>`SELECT ${searchPagesTable.columns("p")} FROM search_pages p
        WHERE ${inScope(scope)} AND p.id > ${compared(after)} ORDER BY p.id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(searchPagesTable.decode))
      ),
    spaces: Effect.fnUntraced(function* (scope, words) {
      const only = onlySpace(scope)
      // rows of one space need no groups, which take as long again
      if (only !== undefined) {
        const count = yield* countOf(matching(scope, words, 4, false))
        return new Map(count > 0 ? [[only, count]] : [])
      }
      const rows = yield* sql<{ space_id: string; n: number }>`SELECT x.space_id, g.n FROM (
          SELECT ${spaceNumber} AS number, count(*) AS n FROM ${matching(scope, words, 4, false)} GROUP BY 1
        ) g JOIN content_indexes x ON x.number = g.number`
      return new Map(rows.map((row) => [row.space_id, Number(row.n)]))
    }),
    sections: (numbers) =>
      numbers.length === 0
        ? Effect.succeed(new Map())
        : sql<{ body: string; sections: string }>`SELECT body, sections FROM search_pages
            WHERE ${sql.in("id", numbers)}`.pipe(
            Effect.map(
              (rows) => new Map(rows.map((row) => [row.body, fromJson<ReadonlyArray<SearchSection>>(row.sections)]))
            )
          )
  }
})
