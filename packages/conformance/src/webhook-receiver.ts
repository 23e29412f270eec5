/** Who receives what webhooks send. */

import type { Received } from "@octavo/core/connections/webhooks/Receiver"
import { WebhookJobs } from "@octavo/core/connections/webhooks/WebhookJobs"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Effect } from "effect"
import { received, receivers } from "./harness.ts"

let serial = 0
/** The address of a receiver of its own. */
export const receiver = (...answers: ReadonlyArray<Partial<Received>>) => {
  const url = `https://receiver.test/${++serial}`
  let next = 0
  receivers.set(
    url,
    Effect.sync(() => ({
      status: 200,
      body: "ok",
      retryAfter: undefined,
      ...answers[Math.min(next++, answers.length - 1)]
    }))
  )
  const got = () => received.filter((one) => one.url === url)
  return { url, got, events: () => got().map(({ body }) => JSON.parse(body)) }
}

/** An address where nobody answers. */
export const goneReceiver = () => `https://gone.test/${++serial}`

/** Sends what is due, and what comes due behind it. */
export const deliver = Effect.gen(function* () {
  const jobs = yield* WebhookJobs
  yield* jobs.work
  yield* jobs.untilIdle
})

export const retitle = (space: string, subject: string) =>
  Effect.flatMap(ChangeRequests, (all) => all.create(space, { subject }))
