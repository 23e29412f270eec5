/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { ComputeContent } from "./ComputeContent.ts"
import { EditContent } from "./EditContent.ts"
import { History } from "./History.ts"
import { SpaceContent } from "./SpaceContent.ts"

export const layer = ComputeContent.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(EditContent.layer, History.layer, SpaceContent.layer))
)

export const actions = {
  /** Revisions with their authors: more than a site's visitors may see. */
  "revisions.view": { role: "read", scope: "space:read" },
  /** One revision, or one change request, of which a site's visitor may have a preview. */
  "revision.preview": { role: "read", scope: "space:read" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "content.edit": "Content edited",
  "content.import": "Content imported",
  "content.restore": "Earlier revision restored"
} as const
