/** Reviews of change requests, who was asked for one, and who contributed: as the store keeps them, and as shown. */
import { Schema } from "effect"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { operatorUser, toUser, User, type UserRecord } from "../../people/users/User.ts"
import { Comment } from "../comments/Comment.ts"

export const ReviewStatus = Schema.Literals(["approved", "changes-requested"]).annotate({ identifier: "ReviewStatus" })
export type ReviewStatus = typeof ReviewStatus.Type

export interface ReviewRecord {
  readonly id: string
  readonly changeRequestId: string
  readonly spaceId: string
  /** Counted within the change request, from 1: the order in which they were given. */
  readonly number: number
  readonly reviewer: UserRecord
  /** Who asked for it; `undefined` when nobody did, `null` for the operator. */
  readonly requestedBy: UserRecord | null | undefined
  readonly status: ReviewStatus
  /** The revision of the draft that was reviewed. */
  readonly revision: string
  /** Whether the draft has moved on since, or the reviewer has reviewed or was asked again. */
  readonly outdated: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface NewReview {
  readonly id: string
  readonly changeRequestId: string
  readonly reviewer: string
  readonly status: ReviewStatus
  readonly revision: string
  readonly createdAt: string
}

export interface RequestedReviewerRecord {
  readonly user: UserRecord
  /** `null`: the operator of the installation. */
  readonly requestedBy: UserRecord | null
  /** The revision of the draft when it was asked for. */
  readonly revision: string
  readonly createdAt: string
}

export interface NewReviewRequest {
  readonly user: string
  readonly requestedBy: string | null
  readonly revision: string
  readonly createdAt: string
}

const ContributionKind = Schema.Literals(["edit", "comment"])

export interface ContributorRecord {
  readonly user: UserRecord
  readonly kind: typeof ContributionKind.Type
  readonly count: number
  readonly updatedAt: string
}

/** A review, as the API shows it. */
export const Review = Schema.Struct({
  object: Schema.Literal("change-request-review"),
  id: Schema.String,
  revision: Schema.String,
  reviewer: User,
  requestedBy: Schema.optionalKey(User),
  status: ReviewStatus,
  outdated: Schema.Boolean,
  comment: Schema.optionalKey(Comment),
  createdAt: Schema.String,
  updatedAt: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "ChangeRequestReview" })
export type Review = typeof Review.Type

/** A person who was asked for a review, as the API shows it. */
export const RequestedReviewer = Schema.Struct({
  object: Schema.Literal("change-request-requested-reviewer"),
  kind: Schema.Literal("user"),
  user: User,
  requestedBy: User,
  revision: Schema.String,
  createdAt: Schema.String
}).annotate({ identifier: "ChangeRequestRequestedReviewer" })
export type RequestedReviewer = typeof RequestedReviewer.Type

/** What a person did for a change request, as the API shows it: once for edits, once for comments. */
export const Contributor = Schema.Struct({
  user: User,
  actionType: ContributionKind,
  count: Schema.Number,
  updatedAt: Schema.String
}).annotate({ identifier: "ChangeRequestUserContributor" })
export type Contributor = typeof Contributor.Type

const person = (instance: InstanceConfig, user: UserRecord | null): User =>
  user === null ? operatorUser(instance) : toUser(instance, user)

/** @param comment what the reviewer said with it */
export const toReview = (instance: InstanceConfig, record: ReviewRecord, comment: Comment | undefined): Review => ({
  object: "change-request-review",
  id: record.id,
  revision: record.revision,
  reviewer: toUser(instance, record.reviewer),
  ...ifDefined(record.requestedBy, (by) => ({ requestedBy: person(instance, by) })),
  status: record.status,
  outdated: record.outdated,
  ...defined({ comment }),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  urls: {
    location: location(
      instance,
      `/spaces/${record.spaceId}/change-requests/${record.changeRequestId}/reviews/${record.id}`
    )
  }
})

export const toRequestedReviewer = (instance: InstanceConfig, record: RequestedReviewerRecord): RequestedReviewer => ({
  object: "change-request-requested-reviewer",
  kind: "user",
  user: toUser(instance, record.user),
  requestedBy: person(instance, record.requestedBy),
  revision: record.revision,
  createdAt: record.createdAt
})

export const toContributor = (instance: InstanceConfig, record: ContributorRecord): Contributor => ({
  user: toUser(instance, record.user),
  actionType: record.kind,
  count: record.count,
  updatedAt: record.updatedAt
})
