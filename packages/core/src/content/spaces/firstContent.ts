/** What a new space begins with, beside nothing: the pages of a template, or content that a source makes. */
import { Effect } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { Invalid } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { ContentChanges } from "../revisions/ContentChanges.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { Heads } from "../revisions/Heads.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { emptyRoot } from "../revisions/model/Records.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { type Head, primary } from "../revisions/Revision.ts"
import { Templates } from "../templates/Templates.ts"
import type { NewSpaceInput } from "./input.ts"

/** The space that is about to be made. */
interface NewSpace {
  readonly id: string
  readonly organizationId: string
  readonly title: string
  readonly createdAt: string
}

export const makeFirstContent = Effect.gen(function* () {
  const templates = yield* Templates
  const contents = yield* ContentChanges
  const computed = yield* ComputedContent
  const heads = yield* Heads
  const trees = yield* RevisionTree

  /**
   * Checks what is asked for before anything is written, and answers what writes it: to be run in the transaction that
   * makes the space, on its empty head. 400 for a template or source that there is not, 404 for a dependency.
   */
  return Effect.fnUntraced(function* (space: NewSpace, { computedSource, empty, template }: NewSpaceInput) {
    const { createdAt, id } = space
    const named = [template, computedSource, empty === true ? true : undefined].filter((one) => one !== undefined)
    if (named.length > 1) {
      return yield* new Invalid({ message: "A space begins with one of template, computedSource and empty" })
    }
    if (template !== undefined) {
      const pages = yield* templates.changes(id, emptyRoot.root, template)
      return (head: Head) =>
        contents
          .apply(
            {
              space,
              head: Effect.succeed(head),
              move: (before, revision, created) =>
                Effect.map(heads.advance(primary, before, revision, { created }), (moved) => moved !== undefined)
            },
            pages
          )
          // new pages collide with nothing
          .pipe(Effect.catchTag("Conflict", Effect.die))
    }
    if (computedSource === undefined) return () => Effect.void
    const page = makeId()
    yield* computed.pages(space, { source: computedSource, seed: page })
    return Effect.fnUntraced(function* (head: Head) {
      const actor = yield* CurrentActor
      const record = {
        id: page,
        type: "computed",
        title: space.title,
        slug: "",
        parent: null,
        order: "a0",
        computed: computedSource,
        createdAt,
        updatedAt: createdAt
      } as const
      const edited = yield* missingIsDamage(Effect.orDie(trees.edit(head.root, [{ type: "putPage", page: record }])))
      const revision = {
        id: makeId(),
        spaceId: id,
        root: edited.root,
        parents: [head.revisionId],
        type: "computed" as const,
        author: actor.kind === "user" ? actor.userId : null,
        message: null,
        git: null,
        createdAt
      }
      yield* heads.advance(primary, head, revision, { created: edited.created })
    })
  })
})
