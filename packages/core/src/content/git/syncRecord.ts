/** What a space is synchronized with, as an operation leaves it, and how its commit is shown. */
import { Effect } from "effect"
import { now } from "../../kernel/shared/clock.ts"
import type { RevisionGit } from "../revisions/Revision.ts"
import type { GitSnapshot } from "./Git.ts"
import type { GitOperationRecord, GitSyncRecord } from "./GitOperation.ts"

/** A newer event was settled already: this one changes nothing any more (threat: order of imports). */
export const isOutdated = (operation: GitOperationRecord, sync: GitSyncRecord | undefined): boolean =>
  !operation.request.force && sync !== undefined && sync.orderedAt > operation.orderedAt

/** What the space is synchronized with after an operation. */
export const toSync = Effect.fnUntraced(function* (
  { orderedAt, request, spaceId }: Pick<GitOperationRecord, "orderedAt" | "request" | "spaceId">,
  state: {
    readonly root: string
    readonly tree: string
    readonly shape: string | null
    readonly commit: string | undefined
  }
) {
  const sync: GitSyncRecord = {
    spaceId,
    url: request.url,
    ref: request.ref,
    directory: request.directory,
    repoName: request.repoName,
    provider: request.provider,
    integration: null,
    infoURL: request.infoURL,
    repoTreeURL: request.repoTreeURL,
    repoCommitURL: request.repoCommitURL,
    commit: state.commit ?? null,
    tree: state.tree,
    root: state.root,
    shape: state.shape,
    pending: null,
    isChecked: true,
    isReplaced: false,
    orderedAt,
    updatedAt: yield* now
  }
  return sync
})

/** The commit of a snapshot as a revision shows it. */
export const revisionGit = (snapshot: GitSnapshot, { request }: GitOperationRecord): RevisionGit | null =>
  snapshot.commit === undefined
    ? null
    : {
        oid: snapshot.commit.oid,
        message: snapshot.commit.message,
        createdByGitBook: false,
        ...commitLinks(request, snapshot.commit.oid)
      }

export const commitLinks = (request: GitOperationRecord["request"], oid: string) => ({
  ...(request.repoCommitURL === null ? {} : { url: joinUrl(request.repoCommitURL, oid) }),
  ref: request.ref
})

const joinUrl = (prefix: string, rest: string): string => (prefix.endsWith("/") ? prefix + rest : `${prefix}/${rest}`)
