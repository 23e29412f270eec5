import type { BodyFormat } from "@octavo/core/content/comments/bodies"
import { Comment, CommentReply } from "@octavo/core/content/comments/Comment"
import { type CommentListing, Comments } from "@octavo/core/content/comments/Comments"
import type { CommentUpdate, NewCommentInput, NewReplyInput, ReplyUpdate } from "@octavo/core/content/comments/input"
import type { CommentsOf } from "@octavo/core/content/comments/posts"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply, reply, replyList } from "./reply.ts"

const one = reply(Comment)
const oneReply = reply(CommentReply)
const list = replyList(Comment)
const replies = replyList(CommentReply)

interface FormatQuery {
  readonly format?: BodyFormat
}

interface ListQuery extends FormatQuery {
  readonly page?: string
  readonly limit?: number
}

interface CommentsQuery extends ListQuery, Pick<CommentListing, "order" | "status"> {
  readonly targetPage?: string
  readonly authors?: string | ReadonlyArray<string>
}

type Params = CommentsOf & { readonly commentId: string }
type ReplyParams = Params & { readonly commentReplyId: string }

/** The handlers are the same for a space and for a change request: their paths tell which. */
const handlersOf = (comments: Comments["Service"]) => {
  const gone = () => Effect.succeed(deletedReply(false))
  return {
    list: ({ params, query }: { readonly params: CommentsOf; readonly query: CommentsQuery }) => {
      const { authors, format, limit, order, page, status, targetPage } = query
      const people = typeof authors === "string" ? [authors] : authors
      const listing = { order, status, format, page: targetPage, authors: people }
      return Effect.map(comments.list(params, listing, { page, limit }), list)
    },
    post: ({ params, payload }: { readonly params: CommentsOf; readonly payload: NewCommentInput }) =>
      Effect.map(comments.post(params, payload), (it) => one(it)),
    get: ({ params, query }: { readonly params: Params; readonly query: FormatQuery }) =>
      Effect.map(comments.get(params, params.commentId, query.format), (it) => one(it)),
    update: ({ params, payload }: { readonly params: Params; readonly payload: CommentUpdate }) =>
      Effect.map(comments.update(params, params.commentId, payload), (it) => one(it)),
    remove: ({ params }: { readonly params: Params }) =>
      Effect.map(comments.remove(params, params.commentId), deletedReply).pipe(Effect.catchTag("NotFound", gone)),
    replies: ({ params, query: { format, limit, page } }: { readonly params: Params; readonly query: ListQuery }) =>
      Effect.map(comments.replies(params, params.commentId, { page, limit }, format), replies),
    reply: ({
      params,
      payload,
      query
    }: {
      readonly params: Params
      readonly payload: NewReplyInput
      readonly query?: FormatQuery
    }) => Effect.map(comments.reply(params, params.commentId, payload, query?.format), (it) => oneReply(it)),
    getReply: ({ params, query }: { readonly params: ReplyParams; readonly query: FormatQuery }) =>
      Effect.map(comments.getReply(params, params.commentId, params.commentReplyId, query.format), (it) =>
        oneReply(it)
      ),
    updateReply: ({ params, payload }: { readonly params: ReplyParams; readonly payload: ReplyUpdate }) =>
      Effect.map(comments.updateReply(params, params.commentId, params.commentReplyId, payload), (it) => oneReply(it)),
    removeReply: ({ params }: { readonly params: ReplyParams }) =>
      Effect.map(comments.removeReply(params, params.commentId, params.commentReplyId), deletedReply).pipe(
        Effect.catchTag("NotFound", gone)
      ),
    commenters: ({ params, query }: { readonly params: CommentsOf; readonly query: ListQuery }) =>
      comments.commenters(params, query)
  }
}

export const spaceCommentsHandlers = groupHandlers(
  "space-comments",
  Effect.fn(function* (handlers) {
    const on = handlersOf(yield* Comments)
    return handlers.handleAll({
      listCommentsInSpace: on.list,
      postCommentInSpace: on.post,
      getCommentInSpace: on.get,
      updateCommentInSpace: on.update,
      deleteCommentInSpace: on.remove,
      listCommentRepliesInSpace: on.replies,
      postCommentReplyInSpace: on.reply,
      getCommentReplyInSpace: on.getReply,
      updateCommentReplyInSpace: on.updateReply,
      deleteCommentReplyInSpace: on.removeReply,
      listCommentersInSpace: on.commenters
    })
  })
)

export const changeRequestCommentsHandlers = groupHandlers(
  "change-request-comments",
  Effect.fn(function* (handlers) {
    const on = handlersOf(yield* Comments)
    return handlers.handleAll({
      listCommentsInChangeRequest: on.list,
      postCommentInChangeRequest: on.post,
      getCommentInChangeRequest: on.get,
      updateCommentInChangeRequest: on.update,
      deleteCommentInChangeRequest: on.remove,
      listCommentRepliesInChangeRequest: on.replies,
      postCommentReplyInChangeRequest: on.reply,
      getCommentReplyInChangeRequest: on.getReply,
      updateCommentReplyInChangeRequest: on.updateReply,
      deleteCommentReplyInChangeRequest: on.removeReply,
      listCommentersInChangeRequest: on.commenters
    })
  })
)
