/** Imports and exports: what was asked, how far it is, how it ended. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { GitSyncState } from "../spaces/Space.ts"
import { GitErrorReason } from "./Git.ts"

/** What was asked, without credentials. */
export interface GitRequest {
  readonly url: string
  readonly ref: string
  readonly directory: string
  readonly repoTreeURL: string | null
  readonly repoCommitURL: string | null
  readonly force: boolean
  readonly standalone: boolean
  readonly provider: "github" | "gitlab"
  readonly infoURL: string
  readonly repoName: string
  /** Of an export. */
  readonly commitMessage?: string
}

/** What an import found and changed. */
export interface ImportCounts {
  readonly pages: number
  readonly files: number
  readonly reusableContents: number
  readonly created: number
  readonly updated: number
  readonly deleted: number
  readonly warnings: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

export interface GitFailure {
  /** A Git error's reason, or what else went wrong. */
  readonly reason: typeof GitErrorReason.Type | "Conflict" | "Storage" | "Internal"
  readonly message: string
}

/** Contents by hash: the space's when the export was decided, and the same with the files that it is in. */
export interface PreparedExport {
  readonly from: string
  readonly root: string
}

export type GitOperationKind = "import" | "export"

export interface GitOperationRecord {
  readonly id: string
  readonly spaceId: string
  readonly kind: GitOperationKind
  readonly state: "pending" | "running" | "completed" | "failed"
  readonly request: GitRequest
  /** Sealed `username:password`. */
  readonly credentials: string | null
  readonly actorId: string | null
  /** When the event that asked for it happened: orders operations. */
  readonly orderedAt: string
  readonly attempts: number
  readonly progress: { readonly message: string; readonly fraction?: number } | null
  readonly counts: ImportCounts | null
  readonly error: GitFailure | null
  readonly revisionId: string | null
  readonly commit: string | null
  /** What an export was about to push: by it a run after a crash knows its own commit. */
  readonly prepared: PreparedExport | null
  /** Where Git's version waits when both sides changed the same places. */
  readonly changeRequest: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

/** A Git operation, as the API shows it (an extension). */
export const GitOperation = Schema.Struct({
  object: Schema.Literal("git-operation"),
  id: Schema.String,
  space: Schema.String,
  kind: Schema.Literals(["import", "export"]),
  state: Schema.Literals(["pending", "running", "completed", "failed"]),
  url: Schema.String,
  ref: Schema.String,
  repoProjectDirectory: Schema.String,
  attempts: Schema.Number,
  progress: Schema.optionalKey(Schema.Struct({ message: Schema.String, fraction: Schema.optionalKey(Schema.Number) })),
  /** Of imports. */
  counts: Schema.optionalKey(
    Schema.Struct({
      pages: Schema.Number,
      files: Schema.Number,
      reusableContents: Schema.Number,
      created: Schema.Number,
      updated: Schema.Number,
      deleted: Schema.Number,
      warnings: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
    })
  ),
  error: Schema.optionalKey(
    Schema.Struct({
      reason: Schema.Union([GitErrorReason, Schema.Literals(["Conflict", "Storage", "Internal"])]),
      message: Schema.String
    })
  ),
  revision: Schema.optionalKey(Schema.String),
  commit: Schema.optionalKey(Schema.String),
  /** Id of the change request in which Git's version waits, when both sides changed the same places. */
  changeRequest: Schema.optionalKey(Schema.String),
  createdAt: Schema.String,
  startedAt: Schema.optionalKey(Schema.String),
  finishedAt: Schema.optionalKey(Schema.String),
  /** From start to end, in milliseconds. */
  duration: Schema.optionalKey(Schema.Number)
}).annotate({ identifier: "GitOperation" })
export type GitOperation = typeof GitOperation.Type

/** What a space is synchronized with, and how the last import or export went (an extension). */
export const GitInfo = Schema.Struct({
  ...GitSyncState.fields,
  lastOperation: Schema.optionalKey(GitOperation)
}).annotate({ identifier: "GitInfo" })
export type GitInfo = typeof GitInfo.Type

export const toGitOperation = (operation: GitOperationRecord): GitOperation => ({
  object: "git-operation",
  id: operation.id,
  space: operation.spaceId,
  kind: operation.kind,
  state: operation.state,
  url: operation.request.url,
  ref: operation.request.ref,
  repoProjectDirectory: operation.request.directory,
  attempts: operation.attempts,
  ...present({
    progress: operation.progress,
    counts: operation.counts,
    error: operation.error,
    revision: operation.revisionId,
    commit: operation.commit,
    changeRequest: operation.changeRequest
  }),
  createdAt: operation.createdAt,
  ...present({ startedAt: operation.startedAt, finishedAt: operation.finishedAt }),
  ...(operation.startedAt === null || operation.finishedAt === null
    ? {}
    : { duration: Date.parse(operation.finishedAt) - Date.parse(operation.startedAt) })
})

/** Git's version of a space, which waits in a change request because both sides changed the same places. */
export interface PendingChanges {
  readonly changeRequest: string
  readonly commit: string | null
  readonly tree: string
  readonly root: string
  readonly shape: string | null
}

/** Where a space is synchronized, and with what. */
export interface GitSyncRecord {
  readonly spaceId: string
  readonly url: string
  readonly ref: string
  readonly directory: string
  readonly repoName: string
  readonly provider: "github" | "gitlab"
  readonly integration: string | null
  readonly infoURL: string
  readonly repoTreeURL: string | null
  readonly repoCommitURL: string | null
  readonly commit: string | null
  /** Git id of the directory's tree that was imported last. */
  readonly tree: string | null
  /** Hash of the content that both sides had then: what later changes of either side are measured by. */
  readonly root: string | null
  /** See `Imported.shape`. */
  readonly shape: string | null
  readonly pending: PendingChanges | null
  /** Whether `root` is known to be what Git held: older versions noted edited texts as Git's (`repairSync`). */
  readonly isChecked: boolean
  /** Whether another place's content has replaced the space's since: then an import replaces it again. */
  readonly isReplaced: boolean
  readonly orderedAt: string
  readonly updatedAt: string
}
