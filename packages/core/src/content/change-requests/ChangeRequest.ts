/** Change requests: as the store keeps them, and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { RichDocument } from "../../kernel/shared/richDocument.ts"
import { operatorUser, toUser, User, type UserRecord } from "../../people/users/User.ts"
import { ChangeRequestStatus } from "./status.ts"

/** A page elsewhere that a change request is about. */
export const ChangeRequestLink = Schema.Struct({
  id: Schema.String,
  ref: Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String }),
  title: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ChangeRequestLink" })
export type ChangeRequestLink = typeof ChangeRequestLink.Type

export interface ChangeRequestRecord {
  readonly id: string
  readonly spaceId: string
  readonly organizationId: string
  /** Counted within the space, from 1. */
  readonly number: number
  readonly status: ChangeRequestStatus
  readonly subject: string
  readonly description: RichDocument | null
  /** `null`: the operator of the installation. */
  readonly createdBy: UserRecord | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Its head: the draft. The head's name is the id of the change request. */
  readonly head: { readonly revisionId: string; readonly root: string; readonly sequence: number }
  /** Active revision of the space's primary content. */
  readonly primaryRevision: string
  readonly revisionInitial: string
  readonly revisionMergedAncestor: string | null
  readonly revisionMerged: string | null
  /** Opened comments. */
  readonly comments: number
  /** With the live content, when that was looked at last; meant where it is outdated alone. */
  readonly conflicts: number
  readonly conversationsIssuesCluster: string | null
  readonly links: ReadonlyArray<ChangeRequestLink>
}

export interface NewChangeRequest {
  readonly id: string
  readonly spaceId: string
  readonly status: ChangeRequestStatus
  readonly subject: string
  readonly description: RichDocument | null
  readonly createdBy: string | null
  readonly createdAt: string
  readonly conversationsIssuesCluster?: string | null
}

export interface ChangeRequestPatch {
  readonly subject?: string
  readonly description?: RichDocument | null
  readonly status?: ChangeRequestStatus
  readonly conversationsIssuesCluster?: string | null
  readonly links?: ReadonlyArray<ChangeRequestLink>
  readonly revisionMergedAncestor?: string
}

/** The time of a change that comes after another, in milliseconds: of two in one millisecond the second is later. */
export const laterThan = (before: string, at: string): string =>
  at > before ? at : new Date(Date.parse(before) + 1).toISOString()

/** The revision of the primary content that the draft was made from, or last updated from. */
export const baseOf = (record: Pick<ChangeRequestRecord, "revisionInitial" | "revisionMergedAncestor">): string =>
  record.revisionMergedAncestor ?? record.revisionInitial

/** Whether the primary content has moved on since. A merged one has nothing to catch up with. */
export const isOutdated = (
  record: Pick<ChangeRequestRecord, "revisionInitial" | "revisionMergedAncestor" | "primaryRevision" | "status">
): boolean => record.status !== "merged" && record.primaryRevision !== baseOf(record)

/** Which change requests a list shows. Within `status` any, else all must match. */
export interface ChangeRequestFilter {
  readonly status: ReadonlyArray<ChangeRequestStatus>
  readonly creator?: string | undefined
  readonly contributor?: string | undefined
  readonly requestedReviewer?: string | undefined
  /** Only those that are known to have conflicts with the live content, or not to. */
  readonly conflicts?: boolean | undefined
  readonly conversationsIssuesCluster?: string | undefined
  /** Of an organization's list only. */
  readonly space?: string | undefined
  /** Of an organization's list only: spaces that the site shows. */
  readonly site?: string | undefined
}

export type ChangeRequestOrder = "updatedAt" | "createdAt"

/** A change request, as the API shows it. */
export const ChangeRequest = Schema.Struct({
  object: Schema.Literal("change-request"),
  id: Schema.String,
  number: Schema.Number,
  status: ChangeRequestStatus,
  subject: Schema.String,
  description: Schema.optionalKey(RichDocument),
  createdBy: User,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  space: Schema.String,
  revision: Schema.String,
  revisionInitial: Schema.String,
  revisionMergedAncestor: Schema.optionalKey(Schema.String),
  revisionMerged: Schema.optionalKey(Schema.String),
  comments: Schema.Number,
  outdated: Schema.Boolean,
  conversationsIssuesCluster: Schema.optionalKey(Schema.String),
  links: Schema.optionalKey(Schema.Array(ChangeRequestLink)),
  urls: Schema.Struct({ app: Schema.String, location: Schema.String })
}).annotate({ identifier: "ChangeRequest" })
export type ChangeRequest = typeof ChangeRequest.Type

export const toChangeRequest = (instance: InstanceConfig, record: ChangeRequestRecord): ChangeRequest => ({
  object: "change-request",
  id: record.id,
  number: record.number,
  status: record.status,
  subject: record.subject,
  ...present({ description: record.description }),
  createdBy: record.createdBy === null ? operatorUser(instance) : toUser(instance, record.createdBy),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  space: record.spaceId,
  revision: record.head.revisionId,
  revisionInitial: record.revisionInitial,
  ...present({ revisionMergedAncestor: record.revisionMergedAncestor, revisionMerged: record.revisionMerged }),
  comments: record.comments,
  outdated: isOutdated(record),
  ...(record.conversationsIssuesCluster === null
    ? {}
    : { conversationsIssuesCluster: record.conversationsIssuesCluster }),
  ...(record.links.length === 0 ? {} : { links: record.links }),
  urls: {
    app: app(instance, `/s/${record.spaceId}/~/changes/${record.number}`),
    location: location(instance, `/spaces/${record.spaceId}/change-requests/${record.id}`)
  }
})

/** A change request in the trail: "#12 Subject". */
export const labelOf = ({ number, subject }: Pick<ChangeRequestRecord, "number" | "subject">): string =>
  subject === "" ? `#${number}` : `#${number} ${subject}`
