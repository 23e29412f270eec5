/** Runs of imports in stories. */
import { ImportJobs } from "@octavo/core/content/imports/ImportJobs"
import { ImportRuns } from "@octavo/core/content/imports/ImportRuns"
import { Effect, Fiber } from "effect"
import { as } from "./harness.ts"

/** Lets a worker work until a run of an organization has ended, which an admin of it then reads. */
export const untilEnded = Effect.fnUntraced(function* (organization: string, admin: string, run: string) {
  const { work } = yield* ImportJobs
  const imports = yield* ImportRuns
  const fiber = yield* Effect.forkChild(Effect.forever(work))
  for (;;) {
    const found = yield* imports.get(organization, run).pipe(as(admin))
    if (found.status !== "pending" && found.status !== "in-progress") {
      yield* Fiber.interrupt(fiber)
      return found
    }
    yield* Effect.yieldNow
  }
})
