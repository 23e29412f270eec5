/** Which pages of a change request somebody has seen, as they are: one that is edited after is not seen any more. */
import { Context, Effect, Layer, Schema } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Forbidden, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import { baseOf, type ChangeRequestRecord } from "../change-requests/ChangeRequest.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { canonicalJson } from "../revisions/model/MapNode.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { type SeenPageRecord, SeenPageStore } from "./SeenPageStore.ts"

/** A page that the caller has seen in a change request, as the API shows it. */
export const SeenPage = Schema.Struct({
  object: Schema.Literal("seen-page"),
  page: Schema.String,
  seenAt: Schema.String
}).annotate({ identifier: "ChangeRequestSeenPage" })
export type SeenPage = typeof SeenPage.Type

type Failure = Forbidden | NotFound | StorageError

export class SeenPages extends Context.Service<
  SeenPages,
  {
    /** Those that are as the caller has seen them. */
    readonly list: (
      spaceId: string,
      idOrNumber: string
    ) => Effect.Effect<ReadonlyArray<SeenPage>, Failure, CurrentActor>
    /** Marks a page of the draft, or one that the draft has deleted, as it is now. */
    readonly mark: (
      spaceId: string,
      idOrNumber: string,
      pageId: string
    ) => Effect.Effect<SeenPage, Failure, CurrentActor>
    /** Takes a mark back; `false` when there was none. */
    readonly unmark: (
      spaceId: string,
      idOrNumber: string,
      pageId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/content/reviews/SeenPages") {
  static readonly layer = Layer.effect(
    SeenPages,
    Effect.gen(function* () {
      const store = yield* SeenPageStore
      const changeRequests = yield* ChangeRequests
      const revisions = yield* RevisionStore
      const trees = yield* RevisionTree

      /** The change request, and who looks at it. */
      const opened = Effect.fnUntraced(function* (spaceId: string, idOrNumber: string, action: ActionName) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, action)
        const actor = yield* CurrentActor
        if (actor.kind !== "user") return yield* new Forbidden({ message: "This needs the token of a person" })
        return { record, userId: actor.userId }
      })

      /** What a page is in the draft; empty where it is not there. */
      const stateOf = (page: PageRecord | undefined): string =>
        page === undefined ? "" : contentHash(utf8.encode(canonicalJson(page)))

      const isInBase = Effect.fnUntraced(function* (record: ChangeRequestRecord, pageId: string) {
        const base = yield* revisions.get(record.spaceId, baseOf(record))
        if (base === undefined) return false
        const tree = yield* missingIsDamage(trees.open(base.root))
        return (yield* missingIsDamage(tree.page(pageId))) !== undefined
      })

      const shown = ({ pageId, seenAt }: SeenPageRecord): SeenPage => ({ object: "seen-page", page: pageId, seenAt })

      const list = traced("SeenPages.list")(function* (spaceId: string, idOrNumber: string) {
        const { record, userId } = yield* opened(spaceId, idOrNumber, "change-request.view")
        const marks = yield* store.list(record.id, userId)
        if (marks.length === 0) return []
        const tree = yield* missingIsDamage(trees.open(record.head.root))
        const seen: Array<SeenPage> = []
        for (const mark of marks) {
          if (stateOf(yield* missingIsDamage(tree.page(mark.pageId))) === mark.state) seen.push(shown(mark))
        }
        return seen
      })

      const mark = traced("SeenPages.mark")(function* (spaceId: string, idOrNumber: string, pageId: string) {
        const { record, userId } = yield* opened(spaceId, idOrNumber, "change-request.mark-seen")
        const tree = yield* missingIsDamage(trees.open(record.head.root))
        const page = yield* missingIsDamage(tree.page(pageId))
        if (page === undefined && !(yield* isInBase(record, pageId))) return yield* NotFound.of("page", pageId)
        const seen = { pageId, state: stateOf(page), seenAt: yield* now }
        yield* store.put(record.id, userId, seen)
        return shown(seen)
      })

      const unmark = traced("SeenPages.unmark")(function* (spaceId: string, idOrNumber: string, pageId: string) {
        const { record, userId } = yield* opened(spaceId, idOrNumber, "change-request.mark-seen")
        return yield* store.remove(record.id, userId, pageId)
      })

      return SeenPages.of({ list, mark, unmark })
    })
  )
}
