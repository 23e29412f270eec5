import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { UserRecord } from "../../people/users/User.ts"
import type { ContributorRecord, NewReview, NewReviewRequest, RequestedReviewerRecord, ReviewRecord } from "./Review.ts"

/** The port of reviews. Whatever writes here holds the change request (`ChangeRequestStore.lock`) first. */
export class ReviewStore extends Context.Service<
  ReviewStore,
  {
    /** Adds a review with the next number of its change request, and with who asked the reviewer for it. */
    readonly insert: (review: NewReview) => Effect.Effect<void, StorageError>
    readonly get: (changeRequestId: string, id: string) => Effect.Effect<ReviewRecord | undefined, StorageError>
    /** The latest first; key `[number]`. */
    readonly list: (
      changeRequestId: string,
      filter: { readonly outdated?: boolean | undefined },
      slice: Slice
    ) => Effect.Effect<Sliced<ReviewRecord>, StorageError>
    /** The latest review of each reviewer, in the order in which they were given. */
    readonly standing: (changeRequestId: string) => Effect.Effect<ReadonlyArray<ReviewRecord>, StorageError>
    /** Asks people for a review, or asks them again. */
    readonly request: (
      changeRequestId: string,
      requests: ReadonlyArray<NewReviewRequest>
    ) => Effect.Effect<void, StorageError>
    /** Takes a request back; `false` when there was none. */
    readonly withdraw: (changeRequestId: string, userId: string) => Effect.Effect<boolean, StorageError>
    /** Who was asked, the first first; key `[createdAt, user id]`. */
    readonly requested: (
      changeRequestId: string,
      slice: Slice
    ) => Effect.Effect<Sliced<RequestedReviewerRecord>, StorageError>
    /** Who made revisions of the draft; key `[kind, user id]`. */
    readonly contributors: (
      changeRequestId: string,
      slice: Slice
    ) => Effect.Effect<Sliced<ContributorRecord>, StorageError>
    /** People by their ids; those that do not exist are left out. */
    readonly people: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, UserRecord>, StorageError>
  }
>()("@octavo/core/content/reviews/ReviewStore") {}
