/** Who is told of what happened. Pure. */
import type { ChangeRequestRecord } from "../../content/change-requests/ChangeRequest.ts"
import type { AuditEntry } from "../../people/audit/AuditEvent.ts"
import { type NotificationKind, NotificationKinds, type NotificationRecord } from "./Notification.ts"

/** People who are told, by what they have to do with it. */
export type Told =
  | { readonly users: ReadonlyArray<string> }
  /** Whoever made the change request. */
  | { readonly authorOf: string }
  /** Whoever wrote the comment or an answer to it. */
  | { readonly thread: string }
  /** Whoever made, reviewed or was asked to review the change request. */
  | { readonly teamOf: string }

/** Something to tell, with whom; of several kinds for one person the first of `NotificationKinds` counts. */
export interface Notice
  extends Pick<
    NotificationRecord,
    "organizationId" | "spaceId" | "changeRequestId" | "commentId" | "replyId" | "reviewId"
  > {
  readonly told: ReadonlyArray<{ readonly kind: NotificationKind; readonly to: Told }>
}

/** The most pressing is 0. */
export const rankOf = (kind: NotificationKind): number => NotificationKinds.indexOf(kind)

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : []

/** What an entry of the audit trail is to others; `undefined` for what nobody is told. */
export const noticeOf = ({ action, organizationId, payload = {}, target }: AuditEntry): Notice | undefined => {
  const spaceId = text(payload["space"])
  if (spaceId === null) return undefined
  const place = { organizationId, spaceId, commentId: null, replyId: null, reviewId: null }
  const ofRequest = { ...place, changeRequestId: target.id }
  switch (action) {
    case "review.request":
      return { ...ofRequest, told: [{ kind: "review-requested", to: { users: texts(payload["users"]) } }] }
    case "review.submit":
      return {
        ...ofRequest,
        reviewId: text(payload["review"]),
        told: [{ kind: "reviewed", to: { authorOf: target.id } }]
      }
    case "change-request.merge":
      return { ...ofRequest, told: [{ kind: "merged", to: { teamOf: target.id } }] }
    case "comment.post":
    case "comment.edit":
      return commented(action === "comment.post", place, payload, target.id)
    default:
      return undefined
  }
}

/** What it is to others that a change request has conflicts with the live content. */
export const collisionNotice = ({
  id,
  organizationId,
  spaceId
}: Pick<ChangeRequestRecord, "id" | "organizationId" | "spaceId">): Notice => ({
  organizationId,
  spaceId,
  changeRequestId: id,
  commentId: null,
  replyId: null,
  reviewId: null,
  told: [{ kind: "conflict", to: { authorOf: id } }]
})

const commented = (
  isNew: boolean,
  place: Pick<Notice, "organizationId" | "spaceId">,
  payload: Readonly<Record<string, unknown>>,
  id: string
): Notice => {
  const changeRequestId = text(payload["changeRequest"])
  const reviewId = text(payload["review"])
  const thread = text(payload["comment"])
  const mentioned = { kind: "mentioned", to: { users: texts(payload["mentions"]) } } as const
  // the words of a review are told of with it
  const isTold = isNew && reviewId === null
  return {
    ...place,
    changeRequestId,
    reviewId,
    commentId: thread ?? id,
    replyId: thread === null ? null : id,
    told: [
      mentioned,
      ...(isTold && thread !== null ? [{ kind: "answered", to: { thread } } as const] : []),
      ...(isTold && changeRequestId !== null ? [{ kind: "commented", to: { authorOf: changeRequestId } } as const] : [])
    ]
  }
}
