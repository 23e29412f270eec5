import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"
import type { GitOperationRecord } from "./GitOperation.ts"

export interface GitSyncStep {
  readonly spaceId: string
  readonly state: "started" | "success" | "failure"
  readonly operation: Pick<GitOperationRecord, "id" | "kind">
  /** Of the primary content. */
  readonly revisionId: string | null
  readonly commitId: string | null
}

/** Announces the beginning and the end of an import or export. */
export class GitSynced extends Context.Service<GitSynced, Announcement<GitSyncStep>>()(
  "@octavo/core/content/git/GitSynced"
) {}
