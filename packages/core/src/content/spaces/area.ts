/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import { MemberSpaces } from "./MemberSpaces.ts"
import { SpaceLifecycle } from "./SpaceLifecycle.ts"
import { SpacePurge } from "./SpacePurge.ts"
import { Spaces } from "./Spaces.ts"

export const layer = Layer.mergeAll(MemberSpaces.layer, SpaceLifecycle.layer, SpacePurge.layer, Spaces.layer)

export { actions } from "./actions.ts"

export const auditActions = {
  "space.create": "Space created",
  "space.update": "Space settings changed",
  "space.duplicate": "Space duplicated",
  "space.move": "Space moved",
  "space.transfer": "Space transferred",
  "space.delete": "Space deleted",
  "space.restore": "Space restored",
  "space.purge": "Space removed permanently"
} as const
