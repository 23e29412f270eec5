import type { GitOperationKind, GitOperationRecord, GitSyncRecord } from "@octavo/core/content/git/GitOperation"
import { type GitOperationPatch, GitStore } from "@octavo/core/content/git/GitStore"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import { store } from "./store.ts"
import { json, jsonOrNull } from "./support.ts"

interface OperationRow {
  readonly id: string
  readonly space_id: string
  readonly kind: GitOperationKind
  readonly state: GitOperationRecord["state"]
  readonly request: string
  readonly credentials: string | null
  readonly actor_id: string | null
  readonly ordered_at: string
  readonly attempts: number
  readonly progress: string | null
  readonly counts: string | null
  readonly error: string | null
  readonly revision_id: string | null
  readonly commit_oid: string | null
  readonly prepared: string | null
  readonly change_request: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

const toOperation = (row: OperationRow): GitOperationRecord => ({
  id: row.id,
  spaceId: row.space_id,
  kind: row.kind,
  state: row.state,
  request: json(row.request),
  credentials: row.credentials,
  actorId: row.actor_id,
  orderedAt: row.ordered_at,
  attempts: row.attempts,
  progress: jsonOrNull(row.progress),
  counts: jsonOrNull(row.counts),
  error: jsonOrNull(row.error),
  revisionId: row.revision_id,
  commit: row.commit_oid,
  prepared: jsonOrNull(row.prepared),
  changeRequest: row.change_request,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at
})

const text = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const toColumns = (patch: GitOperationPatch): Record<string, string | number | null> => ({
  ...(patch.state === undefined ? {} : { state: patch.state }),
  ...(patch.attempts === undefined ? {} : { attempts: patch.attempts }),
  ...(patch.progress === undefined ? {} : { progress: text(patch.progress) }),
  ...(patch.counts === undefined ? {} : { counts: text(patch.counts) }),
  ...(patch.error === undefined ? {} : { error: text(patch.error) }),
  ...(patch.revisionId === undefined ? {} : { revision_id: patch.revisionId }),
  ...(patch.commit === undefined ? {} : { commit_oid: patch.commit }),
  ...(patch.prepared === undefined ? {} : { prepared: text(patch.prepared) }),
  ...(patch.changeRequest === undefined ? {} : { change_request: patch.changeRequest }),
  ...(patch.startedAt === undefined ? {} : { started_at: patch.startedAt }),
  ...(patch.finishedAt === undefined ? {} : { finished_at: patch.finishedAt }),
  ...(patch.credentials === undefined ? {} : { credentials: patch.credentials })
})

interface SyncRow {
  readonly space_id: string
  readonly url: string
  readonly ref: string
  readonly directory: string
  readonly repo_name: string
  readonly provider: "github" | "gitlab"
  readonly integration: string | null
  readonly info_url: string
  readonly repo_tree_url: string | null
  readonly repo_commit_url: string | null
  readonly commit_oid: string | null
  readonly tree_oid: string | null
  readonly root: string | null
  readonly shape: string | null
  readonly pending: string | null
  readonly is_checked: number
  readonly is_replaced: number
  readonly ordered_at: string
  readonly updated_at: string
}

const toSync = (row: SyncRow): GitSyncRecord => ({
  spaceId: row.space_id,
  url: row.url,
  ref: row.ref,
  directory: row.directory,
  repoName: row.repo_name,
  provider: row.provider,
  integration: row.integration,
  infoURL: row.info_url,
  repoTreeURL: row.repo_tree_url,
  repoCommitURL: row.repo_commit_url,
  commit: row.commit_oid,
  tree: row.tree_oid,
  root: row.root,
  shape: row.shape,
  pending: jsonOrNull(row.pending),
  isChecked: row.is_checked === 1,
  isReplaced: row.is_replaced === 1,
  orderedAt: row.ordered_at,
  updatedAt: row.updated_at
})

export const gitStoreLayer = store(GitStore, "git", ({ dialect, sliced, sql }) => {
  const putFormer = (sync: GitSyncRecord) => {
    const columns = { record: JSON.stringify(sync), updated_at: sync.updatedAt }
    return sql`INSERT INTO git_former_syncs ${sql.insert({ space_id: sync.spaceId, place: placeOf(sync), ...columns })}
      ON CONFLICT (space_id, place) DO UPDATE SET ${sql.update(columns)}`.pipe(Effect.asVoid)
  }
  return {
    insertOperation: (operation) =>
      sql`INSERT INTO git_operations ${sql.insert({
        id: operation.id,
        space_id: operation.spaceId,
        kind: operation.kind,
        request: JSON.stringify(operation.request),
        actor_id: operation.actorId,
        ordered_at: operation.orderedAt,
        created_at: operation.createdAt,
        ...toColumns(operation)
      })}`.pipe(Effect.asVoid),
    operation: (id) =>
      sql<OperationRow>`SELECT * FROM git_operations WHERE id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toOperation(row)))
      ),
    updateOperation: (id, patch) =>
      sql`UPDATE git_operations SET ${sql.update(toColumns(patch))} WHERE id = ${id}`.pipe(Effect.asVoid),
    listOperations: (spaceId, slice) => {
      const order = [{ column: sql`id`, descending: true }]
      return sliced(order, slice, sql`git_operations WHERE space_id = ${spaceId}`, (rest) =>
        Effect.map(
          sql<OperationRow>`SELECT * FROM git_operations WHERE space_id = ${spaceId}
            AND ${rest}`,
          (rows) => rows.map(toOperation)
        )
      )
    },
    sync: (spaceId) =>
      sql<SyncRow>`SELECT * FROM git_syncs WHERE space_id = ${spaceId} ${dialect.rowLock}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toSync(row)))
      ),
    putSync: (sync) =>
      Effect.gen(function* () {
        const [row] = yield* sql<SyncRow>`SELECT * FROM git_syncs WHERE space_id = ${sync.spaceId} ${dialect.rowLock}`
        const last = row === undefined ? undefined : toSync(row)
        if (last !== undefined && placeOf(last) !== placeOf(sync)) yield* putFormer(last)
        yield* sql`DELETE FROM git_former_syncs WHERE space_id = ${sync.spaceId} AND place = ${placeOf(sync)}`
        const columns = {
          url: sync.url,
          ref: sync.ref,
          directory: sync.directory,
          repo_name: sync.repoName,
          provider: sync.provider,
          integration: sync.integration,
          info_url: sync.infoURL,
          repo_tree_url: sync.repoTreeURL,
          repo_commit_url: sync.repoCommitURL,
          commit_oid: sync.commit,
          tree_oid: sync.tree,
          root: sync.root,
          shape: sync.shape,
          pending: text(sync.pending),
          is_checked: Number(sync.isChecked),
          is_replaced: Number(sync.isReplaced),
          ordered_at: sync.orderedAt,
          updated_at: sync.updatedAt
        }
        yield* sql`INSERT INTO git_syncs ${sql.insert({ space_id: sync.spaceId, ...columns })}
          ON CONFLICT (space_id) DO UPDATE SET ${sql.update(columns)}`
      }).pipe(sql.withTransaction),
    formerSyncs: (spaceId) =>
      sql<{ record: string }>`SELECT record FROM git_former_syncs WHERE space_id = ${spaceId}
        ORDER BY updated_at DESC, place`.pipe(
        Effect.map((rows) => rows.map(({ record }) => json<GitSyncRecord>(record)))
      ),
    putFormerSync: (sync) => putFormer(sync),
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
