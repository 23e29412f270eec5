/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { InviteLinks } from "./InviteLinks.ts"
import { Invites } from "./Invites.ts"

export const layer = Layer.mergeAll(InviteLinks.layer, Invites.layer)

export const actions = {
  "invites.view": { role: "admin", scope: "organization:members:read" },
  "invites.edit": { role: "admin", scope: "organization:members:write" },
  "invites.join": { role: "read", scope: "organization:members:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "invite.send": "Invited by e-mail",
  "invite.accept": "Joined with an invite link",
  "invite-link.create": "Invite link created",
  "invite-link.update": "Invite link changed",
  "invite-link.delete": "Invite link revoked"
} as const
