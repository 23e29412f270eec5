/** Two published sites: one of an ordinary size, and one that is large. */
import { Organizations } from "@octavo/core/organizations/Organizations"
import { CurrentActor, operator } from "@octavo/core/shared/Actor"
import { Sites } from "@octavo/core/sites/Sites"
import { Users } from "@octavo/core/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { makeSpace } from "../support/seed.ts"

export interface PublishedSite {
  readonly pages: number
  /** Of pages that are asked for. */
  readonly paths: ReadonlyArray<string>
}

const sizes = [150, 2_000]

export const makeWorld = (database: string, dataDirectory: string): Promise<ReadonlyArray<PublishedSite>> =>
  Effect.gen(function* () {
    const organizations = yield* Organizations
    const users = yield* Users
    const sites = yield* Sites
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
    return yield* Effect.forEach(sizes, (pages) =>
      Effect.gen(function* () {
        const space = yield* makeSpace(id, `Docs ${pages}`, { pages, bytes: 4_000 })
        const site = yield* sites.create(id, { title: `Docs ${pages}`, spaces: [space.id] })
        const { urls } = yield* sites.publish(id, site.id)
        const base = new URL(urls.published!).pathname
        // the first page, the others of its level, and one page below each of them
        const top = Array.from({ length: 10 }, (_, i) => `page-about-topic-${i}`)
        const below = top.map((path, i) => `${path}/page-about-topic-${10 + 10 * i}`)
        return { pages, paths: ["", ...top.slice(1), ...below].map((path) => base + path) }
      })
    )
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
