/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import { Reviews } from "./Reviews.ts"
import { SeenPages } from "./SeenPages.ts"

export const layer = Layer.mergeAll(Reviews.layer, SeenPages.layer)

export { actions } from "./actions.ts"

export const auditActions = {
  "review.request": "Review of a change request requested",
  "review.withdraw": "Request for a review taken back",
  "review.submit": "Change request reviewed"
} as const
