import { Effect, Layer } from "effect"
import { IssueClusters } from "../../content/change-requests/IssueClusters.ts"
import { Conversations } from "./Conversations.ts"

/** The clusters that change requests may name are those of conversations. */
export const issueClustersLayer = Layer.effect(
  IssueClusters,
  Effect.map(Conversations, ({ cluster }) =>
    IssueClusters.of({ require: (organizationId, clusterId) => Effect.asVoid(cluster(organizationId, clusterId)) })
  )
)
