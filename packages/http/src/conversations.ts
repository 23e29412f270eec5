import { Conversations } from "@octavo/core/connections/conversations/Conversations"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"

export const conversationsHandlers = groupHandlers(
  "conversations",
  Effect.fn(function* (handlers) {
    const conversations = yield* Conversations
    return handlers.handleAll({
      listConversationsIssuesClusters: ({ params, query: { page, limit, ...listing } }) =>
        conversations.clusters(params.organizationId, listing, { page, limit }),
      getConversationsIssuesCluster: ({ params }) => conversations.cluster(params.organizationId, params.clusterId),
      listConversations: ({ params, query: { page, limit, ...filter } }) =>
        conversations.list(params.organizationId, filter, { page, limit }),
      ingestConversation: ({ params, payload }) => conversations.ingest(params.organizationId, payload),
      getConversationById: ({ params }) => conversations.get(params.organizationId, params.conversationId),
      listConversationsIssues: ({ params, query: { page, limit, ...filter } }) =>
        conversations.issues(params.organizationId, filter, { page, limit }),
      getConversationIssueById: ({ params }) => conversations.issue(params.organizationId, params.issueId)
    })
  })
)
