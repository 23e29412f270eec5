/** The one rule on whether the primary content of a space may change, for every path that changes it. */
import { Effect } from "effect"
import { NotFound, PreconditionFailed, type StorageError } from "../../kernel/shared/errors.ts"
import type { Moved, MovedSpace } from "../revisions/Revision.ts"
import type { SpaceRecord } from "./Space.ts"
import type { SpaceStore } from "./SpaceStore.ts"

/** A locked space refuses every edit: direct ones, imports and merges. A deleted one has nothing to edit. */
export const canEdit = (space: Pick<SpaceRecord, "editMode" | "deletedAt">): boolean =>
  space.editMode === "live" && space.deletedAt === null

/**
 * Refuses what would change the content of a locked space; answers the space. To be asked before the work; inside the
 * transaction `checkMoved` asks again.
 */
export const checkEditable = (
  store: SpaceStore["Service"],
  spaceId: string
): Effect.Effect<SpaceRecord, NotFound | PreconditionFailed | StorageError> =>
  Effect.gen(function* () {
    const space = yield* store.get(spaceId)
    if (space === undefined) return yield* NotFound.of("space", spaceId)
    yield* refuseLocked(spaceId, space)
    return space
  })

/**
 * The same inside the transaction after the primary head was moved: the move holds the space's row, so that locking it
 * waits for the outcome. Answers what was found of the space.
 */
export const checkMoved = (
  spaceId: string,
  { space }: Moved
): Effect.Effect<MovedSpace, NotFound | PreconditionFailed> =>
  space === undefined ? Effect.fail(NotFound.of("space", spaceId)) : Effect.as(refuseLocked(spaceId, space), space)

/** The same of a space that was read. */
export const refuseLocked = (
  spaceId: string,
  space: Pick<SpaceRecord, "editMode" | "deletedAt">
): Effect.Effect<void, NotFound | PreconditionFailed> => {
  if (space.deletedAt !== null) return Effect.fail(NotFound.of("space", spaceId))
  return canEdit(space) ? Effect.void : Effect.fail(locked)
}

const locked = new PreconditionFailed({
  message: "The space is locked: nothing changes its content until an admin sets its editMode to live"
})
