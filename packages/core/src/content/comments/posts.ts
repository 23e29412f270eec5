/** What comments and replies have in common: who may, what is said, who reacts, and what the trail says of it. */

import { Effect } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined, present } from "../../kernel/shared/defined.ts"
import { Forbidden, Invalid } from "../../kernel/shared/errors.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import type { Membership } from "../../people/permissions/effectiveRole.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { makeBodies } from "./bodies.ts"
import type { CommentPlace, PostRecord } from "./Comment.ts"
import { CommentReacted } from "./CommentReacted.ts"
import { CommentStore } from "./CommentStore.ts"
import type { ReplyUpdate } from "./input.ts"
import { permissionsOf, reactionsOf, reactionsProblem } from "./rules.ts"

/** A space, or a change request of it by id or number. */
export interface CommentsOf {
  readonly spaceId: string
  readonly changeRequestId?: string | undefined
}

/** Where the comments are, and who asks; `userId` is `null` for the operator. */
export interface CommentContext {
  readonly place: CommentPlace
  readonly organizationId: string
  readonly role: Role
  readonly membership?: Membership
  readonly userId: string | null
}

/** What comments and replies have in common, over the services that they need. */
export const makePosts = Effect.gen(function* () {
  const store = yield* CommentStore
  const changeRequests = yield* ChangeRequests
  const access = yield* Access
  const audit = yield* Audit
  const reacted = yield* CommentReacted
  const { textOf } = yield* makeBodies

  /** Checks an action, and finds where the comments are. */
  const open = Effect.fnUntraced(function* ({ changeRequestId, spaceId }: CommentsOf, action: ActionName) {
    const actor = yield* CurrentActor
    const userId = actor.kind === "user" ? actor.userId : null
    if (changeRequestId === undefined) {
      const allowed = yield* access.space(spaceId, action)
      return { ...allowed, place: { spaceId, changeRequestId: null }, userId } satisfies CommentContext
    }
    const { record, ...allowed } = yield* changeRequests.record(spaceId, changeRequestId, action)
    return { ...allowed, place: { spaceId, changeRequestId: record.id }, userId } satisfies CommentContext
  })

  const record = (
    { organizationId, place }: CommentContext,
    action: "comment.post" | "comment.edit" | "comment.resolve" | "comment.reopen" | "comment.delete",
    id: string,
    more: { readonly comment?: string; readonly mentions?: ReadonlyArray<string> } = {}
  ) =>
    audit.record({
      organizationId,
      action,
      target: { type: "comment", id },
      payload: {
        space: place.spaceId,
        ...present({ changeRequest: place.changeRequestId }),
        ...defined({ comment: more.comment, mentions: more.mentions?.length ? more.mentions : undefined })
      }
    })

  /** Who reacts is a person: the operator of the installation is none. */
  const react = Effect.fnUntraced(function* (
    { place, userId }: CommentContext,
    target: { readonly commentId: string; readonly replyId?: string },
    post: PostRecord,
    input: ReplyUpdate,
    at: string
  ) {
    const { addedReactions: added = [], removedReactions: removed = [] } = input
    if (added.length === 0 && removed.length === 0) return
    if (userId === null) return yield* new Forbidden({ message: "This needs the token of a person" })
    const problem = reactionsProblem(reactionsOf(userId, post), input)
    if (problem !== undefined) return yield* Invalid.at(problem.path, problem.message)
    yield* store.react(target, { user: userId, added, removed, at })
    yield* reacted.announce({ place, by: userId, ...target })
  })

  /** What a post is to say; a document is written into what it says now. */
  const changed = <E, R>(place: CommentPlace, body: ReplyUpdate["body"], before: Effect.Effect<PostRecord, E, R>) =>
    Effect.gen(function* () {
      if (body?.document === undefined) return body && (yield* textOf(place, body))
      return yield* textOf(place, body, (yield* before).markdown)
    })

  return { open, record, react, changed }
})

/** Fails where somebody else wrote it. */
export const mayEdit = (opened: CommentContext, post: Pick<PostRecord, "postedBy">): Effect.Effect<void, Forbidden> =>
  permissionsOf(opened, post).edit
    ? Effect.void
    : Effect.fail(new Forbidden({ message: "Only its author and admins may change or delete this" }))
