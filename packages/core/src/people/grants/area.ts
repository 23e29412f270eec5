/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../permissions/actions.ts"
import { Grants } from "./Grants.ts"

export const layer = Grants.layer

export const actions = {
  /** Who was granted what on a space or collection. */
  "grants.view": { role: "read", scope: "space:permissions:read" },
  "grants.edit": { role: "admin", scope: "space:permissions:write" },
  /** Who was granted what on a site. */
  "site.grants.view": { role: "read", scope: "site:permissions:read" },
  "site.grants.edit": { role: "admin", scope: "site:permissions:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "permission.grant": "Access granted",
  "permission.update": "Granted access changed",
  "permission.revoke": "Granted access taken back"
} as const
