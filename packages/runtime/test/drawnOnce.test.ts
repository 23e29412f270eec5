/** A page of a site is drawn once for each version, however many ask for it at once; an edit makes it anew. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { counter } from "@octavo/core/kernel/shared/metrics"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { SitePages } from "@octavo/site"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { withSites } from "./withSites.ts"

/** Longer than what is drawn on the thread that answers: others come while it is drawn. */
const long = (word: string) => `${`${word} and **words** that go on. `.repeat(2_000)}\n`
const readers = 24

const tasksDone = (): number => counter("octavo_compute_tasks_total", "", { result: "done" }).value

it("a page is drawn once for all who ask at once, and once more when it was edited", () =>
  Effect.gen(function* () {
    const admin = yield* (yield* Users).ensure({ email: "admin@drawn.test", displayName: "Admin" })
    const { id: organization } = yield* (yield* Organizations).create({ title: "Drawn" }, admin.id)
    const { id } = yield* (yield* Spaces).create(organization, { title: "Space" })
    const contents = yield* ChangeRequestContent
    const made = yield* contents.editSpace(id, {
      changes: ["Home", "Guide"].map((title) => ({
        operation: "insert_page" as const,
        title,
        document: { markdown: long("First") }
      }))
    })
    const page = made.changes[1]!
    const sites = yield* Sites
    const site = yield* sites.create(organization, { title: "Drawn", spaces: [id] })
    yield* sites.publish(organization, site.id)
    const pages = yield* SitePages
    const request = {
      host: "localhost:4000",
      path: `/sites/${site.basename}/guide`,
      query: "",
      cookie: undefined,
      accept: undefined
    }
    const asked = Effect.forEach(Array.from({ length: readers }), () => pages.answer(request), {
      concurrency: "unbounded"
    })
    const first = yield* asked
    expect(first[0]).toMatchObject({ kind: "text", status: 200 })
    // the very same answer: nobody has drawn another one
    expect(new Set(first).size).toBe(1)
    yield* contents.editSpace(id, {
      changes: [
        {
          operation: "update_page",
          page: (page as { page: { id: string } }).page.id,
          document: { markdown: long("Second") }
        }
      ]
    })
    const second = yield* asked
    expect(new Set([...first, ...second]).size).toBe(2)
    expect(second[0]).toMatchObject({ kind: "text", status: 200 })
    // a short page with code is drawn by the thread that has the grammars, one without where it is asked for
    const bodies: Array<string> = []
    const tasks: Array<number> = []
    for (const markdown of ["```js\nconst one = 1\n```\n", "Words alone.\n"]) {
      yield* contents.editSpace(id, {
        changes: [
          { operation: "update_page", page: (page as { page: { id: string } }).page.id, document: { markdown } }
        ]
      })
      const before = tasksDone()
      const answer = yield* pages.answer(request)
      tasks.push(tasksDone() - before)
      bodies.push(answer?.kind === "text" ? utf8.decode(answer.body) : "")
    }
    expect(bodies[0]).toMatch(/<span class="[^"]*\bk\b[^"]*">const/)
    expect(bodies[1]).toContain("Words alone.")
    expect(tasks).toEqual([1, 0])
  }).pipe(Effect.provideService(CurrentActor, operator), Effect.scoped, withSites))
