/**
 * What receivers are told: the events of `docs/contributing/wire.md#events` that something other than code of an integration can take,
 * and those of change requests, comments, members and sites. Pure.
 */

import type { Collision } from "../../content/change-requests/Collided.ts"
import type { CommentReaction } from "../../content/comments/CommentReacted.ts"
import type { GitSyncStep } from "../../content/git/GitSynced.ts"
import type { EventRecord } from "../../delivery/insights/Event.ts"
import { defined, ifDefined, present } from "../../kernel/shared/defined.ts"
import type { AuditEntry } from "../../people/audit/AuditEvent.ts"

const ofSpaces = [
  "space_content_updated",
  "space_gitsync_started",
  "space_gitsync_completed",
  "space_visibility_updated",
  "change_request_created",
  "change_request_updated",
  "change_request_status_updated",
  "change_request_merged",
  "change_request_review_requested",
  "change_request_reviewed",
  "change_request_conflicted",
  "comment_created",
  "comment_updated",
  "comment_resolved",
  "comment_reopened",
  "comment_deleted",
  "comment_reacted"
] as const
const ofSites = ["site_published", "site_unpublished", "site_view", "page_feedback"] as const
const ofMembers = ["member_added", "member_updated", "member_removed"] as const

/** Every event that can be subscribed to, by what it is about. Names are stored: they never change. */
export const webhookEvents = [...ofSpaces, ...ofSites, ...ofMembers] as const
export type WebhookEventType = (typeof webhookEvents)[number]

/** What a webhook is of, and whose events it hears: an organization's hears those of its spaces and sites, too. */
export type WebhookKind = "organization" | "space" | "site"

/** The events that a webhook of a kind can hear. */
export const eventsOf: Readonly<Record<WebhookKind, ReadonlyArray<WebhookEventType>>> = {
  organization: webhookEvents,
  space: ofSpaces,
  site: ofSites
}

/** Where something happened; the organization of a space or a site is the store's to know. */
export type EventPlace = { readonly organization: string } | { readonly space: string } | { readonly site: string }

/** Something that happened, before anybody is known who hears of it. */
export interface NewEvent {
  readonly type: WebhookEventType
  readonly place: EventPlace
  /** What it happened to: events of one resource are delivered in the order in which they happened. */
  readonly resource: string
  /** The fields of the payload beside those that all have. */
  readonly fields: Readonly<Record<string, unknown>>
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const comments = {
  "comment.post": "comment_created",
  "comment.edit": "comment_updated",
  "comment.resolve": "comment_resolved",
  "comment.reopen": "comment_reopened",
  "comment.delete": "comment_deleted"
} as const

const changeRequests = {
  "change-request.create": "change_request_created",
  "change-request.update": "change_request_updated",
  "change-request.status": "change_request_status_updated",
  "change-request.merge": "change_request_merged",
  "review.request": "change_request_review_requested",
  "review.submit": "change_request_reviewed"
} as const

const members = {
  "member.add": "member_added",
  "member.sign-in": "member_added",
  "member.join": "member_added",
  "invite.send": "member_added",
  "invite.accept": "member_added",
  "member.update": "member_updated",
  "member.remove": "member_removed"
} as const

const has = <K extends string>(table: Readonly<Record<K, unknown>>, key: string): key is K => Object.hasOwn(table, key)

/** `{ before, after }` of a change as the trail has it. */
const changed = (value: unknown): { readonly before: unknown; readonly after: unknown } | undefined =>
  typeof value === "object" && value !== null && "before" in value && "after" in value ? value : undefined

/** The event that an entry of the audit trail is; `undefined` for what nobody is told. */
export const eventOfAudit = ({ action, organizationId, payload = {}, target }: AuditEntry): NewEvent | undefined => {
  if (has(members, action)) {
    const role = changed(payload["role"])
    return {
      type: members[action],
      place: { organization: organizationId },
      resource: `member:${organizationId}:${target.id}`,
      fields: {
        userId: target.id,
        ...ifDefined(role, ({ after, before }) => ({ previousRole: before, role: after }))
      }
    }
  }
  if (action === "site.publish" || action === "site.unpublish") {
    return {
      type: action === "site.publish" ? "site_published" : "site_unpublished",
      place: { site: target.id },
      resource: `site:${target.id}`,
      fields: { siteId: target.id }
    }
  }
  if (action === "space.move") {
    // a space is as visible as what it lies in (`TreeStore.place`)
    const parent = changed(payload["parent"])
    if (parent === undefined || (parent.before === null) === (parent.after === null)) return undefined
    const visibility = (of: unknown) => (of === null ? "private" : "in-collection")
    return {
      type: "space_visibility_updated",
      place: { space: target.id },
      resource: `space:${target.id}`,
      fields: {
        spaceId: target.id,
        previousVisibility: visibility(parent.before),
        visibility: visibility(parent.after)
      }
    }
  }
  const spaceId = text(payload["space"])
  if (spaceId === undefined) return undefined
  if (has(comments, action)) {
    const changeRequestId = text(payload["changeRequest"])
    const parent = text(payload["comment"])
    return {
      type: comments[action],
      place: { space: spaceId },
      resource: `comment:${parent ?? target.id}`,
      fields: {
        spaceId,
        ...defined({ changeRequestId }),
        ...(parent === undefined ? { commentId: target.id } : { commentId: parent, commentReplyId: target.id })
      }
    }
  }
  if (!has(changeRequests, action)) return undefined
  const status = changed(payload["status"])
  const revisionId = text(payload["revision"])
  const reviewId = text(payload["review"])
  return {
    type: changeRequests[action],
    place: { space: spaceId },
    resource: `change-request:${target.id}`,
    fields: {
      spaceId,
      changeRequestId: target.id,
      ...ifDefined(status, ({ after, before }) => ({ previousStatus: before, status: after })),
      ...ifDefined(reviewId, (id) => ({ reviewId: id, status: payload["status"] })),
      ...defined({ revisionId }),
      ...(Array.isArray(payload["users"]) ? { reviewers: payload["users"] } : {})
    }
  }
}

/** The content of a space that readers see became another. */
export const contentUpdated = (spaceId: string, revisionId: string): NewEvent => ({
  type: "space_content_updated",
  place: { space: spaceId },
  resource: `space:${spaceId}`,
  fields: { spaceId, revisionId }
})

/** A change request has conflicts with the live content, which it had not before. */
export const conflicted = ({
  changeRequest: { head, id, primaryRevision, spaceId },
  conflicts
}: Collision): NewEvent => ({
  type: "change_request_conflicted",
  place: { space: spaceId },
  resource: `change-request:${id}`,
  fields: { spaceId, changeRequestId: id, revisionId: head.revisionId, primaryRevisionId: primaryRevision, conflicts }
})

/** Somebody's reactions to a comment, or to an answer to it, changed. */
export const reacted = ({ commentId, place: { changeRequestId, spaceId }, replyId }: CommentReaction): NewEvent => ({
  type: "comment_reacted",
  place: { space: spaceId },
  resource: `comment:${commentId}`,
  fields: { spaceId, ...present({ changeRequestId }), commentId, ...defined({ commentReplyId: replyId }) }
})

/** Git synchronization of a space began, or came to its end. */
export const gitSync = ({ commitId, operation, revisionId, spaceId, state }: GitSyncStep): NewEvent => ({
  type: state === "started" ? "space_gitsync_started" : "space_gitsync_completed",
  place: { space: spaceId },
  resource: `git-sync:${spaceId}`,
  fields: { spaceId, ...(state === "started" ? {} : { state }), operation, revisionId, commitId }
})

/** What is told of an event that a visitor did on a site: only what is kept of it, no cookies, address, or user agent. */
const ofVisitor = ({ language, page, referrer, siteSpace, url, visitorId }: EventRecord) => ({
  ...present({ siteSpaceId: siteSpace, pageId: page }),
  visitor: { anonymousId: visitorId, ...present({ language }) },
  url,
  ...present({ referrer })
})

/** Views of a site as one event: the fields are those of the last one. */
export const eventOfViews = (siteId: string, count: number, newest: ReadonlyArray<EventRecord>): NewEvent => {
  const views = newest.map((event) => ({ occurredAt: event.at, ...ofVisitor(event) }))
  const { occurredAt: _, ...last } = views.at(-1)!
  return {
    type: "site_view",
    place: { site: siteId },
    resource: `views:${siteId}`,
    fields: { siteId, ...last, count, views }
  }
}

/** The event that something is which a visitor did on a site; `undefined` for what nobody is told, or not at once. */
export const eventOfVisitor = (event: EventRecord): NewEvent | undefined => {
  const { feedbackComment, feedbackRating, siteId, type, visitorId } = event
  if (feedbackRating === null || (type !== "page_post_feedback" && type !== "page_post_feedback_comment")) {
    return undefined
  }
  const feedback = {
    rating: feedbackRating,
    ...(feedbackComment ? { comment: [...feedbackComment].slice(0, 512).join("") } : {})
  }
  return {
    type: "page_feedback",
    place: { site: siteId },
    resource: `visitor:${siteId}:${visitorId}`,
    fields: { siteId, ...ofVisitor(event), feedback }
  }
}
