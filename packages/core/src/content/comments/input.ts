/** Bodies and queries of the operations on comments. Fields that are not here are ignored. */
import { Schema } from "effect"
import { AnyObject } from "../../kernel/shared/anyObject.ts"
import { Text } from "../../kernel/shared/text.ts"
import { CommentStatus } from "./Comment.ts"

/** Longest text of a comment or reply, in code points. */
export const maxCommentLength = 50_000

/** Most reactions that one request adds, and most that it takes away. */
const maxReactions = 50

/** Markdown, a structured document, or nothing at all. */
export const CommentBody = Schema.Struct({
  markdown: Schema.optionalKey(Text(0, maxCommentLength)),
  document: Schema.optionalKey(AnyObject)
}).annotate({ identifier: "CommentBody" })

const Emojis = Schema.Array(Text(1, 64)).check(Schema.isMaxLength(maxReactions))

export const NewCommentInput = Schema.Struct({
  body: CommentBody,
  page: Schema.optionalKey(Text(1, 128)),
  node: Schema.optionalKey(Text(1, 255)),
  tableCell: Schema.optionalKey(Schema.Struct({ record: Text(1, 255), definition: Text(1, 255) }))
}).annotate({ identifier: "PostComment" })
export type NewCommentInput = typeof NewCommentInput.Type

const update = {
  body: Schema.optionalKey(CommentBody),
  addedReactions: Schema.optionalKey(Emojis),
  removedReactions: Schema.optionalKey(Emojis)
}

export const CommentUpdate = Schema.Struct({ resolved: Schema.optionalKey(Schema.Boolean), ...update }).annotate({
  identifier: "UpdateComment"
})
export type CommentUpdate = typeof CommentUpdate.Type

/** A reply has no status: `resolved` is ignored, as any field that is not here. */
export const ReplyUpdate = Schema.Struct(update).annotate({ identifier: "UpdateCommentReply" })
export type ReplyUpdate = typeof ReplyUpdate.Type

export const NewReplyInput = Schema.Struct({ body: CommentBody }).annotate({ identifier: "PostCommentReply" })
export type NewReplyInput = typeof NewReplyInput.Type

/** Query of lists of comments. */
export const commentsQuery = {
  order: Schema.optionalKey(Schema.Literals(["asc", "desc"]).annotate({ description: "By time; default desc." })),
  status: Schema.optionalKey(
    Schema.Union([Schema.Literal("all"), CommentStatus]).annotate({ description: "Default all." })
  ),
  targetPage: Schema.optionalKey(Schema.String.annotate({ description: "Only those on this page." })),
  authors: Schema.optionalKey(
    Schema.Union([Schema.String, Schema.Array(Schema.String)]).annotate({
      description: "Only those of these people, by their ids; repeat it for more."
    })
  )
}
