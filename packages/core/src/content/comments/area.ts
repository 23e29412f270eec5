/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Comments } from "./Comments.ts"

export const layer = Comments.layer

export { actions } from "./actions.ts"

export const auditActions = {
  "comment.post": "Comment posted",
  "comment.edit": "Comment edited",
  "comment.resolve": "Comment resolved",
  "comment.reopen": "Comment opened again",
  "comment.delete": "Comment deleted"
} as const
