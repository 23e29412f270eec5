/** Who was asked to review a change request, what reviewers said, and what one says oneself. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import type { ChangeRequest, Review } from "../../logic/api.ts"
import { mentionsToMarkdown, noText } from "../../logic/mentions.ts"
import { ago } from "../../logic/words.ts"
import { client } from "../client.ts"
import { MentionField } from "../comments/MentionField.tsx"
import { Blocks } from "../document/Blocks.tsx"
import { useWork } from "../parts/useWork.ts"
import { requestedReviewersQuery, reviewsQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"

const RequestReviewDialog = lazy(() => import("./RequestReviewDialog.tsx"))

interface ReviewsProps {
  readonly request: ChangeRequest
  readonly organization: string
  readonly mayReview: boolean
  readonly mayAsk: boolean
  /** The review whose later edits are shown alone. */
  readonly since: Review | undefined
  readonly onSince: (review: Review | undefined) => void
}

const said: Readonly<Record<Review["status"], string>> = {
  approved: "approved it",
  "changes-requested": "asked for changes"
}

export const Reviews = ({ mayAsk, mayReview, onSince, organization, request, since }: ReviewsProps) => {
  const reviews = useQuery(reviewsQuery(request.space, request.id)).data?.items ?? []
  const asked = useQuery(requestedReviewersQuery(request.space, request.id)).data?.items ?? []
  const [isAsking, setAsking] = useState(false)
  const silent = asked.filter(
    ({ user }) => !reviews.some(({ outdated, reviewer }) => !outdated && reviewer.id === user.id)
  )
  return (
    <section aria-label="Reviews">
      <h2>Reviews</h2>
      {reviews.length === 0 && silent.length === 0 ? <p className="note">Nobody has reviewed it yet.</p> : null}
      <ul className="reviews">
        {silent.map(({ user }) => (
          <li key={user.id}>
            <strong>{nameOf(user)}</strong> <span className="note">was asked to review it</span>
          </li>
        ))}
        {reviews.map((review) => (
          <li key={review.id} data-status={review.outdated ? "outdated" : review.status}>
            <strong>{nameOf(review.reviewer)}</strong> {said[review.status]}{" "}
            <span className="note">
              {ago(review.createdAt, Date.now())}
              {review.outdated ? " · of an earlier version" : ""}
            </span>
            {review.outdated && review.revision !== request.revision ? (
              <button
                type="button"
                className="text-button"
                aria-label={`Edits since ${nameOf(review.reviewer)} reviewed it`}
                aria-pressed={since?.id === review.id}
                onClick={() => onSince(since?.id === review.id ? undefined : review)}
              >
                Edits since
              </button>
            ) : null}
            {review.comment?.body.document === undefined ? null : (
              <div className="body">
                <Blocks nodes={review.comment.body.document.nodes} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayReview ? <OwnReview request={request} /> : null}
      {mayAsk ? (
        <div className="buttons">
          <button type="button" className="button secondary" onClick={() => setAsking(true)}>
            Request review
          </button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {isAsking ? (
          <RequestReviewDialog
            request={request}
            organization={organization}
            asked={asked.map(({ user }) => user.id)}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Suspense>
    </section>
  )
}

const OwnReview = ({ request }: { readonly request: ChangeRequest }) => {
  const [written, setWritten] = useState(noText)
  const { act, isBusy, problem } = useWork(request.space)
  const submit = (status: Review["status"]) =>
    act(async () => {
      await client.reviews.submitChangeRequestReview({
        params: { spaceId: request.space, changeRequestId: request.id },
        payload: {
          status,
          ...(written.text.trim() === "" ? {} : { comment: { markdown: mentionsToMarkdown(written) } })
        }
      })
      setWritten(noText)
      return status === "approved" ? "You approved it" : "You asked for changes"
    })
  return (
    <div className="comment-form">
      <MentionField
        space={request.space}
        label="Review"
        rows={2}
        placeholder="What you think of it, if you want to say more"
        value={written}
        onChange={setWritten}
      />
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="button" disabled={isBusy} onClick={() => void submit("approved")}>
          Approve
        </button>
        <button
          type="button"
          className="button secondary"
          disabled={isBusy}
          onClick={() => void submit("changes-requested")}
        >
          Request changes
        </button>
      </div>
    </div>
  )
}
