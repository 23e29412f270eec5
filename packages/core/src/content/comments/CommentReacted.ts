import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"
import type { CommentPlace } from "./Comment.ts"

export interface CommentReaction {
  readonly place: CommentPlace
  readonly commentId: string
  /** The reply to it that was reacted to. */
  readonly replyId?: string
  /** Id of the person. */
  readonly by: string
}

/** Announces that somebody's reactions to a comment or a reply changed. */
export class CommentReacted extends Context.Service<CommentReacted, Announcement<CommentReaction>>()(
  "@octavo/core/content/comments/CommentReacted"
) {}
