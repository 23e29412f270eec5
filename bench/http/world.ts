/** What is asked for, and the store that has it. */

import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { makeSpace } from "../support/seed.ts"
import { atLeast, type Bar } from "../support/table.ts"

export interface Endpoint {
  readonly what: string
  readonly paths: ReadonlyArray<string>
  readonly bar: Bar
  readonly headers?: Readonly<Record<string, string>>
}

const kept = atLeast(0.75)
/** What a reader gets after a commit. */
const again = atLeast(0.45)

/** Octavo keeps answers until something is committed. Who wants none that is kept is answered without them. */
const notKept = { "cache-control": "no-cache" }

/** Fills the store: an organization with 50 members and 50 spaces, one with 1,000 pages and one with 200. */
export const makeWorld = (database: string, dataDirectory: string) =>
  Effect.gen(function* () {
    const organizations = yield* Organizations
    const users = yield* Users
    const members = yield* Members
    const spaces = yield* Spaces
    const sites = yield* Sites
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { token } = yield* users.createToken(admin.id, { label: "bench" })
    const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
    for (let i = 1; i < 50; i++) {
      const user = yield* users.ensure({ email: `person-${i}@bench.test`, displayName: `Person ${i}` })
      yield* members.put(id, user.id, "read")
    }
    const big = yield* makeSpace(id, "Big", { pages: 1_000, bytes: 700, files: 100 })
    const middle = yield* makeSpace(id, "Middle", { pages: 200, bytes: 700 })
    for (let i = 2; i < 50; i++) yield* spaces.create(id, { title: `Space ${i}`, emoji: "📗" })
    const site = yield* sites.create(id, { title: "Site", spaces: [big.id] })
    const all = (yield* spaces.list(id, { limit: 50 })).items
    const endpoint = (what: string, paths: ReadonlyArray<string>): Endpoint => ({ what, paths, bar: kept })
    const anew = ({ paths, what }: Endpoint): Endpoint => ({
      what: `${what}, made anew`,
      paths,
      headers: notKept,
      bar: again
    })
    const content = `/v1/spaces/${big.id}/content`
    const first = [
      endpoint(
        "page by id",
        big.pages.map((page) => `${content}/page/${page}`)
      ),
      endpoint(
        "page by path",
        Array.from({ length: 10 }, (_, i) => `${content}/path/page-about-topic-${i}`)
      ),
      endpoint(
        "file",
        big.files.map((file) => `${content}/files/${file}`)
      ),
      endpoint("revision of 200 pages", [`/v1/spaces/${middle.id}/content`]),
      endpoint(
        "space",
        all.map((space) => `/v1/spaces/${space.id}`)
      ),
      endpoint("spaces, 50", [`/v1/orgs/${id}/spaces`]),
      endpoint("organization", [`/v1/orgs/${id}`]),
      endpoint("caller", ["/v1/user"]),
      endpoint("members, 50", [`/v1/orgs/${id}/members`]),
      endpoint("site", [`/v1/orgs/${id}/sites/${site.id}`])
    ]
    const fresh = first.filter(({ what }) => ["file", "space", "organization", "caller"].includes(what))
    return { token, endpoints: [...first, ...fresh.map(anew)] }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
