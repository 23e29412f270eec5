import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"
import type { RevisionDiff } from "./model/diff.ts"
import type { RevisionRecord } from "./Revision.ts"

export interface HeadMove {
  readonly spaceId: string
  /** `primary`, or the id of a change request. */
  readonly head: string
  /** Root of the content before. */
  readonly from: string
  readonly revision: RevisionRecord
  /** Grows by one whenever the head moves. */
  readonly sequence: number
  /** What is different; `undefined` where nothing is, and for change requests. */
  readonly diff: RevisionDiff | undefined
}

/** Announces that a head of a space moved to another revision. */
export class HeadMoved extends Context.Service<HeadMoved, Announcement<HeadMove>>()(
  "@octavo/core/content/revisions/HeadMoved"
) {}
