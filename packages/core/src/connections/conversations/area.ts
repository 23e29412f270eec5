/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { ConversationAnalysis } from "./ConversationAnalysis.ts"
import { Conversations } from "./Conversations.ts"

export const layer = Layer.mergeAll(ConversationAnalysis.layer, Conversations.layer)

export const actions = {
  /** What users say elsewhere, and what is found in it; tokens with scopes have none for it. */
  "conversations.view": { role: "read", scope: undefined },
  "conversations.ingest": { role: "create", scope: undefined }
} as const satisfies Record<string, Action>

export const auditActions = {
  "conversations.ingest": "Conversations ingested"
} as const
