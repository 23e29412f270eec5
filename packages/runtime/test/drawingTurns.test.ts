/** Pages of a site are drawn one in each turn of the event loop, and who searches does not wait for them. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { SitePages } from "@octavo/site"
import { Effect, Fiber } from "effect"
import { expect, it } from "vitest"
import { withSites } from "./withSites.ts"

const titles = Array.from({ length: 8 }, (_, n) => `page-${n}`)

const turn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

it("a search is answered before the pages that came with it, which are drawn one in a turn", () =>
  Effect.gen(function* () {
    const admin = yield* (yield* Users).ensure({ email: "admin@turns.test", displayName: "Admin" })
    const { id: organization } = yield* (yield* Organizations).create({ title: "Turns" }, admin.id)
    const { id } = yield* (yield* Spaces).create(organization, { title: "Space" })
    yield* (yield* ChangeRequestContent).editSpace(id, {
      changes: ["Home", ...titles].map((title) => ({
        operation: "insert_page" as const,
        title,
        document: { markdown: `Words of ${title}.\n` }
      }))
    })
    const sites = yield* Sites
    const site = yield* sites.create(organization, { title: "Turns", spaces: [id] })
    yield* sites.publish(organization, site.id)
    const pages = yield* SitePages
    const ask = (path: string, query = "") =>
      pages.answer({
        host: "localhost:4000",
        path: `/sites/${site.basename}/${path}`,
        query,
        cookie: undefined,
        accept: undefined
      })
    // what the first of a kind loads is not waited for below
    yield* ask("")
    yield* ask("~search", "q=first")

    const answered: Array<string> = []
    const asking = (name: string, path: string, query?: string) =>
      Effect.forkChild(
        Effect.map(ask(path, query), (answer) => {
          expect(answer).toMatchObject({ status: 200 })
          answered.push(name)
        }),
        { startImmediately: true }
      )
    const drawn = yield* Effect.forEach(titles, (title) => asking(title, title))
    const found = yield* asking("search", "~search", "q=words")
    const mostInTurn: Array<number> = []
    while (answered.length <= titles.length) {
      const before = answered.filter((name) => name !== "search").length
      yield* turn
      mostInTurn.push(answered.filter((name) => name !== "search").length - before)
    }
    yield* Effect.forEach([...drawn, found], Fiber.join)
    expect(answered).toEqual(["search", ...titles])
    // the search lets one go on with the first
    expect(Math.max(...mostInTurn)).toBe(1)
  }).pipe(Effect.provideService(CurrentActor, operator), Effect.scoped, withSites))
