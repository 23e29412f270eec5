import { Comment, CommentReply } from "@octavo/core/content/comments/Comment"
import {
  CommentUpdate,
  commentsQuery,
  NewCommentInput,
  NewReplyInput,
  ReplyUpdate
} from "@octavo/core/content/comments/input"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Member } from "@octavo/core/people/members/Member"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const Comments = ListOf(Comment, "CommentList")
const Replies = ListOf(CommentReply, "CommentReplyList")
const Commenters = ListOf(Member, "CommenterList")

/** How the texts of comments are answered. */
export const format = {
  format: Schema.optionalKey(
    Schema.Literals(["markdown", "document"]).annotate({
      description: "Bodies as Markdown, which is the default, or as structured documents."
    })
  )
}
const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...defined({ description }) })

const whoMay = "The text is its author's and the admins'; whoever may comment may resolve, open again and react."
const whoMayReply = "The text is its author's and the admins'; whoever may comment may react."

const space = { spaceId: Id }
const changeRequest = { spaceId: Id, changeRequestId: Id }
const comment = { commentId: Id }
const reply = { commentId: Id, commentReplyId: Id }
const inSpace = "/spaces/:spaceId" as const
const inChangeRequest = "/spaces/:spaceId/change-requests/:changeRequestId" as const

export const SpaceCommentsGroup = HttpApiGroup.make("space-comments")
  .add(
    HttpApiEndpoint.get("listCommentsInSpace", `${inSpace}/comments`, {
      params: space,
      query: { ...listQuery, ...commentsQuery, ...format },
      success: Comments,
      error: Common
    }).annotateMerge(summary("List the comments on a space")),
    HttpApiEndpoint.post("postCommentInSpace", `${inSpace}/comments`, {
      params: space,
      payload: NewCommentInput,
      success: Comment,
      error: Common
    }).annotateMerge(summary("Comment on a space")),
    HttpApiEndpoint.get("getCommentInSpace", `${inSpace}/comments/:commentId`, {
      params: { ...space, ...comment },
      query: format,
      success: Comment,
      error: Common
    }).annotateMerge(summary("Get a comment on a space")),
    HttpApiEndpoint.put("updateCommentInSpace", `${inSpace}/comments/:commentId`, {
      params: { ...space, ...comment },
      payload: CommentUpdate,
      success: Comment,
      error: Common
    }).annotateMerge(summary("Change a comment on a space", whoMay)),
    HttpApiEndpoint.delete("deleteCommentInSpace", `${inSpace}/comments/:commentId`, {
      params: { ...space, ...comment },
      success: Deleted,
      error: Common
    }).annotateMerge(summary("Delete a comment on a space, with its replies")),
    HttpApiEndpoint.get("listCommentRepliesInSpace", `${inSpace}/comments/:commentId/replies`, {
      params: { ...space, ...comment },
      query: { ...listQuery, ...format },
      success: Replies,
      error: Common
    }).annotateMerge(summary("List the replies to a comment on a space")),
    HttpApiEndpoint.post("postCommentReplyInSpace", `${inSpace}/comments/:commentId/replies`, {
      params: { ...space, ...comment },
      payload: NewReplyInput,
      success: CommentReply,
      error: Common
    }).annotateMerge(summary("Reply to a comment on a space")),
    HttpApiEndpoint.get("getCommentReplyInSpace", `${inSpace}/comments/:commentId/replies/:commentReplyId`, {
      params: { ...space, ...reply },
      query: format,
      success: CommentReply,
      error: Common
    }).annotateMerge(summary("Get a reply to a comment on a space")),
    HttpApiEndpoint.put("updateCommentReplyInSpace", `${inSpace}/comments/:commentId/replies/:commentReplyId`, {
      params: { ...space, ...reply },
      payload: ReplyUpdate,
      success: CommentReply,
      error: Common
    }).annotateMerge(summary("Change a reply to a comment on a space", whoMayReply)),
    HttpApiEndpoint.delete("deleteCommentReplyInSpace", `${inSpace}/comments/:commentId/replies/:commentReplyId`, {
      params: { ...space, ...reply },
      success: Deleted,
      error: Common
    }).annotateMerge(summary("Delete a reply to a comment on a space")),
    HttpApiEndpoint.get("listCommentersInSpace", `${inSpace}/commenters`, {
      params: space,
      query: listQuery,
      success: Commenters,
      error: Common
    }).annotateMerge(summary("List the members who commented on a space"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Comments on spaces",
      description: "What people say about a space and its pages, with replies."
    })
  )

export const ChangeRequestCommentsGroup = HttpApiGroup.make("change-request-comments")
  .add(
    HttpApiEndpoint.get("listCommentsInChangeRequest", `${inChangeRequest}/comments`, {
      params: changeRequest,
      query: { ...listQuery, ...commentsQuery, ...format },
      success: Comments,
      error: Common
    }).annotateMerge(summary("List the comments on a change request")),
    HttpApiEndpoint.post("postCommentInChangeRequest", `${inChangeRequest}/comments`, {
      params: changeRequest,
      payload: NewCommentInput,
      success: Comment,
      error: Common
    }).annotateMerge(summary("Comment on a change request")),
    HttpApiEndpoint.get("getCommentInChangeRequest", `${inChangeRequest}/comments/:commentId`, {
      params: { ...changeRequest, ...comment },
      query: format,
      success: Comment,
      error: Common
    }).annotateMerge(summary("Get a comment on a change request")),
    HttpApiEndpoint.put("updateCommentInChangeRequest", `${inChangeRequest}/comments/:commentId`, {
      params: { ...changeRequest, ...comment },
      payload: CommentUpdate,
      success: Comment,
      error: Common
    }).annotateMerge(summary("Change a comment on a change request", whoMay)),
    HttpApiEndpoint.delete("deleteCommentInChangeRequest", `${inChangeRequest}/comments/:commentId`, {
      params: { ...changeRequest, ...comment },
      success: Deleted,
      error: Common
    }).annotateMerge(summary("Delete a comment on a change request, with its replies")),
    HttpApiEndpoint.get("listCommentRepliesInChangeRequest", `${inChangeRequest}/comments/:commentId/replies`, {
      params: { ...changeRequest, ...comment },
      query: { ...listQuery, ...format },
      success: Replies,
      error: Common
    }).annotateMerge(summary("List the replies to a comment on a change request")),
    HttpApiEndpoint.post("postCommentReplyInChangeRequest", `${inChangeRequest}/comments/:commentId/replies`, {
      params: { ...changeRequest, ...comment },
      query: format,
      payload: NewReplyInput,
      success: CommentReply,
      error: Common
    }).annotateMerge(summary("Reply to a comment on a change request")),
    HttpApiEndpoint.get(
      "getCommentReplyInChangeRequest",
      `${inChangeRequest}/comments/:commentId/replies/:commentReplyId`,
      { params: { ...changeRequest, ...reply }, query: format, success: CommentReply, error: Common }
    ).annotateMerge(summary("Get a reply to a comment on a change request")),
    HttpApiEndpoint.put(
      "updateCommentReplyInChangeRequest",
      `${inChangeRequest}/comments/:commentId/replies/:commentReplyId`,
      { params: { ...changeRequest, ...reply }, payload: ReplyUpdate, success: CommentReply, error: Common }
    ).annotateMerge(summary("Change a reply to a comment on a change request", whoMayReply)),
    HttpApiEndpoint.delete(
      "deleteCommentReplyInChangeRequest",
      `${inChangeRequest}/comments/:commentId/replies/:commentReplyId`,
      { params: { ...changeRequest, ...reply }, success: Deleted, error: Common }
    ).annotateMerge(summary("Delete a reply to a comment on a change request")),
    HttpApiEndpoint.get("listCommentersInChangeRequest", `${inChangeRequest}/commenters`, {
      params: changeRequest,
      query: listQuery,
      success: Commenters,
      error: Common
    }).annotateMerge(summary("List the members who commented on a change request"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Comments on change requests",
      description: "What people say about a draft, with replies."
    })
  )
