/** Published sites: one of an ordinary size, one that is large, and one that shows every visitor something else. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { makeSpace } from "../support/seed.ts"

export interface PublishedSite {
  readonly pages: number
  /** Of pages that are asked for. */
  readonly paths: ReadonlyArray<string>
  /** `Cookie` headers of visitors who are shown different pages; one that is empty where all are shown the same. */
  readonly cookies: ReadonlyArray<string>
}

/** Visitors of the adaptive site. */
const visitors = 20

const cookies = Array.from(
  { length: visitors },
  (_, i) => `gitbook-visitor-public=${encodeURIComponent(JSON.stringify({ number: i }))}`
)
const sizes = [150, 2_000]

export const makeWorld = (database: string, dataDirectory: string): Promise<ReadonlyArray<PublishedSite>> =>
  Effect.gen(function* () {
    const organizations = yield* Organizations
    const users = yield* Users
    const sites = yield* Sites
    const content = yield* ChangeRequestContent
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
    const kinds = [...sizes.map((pages) => ({ pages, adaptive: false })), { pages: sizes[0]!, adaptive: true }]
    return yield* Effect.forEach(kinds, ({ adaptive, pages }) =>
      Effect.gen(function* () {
        const title = `Docs ${pages}${adaptive ? " adaptive" : ""}`
        const space = yield* makeSpace(id, title, { pages, bytes: 4_000 })
        const site = yield* sites.create(id, { title, spaces: [space.id] })
        if (adaptive) {
          yield* sites.update(id, site.id, { adaptiveContent: { enabled: true } })
          yield* content.editSpace(space.id, {
            changes: Array.from({ length: visitors }, (_, i) => ({
              operation: "insert_page" as const,
              title: `For ${i}`,
              condition: `visitor.claims.unsigned.number == ${i}`,
              document: { markdown: `Only for visitor ${i}.\n` }
            }))
          })
        }
        const { urls } = yield* sites.publish(id, site.id)
        const base = new URL(urls.published!).pathname
        // the first page, the others of its level, and one page below each of them
        const top = Array.from({ length: 10 }, (_, i) => `page-about-topic-${i}`)
        const below = top.map((path, i) => `${path}/page-about-topic-${10 + 10 * i}`)
        const paths = ["", ...top.slice(1), ...below].map((path) => base + path)
        return { pages, paths, cookies: adaptive ? cookies : [""] }
      })
    )
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
