/** Bodies and queries of the operations on reviews. Fields that are not here are ignored. */
import { Schema } from "effect"
import { RichDocument } from "../../kernel/shared/richDocument.ts"
import { Text } from "../../kernel/shared/text.ts"
import { CommentBody } from "../comments/input.ts"
import { ReviewStatus } from "./Review.ts"

/** Most people of one request, and most who are asked about one change request. */
export const maxRequestedReviewers = 100

export const ReviewRequest = Schema.Struct({
  users: Schema.Array(Text(1, 128)).check(Schema.isMaxLength(maxRequestedReviewers)),
  subject: Schema.optionalKey(Text(0, 100)),
  description: Schema.optionalKey(RichDocument)
}).annotate({ identifier: "RequestReviewers" })
export type ReviewRequest = typeof ReviewRequest.Type

export const NewReviewInput = Schema.Struct({
  status: ReviewStatus,
  comment: Schema.optionalKey(CommentBody)
}).annotate({ identifier: "SubmitReview" })
export type NewReviewInput = typeof NewReviewInput.Type
