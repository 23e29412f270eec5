import type { Example } from "@octavo/core/connections/conversations/Clustering"
import type {
  ClusterRecord,
  ConversationHeader,
  ConversationRecord,
  IssueRecord
} from "@octavo/core/connections/conversations/Conversation"
import { ConversationStore } from "@octavo/core/connections/conversations/ConversationStore"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { conversationsLock, issueColumns, issuesTable, writeAnalysis } from "./conversation-analysis.ts"
import { chunkRows } from "./Dialect.ts"
import { anyRow, ascending, descending, first, store } from "./store.ts"
import { type FieldsOfTable, integer, json, type Row, table, text } from "./table.ts"

const header = {
  organizationId: text.fixed,
  id: text.fixed,
  subject: text.orNull,
  source: text,
  url: text.orNull,
  createdAt: text.fixed,
  ingestedAt: text,
  processedAt: text.orNull
}

const headersTable = table<ConversationHeader>()("conversations", header)

const { url: _, ...kept } = header

export const conversationsTable = table<ConversationRecord>()("conversations", {
  ...kept,
  metadata: json,
  parts: json,
  hash: text
})

/** Issues with their conversations. */
const foundTable = table<{ readonly issue: IssueRecord; readonly conversation: ConversationHeader }>()(
  "conversation_issues",
  { issue: { ...issueColumns, text: text.at("issue_content") }, conversation: header }
)

export const issueClustersTable = table<ClusterRecord>()("issue_clusters", {
  id: text.fixed,
  organizationId: text.fixed,
  label: text,
  summary: text,
  createdAt: text.fixed,
  updatedAt: text,
  issues: integer,
  conversations: integer
})

const examplesTable = table<Example>()("conversation_issues", {
  id: text.fixed,
  text: text.at("content"),
  cluster: text.orNull.at("cluster_id")
})

const clusterOrder = { updatedAt: "updated_at", issues: "issues", conversations: "conversations" } as const

export const conversationStoreLayer = store(ConversationStore, "conversations", (tools) => {
  const { countOf, dialect, inParts, insertAll, rows, sliced, sql } = tools

  const headers = rows(headersTable, "c")
  const conversations = rows(conversationsTable, "c")
  const issueClusters = rows(issueClustersTable)

  const issues = (rest: Statement.Fragment) =>
    Effect.map(
      sql<Row<FieldsOfTable<typeof foundTable>>>`
        SELECT ${issuesTable.columns("i", "issue")}, ${headersTable.columns("c", "conversation")}
        FROM conversation_issues i
        JOIN conversations c ON c.organization_id = i.organization_id AND c.id = i.conversation_id WHERE ${rest}`,
      (found) => found.map(foundTable.decode)
    )

  const knownOf = Effect.fnUntraced(function* (organizationId: string, ids: ReadonlyArray<string>) {
    const rows = yield* inParts(
      ids,
      (some) => sql<{ id: string; hash: string; created_at: string }>`SELECT id, hash, created_at
        FROM conversations WHERE organization_id = ${organizationId} AND ${sql.in("id", some)}`
    )
    return new Map(rows.map((row) => [row.id, row]))
  })

  return {
    put: (organizationId, records) =>
      Effect.gen(function* () {
        yield* dialect.lock(conversationsLock(organizationId))
        const known = yield* knownOf(
          organizationId,
          records.map(({ id }) => id)
        )
        const changed = records.filter(({ hash, id }) => known.get(id)?.hash !== hash)
        yield* insertAll(
          "conversations",
          changed.map((one) => ({
            ...conversationsTable.insert({
              ...one,
              organizationId,
              // one that does not say when it was begins when it came first
              createdAt:
                one.metadata.createdAt === undefined ? (known.get(one.id)?.created_at ?? one.createdAt) : one.createdAt,
              processedAt: null
            }),
            url: one.metadata.url ?? null
          })),
          sql`ON CONFLICT (organization_id, id) DO UPDATE SET
            subject = excluded.subject, source = excluded.source, url = excluded.url, metadata = excluded.metadata,
            parts = excluded.parts, hash = excluded.hash, created_at = excluded.created_at,
            ingested_at = excluded.ingested_at, processed_at = NULL`
        )
        return changed.map(({ id }) => id)
      }).pipe(sql.withTransaction),

    want: (organizationId) =>
      sql`INSERT INTO conversation_analyses ${sql.insert({
        organization_id: organizationId,
        wanted: 1,
        version: 0,
        arranged: 0
      })} ON CONFLICT (organization_id) DO UPDATE SET wanted = 1 WHERE conversation_analyses.wanted = 0
        RETURNING organization_id`.pipe(anyRow),

    get: (organizationId, id) => conversations.first(sql`c.organization_id = ${organizationId} AND c.id = ${id}`),

    list: (organizationId, { source }, slice) => {
      const where = sql.and([
        sql`c.organization_id = ${organizationId}`,
        ...(source === undefined ? [] : [sql`c.source = ${source}`])
      ])
      return headers.list(where, descending("c.created_at", "c.id"), slice)
    },

    getIssue: (organizationId, id) => issues(sql`i.organization_id = ${organizationId} AND i.id = ${id}`).pipe(first),

    listIssues: (organizationId, { cluster, conversation }, slice) => {
      const where = sql.and([
        sql`i.organization_id = ${organizationId}`,
        ...(cluster === undefined ? [] : [sql`i.cluster_id = ${cluster}`]),
        ...(conversation === undefined ? [] : [sql`i.conversation_id = ${conversation}`])
      ])
      return sliced(descending("i.created_at", "i.id"), slice, sql`conversation_issues i WHERE ${where}`, (rest) =>
        issues(sql`${where} AND ${rest}`)
      )
    },

    getCluster: (organizationId, id) => issueClusters.first(sql`organization_id = ${organizationId} AND id = ${id}`),

    listClusters: (organizationId, { order, orderBy }, slice) => {
      const sorted = order === "desc" ? descending : ascending
      return issueClusters.list(sql`organization_id = ${organizationId}`, sorted(clusterOrder[orderBy], "id"), slice)
    },

    activity: (clusterIds, since) =>
      Effect.gen(function* () {
        const found = new Map<
          string,
          { sources: Record<string, number>; times: Array<{ at: string; count: number }> }
        >()
        const of = (id: string) => {
          const one = found.get(id) ?? { sources: {}, times: [] }
          found.set(id, one)
          return one
        }
        for (const part of chunkRows(
          dialect,
          clusterIds.map((id) => ({ id }))
        )) {
          const ids = sql.in(
            "i.cluster_id",
            part.map(({ id }) => id)
          )
          const sources = yield* sql<{ id: string; source: string; n: number | bigint }>`
            SELECT i.cluster_id AS id, c.source, count(*) AS n FROM conversation_issues i
            JOIN conversations c ON c.organization_id = i.organization_id AND c.id = i.conversation_id
            WHERE ${ids} GROUP BY i.cluster_id, c.source ORDER BY c.source`
          for (const { id, n, source } of sources) of(id).sources[source] = Number(n)
          const times = yield* sql<{ id: string; hour: string; n: number | bigint }>`
            SELECT i.cluster_id AS id, substr(i.created_at, 1, 13) AS hour, count(*) AS n FROM conversation_issues i
            WHERE ${ids} AND i.created_at >= ${since} GROUP BY i.cluster_id, substr(i.created_at, 1, 13)`
          for (const { hour, id, n } of times) of(id).times.push({ at: `${hour}:59:59.999Z`, count: Number(n) })
        }
        return found
      }),

    begin: (organizationId) =>
      sql`UPDATE conversation_analyses SET wanted = 0 WHERE organization_id = ${organizationId}`.pipe(Effect.asVoid),

    pending: (organizationId, limit, bytes) =>
      Effect.gen(function* () {
        const first = yield* sql<{ id: string; size: number | bigint }>`SELECT id, octet_length(parts) AS size
          FROM conversations WHERE organization_id = ${organizationId} AND processed_at IS NULL
          ORDER BY ingested_at, id LIMIT ${limit}`
        let left = bytes
        const fitting = first.filter(({ size }, at) => {
          left -= Number(size)
          return at === 0 || left >= 0
        })
        if (fitting.length === 0) return []
        const ids = sql.in(
          "c.id",
          fitting.map(({ id }) => id)
        )
        return yield* conversations.all(sql`c.organization_id = ${organizationId} AND ${ids}
          ORDER BY c.ingested_at, c.id`)
      }),

    state: (organizationId) =>
      Effect.gen(function* () {
        const [row] = yield* sql<{ version: number | bigint; arranged: number | bigint }>`SELECT version, arranged
          FROM conversation_analyses WHERE organization_id = ${organizationId}`
        return {
          version: Number(row?.version ?? 0),
          arranged: Number(row?.arranged ?? 0),
          issues: yield* countOf(sql`conversation_issues WHERE organization_id = ${organizationId}`),
          clusters: yield* countOf(sql`issue_clusters WHERE organization_id = ${organizationId}`)
        }
      }),

    examples: (organizationId, ofEach, limit) =>
      sql<Row<Example>>`SELECT id, content, cluster_id FROM (
          SELECT id, content, cluster_id,
            ROW_NUMBER() OVER (PARTITION BY cluster_id ORDER BY chance, id) AS place
          FROM conversation_issues WHERE organization_id = ${organizationId}) AS placed
        WHERE place <= ${ofEach} ORDER BY place, id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(examplesTable.decode))
      ),

    members: (clusterId, afterId, limit) =>
      sql<Row<Example>>`SELECT id, content, cluster_id FROM conversation_issues
        WHERE cluster_id = ${clusterId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(examplesTable.decode))
      ),

    issuesOf: (organizationId, conversationIds) =>
      inParts(
        conversationIds,
        (some) => sql<{ id: string; conversation_id: string }>`SELECT id, conversation_id FROM conversation_issues
          WHERE organization_id = ${organizationId} AND ${sql.in("conversation_id", some)} ORDER BY id`
      ).pipe(
        Effect.map((found) => {
          const grouped = Map.groupBy(found, (row) => row.conversation_id)
          return new Map(Array.from(grouped, ([id, issues]) => [id, issues.map((issue) => issue.id)]))
        })
      ),

    write: writeAnalysis(tools)
  }
})
