/** The face of the area, for the lists of areas: its services and what can be done. */
import type { Action } from "../../people/permissions/actions.ts"
import { Insights } from "./Insights.ts"

export const layer = Insights.layer

export const actions = {
  /** What readers of a site do is theirs to send. */
  "insights.track": { role: "read", scope: "site:read" },
  "insights.view": { role: "read", scope: "site:insights:read" }
} as const satisfies Record<string, Action>
