/**
 * What documents refer to that were made from an earlier revision: paths mean what they meant then, ids what they mean
 * now, and what is not there any more is what it was.
 */
import { Effect } from "effect"
import type { ObjectsError } from "../model/Objects.ts"
import type { Revision } from "../model/RevisionTree.ts"

export const withEarlier = (tree: Revision, earlier: Revision): Revision =>
  tree.hash === earlier.hash
    ? tree
    : {
        ...tree,
        page: (id) => either(tree.page(id), earlier.page(id)),
        pathOf: (id) => either(tree.pathOf(id), earlier.pathOf(id)),
        file: (id) => either(tree.file(id), earlier.file(id)),
        reusableContent: (id) => either(tree.reusableContent(id), earlier.reusableContent(id)),
        byGitPath: (path) => either(earlier.byGitPath(path), tree.byGitPath(path)),
        pageByPath: (path) => either(earlier.pageByPath(path), tree.pageByPath(path))
      }

const either = <A>(
  first: Effect.Effect<A | undefined, ObjectsError>,
  second: Effect.Effect<A | undefined, ObjectsError>
): Effect.Effect<A | undefined, ObjectsError> =>
  Effect.flatMap(first, (found) => (found === undefined ? second : Effect.succeed(found)))
