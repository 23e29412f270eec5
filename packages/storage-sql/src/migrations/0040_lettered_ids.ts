import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { Dialect, literal } from "../Dialect.ts"

/** Columns that hold an id and nothing else, by table. Decision 0055. */
export const idColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  audit_events: ["organization_id", "actor_id", "target_id"],
  change_request_reviewers: ["change_request_id", "user_id", "requested_by", "revision"],
  change_request_reviews: ["id", "change_request_id", "reviewer_id", "requested_by", "revision"],
  change_requests: [
    ...["id", "space_id", "created_by", "revision_initial", "revision_merged_ancestor", "revision_merged"],
    "conversations_cluster"
  ],
  collections: ["id", "organization_id", "parent_id"],
  comment_reactions: ["comment_id", "reply_id", "user_id"],
  comment_replies: ["id", "comment_id", "posted_by"],
  comments: ["id", "space_id", "change_request_id", "page_id", "review_id", "revision", "posted_by", "resolved_by"],
  content_indexes: ["space_id", "after"],
  conversation_analyses: ["organization_id"],
  // those of conversations are their senders'
  conversation_issues: ["id", "organization_id", "cluster_id"],
  conversations: ["organization_id"],
  custom_hostnames: ["organization_id", "site_id"],
  email_verifications: ["user_id"],
  font_faces: ["font_id"],
  fonts: ["id", "organization_id"],
  git_former_syncs: ["space_id"],
  git_operations: ["id", "space_id", "actor_id", "revision_id", "change_request"],
  git_syncs: ["space_id"],
  glossary_entries: ["id", "organization_id"],
  glossary_terms: ["entry_id"],
  grants: ["object_id", "subject_id", "organization_id"],
  heads: ["space_id", "name", "revision_id"],
  identities: ["provider_id", "user_id"],
  import_runs: ["id", "organization_id", "space_id", "change_request_id", "page_id", "site_id", "created_by"],
  issue_clusters: ["id", "organization_id"],
  link_invites: ["id", "organization_id", "space_id", "collection_id"],
  links: ["space_id", "source_id", "other_space", "target_id"],
  mails: ["id", "user_id", "organization_id", "sender_id"],
  mcp_servers: ["id", "site_id"],
  members: ["organization_id", "user_id"],
  openapi_specs: ["id", "organization_id", "run", "last_version"],
  openapi_versions: ["id", "spec_id"],
  organizations: ["id", "default_site"],
  page_changes: ["space_id", "page_id", "revision_id"],
  publishing_auths: ["site_id", "key_id"],
  revisions: ["id", "space_id", "author_id", "head", "merged_from"],
  saml_providers: ["id", "organization_id", "default_team_id"],
  search_pages: ["space_id", "page_id"],
  sessions: ["user_id", "organization_id", "provider_id", "token_id"],
  share_links: ["id", "site_id"],
  site_adaptive_schemas: ["site_id"],
  site_customizations: ["site_id"],
  site_events: ["id", "site_id", "site_section_id", "site_space_id", "space_id", "page_id"],
  site_external_links: ["id", "site_id", "group_id"],
  site_redirects: ["id", "site_id", "site_section_id", "site_space_id", "page_id"],
  site_section_groups: ["id", "site_id", "parent_id"],
  site_sections: ["id", "site_id", "group_id", "default_site_space"],
  site_space_customizations: ["site_space_id"],
  site_spaces: ["id", "site_id", "space_id", "section_id", "page_id"],
  sites: ["id", "organization_id", "default_site_space", "default_site_section"],
  space_redirects: ["id", "space_id", "page_id"],
  spaces: ["id", "organization_id", "parent_id"],
  team_members: ["team_id", "user_id"],
  teams: ["id", "organization_id"],
  tokens: ["id", "user_id", "organization_id", "parent_id", "provider_id"],
  translation_memory: ["organization_id", "run_id"],
  translation_pages: ["translation_id", "page_id"],
  translation_runs: ["id", "translation_id", "requested_by", "source_revision", "revision"],
  translations: ["id", "organization_id", "source_space_id", "result_space_id", "result_revision"],
  uploads: ["id", "organization_id", "created_by"],
  users: ["id"],
  webhook_deliveries: ["id", "webhook_id", "event_id", "replay_of"],
  webhook_events: ["id", "organization_id"],
  webhooks: ["id", "organization_id", "space_id", "site_id"]
}

/** Columns in which ids stand among other things: JSON, names made of them. */
export const textColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  audit_events: ["payload"],
  comments: ["table_cell"],
  git_former_syncs: ["record"],
  git_operations: ["request", "prepared", "progress", "counts"],
  git_syncs: ["pending"],
  import_runs: ["source", "pages"],
  job_runs: ["id"],
  links: ["link_key"],
  octavo_jobs: ["id", "element"],
  organizations: ["merge_rules"],
  revisions: ["parents", "git"],
  site_customizations: ["settings"],
  site_space_customizations: ["settings"],
  sites: ["icon"],
  spaces: ["merge_rules"],
  translation_runs: ["progress", "problems"],
  used_once: ["purpose", "id"],
  webhook_deliveries: ["resource"],
  webhook_events: ["resource", "body"]
}

const before = "0123456789-_"
const since = "abcdefghijkl"

/** What is in a column, its first character as the letter that stands for it. */
const lettered = (column: string): string => {
  const first = Array.from(before).reduce(
    (made, character, i) => `replace(${made}, '${character}', '${since[i]}')`,
    `substr(${column}, 1, 1)`
  )
  return `${first} || substr(${column}, 2)`
}

/** The same, where it is an id: what is shorter or longer stays. */
const current = (column: string): Statement.Fragment =>
  literal(`CASE WHEN length("${column}") = 22 THEN ${lettered(`"${column}"`)} ELSE "${column}" END`)

/** Every id begins with a letter. One statement a table, however many rows it has. */
export const letteredIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { currentIds, portable, tableExists } = yield* Dialect
  // nothing is there without one of them, and a new store has neither
  const [stored] = yield* sql`SELECT id FROM users UNION ALL SELECT id FROM organizations LIMIT 1`
  if (stored === undefined) return
  const references = yield* portable.dropReferences
  for (const table of new Set([...Object.keys(idColumns), ...Object.keys(textColumns)])) {
    // the library makes its own table
    if (!(yield* tableExists(table))) continue
    const columns = [
      ...(idColumns[table] ?? []).map((column) => sql`${sql(column)} = ${current(column)}`),
      ...(textColumns[table] ?? []).map((column) => sql`${sql(column)} = ${currentIds(sql`${sql(column)}`)}`)
    ]
    yield* sql`UPDATE ${sql(table)} SET ${sql.csv(columns)}`
  }
  // blocks in documents are named by shorter keys
  yield* sql`UPDATE comments SET node_id = ${literal(lettered("node_id"))} WHERE node_id IS NOT NULL`
  yield* portable.complete(references)
})
