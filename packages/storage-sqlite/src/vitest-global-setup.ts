import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { makeTemplate } from "./testing.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A database file with all tables, of which `migratedDatabase` makes copies. */
    readonly sqliteTemplate: string
  }
}

/** One file with all tables for a test run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const scope = await Effect.runPromise(Scope.make())
  project.provide("sqliteTemplate", await Effect.runPromise(Scope.provide(makeTemplate, scope)))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
