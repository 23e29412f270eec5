import { EmbeddingStore } from "@octavo/core/content/embeddings/EmbeddingStore"
import { Effect } from "effect"
import { store } from "./store.ts"
import { inTransaction } from "./support.ts"

/** Numbers that each space has for its pages, as `search.ts` gives them out. */
const numbersOfSpace = 2 ** 24

/** A page with what its vectors were made of, as its row. */
interface PageRow {
  readonly id: number | bigint
  readonly page_id: string
  readonly body: string
  readonly strong: string
  readonly varies: number | bigint
  readonly mark: string | null
}

export const embeddingStoreLayer = store(
  EmbeddingStore,
  "embeddings",
  ({ countOf, dialect, inParts, insertAll, sql }) => {
    const { compared } = dialect.textSearch
    const size = sql.literal(String(numbersOfSpace))
    /** A number of a page of the space. */
    const ofSpace = (column: string, spaceId: string) => {
      const first = sql`(SELECT x.number * ${size} FROM content_indexes x WHERE x.space_id = ${spaceId})`
      return sql`${sql.literal(column)} >= ${first} AND ${sql.literal(column)} < ${first} + ${size}`
    }
    /** What the mark of a space is once all is done, where its index `x` is whole. */
    const goalOf = (model: string) => sql`${`${model} `} || x.root || ' ' || coalesce(x.computed, '')`
    const isWhole = sql`x.after IS NULL AND (x.computed IS NULL OR x.computed <> '')`
    const moveOn = (spaceId: string) =>
      sql`UPDATE embedding_spaces SET version = version + 1 WHERE space_id = ${spaceId}`

    return {
      states: (spaceIds) =>
        inParts(
          spaceIds,
          (some) =>
            sql<{
              space_id: string
              mark: string
              version: number | bigint
            }>`SELECT space_id, mark, version FROM embedding_spaces WHERE ${sql.in("space_id", some)}`
        ).pipe(
          Effect.map(
            (rows) =>
              new Map(
                rows.map(({ mark, space_id, version }) => [space_id, { mark, version: Number(version) }] as const)
              )
          )
        ),
      want: (spaceIds) =>
        insertAll(
          "embedding_spaces",
          spaceIds.map((id) => ({ space_id: id, mark: "", version: 0 })),
          sql`ON CONFLICT (space_id) DO NOTHING`
        ),
      goal: (spaceId, model) =>
        sql<{ goal: string }>`SELECT ${goalOf(model)} AS goal FROM content_indexes x
        WHERE x.space_id = ${spaceId} AND ${isWhole}`.pipe(Effect.map(([row]) => row?.goal)),
      pages: (spaceId, after, limit) =>
        sql<PageRow>`SELECT p.id, p.page_id, p.body, p.strong, p.varies, e.mark
        FROM search_pages p LEFT JOIN embedding_pages e ON e.number = p.id
        WHERE ${ofSpace("p.id", spaceId)} AND p.id > ${compared(after)} ORDER BY p.id LIMIT ${limit}`.pipe(
          Effect.map((rows) =>
            rows.map(({ body, id, mark, page_id, strong, varies }) => ({
              ...{ number: Number(id), pageId: page_id, body, strong, varies: Number(varies) === 1, mark }
            }))
          )
        ),
      count: (spaceId) => countOf(sql`embedding_sections e WHERE ${ofSpace("e.number", spaceId)}`),
      known: (hashes) =>
        inParts(
          hashes,
          (some) => sql<{ hash: string }>`SELECT hash FROM embeddings WHERE ${sql.in("hash", some)}`
        ).pipe(Effect.map((rows) => new Set(rows.map(({ hash }) => hash)))),
      put: (spaceId, pages, vectors, at) =>
        Effect.gen(function* () {
          // those who collect look at this: what is about to be named is not collected meanwhile
          const named = [...new Set(pages.flatMap(({ sections }) => sections.map(({ hash }) => hash)))].sort()
          yield* inParts(
            named,
            (some) => sql<object>`UPDATE embeddings SET written_at = ${at} WHERE ${sql.in("hash", some)}`
          )
          yield* insertAll(
            "embeddings",
            Array.from(vectors, ([hash, vector]) => ({ hash, vector, written_at: at })).sort((a, b) =>
              a.hash < b.hash ? -1 : 1
            ),
            sql`ON CONFLICT (hash) DO UPDATE SET written_at = excluded.written_at`
          )
          const numbers = pages.map(({ number }) => number)
          yield* inParts(numbers, (some) => sql<object>`DELETE FROM embedding_pages WHERE ${sql.in("number", some)}`)
          const there = new Set(
            (yield* inParts(
              numbers,
              (some) => sql<{ id: number | bigint }>`SELECT id FROM search_pages WHERE ${sql.in("id", some)}`
            )).map(({ id }) => Number(id))
          )
          const kept = pages.filter(({ number }) => there.has(number))
          yield* insertAll(
            "embedding_pages",
            kept.map(({ mark, number }) => ({ number, mark }))
          )
          yield* insertAll(
            "embedding_sections",
            kept.flatMap(({ number, sections }) => sections.map(({ at, hash }) => ({ number, place: at, hash })))
          )
          yield* moveOn(spaceId)
        }).pipe(inTransaction(sql)),
      drop: (spaceId, numbers) =>
        Effect.gen(function* () {
          yield* inParts(numbers, (some) => sql<object>`DELETE FROM embedding_pages WHERE ${sql.in("number", some)}`)
          yield* moveOn(spaceId)
        }).pipe(inTransaction(sql)),
      settle: (spaceId, mark) =>
        Effect.asVoid(sql`UPDATE embedding_spaces SET mark = ${mark} WHERE space_id = ${spaceId}`),
      vectors: (spaceId, after, limit) =>
        sql<{
          number: number | bigint
          place: number | bigint
          mark: string
          vector: Uint8Array
        }>`SELECT s.number, s.place, p.mark, v.vector FROM embedding_sections s
        JOIN embedding_pages p ON p.number = s.number JOIN embeddings v ON v.hash = s.hash
        WHERE s.number IN (SELECT DISTINCT n.number FROM embedding_sections n
          WHERE ${ofSpace("n.number", spaceId)} AND n.number > ${compared(after)} ORDER BY n.number LIMIT ${limit})
        ORDER BY s.number, s.place`.pipe(
          Effect.map((rows) =>
            rows.map(({ mark, number, place, vector }) => ({ number: Number(number), at: Number(place), mark, vector }))
          )
        ),
      behind: (model, after, limit) =>
        sql<{
          space_id: string
          goal: string
          version: number | bigint
        }>`SELECT e.space_id, ${goalOf(model)} AS goal, e.version FROM embedding_spaces e
        JOIN spaces s ON s.id = e.space_id JOIN content_indexes x ON x.space_id = e.space_id
        WHERE s.deleted_at IS NULL AND e.space_id > ${after} AND ${isWhole} AND e.mark <> ${goalOf(model)}
        ORDER BY e.space_id LIMIT ${limit}`.pipe(
          Effect.map((rows) =>
            rows.map(({ goal, space_id, version }) => ({ spaceId: space_id, goal, version: Number(version) }))
          )
        ),
      collect: Effect.fnUntraced(function* (before, after, limit) {
        const some = yield* sql<{ hash: string }>`SELECT hash FROM embeddings WHERE hash > ${after}
          ORDER BY hash LIMIT ${limit}`
        const hashes = some.map(({ hash }) => hash)
        yield* inParts(
          hashes,
          (part) => sql<object>`DELETE FROM embeddings WHERE ${sql.in("hash", part)} AND written_at < ${before}
            AND NOT EXISTS (SELECT 1 FROM embedding_sections s WHERE s.hash = embeddings.hash)`
        )
        return hashes.length < limit ? undefined : hashes.at(-1)
      })
    }
  }
)
