/** The face of the area, for the lists of areas: its services and what can be done. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { DraftLinks } from "./DraftLinks.ts"
import { Links } from "./Links.ts"

export const layer = Links.layer.pipe(Layer.provideMerge(DraftLinks.layer))

export const actions = {
  /** Which places of the content lead where, from other spaces too: more than a site's visitors may see. */
  "links.view": { role: "read", scope: "space:read" }
} as const satisfies Record<string, Action>
