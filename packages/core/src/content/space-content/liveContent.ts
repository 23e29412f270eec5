/** What spaces show now, for whom access was decided on already. */
import { Effect } from "effect"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"

export const makeLiveContent = Effect.gen(function* () {
  const spaces = yield* SpaceStore
  const trees = yield* RevisionTree
  const computed = yield* ComputedContent

  /** The primary content of a space with its computed pages; `undefined` for a space that is gone. */
  return Effect.fnUntraced(function* (spaceId: string) {
    const space = yield* spaces.get(spaceId)
    if (space === undefined || space.deletedAt !== null) return undefined
    return yield* missingIsDamage(Effect.flatMap(trees.open(space.head.root), (tree) => computed.expand(space, tree)))
  })
})
