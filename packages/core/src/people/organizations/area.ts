/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../permissions/actions.ts"
import { Organizations } from "./Organizations.ts"

export const layer = Organizations.layer

export const actions = {
  "organization.create": { role: "read", scope: "organization:write" },
  "organization.view": { role: "read", scope: "organization:read" },
  "organization.edit": { role: "admin", scope: "organization:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "organization.create": "Organization created",
  "organization.update": "Organization settings changed"
} as const
