/** The face of the area, for the lists of areas: its services and what can be done. */
import type { Action } from "../../people/permissions/actions.ts"
import { Events } from "./Events.ts"

export const layer = Events.layer

export const actions = {
  /** Others' work, and who is here: more than a site's visitors may see. */
  "events.listen": { role: "read", scope: "space:read" }
} as const satisfies Record<string, Action>
