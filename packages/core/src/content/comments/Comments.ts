/** Comments: discussing the content of a space, or a change request, with replies and reactions. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { accessPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { mayListGrants } from "../../people/grants/Grant.ts"
import { type Member, type MemberRecord, toMember } from "../../people/members/Member.ts"
import type { UserRecord } from "../../people/users/User.ts"
import { UserStore } from "../../people/users/UserStore.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { type BodyFormat, lengthsOf, makeBodies } from "./bodies.ts"
import {
  type Comment,
  type CommentFilter,
  type CommentPlace,
  type CommentRecord,
  type CommentReply,
  newComment,
  newPost,
  type ReplyRecord,
  toComment,
  toReply
} from "./Comment.ts"
import { CommentStore } from "./CommentStore.ts"
import type { CommentUpdate, NewCommentInput, NewReplyInput, ReplyUpdate } from "./input.ts"
import { mentionsIn, newMentions } from "./mentions.ts"
import { type CommentContext, type CommentsOf, makePosts, mayEdit } from "./posts.ts"
import { permissionsOf } from "./rules.ts"

type Failure = Forbidden | NotFound | StorageError

export interface CommentListing extends CommentFilter {
  readonly order?: "asc" | "desc" | undefined
  readonly format?: BodyFormat
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
    readonly get: (
      of: CommentsOf,
      id: string,
      format?: BodyFormat
    ) => Effect.Effect<Comment, Failure | Invalid, CurrentActor>
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
      params: ListParams,
      format?: BodyFormat
    ) => Effect.Effect<Page<CommentReply>, Failure | Invalid, CurrentActor>
    readonly reply: (
      of: CommentsOf,
      id: string,
      input: NewReplyInput,
      format?: BodyFormat
    ) => Effect.Effect<CommentReply, Failure | Invalid, CurrentActor>
    readonly getReply: (
      of: CommentsOf,
      id: string,
      replyId: string,
      format?: BodyFormat
    ) => Effect.Effect<CommentReply, Failure | Invalid, CurrentActor>
    /** The text is its author's, and the admins'; whoever may comment may react. */
    readonly updateReply: (
      of: CommentsOf,
      id: string,
      replyId: string,
      input: ReplyUpdate
    ) => Effect.Effect<CommentReply, Failure | Invalid, CurrentActor>
    readonly removeReply: (of: CommentsOf, id: string, replyId: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Members who commented or replied; a list of people, which guests see as admins of the space only. */
    readonly commenters: (
      of: CommentsOf,
      params: ListParams
    ) => Effect.Effect<Page<Member>, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/content/comments/Comments") {
  static readonly layer = Layer.effect(
    Comments,
    Effect.gen(function* () {
      const store = yield* CommentStore
      const content = yield* SpaceContent
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const users = yield* UserStore
      const authors = makePartCache<UserRecord | undefined>(yield* Epoch, 1_000)
      const authorOf = ({ userId }: CommentContext) =>
        userId === null
          ? Effect.succeed(null)
          : Effect.map(authors(accessPart, userId, users.get(userId)), (it) => it ?? null)
      const { inFormat, textOf } = yield* makeBodies
      const { changed, open, react, record } = yield* makePosts

      const require = (place: CommentPlace, id: string) => there("comment", id, store.get(place, id))

      const held = (place: CommentPlace, id: string) => there("comment", id, store.lock(place, id))

      const requireReply = (commentId: string, id: string) => there("comment reply", id, store.getReply(commentId, id))

      const shown = (opened: CommentContext, comment: CommentRecord): Comment =>
        toComment(instance, comment, permissionsOf(opened, comment))

      const shownReply = (opened: CommentContext, reply: ReplyRecord): CommentReply =>
        toReply(instance, opened.place, reply, permissionsOf(opened, reply))

      const list = traced("Comments.list")(function* (
        of: CommentsOf,
        { authors, format, order = "desc", page, status = "all" }: CommentListing,
        params: ListParams
      ) {
        const opened = yield* open(of, "comments.view")
        const { changeRequestId, spaceId } = opened.place
        const people = authors === undefined ? undefined : [...new Set(authors)].sort()
        const found = yield* paginate(
          ["comments", spaceId, changeRequestId, order, status, page, people?.join(" ")],
          params,
          (comment: CommentRecord) => [comment.postedAt, comment.id],
          (slice) => store.list(opened.place, { status, page, authors: people }, order, slice),
          lengthsOf(format, ({ markdown }) => markdown.length)
        ).pipe(Effect.provideService(SigningKey, key))
        const items = yield* inFormat(
          opened.place,
          found.items.map((comment) => shown(opened, comment)),
          format
        )
        return { ...found, items }
      })

      const post = traced("Comments.post")(function* (of: CommentsOf, input: NewCommentInput) {
        const opened = yield* open(of, "comments.post")
        const { place, userId } = opened
        const { node, page, tableCell } = input
        if (page === undefined && (node !== undefined || tableCell !== undefined)) {
          return yield* Invalid.at("page", "is required with node and tableCell, which are parts of a page")
        }
        // what is about the content of a space as a whole is kept with what that is at then, which need not be read
        const isAtHead = page === undefined && place.changeRequestId === null
        const draft = place.changeRequestId === null ? undefined : { changeRequest: place.changeRequestId }
        const at = isAtHead ? undefined : yield* content.open(place.spaceId, draft)
        if (page !== undefined && at !== undefined) {
          yield* Effect.catchTag(at.page(page, {}), "NotFound", () =>
            Invalid.at("page", "names no page of this content")
          )
        }
        const markdown = yield* textOf(place, input.body)
        const author = yield* authorOf(opened)
        const target = {
          page: page ?? null,
          node: node ?? null,
          tableCell: tableCell ?? null,
          review: null
        }
        const post = { id: makeId(), place, markdown, postedBy: userId, postedAt: yield* now }
        const keep = Effect.fnUntraced(function* () {
          const revision = at?.revision.id ?? (yield* store.insertAtHead({ ...post, target }))
          if (revision === undefined) return yield* NotFound.of("space", place.spaceId)
          const comment = { ...post, target: { ...target, revision } }
          if (at !== undefined) yield* store.insert(comment)
          return comment
        })
        const comment = yield* transaction.run(
          Effect.tap(keep(), ({ id }) => record(opened, "comment.post", id, { mentions: mentionsIn(markdown) }))
        )
        return shown(opened, newComment(comment, author))
      })

      const get = traced("Comments.get")(function* (of: CommentsOf, id: string, format?: BodyFormat) {
        const opened = yield* open(of, "comments.view")
        const comment = shown(opened, yield* require(opened.place, id))
        const [one = comment] = yield* inFormat(opened.place, [comment], format)
        return one
      })

      const resolve = Effect.fnUntraced(function* (
        opened: CommentContext,
        comment: CommentRecord,
        resolved: boolean,
        at: string
      ) {
        if (resolved === (comment.status === "resolved")) return
        yield* store.update(comment, { resolved: resolved ? { at, by: opened.userId } : null })
        yield* record(opened, resolved ? "comment.resolve" : "comment.reopen", comment.id)
      })

      const update = traced("Comments.update")(function* (of: CommentsOf, id: string, input: CommentUpdate) {
        const opened = yield* open(of, "comments.post")
        const at = yield* now
        const markdown = yield* changed(opened.place, input.body, require(opened.place, id))
        yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* held(opened.place, id)
            if (markdown !== undefined && markdown !== comment.markdown) {
              yield* mayEdit(opened, comment)
              yield* store.update(comment, { markdown, editedAt: at })
              yield* record(opened, "comment.edit", id, { mentions: newMentions(comment.markdown, markdown) })
            }
            if (input.resolved !== undefined) yield* resolve(opened, comment, input.resolved, at)
            yield* react(opened, { commentId: id }, comment, input, at)
          })
        )
        return shown(opened, yield* require(opened.place, id))
      })

      const remove = traced("Comments.remove")(function* (of: CommentsOf, id: string) {
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

      const replies = traced("Comments.replies")(function* (
        of: CommentsOf,
        id: string,
        params: ListParams,
        format?: BodyFormat
      ) {
        const opened = yield* open(of, "comments.view")
        const comment = yield* require(opened.place, id)
        const page = yield* paginate(
          ["comment-replies", comment.id],
          params,
          (reply: ReplyRecord) => [reply.postedAt, reply.id],
          (slice) => store.listReplies(comment.id, slice),
          lengthsOf(format, ({ markdown }) => markdown.length)
        ).pipe(Effect.provideService(SigningKey, key))
        const items = yield* inFormat(
          opened.place,
          page.items.map((reply) => shownReply(opened, reply)),
          format
        )
        return { ...page, items }
      })

      const replyIn = (opened: CommentContext, reply: CommentReply, format: BodyFormat | undefined) =>
        Effect.map(inFormat(opened.place, [reply], format), ([one = reply]) => one)

      const reply = traced("Comments.reply")(function* (
        of: CommentsOf,
        id: string,
        { body }: NewReplyInput,
        format?: BodyFormat
      ) {
        const opened = yield* open(of, "comments.post")
        const markdown = yield* textOf(opened.place, body)
        const author = yield* authorOf(opened)
        const post = { id: makeId(), markdown, postedAt: yield* now }
        const commentId = yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* held(opened.place, id)
            yield* store.insertReply({ ...post, commentId: comment.id, postedBy: opened.userId })
            yield* record(opened, "comment.post", post.id, { comment: comment.id, mentions: mentionsIn(markdown) })
            return comment.id
          })
        )
        return yield* replyIn(opened, shownReply(opened, { ...newPost(post, author), commentId }), format)
      })

      const getReply = traced("Comments.getReply")(function* (
        of: CommentsOf,
        id: string,
        replyId: string,
        format?: BodyFormat
      ) {
        const opened = yield* open(of, "comments.view")
        const comment = yield* require(opened.place, id)
        return yield* replyIn(opened, shownReply(opened, yield* requireReply(comment.id, replyId)), format)
      })

      const updateReply = traced("Comments.updateReply")(function* (
        of: CommentsOf,
        id: string,
        replyId: string,
        input: ReplyUpdate
      ) {
        const opened = yield* open(of, "comments.post")
        const at = yield* now
        const before = Effect.flatMap(require(opened.place, id), (comment) => requireReply(comment.id, replyId))
        const markdown = yield* changed(opened.place, input.body, before)
        yield* transaction.run(
          Effect.gen(function* () {
            const comment = yield* held(opened.place, id)
            const found = yield* requireReply(comment.id, replyId)
            if (markdown !== undefined && markdown !== found.markdown) {
              yield* mayEdit(opened, found)
              yield* store.updateReply(found, { markdown, editedAt: at })
              const mentions = newMentions(found.markdown, markdown)
              yield* record(opened, "comment.edit", replyId, { comment: comment.id, mentions })
            }
            yield* react(opened, { commentId: comment.id, replyId }, found, input, at)
          })
        )
        return shownReply(opened, yield* requireReply(id, replyId))
      })

      const removeReply = traced("Comments.removeReply")(function* (of: CommentsOf, id: string, replyId: string) {
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

      const commenters = traced("Comments.commenters")(function* (of: CommentsOf, params: ListParams) {
        const { membership, organizationId, place, role } = yield* open(of, "comments.view")
        if (!mayListGrants(membership?.role, role)) return yield* notForGuests
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

const there = <A>(
  object: string,
  id: string,
  load: Effect.Effect<A | undefined, StorageError>
): Effect.Effect<A, NotFound | StorageError> =>
  Effect.flatMap(load, (found) => (found === undefined ? Effect.fail(NotFound.of(object, id)) : Effect.succeed(found)))

const notForGuests = new Forbidden({ message: "Guests see what was said, not the list of members who said it" })
