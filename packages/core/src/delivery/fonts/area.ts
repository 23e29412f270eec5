/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../../people/permissions/actions.ts"
import { Fonts } from "./Fonts.ts"

export const layer = Fonts.layer

export const actions = {
  "fonts.view": { role: "read", scope: undefined },
  "fonts.edit": { role: "admin", scope: undefined }
} as const satisfies Record<string, Action>

export const auditActions = {
  "font.create": "Custom font added",
  "font.update": "Custom font changed",
  "font.delete": "Custom font deleted"
} as const
