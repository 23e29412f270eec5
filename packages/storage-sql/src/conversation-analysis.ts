/** Writes what an analysis of conversations found, in one transaction. */

import { chanceOf } from "@octavo/core/connections/conversations/Clustering"
import type { IssueRecord } from "@octavo/core/connections/conversations/Conversation"
import type { AnalysisResult, ClusterWords } from "@octavo/core/connections/conversations/ConversationStore"
import { Effect } from "effect"
import type { Tools } from "./store.ts"
import { table, text } from "./table.ts"

export const issueColumns = {
  id: text.fixed,
  organizationId: text.fixed,
  conversationId: text,
  clusterId: text.orNull,
  title: text,
  summary: text,
  text: text.at("content"),
  createdAt: text.fixed,
  ingestedAt: text
}

export const issuesTable = table<IssueRecord>()("conversation_issues", issueColumns)

const toRow = (issue: IssueRecord) => ({ ...issuesTable.insert(issue), chance: chanceOf(issue.id) })

/** The lock that writers of an organization's conversations take first. */
export const conversationsLock = (organizationId: string): string => `conversations ${organizationId}`

const noWords: ClusterWords = { label: "", summary: "" }

/** Writes in one transaction what an analysis found. */
export const writeAnalysis = ({ dialect, inParts, insertAll, sql }: Tools) => {
  /** Clusters that the given issues are in. */
  const clustersOf = Effect.fnUntraced(function* (ids: Iterable<string>) {
    const rows = yield* inParts(
      ids,
      (some) => sql<{ cluster_id: string }>`SELECT DISTINCT cluster_id FROM conversation_issues
        WHERE cluster_id IS NOT NULL AND ${sql.in("id", some)}`
    )
    return new Set(rows.map((row) => row.cluster_id))
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
      yield* inParts(
        ids,
        (some) => sql`UPDATE conversation_issues SET cluster_id = ${cluster} WHERE ${sql.in("id", some)}`
      )
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

  return (organizationId: string, version: number, result: AnalysisResult) =>
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
      yield* inParts(result.removed, (some) => sql`DELETE FROM conversation_issues WHERE ${sql.in("id", some)}`)
      yield* move(organizationId, result.moved)
      yield* place(result.placed)
      yield* insertAll(
        "conversation_issues",
        result.issues.map(toRow),
        sql`ON CONFLICT (id) DO UPDATE SET
          cluster_id = excluded.cluster_id, title = excluded.title, summary = excluded.summary,
          content = excluded.content, created_at = excluded.created_at, ingested_at = excluded.ingested_at`
      )
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
    }).pipe(sql.withTransaction)
}
