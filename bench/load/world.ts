/** What is read and written under the mixed load, and the store that has it. */

import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import type { Write } from "../support/load.ts"
import { makeSpace, markdown } from "../support/seed.ts"

/** More than there are connections: no two writers meet in one. */
const spaces = 60

/** Fills the store: spaces of 20 pages, whose pages are read, and are changed, commented on and renamed. */
export const makeWorld = (database: string, dataDirectory: string) =>
  Effect.gen(function* () {
    const users = yield* Users
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { token } = yield* users.createToken(admin.id, { label: "bench" })
    const { id } = yield* (yield* Organizations).create({ title: "Bench" }, admin.id)
    const paths: Array<string> = []
    const writes: Array<Write> = []
    const text = markdown("Changed $N", 700)
    for (let i = 0; i < spaces; i++) {
      const { id: space, pages } = yield* makeSpace(id, `Space ${i}`, { pages: 20, bytes: 700 })
      const at = `/v1/spaces/${space}`
      paths.push(at, `${at}/content`, ...pages.slice(0, 8).map((page) => `${at}/content/page/${page}`))
      const change = { operation: "update_page", page: pages[i % pages.length], document: { markdown: text } }
      writes.push(
        { method: "POST", path: `${at}/content`, body: JSON.stringify({ changes: [change] }) },
        { method: "POST", path: `${at}/comments`, body: JSON.stringify({ body: { markdown: "Said $N" } }) },
        { method: "PATCH", path: at, body: JSON.stringify({ title: `Space ${i} $N` }) }
      )
    }
    return { token, paths, writes }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
