/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../permissions/actions.ts"
import { Teams } from "./Teams.ts"

export const layer = Teams.layer

export const actions = {
  "teams.view": { role: "read", scope: "organization:members:read" },
  /** Of a team: its owners may as well. */
  "teams.manage": { role: "admin", scope: "organization:members:write" },
  "teams.edit": { role: "admin", scope: "organization:members:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "team.create": "Team created",
  "team.update": "Team renamed",
  "team.delete": "Team deleted",
  "team.members": "Members of a team changed"
} as const
