import type { TestProject } from "vitest/node"
import { startPostgres } from "./testing.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a server on which `freshDatabase` may create databases. */
    readonly postgresUrl: string
  }
}

/**
 * One server for a test run: the one that OCTAVO_TEST_POSTGRES_URL names, or one started for it. A run in which two
 * transactions waited for each other has failed, whatever its tests say: one of the two was ended with a 503.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env["OCTAVO_TEST_POSTGRES_URL"]
  if (given !== undefined) {
    project.provide("postgresUrl", given)
    return async () => {}
  }
  const server = await startPostgres()
  project.provide("postgresUrl", server.url)
  return async () => {
    await server.stop()
    const deadlocks = server.deadlocks()
    if (deadlocks.length > 0) throw new Error(`Locks that are taken in two orders:\n${deadlocks.join("\n")}`)
  }
}
