/** Webhooks in words: whose events one hears and which, and how what was sent fared. Pure. */
import type { NewWebhook, Webhook, WebhookDelivery } from "./api.ts"
import { counted } from "./words.ts"

export type WebhookEvent = NewWebhook["events"][number]

/** What events are about: how that is called, and whose webhooks hear of it beside those of the organization. */
const groups = {
  content: ["Content", "space"],
  requests: ["Change requests", "space"],
  comments: ["Comments", "space"],
  sites: ["Sites", "site"],
  people: ["People", "organization"]
} as const

/** Each event by what it is about, as it is called below that. */
const events: Readonly<Record<WebhookEvent, readonly [about: keyof typeof groups, words: string]>> = {
  space_content_updated: ["content", "Live content changed"],
  space_visibility_updated: ["content", "A space was moved into a collection, or out of it"],
  space_gitsync_started: ["content", "A sync with Git began"],
  space_gitsync_completed: ["content", "A sync with Git ended"],
  change_request_created: ["requests", "One was made"],
  change_request_updated: ["requests", "One was edited"],
  change_request_status_updated: ["requests", "One was opened, archived or made a draft"],
  change_request_review_requested: ["requests", "A review was requested"],
  change_request_reviewed: ["requests", "One was reviewed"],
  change_request_conflicted: ["requests", "One came into conflict"],
  change_request_merged: ["requests", "One was merged"],
  comment_created: ["comments", "One was posted"],
  comment_updated: ["comments", "One was edited"],
  comment_resolved: ["comments", "One was resolved"],
  comment_reopened: ["comments", "One was opened again"],
  comment_deleted: ["comments", "One was deleted"],
  comment_reacted: ["comments", "Somebody reacted to one"],
  site_published: ["sites", "One was published"],
  site_unpublished: ["sites", "One was taken down"],
  site_view: ["sites", "Readers saw pages, told once a minute"],
  page_feedback: ["sites", "A reader rated a page"],
  member_added: ["people", "Somebody became a member"],
  member_updated: ["people", "Somebody has another role"],
  member_removed: ["people", "Somebody is no member any more"]
}

const has = (event: string): event is WebhookEvent => Object.hasOwn(events, event)

/** An event in words, by itself. */
export const eventWords = (event: string): string => {
  if (!has(event)) return event === "ping" ? "A test" : event
  const [about, words] = events[event]
  // of what is called "one" below a title the title is a part
  return about === "content" || about === "people"
    ? words
    : `${groups[about][0]}: ${words.replace(/^\w/, (first) => first.toLowerCase())}`
}

/** What a webhook is of. */
export interface WebhookOwner {
  readonly kind: "organization" | "space" | "site"
  /** Of the space or the site. */
  readonly id: string
}

export const ofAll: WebhookOwner = { kind: "organization", id: "" }

/** What webhooks are listed of, as an address says it: `space.ID`. */
export const ownerOf = (text: unknown): WebhookOwner => {
  const [, kind, id] = typeof text === "string" ? (/^(space|site)\.([\w-]{1,128})$/.exec(text) ?? []) : []
  return (kind === "space" || kind === "site") && id !== undefined ? { kind, id } : ofAll
}

/** The same as a text; empty for the organization. */
export const ownerText = ({ id, kind }: WebhookOwner): string => (kind === "organization" ? "" : `${kind}.${id}`)

/** What the webhook that there is is of. */
export const ownerOfWebhook = ({ site, space }: Pick<Webhook, "space" | "site">): WebhookOwner =>
  space !== undefined ? { kind: "space", id: space } : site !== undefined ? { kind: "site", id: site } : ofAll

/** The events that a webhook of something can hear, by what they are about. */
export const eventGroups = ({
  kind
}: WebhookOwner): ReadonlyArray<readonly [title: string, events: ReadonlyArray<readonly [WebhookEvent, string]>]> =>
  Object.entries(groups).flatMap(([about, [title, of]]) =>
    kind !== "organization" && of !== kind
      ? []
      : [
          [
            title,
            Object.entries(events).flatMap(([event, [group, words]]) =>
              group === about && has(event) ? [[event, words] as const] : []
            )
          ] as const
        ]
  )

/** What is to be known of a webhook at once, and how good that is. */
export const webhookState = ({
  active,
  disabledReason,
  failingSince
}: Pick<Webhook, "active" | "disabledReason" | "failingSince">): readonly [text: string, wash: string] =>
  !active
    ? [disabledReason === undefined ? "Off" : "Turned off", disabledReason === undefined ? "" : "wash-red"]
    : failingSince === undefined
      ? ["On", "wash-green"]
      : ["Nothing gets through", "wash-orange"]

/** How many events one hears. */
export const eventCount = ({ events }: Pick<Webhook, "events">): string =>
  counted(events.length, "kind of event", "kinds of events")

type Delivery = Pick<WebhookDelivery, "state" | "attempts" | "response" | "failure" | "duration" | "nextAttemptAt">

/** How a delivery stands. @param isOn whether the webhook is: what is to be sent waits until it is */
export const deliveryWords = ({ attempts, state }: Delivery, isOn: boolean): string =>
  state === "delivered"
    ? "Delivered"
    : state === "failed"
      ? "Given up"
      : !isOn
        ? "Waits"
        : attempts === 0
          ? "On its way"
          : "To be tried again"

/** What came back of the last attempt. */
export const answerWords = ({ attempts, duration, failure, response }: Delivery): string => {
  if (attempts === 0) return "Not sent yet"
  const answer = response === undefined ? (failure ?? "No answer") : `Answered ${response.status}`
  return duration === undefined
    ? answer
    : `${answer} after ${duration < 1000 ? `${duration} ms` : `${(duration / 1000).toFixed(1)} s`}`
}

/** Whether it will change by itself soon: while it does it is looked at. @param now in milliseconds */
export const isMoving = ({ attempts, nextAttemptAt, state }: Delivery, now: number): boolean =>
  state === "pending" && (attempts === 0 || (nextAttemptAt !== undefined && Date.parse(nextAttemptAt) - now < 60_000))
