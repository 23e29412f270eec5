/** Where one talks: on the live content of a space, or on a change request, with the operations of the API for it. */
import type { ChangeRequest, Comment, CommentReply } from "../../logic/api.ts"
import { client } from "../client.ts"

export interface CommentsOf {
  /** Id. */
  readonly space: string
  /** Id; none for the live content. */
  readonly changeRequest: string | undefined
  /** Number of the change request, for addresses of its pages. */
  readonly number: string | undefined
  /** The revision that the content is at. */
  readonly revision: string
  readonly mayComment: boolean
}

export const commentsOfRequest = ({ id, number, revision, space }: ChangeRequest, mayComment: boolean): CommentsOf => ({
  space,
  changeRequest: id,
  number: String(number),
  revision,
  mayComment
})

type Payload = Parameters<typeof client.spaceComments.postCommentInSpace>[0]["payload"]
type Update = NonNullable<Parameters<typeof client.spaceComments.updateCommentInSpace>[0]["payload"]>
type ReplyUpdate = NonNullable<Parameters<typeof client.spaceComments.updateCommentReplyInSpace>[0]["payload"]>

/** What can be done with a comment or an answer. */
export interface PostActs {
  readonly change: (payload: ReplyUpdate) => Promise<unknown>
  readonly remove: () => Promise<unknown>
  /** As it was written. */
  readonly source: () => Promise<Comment | CommentReply>
}

export interface CommentsClient {
  readonly post: (payload: Payload) => Promise<unknown>
  readonly update: (commentId: string, payload: Update) => Promise<unknown>
  readonly reply: (commentId: string, markdown: string) => Promise<unknown>
  readonly ofComment: (commentId: string) => PostActs
  readonly ofReply: (commentId: string, commentReplyId: string) => PostActs
}

const query = { format: "markdown" } as const

export const commentsClient = (of: Pick<CommentsOf, "space" | "changeRequest">): CommentsClient =>
  of.changeRequest === undefined
    ? inSpace({ spaceId: of.space })
    : inChangeRequest({ spaceId: of.space, changeRequestId: of.changeRequest })

const inSpace = (params: { readonly spaceId: string }): CommentsClient => {
  const api = client.spaceComments
  const one = (commentId: string) => ({ params: { ...params, commentId } })
  const answer = (commentId: string, commentReplyId: string) => ({ params: { ...params, commentId, commentReplyId } })
  return {
    post: (payload) => api.postCommentInSpace({ params, payload }),
    update: (id, payload) => api.updateCommentInSpace({ ...one(id), payload }),
    reply: (id, markdown) => api.postCommentReplyInSpace({ ...one(id), payload: { body: { markdown } } }),
    ofComment: (id) => ({
      change: (payload) => api.updateCommentInSpace({ ...one(id), payload }),
      remove: () => api.deleteCommentInSpace(one(id)),
      source: () => api.getCommentInSpace({ ...one(id), query })
    }),
    ofReply: (id, reply) => ({
      change: (payload) => api.updateCommentReplyInSpace({ ...answer(id, reply), payload }),
      remove: () => api.deleteCommentReplyInSpace(answer(id, reply)),
      source: () => api.getCommentReplyInSpace({ ...answer(id, reply), query })
    })
  }
}

const inChangeRequest = (params: { readonly spaceId: string; readonly changeRequestId: string }): CommentsClient => {
  const api = client.changeRequestComments
  const one = (commentId: string) => ({ params: { ...params, commentId } })
  const answer = (commentId: string, commentReplyId: string) => ({ params: { ...params, commentId, commentReplyId } })
  return {
    post: (payload) => api.postCommentInChangeRequest({ params, payload }),
    update: (id, payload) => api.updateCommentInChangeRequest({ ...one(id), payload }),
    reply: (id, markdown) =>
      api.postCommentReplyInChangeRequest({ ...one(id), query: {}, payload: { body: { markdown } } }),
    ofComment: (id) => ({
      change: (payload) => api.updateCommentInChangeRequest({ ...one(id), payload }),
      remove: () => api.deleteCommentInChangeRequest(one(id)),
      source: () => api.getCommentInChangeRequest({ ...one(id), query })
    }),
    ofReply: (id, reply) => ({
      change: (payload) => api.updateCommentReplyInChangeRequest({ ...answer(id, reply), payload }),
      remove: () => api.deleteCommentReplyInChangeRequest(answer(id, reply)),
      source: () => api.getCommentReplyInChangeRequest({ ...answer(id, reply), query })
    })
  }
}
