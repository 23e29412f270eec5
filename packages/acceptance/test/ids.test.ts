/** Ids of every kind begin with a letter, also those of a store from before they did; what carries the old ones works. */
import { withEarlierIds } from "@octavo/core/kernel/shared/currentIds"
import { Dialect, makeMigrator, migrations, migrator } from "@octavo/storage-sql"
import { idColumns, textColumns } from "@octavo/storage-sql/migrations/0040_lettered_ids"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { clusteredIn } from "../src/conversations.ts"
import { laterTables, takeIdsBack, versionBefore } from "../src/earlierIds.ts"
import { newSpec } from "../src/openapi.ts"
import { everyRow, onDatabase } from "../src/rows.ts"
import { importSample } from "../src/sample.ts"
import { publishSections } from "../src/sections.ts"
import { emptyDatabase, onBothStores, type Store, sqlite } from "../src/stores.ts"
import { freshFont } from "../src/uploads.ts"
import { configOf, listen, startWorld, type World } from "../src/world.ts"

const earlier = withEarlierIds

/** Strings of an answer that are ids, by the names of their members. */
const idsIn = (value: unknown, name = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((one) => idsIn(one, name))
  if (value !== null && typeof value === "object") {
    // where the next part of a list begins
    if (name === "next") return []
    return Object.entries(value).flatMap(([key, one]) => idsIn(one, key))
  }
  return typeof value === "string" && /^(?:id|key|.*Id|revision|space|page|organization|parent)$/.test(name)
    ? [value]
    : []
}

/** Everything that has an id of its own kind, made over the API; answers where it can be read. */
const fill = async (world: World) => {
  const { api, organization } = world
  const org = `/v1/orgs/${organization}`
  const made = async (path: string, body?: unknown, method = "POST"): Promise<any> => {
    const answer = await api.request(method, path, body === undefined ? {} : { body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const sample = await importSample(world)
  const spec = await newSpec(api, organization)
  const space = `/v1/spaces/${sample.space}`
  const { items: pages } = (await api.get(`${space}/content/pages?nested=false`)).body
  const list = pages ?? (await api.get(`${space}/content`)).body.pages
  const page: string = list[0].id
  const someone = await world.member("review")
  await made(`${org}/members/${(await world.member("read")).id}`, undefined, "DELETE")
  const team = await made(`${org}/teams`, { title: "Writers", members: [someone.id] }, "PUT")
  const collection = await made(`${org}/collections`, { title: "Shelf" })
  await made(`/v1/collections/${collection.id}/permissions`, { role: "review", teams: [team.id] })
  await made(`${space}/permissions`, { role: "review", users: [someone.id] })
  const inside = await made(`${org}/spaces`, { title: "Inside", parent: collection.id })
  // as people write them, and as Git has them: with ids from before
  await made(`${space}/content`, {
    changes: [
      {
        operation: "insert_page",
        title: "Old words",
        slug: "old-words",
        document: {
          markdown: `[Page](/pages/${earlier(page)}) [Space](https://app.gitbook.com/s/${earlier(inside.id)}/)\n\n[Away](https://example.com/)\n`
        }
      }
    ]
  })
  const request = await made(`${space}/change-requests`, { subject: "Better" })
  const draft = `${space}/change-requests/${request.id}`
  await made(`${draft}/content`, {
    changes: [{ operation: "insert_page", title: "New", document: { markdown: "New\n" } }]
  })
  await made(`${draft}/requested-reviewers`, { users: [someone.id] })
  const comment = await made(`${space}/comments`, { body: { markdown: "Well" }, target: { page } }).catch(() =>
    made(`${space}/comments`, { body: { markdown: "Well" } })
  )
  await made(`${space}/comments/${comment.id}/replies`, { body: { markdown: "Yes" } })
  await made(`${draft}/comments`, { body: { markdown: "Here, too" } })
  const merged = await made(`${space}/change-requests`, { subject: "Done" })
  await made(`${space}/change-requests/${merged.id}/content`, {
    changes: [{ operation: "insert_page", title: "Merged", document: { markdown: "Merged\n" } }]
  })
  await made(`${space}/change-requests/${merged.id}/merge`)
  const sections = await publishSections(world)
  const site = await made(`${org}/sites`, { title: "Manual", spaces: [sample.space, inside.id] })
  const at = `${org}/sites/${site.id}`
  await made(`${at}/publish`)
  const link = await made(`${at}/share-links`, { name: "Friends" })
  const server = await made(`${at}/mcp-servers`, {
    name: "Tools",
    url: "https://mcp.example.org/",
    headers: { authorization: "Bearer sesame" }
  })
  await made(`${at}/redirects`, { source: "/gone", destination: { kind: "external", url: "https://example.com/" } })
  await made(`${at}/insights/events`, {
    events: [
      {
        type: "page_view",
        session: {
          sessionId: "s",
          visitorId: "v",
          cookies: {},
          userAgent: "",
          language: "en",
          ip: "192.0.2.1",
          referrer: null
        },
        location: {
          url: `${world.origin}/sites/${site.id}/`,
          space: sample.space,
          page,
          displayContext: "site",
          siteSection: null,
          siteSpace: null,
          siteShareKey: null
        }
      }
    ]
  })
  const hook = await made(`${org}/webhooks`, { url: "http://127.0.0.1:9/", events: ["comment_created"] })
  await made(`${org}/webhooks/${hook.id}/ping`)
  await made(`${space}/comments`, { body: { markdown: "Heard" } })
  const font = await freshFont(api, organization)
  const provider = await made(`${org}/saml`, { label: "Ours" })
  await made(`${org}/translations-glossary`, { operations: [{ type: "insert", translations: { en: "Page" } }] }, "PUT")
  const translation = await made(`${org}/translations`, {
    language: "de",
    source: { space: sample.space, language: "en" }
  })
  await made(`${org}/link-invites`, { role: "read" })
  await made(`${org}/invites`, { emails: ["somebody@octavo.test"] })
  const { cluster, issue } = await clusteredIn(world)
  const { items: operations } = (await api.get(`${space}/git/operations`)).body
  const revision: string = (await api.get(space)).body.revision
  const whole = (await api.get(`${space}/content/page/${page}`)).body
  await sample.git.close()
  const reads = [
    ...["", "/members", "/teams", "/collections", "/spaces", "/sites", "/saml", "/fonts", "/webhooks", "/link-invites"],
    ...["/openapi", "/conversations", "/conversations-issues", "/conversations-clusters", "/change-requests"],
    ...[`/teams/${team.id}`, `/fonts/${font.id}`, `/saml/${provider.id}`, `/members/${someone.id}`, "/translations"],
    ...[`/conversations-issues/${issue}`, `/conversations-clusters/${cluster}`, `/webhooks/${hook.id}`],
    ...[`/webhooks/${hook.id}/deliveries`, spec.slice(org.length), `/translations/${translation.id}`],
    ...["/translations-glossary", `/search?query=install`, "/spaces?limit=1"]
  ].map((path) => org + path)
  const content = [
    ...["", "/content", "/content/pages", "/content/files", `/content/page/${page}`, "/content/path/old-words"],
    ...[`/content/page/${page}?format=markdown`, "/content/path/old-words?format=document", "/links"],
    ...["/change-requests", `/change-requests/${request.id}`, `/change-requests/${request.id}/content`, "/comments"],
    ...[`/change-requests/${merged.id}`, `/change-requests/${request.id}/comments`, `/comments/${comment.id}`],
    ...[`/comments/${comment.id}/replies`, `/revisions/${revision}`, `/revisions/${revision}/page/${page}`],
    ...["/git/operations", `/git/operations/${operations[0].id}`, "/revisions", "/permissions/users"],
    ...[`/documents/${whole.documentId}`, "/search?query=install", `/content/page/${page}/backlinks`]
  ].map((path) => space + path)
  const sites = [
    ...["", "/share-links", "/mcp-servers", `/mcp-servers/${server.id}`, "/redirects", "/structure", "/site-spaces"],
    ...["/customization", "/sections", "/section-groups", "/published"]
  ].flatMap((path) => [at + path, sections.path + path])
  return {
    sample,
    page,
    site: site.id as string,
    link,
    comment: comment.id as string,
    draft,
    hook: `${org}/webhooks/${hook.id}`,
    reads: [...reads, ...content, ...sites, `/v1/collections/${collection.id}`, `/v1/users/${someone.id}`, "/v1/user"],
    pages: [`/sites/${site.id}/`, `/sites/${site.id}/old-words`, `/sites/${site.id}/guides/start`]
  }
}

/** An answer with what may differ from one server to the next left out. */
const plain = (text: string, origin: string): string =>
  text
    .replaceAll(origin, "")
    .replaceAll(encodeURIComponent(origin), "")
    .replace(/"lastSeenAt":"[^"]*"/g, "")
    .replace(/"(?:updatedAt|lastUsedAt)":"[^"]*"/g, "")
    // a delivery that nobody takes is tried again and again
    .replace(
      /"(?:attempts|lastAttemptAt|nextAttemptAt|durationMs|duration|failure|failingSince)":(?:"[^"]*"|[\d.]+),?/g,
      ""
    )

onBothStores("Ids", (store: Store) => {
  let world: World
  let filled: Awaited<ReturnType<typeof fill>>
  let again: Awaited<ReturnType<typeof listen>>
  let api: Client
  let changed: Record<string, number>
  let drop: () => Promise<void>
  const answers = new Map<string, string>()
  let cursor: { readonly path: string; readonly query: string; readonly text: string }
  let rows: {
    readonly before: Awaited<ReturnType<typeof everyRow>>
    readonly after: Awaited<ReturnType<typeof everyRow>>
  }
  let published: ReadonlyArray<string>

  beforeAll(async () => {
    const database = await emptyDatabase(store)
    drop = database.drop
    world = await startWorld({ ...store, fresh: async () => ({ ...database, drop: async () => {} }) })
    filled = await fill(world)
    for (const path of filled.reads) {
      const answer = await world.api.get(path)
      if (answer.status === 200) answers.set(path, answer.text)
    }
    const first = (await world.api.get(`/v1/orgs/${world.organization}/spaces?limit=1`)).body
    const path = `/v1/orgs/${world.organization}/spaces`
    const query = `?limit=1&page=${encodeURIComponent(first.next.page)}`
    cursor = { path, query, text: (await world.api.get(path + query)).text }
    published = await Promise.all(filled.pages.map(async (page) => (await world.api.get(page)).text))
    await world.stop()
    // what is found out anew, and may not be yet: the version before did not know it
    await onDatabase(
      world.config,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE change_requests SET conflicts_between = NULL`)
    )
    const before = await everyRow(world.config)
    changed = await takeIdsBack(world.config)
    await onDatabase(world.config, migrator.migrate)
    rows = { before, after: await everyRow(world.config) }
    again = await listen(world.config)
    await Effect.runPromise(again.server.ready)
    api = makeClient(again.origin, world.admin.token)
  }, 240_000)
  afterAll(async () => {
    await again?.close()
    await drop?.()
  })

  it("that the API gives begin with a letter, whatever they are of (threat: ids as selectors)", () => {
    const ids = [...answers].flatMap(([path, text]) => idsIn(JSON.parse(text)).map((id) => [path, id] as const))
    expect(answers.size).toBeGreaterThan(50)
    expect(ids.length).toBeGreaterThan(500)
    // who ingests conversations names them
    const own = ids.filter(([, id]) => !/^(?:ticket|other-)/.test(id) && !/^https?:/.test(id))
    expect(own.filter(([, id]) => !/^[A-Za-z][A-Za-z0-9_-]*$/.test(id) && !/^uploads\//.test(id))).toEqual([])
  })

  it("of a store from before are migrated in every column", () => {
    expect(Object.keys(changed).length).toBeGreaterThan(40)
    for (const [table, all] of Object.entries(rows.before))
      if (!laterTables.has(table)) expect([table, rows.after[table]]).toEqual([table, all])
  })

  it("from before name what they named, in every address", async () => {
    const wrong: Array<string> = []
    for (const [path, text] of answers) {
      const answer = await api.get(earlier(path))
      if (answer.status !== 200) wrong.push(`${answer.status} ${earlier(path)} ${answer.text.slice(0, 200)}`)
      else if (plain(answer.text, again.origin) !== plain(text, world.origin))
        wrong.push(`other answer ${earlier(path)}`)
    }
    expect(wrong).toEqual([])
  })

  it("from before are in cursors, addresses of sites, and addresses of the application", async () => {
    // a signature may have the form of an id, and is none
    const answer = await api.get(earlier(cursor.path) + cursor.query)
    expect([answer.status, plain(answer.text, again.origin)]).toEqual([200, plain(cursor.text, world.origin)])
    for (const [i, page] of filled.pages.entries()) {
      const shown = await api.as(undefined).get(earlier(page))
      expect([page, shown.status]).toEqual([page, 200])
      expect(published[i]).toContain("<h1")
    }
    const url = encodeURIComponent(`${again.origin}/app/s/${earlier(filled.sample.space)}/old-words`)
    const found = await api.get(`/v1/urls/content?url=${url}`)
    expect([found.status, found.body.page?.title]).toEqual([200, "Old words"])
  })

  it("from before are taken in bodies, and lead on in texts", async () => {
    const base = `/v1/spaces/${earlier(filled.sample.space)}`
    const said = await api.post(`${base}/content`, {
      changes: [{ operation: "update_page", page: earlier(filled.page), title: "Renamed" }]
    })
    expect([said.status, said.text.slice(0, 300)]).toEqual([200, expect.any(String)])
    expect((await api.get(`${base}/content/page/${filled.page}`)).body).toMatchObject({
      id: filled.page,
      title: "Renamed"
    })
    const document = await api.get(`/v1/spaces/${filled.sample.space}/content/path/old-words?format=document`)
    expect(document.text).not.toMatch(/"0[0-9A-Z][0-9A-Za-z]{20}"/)
  })

  it("from before are in what was sealed and signed: secrets are opened, tokens believed", async () => {
    const links = await api.get(`/v1/orgs/${world.organization}/sites/${filled.site}/share-links`)
    expect(links.body.items[0].urls.published).toContain(filled.link.urls.published.split("/").at(-2))
    expect((await api.post(`${earlier(filled.hook)}/ping`)).status).toBeLessThan(300)
  })
})

describe("Columns of text", () => {
  it("hold ids, or texts with ids, or neither: no column was forgotten", async () => {
    const database = await emptyDatabase(sqlite)
    const config = configOf(database)
    const found = await onDatabase(
      config,
      Effect.gen(function* () {
        yield* makeMigrator(migrations.slice(0, versionBefore)).migrate
        const tables = yield* (yield* Dialect).portable.tables
        return tables.flatMap(({ columns, name }) =>
          columns.flatMap((column) => (column.kind === "text" ? [`${name}.${column.name}`] : []))
        )
      })
    )
    await database.drop()
    const known = new Set(
      [idColumns, textColumns, { comments: ["node_id"] }].flatMap((lists) =>
        Object.entries(lists).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
      )
    )
    const others = new Set(
      Object.entries(withoutIds).flatMap(([table, columns]) => columns.split(" ").map((column) => `${table}.${column}`))
    )
    expect(found.filter((column) => !known.has(column) && !others.has(column))).toEqual([])
    expect([...others].filter((column) => known.has(column) || !found.includes(column))).toEqual([])
  })
})

/** What is no id and holds none: times, states, words of people, hashes, addresses as they were written. */
const withoutIds: Readonly<Record<string, string>> = {
  audit_events: "id occurred_at action actor_kind actor_label source target_kind target_label ip",
  blob_chunks: "storage_key written_at",
  blobs: "hash storage_key unnamed_since",
  change_request_reviewers: "created_at",
  change_request_reviews: "status created_at updated_at",
  change_requests: "status subject description created_at updated_at links",
  changed_parts: "part",
  collections: "position title description default_level created_at",
  comment_reactions: "emoji reacted_at",
  comment_replies: "markdown posted_at edited_at",
  comments: "markdown posted_at edited_at resolved_at",
  content_indexes: "root",
  conversation_issues: "conversation_id title summary content chance created_at ingested_at",
  conversations: "id subject source url metadata parts hash created_at ingested_at processed_at",
  custom_hostnames: "hostname token status problem created_at proven_at checked_at next_check_at released_at",
  email_verifications: "hash created_at expires_at",
  font_faces: "format blob",
  fonts: "family created_at",
  git_former_syncs: "place updated_at",
  git_operations: "kind state credentials ordered_at error commit_oid created_at started_at finished_at",
  git_syncs:
    "url ref directory repo_name provider integration info_url repo_tree_url repo_commit_url " +
    "commit_oid tree_oid root shape ordered_at updated_at",
  glossary_entries: "created_at updated_at",
  glossary_terms: "language term term_key",
  grants: "object_kind subject_kind role created_at",
  heads: "root updated_at",
  identities: "subject created_at",
  import_runs: "status created_at updated_at started_at completed_at reason warnings",
  issue_clusters: "label summary created_at updated_at",
  job_runs: "queue worker",
  link_invites: "role created_at",
  links: "source_kind href anchor locations status target_kind",
  mails: "kind created_at sent_at failure",
  mcp_servers: "name url transport sealed_headers condition_expression created_at",
  members: "role joined_at last_seen_at",
  objects: "hash",
  octavo_migrations: "name applied_at",
  openapi_specs:
    "slug visibility source_url source_text state etag last_processed_at error_code errors " +
    "refresh_at created_at updated_at",
  openapi_versions: "format raw content description_index created_at",
  organizations: "title created_at email_domains hostname default_role logo",
  page_changes: "kind",
  publishing_auths: "backend sealed_key fallback_url logout_url updated_at",
  rate_limits: "name",
  revisions: "root type message created_at",
  saml_providers: "label sso_url entity_id certificate default_role created_at",
  search_pages: "body strong sections",
  sessions: "hash created_at expires_at browser",
  settings: "name value",
  share_links: "name name_key key_hash sealed_key created_at",
  site_adaptive_schemas: "json_schema updated_at",
  site_customizations: "updated_at",
  site_events:
    "occurred_at occurred_week type session_id visitor_id url display_context share_key device " +
    "browser os bot language referrer referrer_domain utm_source utm_medium utm_campaign utm_term " +
    "utm_content query feedback_rating feedback_comment link_kind link_domain link_position " +
    "operation_method operation_path ad_domain ad_placement trademark_placement claims",
  site_external_links: "title localized_title description localized_description icon url condition_expression position",
  site_redirects: "source source_key kind url created_at updated_at",
  site_section_groups: "title icon position localized_title",
  site_sections: "title description icon path condition_expression position localized_title localized_description",
  site_space_customizations: "updated_at",
  site_spaces: "path title position condition_expression",
  sites:
    "type title title_key visibility basename hostname proxy agents_context default_level created_at " + "updated_at",
  space_redirects: "source_key created_at",
  spaces: "position title emoji icon visibility edit_mode language default_level created_at updated_at " + "deleted_at",
  team_members: "role",
  teams: "title created_at title_key",
  tokens: "hash label scopes created_at expires_at last_used_at",
  translation_memory: "hash body used_at",
  translation_runs: "status error created_at started_at finished_at",
  translations: "source_language language instructions status error result_root created_at updated_at",
  uploads: "kind name content_type created_at expires_at blob",
  used_once: "expires_at",
  users: "display_name name_key email photo_url created_at verified_at",
  webhook_deliveries: "state next_attempt_at claimed_by claimed_until last_attempt_at response failure created_at",
  webhook_events: "type occurred_at",
  webhooks:
    "url description events disabled_reason failing_since sealed_secret sealed_previous " + "previous_until created_at"
}
