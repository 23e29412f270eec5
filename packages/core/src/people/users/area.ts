/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../permissions/actions.ts"
import { Authentication } from "./Authentication.ts"
import { Users } from "./Users.ts"
import { Verification } from "./Verification.ts"

export const layer = Verification.layer.pipe(Layer.provideMerge(Layer.mergeAll(Users.layer, Authentication.layer)))

export const actions = {
  "user.view": { role: "read", scope: "user:read" },
  "user.edit": { role: "read", scope: undefined },
  "user.tokens": { role: "read", scope: undefined }
} as const satisfies Record<string, Action>

export const auditActions = {
  "token.create": "API token made",
  "token.revoke": "API token revoked"
} as const
