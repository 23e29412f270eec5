import {
  Conversation,
  ConversationDetails,
  clusterOrders,
  clusterStatuses,
  IngestInput,
  IssueInConversation,
  IssuesCluster
} from "@octavo/core/connections/conversations/Conversation"
import { Text } from "@octavo/core/kernel/shared/text"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const organization = { organizationId: Id }
const root = "/orgs/:organizationId"
const Filter = Schema.optionalKey(Text(1, 255))

/** Conversations with users from elsewhere, and what they are about. */
export const ConversationsGroup = HttpApiGroup.make("conversations")
  .add(
    HttpApiEndpoint.get("listConversationsIssuesClusters", `${root}/conversations-clusters`, {
      params: organization,
      query: {
        ...listQuery,
        order: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
        orderBy: Schema.optionalKey(Schema.Literals(clusterOrders)),
        status: Schema.optionalKey(
          Schema.Literals(clusterStatuses).annotate({
            description: "Clusters are whole when they are there: none is pending or being analysed"
          })
        )
      },
      success: ListOf(IssuesCluster, "IssuesClusterList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List clusters of issues" })),
    HttpApiEndpoint.get("getConversationsIssuesCluster", `${root}/conversations-clusters/:clusterId`, {
      params: { ...organization, clusterId: Id },
      success: IssuesCluster,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a cluster of issues" })),
    HttpApiEndpoint.get("listConversations", `${root}/conversations`, {
      params: organization,
      query: {
        ...listQuery,
        source: Filter.annotate({ description: "email, or integration:name:installation" })
      },
      success: ListOf(Conversation, "ConversationList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the conversations of an organization" })),
    HttpApiEndpoint.post("ingestConversation", `${root}/conversations`, {
      params: organization,
      payload: IngestInput,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ingest one conversation or many",
        description: "All or none. The same again changes nothing; other content under a known id replaces it."
      })
    ),
    HttpApiEndpoint.get("getConversationById", `${root}/conversations/:conversationId`, {
      params: { ...organization, conversationId: Text(1, 255) },
      success: ConversationDetails,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a conversation with its messages" })),
    HttpApiEndpoint.get("listConversationsIssues", `${root}/conversations-issues`, {
      params: organization,
      query: { ...listQuery, cluster: Filter, conversation: Filter },
      success: ListOf(IssueInConversation, "IssueInConversationList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the issues found in conversations" })),
    HttpApiEndpoint.get("getConversationIssueById", `${root}/conversations-issues/:issueId`, {
      params: { ...organization, issueId: Id },
      success: IssueInConversation,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an issue with its conversation" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Conversations", description: "What people ask, and the topics that it is about." })
  )
