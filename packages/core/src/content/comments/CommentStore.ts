import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { MemberRecord } from "../../people/members/Member.ts"
import type {
  CommentFilter,
  CommentPatch,
  CommentPlace,
  CommentRecord,
  NewComment,
  NewCommentAtHead,
  NewReply,
  PostPatch,
  ReplyRecord
} from "./Comment.ts"

/** What a person adds to a comment or reply, and takes away from it. */
export interface ReactionChange {
  readonly user: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly at: string
}

/**
 * The port of comments. Keeps the counts of opened comments on their space or change request. Each operation that
 * writes is one transaction, or joins that of its caller.
 */
export class CommentStore extends Context.Service<
  CommentStore,
  {
    readonly insert: (comment: NewComment) => Effect.Effect<void, StorageError>
    /** On the primary content; answers the revision that this is at. `undefined` when there is no such space. */
    readonly insertAtHead: (comment: NewCommentAtHead) => Effect.Effect<string | undefined, StorageError>
    readonly get: (place: CommentPlace, id: string) => Effect.Effect<CommentRecord | undefined, StorageError>
    /** Inside a transaction: holds the comment with its replies until it ends, and reads it as it is then. */
    readonly lock: (place: CommentPlace, id: string) => Effect.Effect<CommentRecord | undefined, StorageError>
    /** By time; key `[postedAt, id]`. */
    readonly list: (
      place: CommentPlace,
      filter: CommentFilter,
      order: "asc" | "desc",
      slice: Slice
    ) => Effect.Effect<Sliced<CommentRecord>, StorageError>
    /** Of one that is held. */
    readonly update: (comment: CommentRecord, patch: CommentPatch) => Effect.Effect<void, StorageError>
    /** Of one that is held; its replies and reactions go with it. */
    readonly remove: (comment: CommentRecord) => Effect.Effect<void, StorageError>
    /** To a comment that is held. */
    readonly insertReply: (reply: NewReply) => Effect.Effect<void, StorageError>
    readonly getReply: (commentId: string, id: string) => Effect.Effect<ReplyRecord | undefined, StorageError>
    /** The first first; key `[postedAt, id]`. */
    readonly listReplies: (commentId: string, slice: Slice) => Effect.Effect<Sliced<ReplyRecord>, StorageError>
    readonly updateReply: (reply: ReplyRecord, patch: PostPatch) => Effect.Effect<void, StorageError>
    readonly removeReply: (reply: ReplyRecord) => Effect.Effect<void, StorageError>
    /** Reactions are a set for each person: what is there stays as it is, what is not there is not missed. */
    readonly react: (
      target: { readonly commentId: string; readonly replyId?: string },
      change: ReactionChange
    ) => Effect.Effect<void, StorageError>
    /** Members who commented or replied, by their ids; key `[user id]`. */
    readonly commenters: (
      place: CommentPlace,
      organizationId: string,
      slice: Slice
    ) => Effect.Effect<Sliced<MemberRecord>, StorageError>
  }
>()("@octavo/core/content/comments/CommentStore") {}
