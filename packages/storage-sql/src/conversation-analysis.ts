/** Writes what an analysis of conversations found, in one transaction. */
import { chanceOf } from "@octavo/core/connections/conversations/Clustering"
import type { IssueRecord } from "@octavo/core/connections/conversations/Conversation"
import type {
  AnalysisResult,
  ClusterWords,
  ConversationStore
} from "@octavo/core/connections/conversations/ConversationStore"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { chunkRows, Dialect } from "./Dialect.ts"
import { storage } from "./support.ts"

const toRow = (issue: IssueRecord) => ({
  id: issue.id,
  organization_id: issue.organizationId,
  conversation_id: issue.conversationId,
  cluster_id: issue.clusterId,
  title: issue.title,
  summary: issue.summary,
  content: issue.text,
  chance: chanceOf(issue.id),
  created_at: issue.createdAt,
  ingested_at: issue.ingestedAt
})

/** The lock that writers of an organization's conversations take first. */
export const conversationsLock = (organizationId: string): string => `conversations ${organizationId}`

const noWords: ClusterWords = { label: "", summary: "" }

export const makeWriteAnalysis = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dialect = yield* Dialect

  const idChunks = (ids: Iterable<string>) =>
    chunkRows(
      dialect,
      Array.from(ids, (id) => ({ id }))
    ).map((part) => part.map(({ id }) => id))

  /** Clusters that the given issues are in. */
  const clustersOf = Effect.fnUntraced(function* (ids: Iterable<string>) {
    const clusters = new Set<string>()
    for (const part of idChunks(ids)) {
      const rows = yield* sql<{ cluster_id: string }>`SELECT DISTINCT cluster_id FROM conversation_issues
        WHERE cluster_id IS NOT NULL AND ${sql.in("id", part)}`
      for (const { cluster_id } of rows) clusters.add(cluster_id)
    }
    return clusters
  })

  const move = Effect.fnUntraced(function* (organizationId: string, moved: AnalysisResult["moved"]) {
    if (moved.size === 0) return
    // all at once: one cluster may move to where another one leaves
    const target = sql.join(" ", false)(Array.from(moved, ([from, to]) => sql`WHEN ${from} THEN ${to}`))
    yield* sql`UPDATE conversation_issues SET cluster_id = CASE cluster_id ${target} END
      WHERE organization_id = ${organizationId} AND ${sql.in("cluster_id", [...moved.keys()])}`
  })

  const place = Effect.fnUntraced(function* (placed: AnalysisResult["placed"]) {
    const byCluster = new Map<string | null, Array<string>>()
    for (const [id, cluster] of placed) {
      const ids = byCluster.get(cluster) ?? []
      byCluster.set(cluster, ids)
      ids.push(id)
    }
    for (const [cluster, ids] of byCluster) {
      for (const part of idChunks(ids)) {
        yield* sql`UPDATE conversation_issues SET cluster_id = ${cluster} WHERE ${sql.in("id", part)}`
      }
    }
  })

  const count = Effect.fnUntraced(function* (
    organizationId: string,
    touched: ReadonlySet<string>,
    result: AnalysisResult
  ) {
    for (const id of touched) {
      const [row] = yield* sql<{ issues: number | bigint; conversations: number | bigint }>`
        SELECT count(*) AS issues, count(DISTINCT conversation_id) AS conversations
        FROM conversation_issues WHERE cluster_id = ${id}`
      const [issues, conversations] = [Number(row?.issues ?? 0), Number(row?.conversations ?? 0)]
      if (issues === 0) {
        yield* sql`DELETE FROM issue_clusters WHERE id = ${id}`
        yield* sql`UPDATE change_requests SET conversations_cluster = ${result.moved.get(id) ?? null}
          WHERE conversations_cluster = ${id}`
        continue
      }
      const { label, summary } = result.words.get(id) ?? noWords
      yield* sql`INSERT INTO issue_clusters ${sql.insert({
        id,
        organization_id: organizationId,
        label,
        summary,
        created_at: result.at,
        updated_at: result.at,
        issues,
        conversations
      })} ON CONFLICT (id) DO UPDATE SET ${sql.update({ updated_at: result.at, issues, conversations })}`
    }
    for (const [id, { label, onlyIfNew, summary }] of result.words) {
      if (onlyIfNew === true) continue
      yield* sql`UPDATE issue_clusters SET ${sql.update({ label, summary })}
        WHERE id = ${id} AND (label <> ${label} OR summary <> ${summary})`
    }
  })

  const write: ConversationStore["Service"]["write"] = (organizationId, version, result) =>
    Effect.gen(function* () {
      // what takes conversations in locks them before it locks the state of their analysis
      yield* dialect.lock(conversationsLock(organizationId))
      const [state] = yield* sql<{ version: number | bigint }>`SELECT version FROM conversation_analyses
        WHERE organization_id = ${organizationId} ${dialect.rowLock}`
      if (state === undefined || Number(state.version) !== version) return false
      const touched = yield* clustersOf([
        ...result.removed,
        ...result.placed.keys(),
        ...result.issues.map(({ id }) => id)
      ])
      for (const [from, to] of result.moved) {
        touched.add(from)
        if (to !== null) touched.add(to)
      }
      for (const part of idChunks(result.removed))
        yield* sql`DELETE FROM conversation_issues WHERE ${sql.in("id", part)}`
      yield* move(organizationId, result.moved)
      yield* place(result.placed)
      for (const part of chunkRows(dialect, result.issues.map(toRow))) {
        yield* sql`INSERT INTO conversation_issues ${sql.insert(part)} ON CONFLICT (id) DO UPDATE SET
          cluster_id = excluded.cluster_id, title = excluded.title, summary = excluded.summary,
          content = excluded.content, created_at = excluded.created_at, ingested_at = excluded.ingested_at`
      }
      for (const { clusterId } of result.issues) if (clusterId !== null) touched.add(clusterId)
      for (const cluster of result.placed.values()) if (cluster !== null) touched.add(cluster)
      yield* count(organizationId, touched, result)
      for (const { hash, id } of result.read) {
        yield* sql`UPDATE conversations SET processed_at = ${result.at}
          WHERE organization_id = ${organizationId} AND id = ${id} AND hash = ${hash}`
      }
      yield* sql`UPDATE conversation_analyses SET ${sql.update({ version: version + 1, arranged: result.arranged })}
        WHERE organization_id = ${organizationId}`
      return true
    }).pipe(sql.withTransaction, storage("conversations.write"))
  return write
})
