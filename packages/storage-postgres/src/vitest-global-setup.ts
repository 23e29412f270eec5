import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import type { TestProject } from "vitest/node"
import { dropTemplate, makeTemplate, startPostgres } from "./testing.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a server on which `freshDatabase` may create databases. */
    readonly postgresUrl: string
    /** Name of the database there of which `migratedDatabase` makes copies. */
    readonly postgresTemplate: string
  }
}

/**
 * One server for a test run: the one that OCTAVO_TEST_POSTGRES_URL names, or one started for it. A run in which two
 * transactions waited for each other has failed, whatever its tests say: one of the two was ended with a 503.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env["OCTAVO_TEST_POSTGRES_URL"]
  const server = given === undefined ? await startPostgres() : undefined
  const url = given ?? server!.url
  const template = `octavo_template_${randomBytes(8).toString("hex")}`
  await Effect.runPromise(makeTemplate(url, template))
  project.provide("postgresUrl", url)
  project.provide("postgresTemplate", template)
  return async () => {
    if (server === undefined) return Effect.runPromise(dropTemplate(url, template))
    await server.stop()
    const deadlocks = server.deadlocks()
    if (deadlocks.length > 0) throw new Error(`Locks that are taken in two orders:\n${deadlocks.join("\n")}`)
  }
}
