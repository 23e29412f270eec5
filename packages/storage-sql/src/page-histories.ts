import { type PageHistory, PageHistoryStore, type SpaceHistory } from "@octavo/core/content/git/PageHistoryStore"
import { Effect } from "effect"
import { store } from "./store.ts"
import { inTransaction } from "./support.ts"
import { json, table, text } from "./table.ts"

const historiesTable = table<SpaceHistory & { readonly spaceId: string }>()("git_histories", {
  spaceId: text.fixed,
  commit: text.at("commit_oid"),
  root: text,
  readAt: text
})

const pagesTable = table<PageHistory & { readonly spaceId: string }>()("git_history_pages", {
  spaceId: text.fixed,
  pageId: text.fixed,
  body: text,
  updatedAt: text,
  changedAt: text,
  authors: json
})

export const pageHistoryStoreLayer = store(PageHistoryStore, "pageHistories", ({ inParts, rows, sql }) => {
  const histories = rows(historiesTable)
  const pages = rows(pagesTable)
  return {
    state: (spaceId) => histories.first(sql`space_id = ${spaceId}`),
    page: (spaceId, pageId) => pages.first(sql`space_id = ${spaceId} AND page_id = ${pageId}`),
    pages: (spaceId) => pages.all(sql`space_id = ${spaceId}`),
    change: (spaceId, gone, put) =>
      Effect.gen(function* () {
        yield* inParts(
          [...gone, ...put.map(({ pageId }) => pageId)],
          (some) =>
            sql<object>`DELETE FROM git_history_pages WHERE space_id = ${spaceId} AND ${sql.in("page_id", some)}`
        )
        yield* pages.insertAll(put.map((page) => ({ ...page, spaceId })))
      }).pipe(inTransaction(sql)),
    complete: (spaceId, state) =>
      sql`INSERT INTO git_histories ${sql.insert(historiesTable.insert({ ...state, spaceId }))}
        ON CONFLICT (space_id) DO UPDATE SET ${sql.update(historiesTable.patch(state))}`.pipe(Effect.asVoid),
    copy: (spaceId, copyId) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO git_history_pages (space_id, page_id, body, updated_at, changed_at, authors)
          SELECT ${copyId}, page_id, body, updated_at, changed_at, authors FROM git_history_pages WHERE space_id = ${spaceId}`
        yield* sql`INSERT INTO git_histories (space_id, commit_oid, root, read_at)
          SELECT ${copyId}, commit_oid, root, read_at FROM git_histories WHERE space_id = ${spaceId}`
      }).pipe(inTransaction(sql))
  }
})
