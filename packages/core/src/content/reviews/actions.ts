/** What can be done here, with the role and the token scope that each needs. */
import type { Action } from "../../people/permissions/actions.ts"

export const actions = {
  "change-request.review": { role: "review", scope: "space:write" },
  "change-request.mark-seen": { role: "read", scope: "space:write" }
} as const satisfies Record<string, Action>
