/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { ChangeRequests } from "./ChangeRequests.ts"
import { ConflictWatch } from "./ConflictWatch.ts"
import { Proposals } from "./Proposals.ts"

export const layer = Layer.mergeAll(Layer.provideMerge(ChangeRequests.layer, Proposals.layer), ConflictWatch.layer)

export const actions = {
  "change-request.preview": { role: "read", scope: "space:read" },
  "change-request.view": { role: "read", scope: "space:read" },
  "change-request.create": { role: "edit", scope: "space:write" },
  "change-request.edit": { role: "edit", scope: "space:write" },
  "change-request.merge": { role: "review", scope: "change-request:merge" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "change-request.create": "Change request created",
  "change-request.edit": "Content of a change request edited",
  "change-request.update": "Change request described anew",
  "change-request.status": "Status of a change request changed",
  "change-request.merge": "Change request merged",
  "change-request.bypass": "Change request merged against merge rules"
} as const
