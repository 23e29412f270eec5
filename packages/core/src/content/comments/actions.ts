/** What can be done here, with the role and the token scope that each needs. */
import type { Action } from "../../people/permissions/actions.ts"

export const actions = {
  /** Comments on spaces and change requests: more than a site's visitors may see. */
  "comments.view": { role: "read", scope: "space:read" },
  "comments.post": { role: "comment", scope: "space:write" }
} as const satisfies Record<string, Action>
