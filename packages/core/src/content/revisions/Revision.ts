/** Revisions: points in the history of a space, as the store keeps them. The content itself is under `root`. */
import type { SpaceMergeRules } from "../../people/organizations/Organization.ts"

export const RevisionTypes = ["edits", "merge", "rollback", "update", "computed"] as const
export type RevisionType = (typeof RevisionTypes)[number]

/** The commit that a revision came from or went to. */
export interface RevisionGit {
  readonly oid: string
  readonly message: string
  readonly createdByGitBook: boolean
  readonly url?: string
  readonly ref?: string
}

export interface RevisionRecord {
  readonly id: string
  readonly spaceId: string
  /** Hash of the content: equal hashes are equal content. */
  readonly root: string
  readonly parents: ReadonlyArray<string>
  readonly type: RevisionType
  readonly author: string | null
  readonly message: string | null
  readonly git: RevisionGit | null
  readonly createdAt: string
  /** Of a merge: the change request that it merged. */
  readonly mergedFrom?: string | null
}

/** A revision that was read: where it was made, too. */
export interface StoredRevisionRecord extends RevisionRecord {
  /** Name of the head that it was made on; `null` for one that no head ever pointed to. */
  readonly head: string | null
  /** Its place among the revisions of that head. */
  readonly sequence: number | null
  readonly mergedFrom: string | null
}

/** What a revision did to a page. */
export type PageChangeKind = "created" | "edited" | "moved" | "deleted"

export interface PageChange {
  readonly pageId: string
  readonly kind: PageChangeKind
}

/** Where a line of content stands: the primary content, or a change request. */
export interface Head {
  readonly revisionId: string
  readonly root: string
  /** Grows by one whenever the head moves. */
  readonly sequence: number
}

/** A change request that the move of a head holds until its transaction ends, if it is as it was read. */
export interface HeldChangeRequest {
  readonly id: string
  /** When it was changed last, as it was read: no two changes of it have the same time. */
  readonly updatedAt: string
  /** When it is changed now. */
  readonly at: string
}

/** What of a space says whether its content may change, and be merged. */
export interface MovedSpace {
  readonly editMode: "live" | "locked"
  readonly deletedAt: string | null
  readonly mergeRules: SpaceMergeRules
}

/** What moving a head found. */
export interface Moved {
  /** Of a primary head, read when the move holds the space's row. */
  readonly space: MovedSpace | undefined
}

/** Name of the head of a space's primary content. */
export const primary = "primary"
