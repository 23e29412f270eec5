/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../permissions/actions.ts"
import { Members } from "./Members.ts"

export const layer = Members.layer

export const actions = {
  "members.view": { role: "read", scope: "organization:members:read" },
  "members.edit": { role: "admin", scope: "organization:members:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "member.add": "Member added",
  "member.update": "Role of a member changed",
  "member.remove": "Member removed",
  "member.sso": "Member set to single sign-on",
  "member.sign-in": "Joined by signing in through a provider",
  "member.join": "Joined by the e-mail domain"
} as const
