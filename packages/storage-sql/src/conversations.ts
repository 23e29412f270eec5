import type {
  ClusterRecord,
  ConversationHeader,
  ConversationRecord,
  IssueRecord
} from "@octavo/core/connections/conversations/Conversation"
import { ConversationStore } from "@octavo/core/connections/conversations/ConversationStore"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { conversationsLock, writeAnalysis } from "./conversation-analysis.ts"
import { chunkRows, literal } from "./Dialect.ts"
import { anyRow, first, store } from "./store.ts"
import { json } from "./support.ts"

interface HeaderRow {
  readonly organization_id: string
  readonly conversation_id: string
  readonly subject: string | null
  readonly source: string
  readonly url: string | null
  readonly conversation_created_at: string
  readonly conversation_ingested_at: string
  readonly processed_at: string | null
}

const headerColumns = literal(`c.organization_id, c.id AS conversation_id, c.subject, c.source, c.url,
  c.created_at AS conversation_created_at, c.ingested_at AS conversation_ingested_at, c.processed_at`)

const toHeader = (row: HeaderRow): ConversationHeader => ({
  organizationId: row.organization_id,
  id: row.conversation_id,
  subject: row.subject,
  source: row.source,
  url: row.url,
  createdAt: row.conversation_created_at,
  ingestedAt: row.conversation_ingested_at,
  processedAt: row.processed_at
})

interface WholeRow extends HeaderRow {
  readonly metadata: string
  readonly parts: string
  readonly hash: string
}

const toWhole = (row: WholeRow): ConversationRecord => {
  const { url: _, ...header } = toHeader(row)
  return { ...header, metadata: json(row.metadata), parts: json(row.parts), hash: row.hash }
}

interface IssueRow extends HeaderRow {
  readonly id: string
  readonly cluster_id: string | null
  readonly title: string
  readonly summary: string
  readonly content: string
  readonly created_at: string
  readonly ingested_at: string
}

const toIssueRow = (row: IssueRow): { readonly issue: IssueRecord; readonly conversation: ConversationHeader } => ({
  issue: {
    id: row.id,
    organizationId: row.organization_id,
    conversationId: row.conversation_id,
    clusterId: row.cluster_id,
    title: row.title,
    summary: row.summary,
    text: row.content,
    createdAt: row.created_at,
    ingestedAt: row.ingested_at
  },
  conversation: toHeader(row)
})

const issueColumns = literal("i.id, i.cluster_id, i.title, i.summary, i.content, i.created_at, i.ingested_at")

interface ClusterRow {
  readonly id: string
  readonly organization_id: string
  readonly label: string
  readonly summary: string
  readonly created_at: string
  readonly updated_at: string
  readonly issues: number | bigint
  readonly conversations: number | bigint
}

const toClusterRecord = (row: ClusterRow): ClusterRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  label: row.label,
  summary: row.summary,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  issues: Number(row.issues),
  conversations: Number(row.conversations)
})

interface ExampleRow {
  readonly id: string
  readonly content: string
  readonly cluster_id: string | null
}

const toExample = ({ cluster_id, content, id }: ExampleRow) => ({ id, text: content, cluster: cluster_id })

const clusterOrder = { updatedAt: "updated_at", issues: "issues", conversations: "conversations" } as const

export const conversationStoreLayer = store(ConversationStore, "conversations", (tools) => {
  const { countOf, dialect, inParts, sliced, sql } = tools

  const latest = (table: "c" | "i") => [
    { column: literal(`${table}.created_at`), descending: true },
    { column: literal(`${table}.id`), descending: true }
  ]

  const issues = (rest: Statement.Fragment) =>
    Effect.map(
      sql<IssueRow>`SELECT ${issueColumns}, ${headerColumns} FROM conversation_issues i
        JOIN conversations c ON c.organization_id = i.organization_id AND c.id = i.conversation_id WHERE ${rest}`,
      (rows) => rows.map(toIssueRow)
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
        const rows = changed.map((one) => ({
          organization_id: organizationId,
          id: one.id,
          subject: one.subject,
          source: one.source,
          url: one.metadata.url ?? null,
          metadata: JSON.stringify(one.metadata),
          parts: JSON.stringify(one.parts),
          hash: one.hash,
          // one that does not say when it was begins when it came first
          created_at:
            one.metadata.createdAt === undefined ? (known.get(one.id)?.created_at ?? one.createdAt) : one.createdAt,
          ingested_at: one.ingestedAt,
          processed_at: null
        }))
        for (const part of chunkRows(dialect, rows)) {
          yield* sql`INSERT INTO conversations ${sql.insert(part)} ON CONFLICT (organization_id, id) DO UPDATE SET
            subject = excluded.subject, source = excluded.source, url = excluded.url, metadata = excluded.metadata,
            parts = excluded.parts, hash = excluded.hash, created_at = excluded.created_at,
            ingested_at = excluded.ingested_at, processed_at = NULL`
        }
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

    get: (organizationId, id) =>
      sql<WholeRow>`SELECT ${headerColumns}, c.metadata, c.parts, c.hash FROM conversations c
        WHERE c.organization_id = ${organizationId} AND c.id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toWhole(row)))
      ),

    list: (organizationId, { source }, slice) => {
      const where = sql.and([
        sql`c.organization_id = ${organizationId}`,
        ...(source === undefined ? [] : [sql`c.source = ${source}`])
      ])
      const order = latest("c")
      return sliced(order, slice, sql`conversations c WHERE ${where}`, (rest) =>
        Effect.map(
          sql<HeaderRow>`SELECT ${headerColumns} FROM conversations c
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(toHeader)
        )
      )
    },

    getIssue: (organizationId, id) => issues(sql`i.organization_id = ${organizationId} AND i.id = ${id}`).pipe(first),

    listIssues: (organizationId, { cluster, conversation }, slice) => {
      const where = sql.and([
        sql`i.organization_id = ${organizationId}`,
        ...(cluster === undefined ? [] : [sql`i.cluster_id = ${cluster}`]),
        ...(conversation === undefined ? [] : [sql`i.conversation_id = ${conversation}`])
      ])
      const order = latest("i")
      return sliced(order, slice, sql`conversation_issues i WHERE ${where}`, (rest) =>
        issues(sql`${where} AND ${rest}`)
      )
    },

    getCluster: (organizationId, id) =>
      sql<ClusterRow>`SELECT * FROM issue_clusters WHERE organization_id = ${organizationId} AND id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toClusterRecord(row)))
      ),

    listClusters: (organizationId, { order, orderBy }, slice) => {
      const descending = order === "desc"
      const columns = [
        { column: literal(clusterOrder[orderBy]), descending },
        { column: literal("id"), descending }
      ]
      return sliced(columns, slice, sql`issue_clusters WHERE organization_id = ${organizationId}`, (rest) =>
        Effect.map(
          sql<ClusterRow>`SELECT * FROM issue_clusters WHERE organization_id = ${organizationId}
            AND ${rest}`,
          (rows) => rows.map(toClusterRecord)
        )
      )
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

    pending: (organizationId, limit) =>
      sql<WholeRow>`SELECT ${headerColumns}, c.metadata, c.parts, c.hash FROM conversations c
        WHERE c.organization_id = ${organizationId} AND c.processed_at IS NULL
        ORDER BY c.ingested_at, c.id LIMIT ${limit}`.pipe(Effect.map((rows) => rows.map(toWhole))),

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
      sql<ExampleRow>`SELECT id, content, cluster_id FROM (
          SELECT id, content, cluster_id,
            ROW_NUMBER() OVER (PARTITION BY cluster_id ORDER BY chance, id) AS place
          FROM conversation_issues WHERE organization_id = ${organizationId}) AS placed
        WHERE place <= ${ofEach} ORDER BY place, id LIMIT ${limit}`.pipe(Effect.map((rows) => rows.map(toExample))),

    members: (clusterId, afterId, limit) =>
      sql<ExampleRow>`SELECT id, content, cluster_id FROM conversation_issues
        WHERE cluster_id = ${clusterId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toExample))
      ),

    issuesOf: (organizationId, conversationIds) =>
      Effect.gen(function* () {
        const found = new Map<string, Array<string>>()
        for (const part of chunkRows(
          dialect,
          conversationIds.map((id) => ({ id }))
        )) {
          const rows = yield* sql<{ id: string; conversation_id: string }>`SELECT id, conversation_id
            FROM conversation_issues WHERE organization_id = ${organizationId} AND ${sql.in(
              "conversation_id",
              part.map(({ id }) => id)
            )} ORDER BY id`
          for (const { conversation_id, id } of rows)
            found.set(conversation_id, [...(found.get(conversation_id) ?? []), id])
        }
        return found
      }),

    write: writeAnalysis(tools)
  }
})
