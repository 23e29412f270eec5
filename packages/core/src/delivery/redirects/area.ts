/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { AutomaticRedirects } from "./AutomaticRedirects.ts"
import { FollowRedirects } from "./FollowRedirects.ts"
import { Redirects } from "./Redirects.ts"

export const layer = Redirects.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(AutomaticRedirects.layer, FollowRedirects.layer))
)

export const actions = {
  /** Redirects with their drafts: more than a site's visitors may see. */
  "redirects.view": { role: "read", scope: "site:read" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "redirect.create": "Redirect created",
  "redirect.update": "Redirect changed",
  "redirect.delete": "Redirect deleted",
  "redirect.batch": "Redirects written in a batch"
} as const
