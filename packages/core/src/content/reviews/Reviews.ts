/** Reviews of change requests: asking for them, giving them, and who contributed. What they decide is `merge-rules`'. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import {
  Forbidden,
  Invalid,
  type InvalidDetail,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { atLeast } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { effectiveRole } from "../../people/permissions/effectiveRole.ts"
import { type ChangeRequestPatch, type ChangeRequestRecord, labelOf } from "../change-requests/ChangeRequest.ts"
import { ChangeRequestStore } from "../change-requests/ChangeRequestStore.ts"
import { ChangeRequests, type OpenedChangeRequest } from "../change-requests/ChangeRequests.ts"
import { checkStatus } from "../change-requests/checkStatus.ts"
import { type BodyFormat, lengthsOf, makeBodies } from "../comments/bodies.ts"
import { type CommentPlace, type CommentRecord, toComment } from "../comments/Comment.ts"
import { CommentStore } from "../comments/CommentStore.ts"
import { mentionsIn } from "../comments/mentions.ts"
import { permissionsOf } from "../comments/rules.ts"
import { actions } from "./actions.ts"
import { maxRequestedReviewers, type NewReviewInput, type ReviewRequest } from "./input.ts"
import {
  type Contributor,
  type ContributorRecord,
  type RequestedReviewer,
  type RequestedReviewerRecord,
  type Review,
  type ReviewRecord,
  toContributor,
  toRequestedReviewer,
  toReview
} from "./Review.ts"
import { ReviewStore } from "./ReviewStore.ts"

type Failure = Forbidden | NotFound | StorageError

/** A review with what was said with it. */
interface CommentedReview {
  readonly review: ReviewRecord
  readonly comment: CommentRecord | undefined
}

export class Reviews extends Context.Service<
  Reviews,
  {
    /** Reviews the draft as it is now; what the reviewer said before stands no longer. */
    readonly submit: (
      spaceId: string,
      idOrNumber: string,
      input: NewReviewInput
    ) => Effect.Effect<Review, Failure | Invalid | PreconditionFailed, CurrentActor>
    readonly get: (
      spaceId: string,
      idOrNumber: string,
      reviewId: string,
      format?: BodyFormat
    ) => Effect.Effect<Review, Failure | Invalid, CurrentActor>
    /** The latest first. */
    readonly list: (
      spaceId: string,
      idOrNumber: string,
      filter: { readonly outdated?: boolean | undefined; readonly format?: BodyFormat },
      params: ListParams
    ) => Effect.Effect<Page<Review>, Failure | Invalid, CurrentActor>
    /** Asks people who may review the space; a draft is open from then on. Answers those who were asked. */
    readonly request: (
      spaceId: string,
      idOrNumber: string,
      input: ReviewRequest
    ) => Effect.Effect<ReadonlyArray<RequestedReviewer>, Failure | Invalid | PreconditionFailed, CurrentActor>
    /** Who was asked, the first first. */
    readonly listRequested: (
      spaceId: string,
      idOrNumber: string,
      params: ListParams
    ) => Effect.Effect<Page<RequestedReviewer>, Failure | Invalid, CurrentActor>
    /** Takes a request back; `false` when there was none. */
    readonly withdraw: (
      spaceId: string,
      idOrNumber: string,
      userId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Who worked on it. */
    readonly listContributors: (
      spaceId: string,
      idOrNumber: string,
      params: ListParams
    ) => Effect.Effect<Page<Contributor>, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/content/reviews/Reviews") {
  static readonly layer = Layer.effect(
    Reviews,
    Effect.gen(function* () {
      const store = yield* ReviewStore
      const comments = yield* CommentStore
      const { inFormat, textOf } = yield* makeBodies
      const changeRequests = yield* ChangeRequests
      const changeRequestStore = yield* ChangeRequestStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const held = (spaceId: string, id: string) =>
        Effect.flatMap(changeRequestStore.lock(spaceId, id), (found) =>
          found === undefined ? Effect.fail(NotFound.of("change request", id)) : Effect.succeed(found)
        )

      const targetOf = (record: ChangeRequestRecord) => ({
        organizationId: record.organizationId,
        target: { type: "change-request" as const, id: record.id, label: labelOf(record) }
      })

      const placeOf = ({ id, spaceId }: ChangeRequestRecord): CommentPlace => ({ spaceId, changeRequestId: id })

      /** The reviews of a change request with what was said with them. */
      const withComments = Effect.fnUntraced(function* (
        record: ChangeRequestRecord,
        reviews: ReadonlyArray<ReviewRecord>
      ): Effect.fn.Return<ReadonlyArray<CommentedReview>, StorageError> {
        const ids = reviews.map(({ id }) => id)
        const slice = { after: undefined, limit: ids.length }
        const { items } = yield* comments.list(placeOf(record), { reviews: ids }, "asc", slice)
        const said = new Map(items.map((comment) => [comment.target.review, comment]))
        return reviews.map((review) => ({ review, comment: said.get(review.id) }))
      })

      const shown = Effect.fnUntraced(function* (
        { record, role }: OpenedChangeRequest,
        reviews: ReadonlyArray<CommentedReview>,
        format?: BodyFormat
      ) {
        const actor = yield* CurrentActor
        const userId = actor.kind === "user" ? actor.userId : null
        const posts = reviews.flatMap(({ comment }) =>
          comment === undefined ? [] : toComment(instance, comment, permissionsOf({ role, userId }, comment))
        )
        const said = new Map(
          (yield* inFormat(placeOf(record), posts, format)).map((comment) => [comment.target.review, comment])
        )
        return reviews.map(({ review }) => toReview(instance, review, said.get(review.id)))
      })

      const require = Effect.fnUntraced(function* (opened: OpenedChangeRequest, id: string, format?: BodyFormat) {
        const found = (yield* store.get(opened.record.id, id)) ?? (yield* NotFound.of("review", id))
        const [review] = yield* shown(opened, yield* withComments(opened.record, [found]), format)
        return review ?? (yield* NotFound.of("review", id))
      })

      const submit = traced("Reviews.submit")(function* (
        spaceId: string,
        idOrNumber: string,
        { comment, status }: NewReviewInput
      ) {
        const opened = yield* changeRequests.record(spaceId, idOrNumber, "change-request.review")
        const { record } = opened
        const actor = yield* CurrentActor
        if (actor.kind !== "user") return yield* new Forbidden({ message: "This needs the token of a person" })
        const place = placeOf(record)
        const markdown = comment === undefined ? "" : yield* textOf(place, comment, "", "comment")
        const id = makeId()
        const createdAt = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const changeRequest = yield* held(spaceId, record.id)
            yield* checkStatus(changeRequest, "review")
            const revision = changeRequest.head.revisionId
            yield* store.insert({
              id,
              changeRequestId: record.id,
              reviewer: actor.userId,
              status,
              revision,
              createdAt
            })
            yield* changeRequestStore.update(changeRequest, {}, createdAt)
            yield* audit.record({
              ...targetOf(changeRequest),
              action: "review.submit",
              payload: { space: spaceId, review: id, status, revision }
            })
            if (markdown === "") return
            const mentions = mentionsIn(markdown)
            const commentId = makeId()
            const target = { page: null, node: null, tableCell: null, review: id, revision }
            const postedBy = actor.userId
            yield* comments.insert({ id: commentId, place, target, markdown, postedBy, postedAt: createdAt })
            yield* audit.record({
              organizationId: record.organizationId,
              action: "comment.post",
              target: { type: "comment", id: commentId },
              payload: {
                space: spaceId,
                changeRequest: record.id,
                review: id,
                ...(mentions.length > 0 && { mentions })
              }
            })
          })
        )
        return yield* require(opened, id)
      })

      const get = traced("Reviews.get")(function* (
        spaceId: string,
        idOrNumber: string,
        reviewId: string,
        format?: BodyFormat
      ) {
        const opened = yield* changeRequests.record(spaceId, idOrNumber, "change-request.view")
        return yield* require(opened, reviewId, format)
      })

      const list = traced("Reviews.list")(function* (
        spaceId: string,
        idOrNumber: string,
        { format, outdated }: { readonly outdated?: boolean | undefined; readonly format?: BodyFormat },
        params: ListParams
      ) {
        const opened = yield* changeRequests.record(spaceId, idOrNumber, "change-request.view")
        const { record } = opened
        const page = yield* paginate(
          ["reviews", record.id, outdated],
          params,
          ({ review }: CommentedReview) => [review.number],
          (slice) =>
            Effect.flatMap(store.list(record.id, { outdated }, slice), ({ count, items }) =>
              Effect.map(withComments(record, items), (commented) => ({ count, items: commented }))
            ),
          lengthsOf(format, ({ comment }) => comment?.markdown.length ?? 0)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* shown(opened, page.items, format) }
      })

      /** Refuses people who may not review here; who is hidden and who does not exist are told alike. */
      const checkReviewers = Effect.fnUntraced(function* (spaceId: string, users: ReadonlyArray<string>) {
        const details: Array<InvalidDetail> = []
        for (const [index, id] of users.entries()) {
          const facts = yield* access.facts(id, { kind: "space", id: spaceId })
          const role = facts === undefined ? undefined : effectiveRole(facts)
          if (atLeast(role, actions["change-request.review"].role)) continue
          details.push({ path: `users.${index}`, message: "names nobody who may review this space" })
        }
        if (details.length === 0) return
        return yield* new Invalid({
          message: "users must be people with the role review, or a higher one, here",
          details
        })
      })

      const request = traced("Reviews.request")(function* (spaceId: string, idOrNumber: string, input: ReviewRequest) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.edit")
        const actor = yield* CurrentActor
        const users = [...new Set(input.users)]
        yield* checkReviewers(spaceId, input.users)
        const createdAt = yield* now
        const requestedBy = actor.kind === "user" ? actor.userId : null
        return yield* transaction.run(
          Effect.gen(function* () {
            const changeRequest = yield* held(spaceId, record.id)
            yield* checkStatus(changeRequest, "review")
            const revision = changeRequest.head.revisionId
            const requests = users.map((user) => ({ user, requestedBy, revision, createdAt }))
            yield* store.request(record.id, requests)
            const { count, items } = yield* store.requested(record.id, { after: undefined, limit: 1000 })
            if (count > maxRequestedReviewers) {
              const message = `At most ${maxRequestedReviewers} people are asked to review a change request`
              return yield* new Invalid({ message })
            }
            const patch: ChangeRequestPatch = {
              ...defined({ subject: input.subject, description: input.description }),
              ...(changeRequest.status === "draft" ? { status: "open" as const } : {})
            }
            yield* changeRequestStore.update(changeRequest, patch, createdAt)
            const { subject, status } = patch
            const label = labelOf({ ...changeRequest, ...defined({ subject }) })
            const { organizationId, target } = targetOf(changeRequest)
            const entry = { organizationId, target: { ...target, label } }
            yield* audit.record({
              ...entry,
              action: "review.request",
              payload: { space: spaceId, users, ...changes({ ...changeRequest }, { subject }) }
            })
            if (status !== undefined) {
              yield* audit.record({
                ...entry,
                action: "change-request.status",
                payload: { space: spaceId, ...changes({ ...changeRequest }, { status }) }
              })
            }
            return items.filter(({ user }) => users.includes(user.id)).map((one) => toRequestedReviewer(instance, one))
          })
        )
      })

      const listRequested = traced("Reviews.listRequested")(function* (
        spaceId: string,
        idOrNumber: string,
        params: ListParams
      ) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.view")
        const page = yield* paginate(
          ["requested-reviewers", record.id],
          params,
          ({ createdAt, user }: RequestedReviewerRecord) => [createdAt, user.id],
          (slice) => store.requested(record.id, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (one) => toRequestedReviewer(instance, one))
      })

      const withdraw = traced("Reviews.withdraw")(function* (spaceId: string, idOrNumber: string, userId: string) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.edit")
        return yield* transaction.run(
          Effect.gen(function* () {
            const changeRequest = yield* held(spaceId, record.id)
            if (!(yield* store.withdraw(record.id, userId))) return false
            yield* changeRequestStore.update(changeRequest, {}, yield* now)
            yield* audit.record({
              ...targetOf(changeRequest),
              action: "review.withdraw",
              payload: { space: spaceId, user: userId }
            })
            return true
          })
        )
      })

      const listContributors = traced("Reviews.listContributors")(function* (
        spaceId: string,
        idOrNumber: string,
        params: ListParams
      ) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.view")
        const page = yield* paginate(
          ["contributors", record.id],
          params,
          ({ kind, user }: ContributorRecord) => [kind, user.id],
          (slice) => store.contributors(record.id, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (one) => toContributor(instance, one))
      })

      return Reviews.of({ submit, get, list, request, listRequested, withdraw, listContributors })
    })
  )
}
