/** Imports repositories, each into a store of its own, through the services that the server has. */
import "effect/schema/SchemaJITCompiler/enable"
import { join } from "node:path"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { type Octavo, octavoLayer } from "@octavo/runtime/layer"
import { Effect, ManagedRuntime } from "effect"
import { answerParent } from "../support/child.ts"

/** A new store in a directory, or another import into the one that is open. */
export type Order =
  | { readonly open: string; readonly url: string }
  | { readonly url: string }
  | { readonly close: true }

export interface Imported {
  readonly milliseconds: number
  readonly pages: number
  readonly updated: number
}

let runtime: ManagedRuntime.ManagedRuntime<Octavo, unknown> | undefined
let space = ""

const run = <A, E>(effect: Effect.Effect<A, E, Octavo | CurrentActor>): Promise<A> =>
  runtime!.runPromise(Effect.provideService(effect, CurrentActor, operator))

const open = async (directory: string): Promise<void> => {
  const database = `sqlite:${join(directory, "octavo.db")}`
  runtime = ManagedRuntime.make(octavoLayer({ database, dataDirectory: directory, allowPrivateNetworks: true }))
  space = await run(
    Effect.gen(function* () {
      const users = yield* Users
      const organizations = yield* Organizations
      const spaces = yield* Spaces
      const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
      const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
      return (yield* spaces.create(id, { title: "Imported" })).id
    })
  )
}

/** How often it is looked whether the import has ended. */
const lookMs = 3

const importFrom = (url: string) =>
  Effect.gen(function* () {
    const git = yield* GitSync
    const store = yield* GitStore
    const begun = performance.now()
    const { id } = yield* git.import(space, { url, ref: "refs/heads/main" })
    for (;;) {
      yield* Effect.sleep(lookMs)
      const operation = yield* store.operation(id)
      if (operation?.state === "failed") throw new Error(`the import failed: ${operation.error?.message}`)
      if (operation?.state !== "completed") continue
      const milliseconds = performance.now() - begun
      return { milliseconds, pages: operation.counts!.pages, updated: operation.counts!.updated } satisfies Imported
    }
  })

answerParent(async (order: Order) => {
  if ("open" in order) await open(order.open)
  if ("url" in order) return run(importFrom(order.url))
  await runtime?.dispose()
  return {}
})
