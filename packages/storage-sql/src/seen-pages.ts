import { SeenPageStore } from "@octavo/core/content/reviews/SeenPageStore"
import { anyRow, store } from "./store.ts"
import { tableOf, text } from "./table.ts"

const seenPagesTable = tableOf("seen_pages", { pageId: text, state: text, seenAt: text })

export const seenPageStoreLayer = store(SeenPageStore, "seenPages", ({ rows, sql }) => ({
  list: (changeRequestId, userId) =>
    rows(seenPagesTable).all(sql`change_request_id = ${changeRequestId} AND user_id = ${userId} ORDER BY page_id`),
  put: (changeRequestId, userId, { pageId, seenAt, state }) =>
    sql`INSERT INTO seen_pages ${sql.insert({
      change_request_id: changeRequestId,
      user_id: userId,
      page_id: pageId,
      state,
      seen_at: seenAt
    })} ON CONFLICT (change_request_id, user_id, page_id)
      DO UPDATE SET state = excluded.state, seen_at = excluded.seen_at`,
  remove: (changeRequestId, userId, pageId) =>
    sql`DELETE FROM seen_pages WHERE change_request_id = ${changeRequestId} AND user_id = ${userId}
      AND page_id = ${pageId} RETURNING page_id`.pipe(anyRow)
}))
