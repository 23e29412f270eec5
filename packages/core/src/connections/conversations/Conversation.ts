/** Conversations with users from elsewhere, the issues in them, and the clusters of issues that are about the same. */

import * as Schema from "effect/Schema"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { OneOf, Text, WebAddress } from "../../kernel/shared/text.ts"

export const ConversationPart = Schema.Struct({
  type: Schema.Literal("message"),
  role: OneOf("ConversationPartRole", ["user", "assistant", "team-member"]),
  /** Markdown or HTML. */
  body: Text(0, 100_000)
}).annotate({ identifier: "ConversationPart" })
export type ConversationPart = typeof ConversationPart.Type

const Timestamp = Text(1, 64).check(
  Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)) || "must be a timestamp of ISO 8601", {
    expected: "a timestamp of ISO 8601"
  })
)

export const ConversationMetadata = Schema.Struct({
  /** Where the conversation can be read where it comes from. */
  url: Schema.optionalKey(WebAddress),
  attributes: Schema.optionalKey(Schema.Record(Text(1, 256), Text(0, 1024)).check(Schema.isMaxProperties(50))),
  createdAt: Schema.optionalKey(Timestamp)
}).annotate({ identifier: "ConversationMetadata" })
export type ConversationMetadata = typeof ConversationMetadata.Type

export const ConversationInput = Schema.Struct({
  /** As the conversation is called where it comes from; what is sent again under the same id replaces it. */
  id: Text(1, 255),
  metadata: Schema.optionalKey(ConversationMetadata),
  subject: Schema.optionalKey(Text(0, 512)),
  parts: Schema.Array(ConversationPart).check(Schema.isMaxLength(1000))
}).annotate({ identifier: "ConversationInput" })
export type ConversationInput = typeof ConversationInput.Type

/** Body of `POST /v1/orgs/{organizationId}/conversations`: one or many. */
export const IngestInput = Schema.Union([
  ConversationInput,
  Schema.Array(ConversationInput).check(Schema.isMaxLength(1000))
])
export type IngestInput = typeof IngestInput.Type

export interface ConversationRecord {
  readonly organizationId: string
  readonly id: string
  readonly subject: string | null
  readonly source: string
  readonly parts: ReadonlyArray<ConversationPart>
  readonly metadata: ConversationMetadata
  readonly createdAt: string
  readonly ingestedAt: string
  readonly processedAt: string | null
  /** Of all that was sent: tells whether what is sent again is another thing. */
  readonly hash: string
}

/** Length of what was said, in UTF-16 units. */
export const lengthOf = ({ parts }: Pick<ConversationInput, "parts">): number =>
  parts.reduce((sum, part) => sum + (part.type === "message" ? part.body.length : 0), 0)

/** A conversation as lists show it. */
export type ConversationHeader = Pick<
  ConversationRecord,
  "organizationId" | "id" | "subject" | "source" | "createdAt" | "ingestedAt" | "processedAt"
> & { readonly url: string | null }

export interface IssueRecord {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly clusterId: string | null
  readonly title: string
  readonly summary: string
  /** What the issue is compared by. */
  readonly text: string
  readonly createdAt: string
  readonly ingestedAt: string
}

export interface ClusterRecord {
  readonly id: string
  readonly organizationId: string
  readonly label: string
  readonly summary: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly issues: number
  readonly conversations: number
}

/** What a list of clusters shows beside their rows. */
export interface ClusterActivity {
  /** Issues of each week, the last one ends now. */
  readonly weeklyPulse: ReadonlyArray<number>
  /** Issues of each source. */
  readonly sources: Readonly<Record<string, number>>
}

export const Conversation = Schema.Struct({
  object: Schema.Literal("conversation"),
  id: Schema.String,
  subject: Schema.optionalKey(Schema.String),
  createdAt: Schema.String,
  processedAt: Schema.optionalKey(Schema.String),
  source: Schema.String,
  urls: Schema.Struct({ location: Schema.String, source: Schema.optionalKey(Schema.String) })
}).annotate({ identifier: "Conversation" })
export type Conversation = typeof Conversation.Type

export const ConversationDetails = Schema.Struct({
  conversation: Conversation,
  parts: Schema.Array(ConversationPart),
  metadata: ConversationMetadata
}).annotate({ identifier: "ConversationDetails" })
export type ConversationDetails = typeof ConversationDetails.Type

export const ConversationIssue = Schema.Struct({
  object: Schema.Literal("conversation-issue"),
  id: Schema.String,
  title: Schema.String,
  summary: Schema.String,
  createdAt: Schema.String,
  ingestedAt: Schema.String,
  conversation: Schema.String,
  cluster: Schema.optionalKey(Schema.String),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "ConversationIssue" })
export type ConversationIssue = typeof ConversationIssue.Type

export const IssueInConversation = Schema.Struct({ issue: ConversationIssue, conversation: Conversation }).annotate({
  identifier: "IssueInConversation"
})
export type IssueInConversation = typeof IssueInConversation.Type

/** Weeks of a cluster's pulse. */
const weeks = 13

export const IssuesCluster = Schema.Struct({
  object: Schema.Literal("issues-cluster"),
  id: Schema.String,
  label: Schema.String,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  icon: Schema.String,
  summary: Schema.String,
  weeklyPulse: Schema.Array(Schema.Number),
  sources: Schema.Record(Schema.String, Schema.Number),
  stats: Schema.Struct({ issues: Schema.Number, conversations: Schema.Number }),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "IssuesCluster" })
export type IssuesCluster = typeof IssuesCluster.Type

export const clusterOrders = ["updatedAt", "issues", "conversations"] as const
/** In what order clusters are listed. */
export interface ClusterOrder {
  readonly order: "asc" | "desc"
  readonly orderBy: (typeof clusterOrders)[number]
}
/** How far agents of the hosted product are with a cluster: ours are whole when they are there, so none is at one of these. */
export const clusterStatuses = ["pending", "analysing"] as const
export interface ClusterListing {
  readonly order?: ClusterOrder["order"] | undefined
  readonly orderBy?: ClusterOrder["orderBy"] | undefined
  readonly status?: (typeof clusterStatuses)[number] | undefined
}

const at = (instance: InstanceConfig, organizationId: string, list: string, id: string) =>
  location(instance, `/orgs/${organizationId}/${list}/${encodeURIComponent(id)}`)

export const toConversation = (instance: InstanceConfig, record: ConversationHeader): Conversation => ({
  object: "conversation",
  id: record.id,
  ...present({ subject: record.subject }),
  createdAt: record.createdAt,
  ...present({ processedAt: record.processedAt }),
  source: record.source,
  urls: {
    location: at(instance, record.organizationId, "conversations", record.id),
    ...present({ source: record.url })
  }
})

export const toIssue = (instance: InstanceConfig, record: IssueRecord): ConversationIssue => ({
  object: "conversation-issue",
  id: record.id,
  title: record.title,
  summary: record.summary,
  createdAt: record.createdAt,
  ingestedAt: record.ingestedAt,
  conversation: record.conversationId,
  ...present({ cluster: record.clusterId }),
  urls: { location: at(instance, record.organizationId, "conversations-issues", record.id) }
})

export const toCluster = (
  instance: InstanceConfig,
  record: ClusterRecord,
  { sources, weeklyPulse }: ClusterActivity
): IssuesCluster => ({
  object: "issues-cluster",
  id: record.id,
  label: record.label,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  icon: "comments",
  summary: record.summary,
  weeklyPulse,
  sources,
  stats: { issues: record.issues, conversations: record.conversations },
  urls: { location: at(instance, record.organizationId, "conversations-clusters", record.id) }
})

/** What the contract lets a source be. */
const sourcePattern = /^(?:email|integration:[^:]+:[^:]+)$/u
const defaultSource = "integration:octavo:api"

/** Where a conversation comes from: its attribute `source` when that is one, else this API. */
export const sourceOf = ({ attributes }: ConversationMetadata): string => {
  const named = attributes?.["source"]
  return named !== undefined && sourcePattern.test(named) ? named : defaultSource
}

const week = 7 * 86_400_000

/** The last weeks up to a time, from how many issues were made when. @param now in milliseconds */
export const pulseOf = (
  now: number,
  times: ReadonlyArray<{ readonly at: string; readonly count: number }>
): ReadonlyArray<number> => {
  const pulse = new Array<number>(weeks).fill(0)
  for (const { at, count } of times) {
    const ago = Math.floor((now - Date.parse(at)) / week)
    // what is to come by the clock of where it comes from is of this week
    const place = weeks - 1 - Math.max(0, ago)
    if (place >= 0) pulse[place]! += count
  }
  return pulse
}

/** The beginning of the first week of a pulse, ISO 8601. */
export const pulseBegin = (now: number): string => new Date(now - weeks * week).toISOString()
