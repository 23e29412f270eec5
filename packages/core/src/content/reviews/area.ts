/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Reviews } from "./Reviews.ts"

export const layer = Reviews.layer

export { actions } from "./actions.ts"

export const auditActions = {
  "review.request": "Review of a change request requested",
  "review.withdraw": "Request for a review taken back",
  "review.submit": "Change request reviewed"
} as const
