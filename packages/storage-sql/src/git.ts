import type { GitOperationRecord, GitSyncRecord } from "@octavo/core/content/git/GitOperation"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import { descending, store } from "./store.ts"
import { fromJson } from "./support.ts"
import { boolean, integer, json, table, text } from "./table.ts"

export const gitOperationsTable = table<GitOperationRecord>()("git_operations", {
  id: text.fixed,
  spaceId: text.fixed,
  kind: text.fixed,
  state: text,
  request: json.fixed,
  credentials: text.orNull,
  actorId: text.orNull.fixed,
  orderedAt: text.fixed,
  attempts: integer,
  progress: json.orNull,
  counts: json.orNull,
  error: json.orNull,
  revisionId: text.orNull,
  commit: text.orNull.at("commit_oid"),
  prepared: json.orNull,
  changeRequest: text.orNull,
  createdAt: text.fixed,
  startedAt: text.orNull,
  finishedAt: text.orNull
})

export const gitSyncsTable = table<GitSyncRecord>()("git_syncs", {
  spaceId: text.fixed,
  url: text,
  ref: text,
  directory: text,
  repoName: text,
  provider: text,
  integration: text.orNull,
  infoURL: text,
  repoTreeURL: text.orNull,
  repoCommitURL: text.orNull,
  commit: text.orNull.at("commit_oid"),
  tree: text.orNull.at("tree_oid"),
  root: text.orNull,
  shape: text.orNull,
  pending: json.orNull,
  isChecked: boolean,
  isReplaced: boolean,
  orderedAt: text,
  updatedAt: text
})

export const gitStoreLayer = store(GitStore, "git", ({ dialect, rows, sql }) => {
  const gitSyncs = rows(gitSyncsTable)
  const gitOperations = rows(gitOperationsTable)
  const putFormer = (sync: GitSyncRecord) => {
    const columns = { record: JSON.stringify(sync), updated_at: sync.updatedAt }
    return sql`INSERT INTO git_former_syncs ${sql.insert({ space_id: sync.spaceId, place: placeOf(sync), ...columns })}
      ON CONFLICT (space_id, place) DO UPDATE SET ${sql.update(columns)}`.pipe(Effect.asVoid)
  }
  return {
    insertOperation: (operation) => gitOperations.insert(operation),
    operation: (id) => gitOperations.first(sql`id = ${id}`),
    updateOperation: (id, patch) => gitOperations.update(patch, sql`id = ${id}`),
    listOperations: (spaceId, slice) => {
      return gitOperations.list(sql`space_id = ${spaceId}`, descending("id"), slice)
    },
    sync: (spaceId) => gitSyncs.first(sql`space_id = ${spaceId} ${dialect.rowLock}`),
    putSync: (sync) =>
      Effect.gen(function* () {
        const last = yield* gitSyncs.first(sql`space_id = ${sync.spaceId} ${dialect.rowLock}`)
        if (last !== undefined && placeOf(last) !== placeOf(sync)) yield* putFormer(last)
        yield* sql`DELETE FROM git_former_syncs WHERE space_id = ${sync.spaceId} AND place = ${placeOf(sync)}`
        const { spaceId: _, ...changes } = sync
        yield* sql`INSERT INTO git_syncs ${sql.insert(gitSyncsTable.insert(sync))}
          ON CONFLICT (space_id) DO UPDATE SET ${sql.update(gitSyncsTable.patch(changes))}`
      }).pipe(sql.withTransaction),
    formerSyncs: (spaceId) =>
      sql<{ record: string }>`SELECT record FROM git_former_syncs WHERE space_id = ${spaceId}
        ORDER BY updated_at DESC, place`.pipe(
        Effect.map((rows) => rows.map(({ record }) => fromJson<GitSyncRecord>(record)))
      ),
    putFormerSync: (sync) => putFormer(sync),
    addresses: (after, limit) =>
      sql<{ space_id: string; url: string }>`SELECT space_id, url FROM git_syncs WHERE space_id > ${after}
        ORDER BY space_id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ space_id: spaceId, url }) => ({ spaceId, url })))
      ),
    deleteSync: (spaceId) =>
      Effect.gen(function* () {
        const former = yield* sql`DELETE FROM git_former_syncs WHERE space_id = ${spaceId} RETURNING place`
        const last = yield* sql`DELETE FROM git_syncs WHERE space_id = ${spaceId} RETURNING space_id`
        return last.length + former.length > 0
      }).pipe(sql.withTransaction)
  }
})

/** A repository's directory of a branch, as a key: addresses are longer than keys may be. */
const placeOf = ({ directory, ref, url }: GitSyncRecord): string =>
  contentHash(utf8.encode(JSON.stringify([url, ref, directory])))
