/** Conversations for tests: a few about one thing, read and clustered. */
import { ConversationAnalysis } from "@octavo/core/connections/conversations/ConversationAnalysis"
import { Effect } from "effect"
import type { World } from "./world.ts"

export const conversation = {
  id: "ticket/1",
  subject: "Invoice",
  parts: [{ type: "message", role: "user", body: "Where can I download the invoice of last month?" }]
}

const others = [
  "How do I download an invoice as PDF?",
  "I need to download my invoices for the tax office",
  "The invoice download link in the mail is dead"
].map((body, i) => ({ id: `other-${i}`, parts: [{ type: "message", role: "user", body }] }))

/** Ids of an issue and of the cluster it is in. */
export interface Clustered {
  readonly issue: string
  readonly cluster: string
}

const known = new WeakMap<World, Promise<Clustered>>()

/** Ingests them into the world's organization, once. */
export const clusteredIn = (world: World): Promise<Clustered> => {
  const found = known.get(world) ?? cluster(world)
  known.set(world, found)
  return found
}

const cluster = async (world: World): Promise<Clustered> => {
  const base = `/v1/orgs/${world.organization}`
  await world.api.post(`${base}/conversations`, [conversation, ...others])
  await world.operate(Effect.flatMap(ConversationAnalysis, ({ analyse }) => analyse(world.organization)))
  // the worker of the server may have begun before
  for (;;) {
    const { body } = await world.api.get(
      `${base}/conversations-issues?conversation=${encodeURIComponent(conversation.id)}`
    )
    const issue = body.items[0]?.issue
    if (issue?.cluster !== undefined) return { issue: issue.id, cluster: issue.cluster }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
