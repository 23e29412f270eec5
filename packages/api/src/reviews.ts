import { NewReviewInput, ReviewRequest } from "@octavo/core/content/reviews/input"
import { Contributor, RequestedReviewer, Review } from "@octavo/core/content/reviews/Review"
import { SeenPage } from "@octavo/core/content/reviews/SeenPages"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { format } from "./comments.ts"
import { PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery, QueryBoolean } from "./shared.ts"

/** `changeRequestId` is the id, or the number in the space. */
const params = { spaceId: Id, changeRequestId: Id }
const base = "/spaces/:spaceId/change-requests/:changeRequestId" as const
const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...defined({ description }) })

export const RequestedReviewers = Schema.Struct({ users: Schema.Array(RequestedReviewer) }).annotate({
  identifier: "RequestedReviewers"
})

export const SeenPageList = Schema.Struct({ pages: Schema.Array(SeenPage) }).annotate({
  identifier: "ChangeRequestSeenPages"
})

export const ReviewsGroup = HttpApiGroup.make("reviews")
  .add(
    HttpApiEndpoint.get("getReviewsByChangeRequestId", `${base}/reviews`, {
      params,
      query: {
        ...listQuery,
        ...format,
        outdated: Schema.optionalKey(
          QueryBoolean.annotate({ description: "Only those that are outdated, or only those that are not" })
        )
      },
      success: ListOf(Review, "ChangeRequestReviewList"),
      error: Common
    }).annotateMerge(summary("List the reviews of a change request, the latest first")),
    HttpApiEndpoint.post("submitChangeRequestReview", `${base}/reviews`, {
      params,
      payload: NewReviewInput,
      success: created(Review),
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      summary(
        "Review a change request",
        "The review is of the draft as it is now; another revision makes it outdated. 412 when it is merged or archived."
      )
    ),
    HttpApiEndpoint.get("getChangeRequestReviewById", `${base}/reviews/:reviewId`, {
      params: { ...params, reviewId: Id },
      query: format,
      success: Review,
      error: Common
    }).annotateMerge(summary("Get a review of a change request")),
    HttpApiEndpoint.get("getRequestedReviewersByChangeRequestId", `${base}/requested-reviewers`, {
      params,
      query: listQuery,
      success: ListOf(RequestedReviewer, "ChangeRequestRequestedReviewerList"),
      error: Common
    }).annotateMerge(summary("List who is asked to review a change request")),
    HttpApiEndpoint.post("requestReviewersForChangeRequest", `${base}/requested-reviewers`, {
      params,
      payload: ReviewRequest,
      success: RequestedReviewers,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      summary(
        "Ask people to review a change request",
        "A draft is open from then on. 412 when it is merged or archived."
      )
    ),
    HttpApiEndpoint.delete("removeRequestedReviewerFromChangeRequest", `${base}/requested-reviewers/:userId`, {
      params: { ...params, userId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(summary("Take a request for a review back")),
    HttpApiEndpoint.get("listSeenPagesInChangeRequest", `${base}/seen-pages`, {
      params,
      success: SeenPageList,
      error: Common
    }).annotateMerge(
      summary(
        "List the pages of a change request that the caller has seen",
        "Extension. Those that are in the draft as they were then; a page that was edited since is not among them."
      )
    ),
    HttpApiEndpoint.put("markPageSeenInChangeRequest", `${base}/seen-pages/:pageId`, {
      params: { ...params, pageId: Id },
      success: SeenPage,
      error: Common
    }).annotateMerge(
      summary("Mark a page of a change request as seen", "Extension. As it is now in the draft, for the caller alone.")
    ),
    HttpApiEndpoint.delete("unmarkPageSeenInChangeRequest", `${base}/seen-pages/:pageId`, {
      params: { ...params, pageId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(summary("Take back that a page was seen", "Extension. 204 when it was not marked.")),
    HttpApiEndpoint.get("getContributorsByChangeRequestId", `${base}/contributors`, {
      params,
      query: listQuery,
      success: ListOf(Contributor, "ChangeRequestContributorList"),
      error: Common
    }).annotateMerge(summary("List who worked on a change request"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Reviews of change requests",
      description: "Who is asked to read a change request, and what they say."
    })
  )
