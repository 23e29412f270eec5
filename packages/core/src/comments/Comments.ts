/** Comments: discussing the content of a space, or a change request, with replies and reactions. */
import { Context, Effect, Layer } from "effect"
import { Audit } from "../audit/Audit.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { SpaceContent } from "../content/SpaceContent.ts"
import { type Member, type MemberRecord, toMember } from "../members/Member.ts"
import { Access } from "../permissions/Access.ts"
import type { ActionName } from "../permissions/actions.ts"
import { Actions } from "../permissions/actions.ts"
import { CurrentActor } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../shared/errors.ts"
import { Instance } from "../shared/Instance.ts"
import { makeId } from "../shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../shared/pagination.ts"
import { atLeast, type Role } from "../shared/roles.ts"
import { SigningKey } from "../shared/signature.ts"
import { Transaction } from "../shared/Transaction.ts"
import {
  type Comment,
  type CommentFilter,
  type CommentPlace,
  type CommentRecord,
  type CommentReply,
  type PostPermissions,
  type PostRecord,
  type ReplyRecord,
  toComment,
  toReply
} from "./Comment.ts"
import { CommentStore } from "./CommentStore.ts"
import type { CommentUpdate, NewCommentInput, NewReplyInput } from "./input.ts"

type Failure = Forbidden | NotFound | StorageError

/** A space, or a change request of it by id or number. */
export interface CommentsOf {
  readonly spaceId: string
  readonly changeRequestId?: string | undefined
}

export interface CommentListing extends CommentFilter {
  readonly order?: "asc" | "desc" | undefined
}

export class Comments extends Context.Service<
  Comments,
  {
    readonly list: (
      of: CommentsOf,
      listing: CommentListing,
      params: ListParams
    ) => Effect.Effect<Page<Comment>, Failure | Invalid, CurrentActor>
    /** Comments on the content as it is now. */
    readonly post: (of: CommentsOf, input: NewCommentInput) => Effect.Effect<Comment, Failure | Invalid, CurrentActor>
    readonly get: (of: CommentsOf, id: string) => Effect.Effect<Comment, Failure, CurrentActor>
    /** The text is its author's, and the admins'; whoever may comment may resolve it, open it again, and react. */
    readonly update: (
      of: CommentsOf,
      id: string,
      input: CommentUpdate
    ) => Effect.Effect<Comment, Failure | Invalid, CurrentActor>
    /** With its replies; `false` when there is none. */
    readonly remove: (of: CommentsOf, id: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** The first first. */
    readonly replies: (
      of: CommentsOf,
      id: string,
      params: ListParams
    ) => Effect.Effect<Page<CommentReply>, Failure | Invalid, CurrentActor>
    readonly reply: (
      of: CommentsOf,
      id: string,
      input: NewReplyInput
    ) => Effect.Effect<CommentReply, Failure, CurrentActor>
    readonly getReply: (
      of: CommentsOf,
      id: string,
      replyId: string
    ) => Effect.Effect<CommentReply, Failure, CurrentActor>
    /** `resolved` is of the comment that it replies to. */
    readonly updateReply: (
      of: CommentsOf,
      id: string,
      replyId: string,
      input: CommentUpdate
    ) => Effect.Effect<CommentReply, Failure | Invalid, CurrentActor>
    readonly removeReply: (of: CommentsOf, id: string, replyId: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Members who commented or replied. */
    readonly commenters: (
      of: CommentsOf,
      params: ListParams
    ) => Effect.Effect<Page<Member>, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/comments/Comments") {
  static readonly layer = Layer.effect(
    Comments,
    Effect.gen(function* () {
      const store = yield* CommentStore
      const changeRequests = yield* ChangeRequests
      const content = yield* SpaceContent
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      /** Checks an action, and finds where the comments are. */
      const open = Effect.fnUntraced(function* ({ changeRequestId, spaceId }: CommentsOf, action: ActionName) {
        const actor = yield* CurrentActor
        const userId = actor.kind === "user" ? actor.userId : null
        if (changeRequestId === undefined) {
          const { organizationId, role } = yield* access.space(spaceId, action)
          return { place: { spaceId, changeRequestId: null }, organizationId, role, userId } satisfies Opened
        }
        const { record, role } = yield* changeRequests.record(spaceId, changeRequestId, action)
        const { id, organizationId } = record
        return { place: { spaceId, changeRequestId: id }, organizationId, role, userId } satisfies Opened
      })

      const require = (place: CommentPlace, id: string) =>
        Effect.flatMap(store.get(place, id), (found) =>
          found === undefined ? Effect.fail(NotFound.of("comment", id)) : Effect.succeed(found)
        )

      const held = (place: CommentPlace, id: string) =>
        Effect.flatMap(store.lock(place, id), (found) =>
          found === undefined ? Effect.fail(NotFound.of("comment", id)) : Effect.succeed(found)
        )

      const requireReply = (commentId: string, id: string) =>
        Effect.flatMap(store.getReply(commentId, id), (found) =>
          found === undefined ? Effect.fail(NotFound.of("comment reply", id)) : Effect.succeed(found)
        )

      const record = (
        { organizationId, place }: Opened,
        action: "comment.post" | "comment.edit" | "comment.resolve" | "comment.reopen" | "comment.delete",
        id: string,
        more: Readonly<Record<string, string>> = {}
      ) =>
        audit.record({
          organizationId,
          action,
          target: { type: "comment", id },
          payload: {
            space: place.spaceId,
            ...(place.changeRequestId === null ? {} : { changeRequest: place.changeRequestId }),
            ...more
          }
        })

      const shown = (opened: Opened, comment: CommentRecord): Comment =>
        toComment(instance, comment, permissionsOf(opened, comment))

      const shownReply = (opened: Opened, reply: ReplyRecord): CommentReply =>
        toReply(instance, opened.place, reply, permissionsOf(opened, reply))

      const list = Effect.fn("Comments.list")(function* (
        of: CommentsOf,
        { authors, order = "desc", page, status = "all" }: CommentListing,
        params: ListParams
      ) {
        const opened = yield* open(of, "comments.view")
        const { changeRequestId, spaceId } = opened.place
        const people = authors === undefined ? undefined : [...new Set(authors)].sort()
        const found = yield* paginate(
          ["comments", spaceId, changeRequestId, order, status, page, people?.join(" ")],
          params,
          (comment: CommentRecord) => [comment.postedAt, comment.id],
          (slice) => store.list(opened.place, { status, page, authors: people }, order, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(found, (comment) => shown(opened, comment))
      })

      const post = Effect.fn("Comments.post")(function* (of: CommentsOf, input: NewCommentInput) {
        const opened = yield* open(of, "comments.post")
        const { place, userId } = opened
        const { node, page, tableCell } = input
        const at = yield* content.open(
          place.spaceId,
          place.changeRequestId === null ? undefined : { changeRequest: place.changeRequestId }
        )
        if (page === undefined && (node !== undefined || tableCell !== undefined)) {
          return yield* invalid("page", "is required with node and tableCell, which are parts of a page")
        }
        if (page !== undefined) {
          yield* Effect.catchTag(at.page(page, {}), "NotFound", () => invalid("page", "names no page of this content"))
        }
        const id = makeId()
        const postedAt = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert({
              id,
              place,
              target: {
                page: page ?? null,
                node: node ?? null,
                tableCell: tableCell ?? null,
                review: null,
                revision: at.revision.id
              },
              markdown: input.body.markdown ?? "",
              postedBy: userId,
              postedAt
            })
            yield* record(opened, "comment.post", id)
          })
        )
        return shown(opened, yield* require(place, id))
      })

      const get = Effect.fn("Comments.get")(function* (of: CommentsOf, id: string) {
        const opened = yield* open(of, "comments.view")
        return shown(opened, yield* require(opened.place, id))
      })

      /** Who reacts is a person: the operator of the installation is none. */
      const react = Effect.fnUntraced(function* (
        opened: Opened,
        target: { readonly commentId: string; readonly replyId?: string },
        { addedReactions: added = [], removedReactions: removed = [] }: CommentUpdate,
        at: string
      ) {
        if (added.length === 0 && removed.length === 0) return
        if (opened.userId === null) return yield* new Forbidden({ message: "This needs the token of a person" })
        yield* store.react(target, { user: opened.userId, added, removed, at })
      })

      const resolve = Effect.fnUntraced(function* (
        opened: Opened,
        comment: CommentRecord,
        resolved: boolean,
        at: string
      ) {
        if (resolved === (comment.status === "resolved")) return
        yield* store.update(comment, { resolved: resolved ? { at, by: opened.userId } : null })
        yield* record(opened, resolved ? "comment.resolve" : "comment.reopen", comment.id)
      })

      const update = Effect.fn("Comments.update")(function* (of: CommentsOf, id: string, input: CommentUpdate) {
        const opened = yield* open(of, "comments.post")
        const at = yield* now
        yield* checkReactions(input)
        yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* held(opened.place, id)
            const markdown = input.body?.markdown ?? (input.body === undefined ? undefined : "")
            if (markdown !== undefined && markdown !== comment.markdown) {
              yield* mayEdit(opened, comment)
              yield* store.update(comment, { markdown, editedAt: at })
              yield* record(opened, "comment.edit", id)
            }
            if (input.resolved !== undefined) yield* resolve(opened, comment, input.resolved, at)
            yield* react(opened, { commentId: id }, input, at)
          })
        )
        return shown(opened, yield* require(opened.place, id))
      })

      const remove = Effect.fn("Comments.remove")(function* (of: CommentsOf, id: string) {
        const opened = yield* open(of, "comments.post")
        return yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* store.lock(opened.place, id)
            if (comment === undefined) return false
            yield* mayEdit(opened, comment)
            yield* store.remove(comment)
            yield* record(opened, "comment.delete", id)
            return true
          })
        )
      })

      const replies = Effect.fn("Comments.replies")(function* (of: CommentsOf, id: string, params: ListParams) {
        const opened = yield* open(of, "comments.view")
        const comment = yield* require(opened.place, id)
        const page = yield* paginate(
          ["comment-replies", comment.id],
          params,
          (reply: ReplyRecord) => [reply.postedAt, reply.id],
          (slice) => store.listReplies(comment.id, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (reply) => shownReply(opened, reply))
      })

      const reply = Effect.fn("Comments.reply")(function* (of: CommentsOf, id: string, { body }: NewReplyInput) {
        const opened = yield* open(of, "comments.post")
        const replyId = makeId()
        const postedAt = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* held(opened.place, id)
            yield* store.insertReply({
              id: replyId,
              commentId: comment.id,
              markdown: body.markdown ?? "",
              postedBy: opened.userId,
              postedAt
            })
            yield* record(opened, "comment.post", replyId, { comment: comment.id })
          })
        )
        return shownReply(opened, yield* requireReply(id, replyId))
      })

      const getReply = Effect.fn("Comments.getReply")(function* (of: CommentsOf, id: string, replyId: string) {
        const opened = yield* open(of, "comments.view")
        const comment = yield* require(opened.place, id)
        return shownReply(opened, yield* requireReply(comment.id, replyId))
      })

      const updateReply = Effect.fn("Comments.updateReply")(function* (
        of: CommentsOf,
        id: string,
        replyId: string,
        input: CommentUpdate
      ) {
        const opened = yield* open(of, "comments.post")
        const at = yield* now
        yield* checkReactions(input)
        yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* held(opened.place, id)
            const found = yield* requireReply(comment.id, replyId)
            const markdown = input.body?.markdown ?? (input.body === undefined ? undefined : "")
            if (markdown !== undefined && markdown !== found.markdown) {
              yield* mayEdit(opened, found)
              yield* store.updateReply(found, { markdown, editedAt: at })
              yield* record(opened, "comment.edit", replyId, { comment: comment.id })
            }
            if (input.resolved !== undefined) yield* resolve(opened, comment, input.resolved, at)
            yield* react(opened, { commentId: comment.id, replyId }, input, at)
          })
        )
        return shownReply(opened, yield* requireReply(id, replyId))
      })

      const removeReply = Effect.fn("Comments.removeReply")(function* (of: CommentsOf, id: string, replyId: string) {
        const opened = yield* open(of, "comments.post")
        return yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* store.lock(opened.place, id)
            const found = comment && (yield* store.getReply(comment.id, replyId))
            if (comment === undefined || found === undefined) return false
            yield* mayEdit(opened, found)
            yield* store.removeReply(found)
            yield* record(opened, "comment.delete", replyId, { comment: comment.id })
            return true
          })
        )
      })

      const commenters = Effect.fn("Comments.commenters")(function* (of: CommentsOf, params: ListParams) {
        const { organizationId, place } = yield* open(of, "comments.view")
        const page = yield* paginate(
          ["commenters", place.spaceId, place.changeRequestId],
          params,
          ({ user }: MemberRecord) => [user.id],
          (slice) => store.commenters(place, organizationId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (member) => toMember(instance, member))
      })

      return Comments.of({
        list,
        post,
        get,
        update,
        remove,
        replies,
        reply,
        getReply,
        updateReply,
        removeReply,
        commenters
      })
    })
  )
}

/** Where the comments are, and who asks; `userId` is `null` for the operator. */
interface Opened {
  readonly place: CommentPlace
  readonly organizationId: string
  readonly role: Role
  readonly userId: string | null
}

/** `completions.md` 7: the author, or an admin of the space, as long as they may comment at all. */
export const permissionsOf = (
  { role, userId }: Pick<Opened, "role" | "userId">,
  { postedBy }: Pick<PostRecord, "postedBy">
): PostPermissions => {
  const reply = atLeast(role, Actions["comments.post"].role)
  const own = userId !== null && postedBy?.id === userId
  return { edit: reply && (own || role === "admin"), reply }
}

const mayEdit = (opened: Opened, post: Pick<PostRecord, "postedBy">): Effect.Effect<void, Forbidden> =>
  permissionsOf(opened, post).edit
    ? Effect.void
    : Effect.fail(new Forbidden({ message: "Only its author and admins may change or delete this" }))

const checkReactions = ({
  addedReactions = [],
  removedReactions = []
}: CommentUpdate): Effect.Effect<void, Invalid> => {
  const both = addedReactions.find((emoji) => removedReactions.includes(emoji))
  return both === undefined ? Effect.void : invalid("removedReactions", `must not name ${both}, which is added as well`)
}

const invalid = (path: string, message: string): Effect.Effect<never, Invalid> =>
  Effect.fail(new Invalid({ message: `${path}: ${message}`, details: [{ path, message }] }))
