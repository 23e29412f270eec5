/** The one rule on whether the primary content of a space may change, for every path that changes it. */
import { Effect } from "effect"
import { NotFound, PreconditionFailed, type StorageError } from "../../kernel/shared/errors.ts"
import type { SpaceRecord } from "./Space.ts"
import type { SpaceStore } from "./SpaceStore.ts"

/** A locked space refuses every edit: direct ones, imports and merges. A deleted one has nothing to edit. */
export const canEdit = (space: Pick<SpaceRecord, "editMode" | "deletedAt">): boolean =>
  space.editMode === "live" && space.deletedAt === null

/**
 * Refuses what would change the content of a locked space; answers the space. To be asked before the work, and again inside the
 * transaction after the head was moved: the move holds the space's row, so that locking it waits for the outcome.
 */
export const checkEditable = (
  store: SpaceStore["Service"],
  spaceId: string
): Effect.Effect<SpaceRecord, NotFound | PreconditionFailed | StorageError> =>
  Effect.gen(function* () {
    const space = yield* store.get(spaceId)
    if (space === undefined || space.deletedAt !== null) return yield* NotFound.of("space", spaceId)
    if (!canEdit(space)) return yield* locked
    return space
  })

const locked = new PreconditionFailed({
  message: "The space is locked: nothing changes its content until an admin sets its editMode to live"
})
