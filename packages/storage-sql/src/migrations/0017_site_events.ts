import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What visitors do on sites. */
export const siteEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  yield* sql`CREATE TABLE site_events (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    occurred_at ${text} NOT NULL,
    occurred_week ${text} NOT NULL,
    type ${text} NOT NULL,
    session_id ${text} NOT NULL,
    visitor_id ${text} NOT NULL,
    url ${text} NOT NULL,
    display_context ${text} NOT NULL,
    site_section_id ${text},
    site_space_id ${text},
    share_key ${text},
    space_id ${text},
    page_id ${text},
    device ${text} NOT NULL,
    browser ${text} NOT NULL,
    os ${text} NOT NULL,
    bot ${text} NOT NULL,
    language ${text},
    referrer ${text},
    referrer_domain ${text},
    utm_source ${text},
    utm_medium ${text},
    utm_campaign ${text},
    utm_term ${text},
    utm_content ${text},
    query ${text},
    results ${integer},
    feedback_rating ${text},
    feedback_comment ${text},
    ask_rating ${integer},
    link_kind ${text},
    link_domain ${text},
    link_position ${text},
    operation_method ${text},
    operation_path ${text},
    ad_domain ${text},
    ad_placement ${text},
    trademark_placement ${text},
    claims ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX site_events_by_time ON site_events (site_id, occurred_at)`
  yield* sql`CREATE INDEX site_events_by_age ON site_events (occurred_at)`
})
