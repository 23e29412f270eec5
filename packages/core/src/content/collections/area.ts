/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../../people/permissions/actions.ts"
import { Collections } from "./Collections.ts"

export const layer = Collections.layer

export const actions = {
  "collection.view": { role: "read", scope: "space:read" },
  "collection.create": { role: "create", scope: "space:write" },
  "collection.move": { role: "create", scope: "space:write" },
  "collection.settings": { role: "admin", scope: "space:write" },
  "collection.delete": { role: "admin", scope: "space:write" },
  "collection.transfer": { role: "admin", scope: "space:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "collection.create": "Collection created",
  "collection.update": "Collection changed",
  "collection.move": "Collection moved",
  "collection.transfer": "Collection transferred",
  "collection.delete": "Collection deleted"
} as const
