/** What can be done here, with the role and the token scope that each needs. */
import type { Action } from "../../people/permissions/actions.ts"

export const actions = {
  "space.view": { role: "read", scope: "space:read" },
  "space.create": { role: "create", scope: "space:write" },
  "space.edit-content": { role: "edit", scope: "space:write" },
  "space.settings": { role: "admin", scope: "space:write" },
  "space.move": { role: "create", scope: "space:write" },
  "space.delete": { role: "admin", scope: "space:write" },
  "space.transfer": { role: "admin", scope: "space:write" },
  "space.git": { role: "create", scope: "space:write" }
} as const satisfies Record<string, Action>
