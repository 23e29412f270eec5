import { RequestedReviewers, SeenPageList } from "@octavo/api/reviews"
import { Review } from "@octavo/core/content/reviews/Review"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { SeenPage, SeenPages } from "@octavo/core/content/reviews/SeenPages"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply, replyList } from "./reply.ts"

const one = reply(Review)
const list = replyList(Review)
const asked = reply(RequestedReviewers)
const seenOne = reply(SeenPage)
const seenList = reply(SeenPageList)

export const reviewsHandlers = groupHandlers(
  "reviews",
  Effect.fn(function* (handlers) {
    const reviews = yield* Reviews
    const seen = yield* SeenPages
    return handlers.handleAll({
      getReviewsByChangeRequestId: ({ params, query: { format, limit, outdated, page } }) =>
        Effect.map(reviews.list(params.spaceId, params.changeRequestId, { format, outdated }, { page, limit }), list),
      submitChangeRequestReview: ({ params, payload }) =>
        Effect.map(reviews.submit(params.spaceId, params.changeRequestId, payload), createdReply),
      getChangeRequestReviewById: ({ params, query }) =>
        Effect.map(reviews.get(params.spaceId, params.changeRequestId, params.reviewId, query.format), (it) => one(it)),
      getRequestedReviewersByChangeRequestId: ({ params, query }) =>
        reviews.listRequested(params.spaceId, params.changeRequestId, query),
      requestReviewersForChangeRequest: ({ params, payload }) =>
        Effect.map(reviews.request(params.spaceId, params.changeRequestId, payload), (users) => asked({ users })),
      removeRequestedReviewerFromChangeRequest: ({ params }) =>
        Effect.map(reviews.withdraw(params.spaceId, params.changeRequestId, params.userId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      listSeenPagesInChangeRequest: ({ params }) =>
        Effect.map(seen.list(params.spaceId, params.changeRequestId), (pages) => seenList({ pages })),
      markPageSeenInChangeRequest: ({ params }) =>
        Effect.map(seen.mark(params.spaceId, params.changeRequestId, params.pageId), (it) => seenOne(it)),
      unmarkPageSeenInChangeRequest: ({ params }) =>
        Effect.map(seen.unmark(params.spaceId, params.changeRequestId, params.pageId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      getContributorsByChangeRequestId: ({ params, query }) =>
        reviews.listContributors(params.spaceId, params.changeRequestId, query)
    })
  })
)
