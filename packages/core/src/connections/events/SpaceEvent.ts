/** What is told of a space, or of a change request, to those who have it open: ids and kinds, of which the rest is read. */
import { Schema } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import type { AuditAction, AuditEntry } from "../../people/audit/AuditEvent.ts"

/** Of whom it is known: the id of the person who did it. */
const by = { by: Schema.optionalKey(Schema.String) }
const changeRequest = { changeRequest: Schema.String }

/** The content is another revision, or: this is the revision that it is at. */
const HeadData = Schema.Struct({ revision: Schema.String, ...by })

const CommentChange = Schema.Literals(["posted", "edited", "resolved", "reopened", "deleted", "reacted"])

const CommentData = Schema.Struct({
  comment: Schema.String,
  /** The reply to it that changed. */
  reply: Schema.optionalKey(Schema.String),
  change: CommentChange,
  ...by
})

const ReviewData = Schema.Struct({
  ...changeRequest,
  /** The review that was given. */
  review: Schema.optionalKey(Schema.String),
  change: Schema.Literals(["requested", "withdrawn", "submitted"]),
  ...by
})

const ChangeRequestData = Schema.Struct({
  ...changeRequest,
  /** `outdated`: the content of the space moved on. */
  change: Schema.Literals(["created", "described", "status", "merged", "outdated"]),
  ...by
})

/** Somebody who has it open. */
const Present = Schema.Struct({
  id: Schema.String,
  displayName: Schema.String,
  photoURL: Schema.String,
  /** The page that the person looks at. */
  page: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "PresentPerson" })
export type Present = typeof Present.Type

/** Everybody who is here now. */
const PresenceData = Schema.Struct({ people: Schema.Array(Present) })

/** What is told, by the name of the event. */
export const eventData = {
  head: HeadData,
  comment: CommentData,
  review: ReviewData,
  "change-request": ChangeRequestData,
  presence: PresenceData
} as const
type EventData = typeof eventData

/**
 * `id` is the number in the log, and of what is told beside that, a name made of it: no two of a stream are the same. What
 * is told of how things stand has none.
 */
export type SpaceEvent = {
  readonly [Name in keyof EventData]: {
    readonly id?: string
    readonly event: Name
    readonly data: EventData[Name]["Type"]
  }
}[keyof EventData]

/** What who listens says. */
export const Listening = Schema.Struct({
  page: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9_-]+$/u), Schema.isMaxLength(128)).annotate({
      description: "Id of the page that the caller looks at; others who listen are told"
    })
  )
})
export type Listening = typeof Listening.Type

/** Where something happens: in a space itself, or in one of its change requests. */
export interface EventPlace {
  readonly spaceId: string
  readonly changeRequestId: string | null
}

/** Something that happened, as it is noted: what is told of it follows from who is told. */
export type Happening =
  | {
      readonly kind: "head"
      readonly data: typeof HeadData.Type & {
        /** Grows whenever this head moves. */
        readonly sequence: number
        /** The change request that was merged. */
        readonly mergedFrom?: string
      }
    }
  | { readonly kind: "comment"; readonly data: typeof CommentData.Type }
  | { readonly kind: "review"; readonly data: typeof ReviewData.Type }
  | { readonly kind: "change-request"; readonly data: typeof ChangeRequestData.Type }
  /** Somebody came or went: who is here is read when it is told. */
  | { readonly kind: "presence"; readonly data: Readonly<Record<string, never>> }

export type NewHappening = EventPlace & Happening

const commentChanges = {
  "comment.post": "posted",
  "comment.edit": "edited",
  "comment.resolve": "resolved",
  "comment.reopen": "reopened",
  "comment.delete": "deleted"
} as const satisfies Partial<Record<AuditAction, typeof CommentChange.Type>>

const reviewChanges = {
  "review.request": "requested",
  "review.withdraw": "withdrawn",
  "review.submit": "submitted"
} as const satisfies Partial<Record<AuditAction, (typeof ReviewData.Type)["change"]>>

const changeRequestChanges = {
  "change-request.create": "created",
  "change-request.update": "described",
  "change-request.status": "status"
} as const satisfies Partial<Record<AuditAction, (typeof ChangeRequestData.Type)["change"]>>

const has = <K extends string>(table: Readonly<Record<K, unknown>>, key: string): key is K => Object.hasOwn(table, key)

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/**
 * What an entry of the audit trail is to those who have the space open; `undefined` for what nobody is told, and for a
 * merge, which the move of the head tells.
 * @param by who did it
 */
export const happeningOfAudit = (
  { action, payload = {}, target }: AuditEntry,
  by: string | undefined
): NewHappening | undefined => {
  const spaceId = text(payload["space"])
  if (spaceId === undefined) return undefined
  if (has(commentChanges, action)) {
    const parent = text(payload["comment"])
    const ids = parent === undefined ? { comment: target.id } : { comment: parent, reply: target.id }
    const data = { ...ids, change: commentChanges[action], ...defined({ by }) }
    return { spaceId, changeRequestId: text(payload["changeRequest"]) ?? null, kind: "comment", data }
  }
  const place = { spaceId, changeRequestId: target.id }
  if (has(reviewChanges, action)) {
    const data = {
      changeRequest: target.id,
      change: reviewChanges[action],
      ...defined({ review: text(payload["review"]), by })
    }
    return { ...place, kind: "review", data }
  }
  if (!has(changeRequestChanges, action)) return undefined
  const data = { changeRequest: target.id, change: changeRequestChanges[action], ...defined({ by }) }
  return { ...place, kind: "change-request", data }
}

/** What those are told who have a place open of something that happened in its space. */
export const toldAt = (
  place: EventPlace,
  happening: NewHappening & { readonly number: number }
): ReadonlyArray<SpaceEvent> => {
  const own = ownEventAt(place, happening)
  const merge = mergeAt(place, happening)
  return [...(own === undefined ? [] : [own]), ...(merge === undefined ? [] : [merge])]
}

/** That a head moved to the merge of a change request: told in the space, and in what was merged. */
const mergeAt = (
  { changeRequestId: here }: EventPlace,
  { data, kind, number }: NewHappening & { readonly number: number }
): SpaceEvent | undefined => {
  if (kind !== "head" || data.mergedFrom === undefined) return undefined
  if (here !== null && here !== data.mergedFrom) return undefined
  const merged = { changeRequest: data.mergedFrom, change: "merged" as const, ...defined({ by: data.by }) }
  return { id: `${number}-merged`, event: "change-request", data: merged }
}

const ownEventAt = (
  { changeRequestId: here }: EventPlace,
  { changeRequestId: there, number, ...happening }: NewHappening & { readonly number: number }
): SpaceEvent | undefined => {
  const id = String(number)
  const { data, kind } = happening
  switch (kind) {
    case "head": {
      const { mergedFrom, sequence: _, ...head } = data
      if (here === there) return { id, event: "head", data: head }
      // what a merge brings in does not outdate what was merged
      if (here === null || there !== null || mergedFrom === here) return undefined
      return {
        id,
        event: "change-request",
        data: { changeRequest: here, change: "outdated", ...defined({ by: head.by }) }
      }
    }
    case "comment":
      return here === there ? { id, event: "comment", data } : undefined
    case "review":
      return here === null || here === there ? { id, event: "review", data } : undefined
    case "change-request":
      return here === null || here === there ? { id, event: "change-request", data } : undefined
    case "presence":
      return undefined
  }
}
