/** An organization with a space to read. */
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { octavoLayer } from "@octavo/runtime/layer"
import { createOrganization } from "@octavo/runtime/setup"
import { Effect } from "effect"
import { makeSpace } from "../support/seed.ts"

export interface WebWorld {
  /** Of an admin. */
  readonly token: string
  /** Paths of pages below `/app`. */
  readonly pages: ReadonlyArray<string>
}

export const makeWorld = (database: string, dataDirectory: string): Promise<WebWorld> =>
  Effect.gen(function* () {
    const { organization, token } = yield* createOrganization({
      title: "Bench",
      another: true,
      email: "admin@bench.test",
      name: "Admin"
    })
    const read = yield* makeSpace(organization.id, "Handbook", { pages: 200, bytes: 4_000 })
    return {
      token,
      pages: Array.from({ length: 10 }, (_, at) => `/s/${read.id}/page-about-topic-${at}`)
    }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
