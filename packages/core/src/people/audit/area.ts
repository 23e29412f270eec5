/** The face of the area, for the lists of areas: its services and what can be done. */
import type { Action } from "../permissions/actions.ts"
import { Audit } from "./Audit.ts"

export const layer = Audit.layer

export const actions = {
  "audit.view": { role: "admin", scope: "organization:read" }
} as const satisfies Record<string, Action>
