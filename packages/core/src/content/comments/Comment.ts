/** Comments on spaces and change requests, and replies to them: as the store keeps them, and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { operatorUser, toUser, User, type UserRecord } from "../../people/users/User.ts"
import { JSONDocument } from "../space-content/Page.ts"

/** Where comments are: on the primary content of a space, or on one of its change requests. */
export interface CommentPlace {
  readonly spaceId: string
  readonly changeRequestId: string | null
}

export const CommentStatus = Schema.Literals(["open", "resolved"]).annotate({ identifier: "CommentStatus" })
export type CommentStatus = typeof CommentStatus.Type

/** A cell of a table. */
export interface TableCell {
  readonly record: string
  readonly definition: string
}

/** What of the content a comment is about; ids, so that it follows the page wherever it moves. */
export interface CommentTarget {
  readonly page: string | null
  readonly node: string | null
  readonly tableCell: TableCell | null
  /** The review that it came with. */
  readonly review: string | null
  /** What was shown when it was posted. */
  readonly revision: string
}

export interface ReactionRecord {
  readonly emoji: string
  readonly users: ReadonlyArray<{ readonly user: UserRecord; readonly reactedAt: string }>
}

/** What comments and replies have in common. */
export interface PostRecord {
  readonly id: string
  readonly markdown: string
  /** `null`: the operator of the installation. */
  readonly postedBy: UserRecord | null
  readonly postedAt: string
  readonly editedAt: string | null
  readonly reactions: ReadonlyArray<ReactionRecord>
}

export interface ReplierRecord {
  readonly user: UserRecord
  readonly count: number
  readonly updatedAt: string
}

export interface CommentRecord extends PostRecord {
  readonly place: CommentPlace
  readonly target: CommentTarget
  readonly status: CommentStatus
  readonly resolvedAt: string | null
  readonly resolvedBy: UserRecord | null
  readonly replies: number
  readonly repliers: ReadonlyArray<ReplierRecord>
}

export interface ReplyRecord extends PostRecord {
  readonly commentId: string
}

export interface NewComment {
  readonly id: string
  readonly place: CommentPlace
  readonly target: CommentTarget
  readonly markdown: string
  readonly postedBy: string | null
  readonly postedAt: string
}

/** One on the content of a space as it is when it is kept. */
export type NewCommentAtHead = Omit<NewComment, "target"> & { readonly target: Omit<CommentTarget, "revision"> }

export interface NewReply {
  readonly id: string
  readonly commentId: string
  readonly markdown: string
  readonly postedBy: string | null
  readonly postedAt: string
}

/** What was posted just now, which nobody has reacted to. */
export const newPost = (
  { id, markdown, postedAt }: Pick<NewComment, "id" | "markdown" | "postedAt">,
  postedBy: UserRecord | null
): PostRecord => ({ id, markdown, postedBy, postedAt, editedAt: null, reactions: [] })

/** A comment that was posted just now, which nobody has answered. */
export const newComment = (comment: NewComment, author: UserRecord | null): CommentRecord => ({
  ...newPost(comment, author),
  place: comment.place,
  target: comment.target,
  status: "open",
  resolvedAt: null,
  resolvedBy: null,
  replies: 0,
  repliers: []
})

/** What an edit sets. */
export interface PostPatch {
  readonly markdown?: string
  readonly editedAt?: string
}

export interface CommentPatch extends PostPatch {
  /** `null`: open again. */
  readonly resolved?: { readonly at: string; readonly by: string | null } | null
}

export interface CommentFilter {
  readonly status?: "all" | CommentStatus | undefined
  readonly page?: string | undefined
  /** Those that came with these reviews. */
  readonly reviews?: ReadonlyArray<string> | undefined
  readonly authors?: ReadonlyArray<string> | undefined
}

const Reactions = Schema.Array(
  Schema.Struct({
    emoji: Schema.String,
    count: Schema.Number,
    users: Schema.Array(Schema.Struct({ user: User, reactedAt: Schema.String }))
  })
)

/** Markdown, or a document where that was asked for. */
const Body = Schema.Struct({
  markdown: Schema.optionalKey(Schema.String),
  document: Schema.optionalKey(JSONDocument)
})

/** What comments and replies have in common, as the API shows them. */
export interface Post {
  readonly body: typeof Body.Type
}

const Permissions = Schema.Struct({
  view: Schema.Boolean,
  edit: Schema.Boolean,
  reply: Schema.Boolean,
  delete: Schema.Boolean
})

const post = {
  id: Schema.String,
  postedBy: User,
  postedAt: Schema.String,
  editedAt: Schema.optionalKey(Schema.String),
  reactions: Reactions,
  body: Body,
  urls: Schema.Struct({ location: Schema.String }),
  permissions: Permissions
}

/** A comment, as the API shows it. */
export const Comment = Schema.Struct({
  object: Schema.Literal("comment"),
  ...post,
  replies: Schema.Number,
  repliers: Schema.Array(Schema.Struct({ updatedAt: Schema.String, count: Schema.Number, user: User })),
  target: Schema.Struct({
    space: Schema.String,
    revision: Schema.String,
    page: Schema.optionalKey(Schema.Struct({ id: Schema.String })),
    node: Schema.optionalKey(Schema.Struct({ id: Schema.String })),
    tableCell: Schema.optionalKey(Schema.Struct({ record: Schema.String, definition: Schema.String })),
    changeRequest: Schema.optionalKey(Schema.String),
    review: Schema.optionalKey(Schema.String)
  }),
  status: CommentStatus,
  resolvedAt: Schema.optionalKey(Schema.String),
  resolvedBy: Schema.optionalKey(User)
}).annotate({ identifier: "Comment" })
export type Comment = typeof Comment.Type

/** A reply to a comment, as the API shows it. */
export const CommentReply = Schema.Struct({ object: Schema.Literal("comment-reply"), ...post }).annotate({
  identifier: "CommentReply"
})
export type CommentReply = typeof CommentReply.Type

/** What the caller may do with a comment or reply. */
export interface PostPermissions {
  readonly edit: boolean
  readonly reply: boolean
}

const person = (instance: InstanceConfig, user: UserRecord | null): User =>
  user === null ? operatorUser(instance) : toUser(instance, user)

const commentPath = ({ changeRequestId, spaceId }: CommentPlace, id: string): string =>
  `/spaces/${spaceId}${changeRequestId === null ? "" : `/change-requests/${changeRequestId}`}/comments/${id}`

const toPost = (instance: InstanceConfig, record: PostRecord, path: string, may: PostPermissions) => ({
  id: record.id,
  postedBy: person(instance, record.postedBy),
  postedAt: record.postedAt,
  ...present({ editedAt: record.editedAt }),
  reactions: record.reactions.map(({ emoji, users }) => ({
    emoji,
    count: users.length,
    users: users.map(({ reactedAt, user }) => ({ user: toUser(instance, user), reactedAt }))
  })),
  body: { markdown: record.markdown },
  urls: { location: location(instance, path) },
  permissions: { view: true, edit: may.edit, reply: may.reply, delete: may.edit }
})

export const toComment = (instance: InstanceConfig, record: CommentRecord, may: PostPermissions): Comment => {
  const { place, target } = record
  return {
    object: "comment",
    ...toPost(instance, record, commentPath(place, record.id), may),
    replies: record.replies,
    repliers: record.repliers.map(({ user, ...rest }) => ({ ...rest, user: toUser(instance, user) })),
    target: {
      space: place.spaceId,
      revision: target.revision,
      ...(target.page === null ? {} : { page: { id: target.page } }),
      ...(target.node === null ? {} : { node: { id: target.node } }),
      ...present({ tableCell: target.tableCell, changeRequest: place.changeRequestId, review: target.review })
    },
    status: record.status,
    ...(record.resolvedAt === null
      ? {}
      : { resolvedAt: record.resolvedAt, resolvedBy: person(instance, record.resolvedBy) })
  }
}

export const toReply = (
  instance: InstanceConfig,
  place: CommentPlace,
  record: ReplyRecord,
  may: PostPermissions
): CommentReply => ({
  object: "comment-reply",
  ...toPost(instance, record, `${commentPath(place, record.commentId)}/replies/${record.id}`, may)
})
