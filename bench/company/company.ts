/** A company of any size: spaces with pages, change requests and comments, people, and sites that show them. */
import { ChangeRequestStore } from "@octavo/core/content/change-requests/ChangeRequestStore"
import { CommentStore } from "@octavo/core/content/comments/CommentStore"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { makeSpace } from "../support/seed.ts"

/** The whole company; a part of it has fewer spaces, people and sites, and in each space as much. */
const whole = { spaces: 2_000, people: 5_000, sites: 300 }
const perSpace = { pages: 500, changeRequests: 50, comments: 500 }
/** Bytes of a page. */
const pageBytes = 1_000
/** Spaces that were deleted so long ago that they are removed for good. */
const deleted = 5

export interface Company {
  readonly organization: string
  /** Of an admin, and of somebody who sees three spaces alone. */
  readonly token: string
  readonly guestToken: string
  readonly spaces: ReadonlyArray<{ readonly id: string; readonly pages: ReadonlyArray<string> }>
  /** Those that the guest sees. */
  readonly granted: ReadonlyArray<{ readonly id: string; readonly pages: ReadonlyArray<string> }>
  /** Addresses of published sites, as paths. */
  readonly sites: ReadonlyArray<string>
  readonly pages: number
  /** Milliseconds that the removal of each deleted space took. */
  readonly purges: ReadonlyArray<number>
}

/** @param part of the whole company */
export const makeCompany = (database: string, dataDirectory: string, part: number): Promise<Company> =>
  Effect.runPromise(
    fill(part).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" }))
    )
  )

const at = "2026-01-01T00:00:00.000Z"

const fill = Effect.fnUntraced(function* (part: number) {
  const users = yield* Users
  const members = yield* Members
  const sites = yield* Sites
  const siteSpaces = yield* SiteSpaces
  const transaction = yield* Transaction
  const share = (count: number) => Math.max(4, Math.round(count * part))
  const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
  const { token } = yield* users.createToken(admin.id, { label: "bench" })
  const { id: organization } = yield* (yield* Organizations).create({ title: "Company" }, admin.id)
  const people: Array<string> = []
  for (let i = 0; i < share(whole.people); i += 100) {
    yield* transaction.run(
      Effect.gen(function* () {
        for (let n = i; n < Math.min(i + 100, share(whole.people)); n++) {
          const person = yield* users.ensure({ email: `person-${n}@bench.test`, displayName: `Person ${n}` })
          yield* members.put(organization, person.id, n % 3 === 0 ? "edit" : "read")
          people.push(person.id)
        }
      })
    )
  }
  const spaces: Array<Company["spaces"][number]> = []
  for (let i = 0; i < share(whole.spaces); i++) {
    const own = `Product ${i} has parts of its own, as serial${i} and batch${i}. `
    const { id, pages } = yield* makeSpace(organization, `Space ${i}`, {
      pages: perSpace.pages,
      bytes: pageBytes,
      own
    })
    yield* talkAbout(organization, id, pages, people)
    spaces.push({ id, pages })
  }
  const published: Array<string> = []
  for (let i = 0; i < share(whole.sites); i++) {
    const shown = [0, 1, 2].map((n) => spaces[(i * 7 + n) % spaces.length]!.id)
    const site = yield* sites.create(organization, { title: `Site ${i}`, spaces: [...new Set(shown)] })
    yield* sites.publish(organization, site.id)
    const { items } = yield* siteSpaces.list(organization, site.id, {}, {})
    published.push(new URL(items[0]!.urls.published!).pathname)
  }
  const guest = yield* users.ensure({ email: "guest@bench.test", displayName: "Guest" })
  yield* members.put(organization, guest.id, null)
  const { token: guestToken } = yield* users.createToken(guest.id, { label: "bench" })
  const granted = [1, 2, 3].map((n) => spaces[Math.floor((spaces.length * n) / 4)]!)
  for (const { id } of granted) {
    yield* (yield* Grants).grant({ kind: "space", id }, { role: "read", users: [guest.id] })
  }
  const purges = yield* removeDeleted(organization)
  const pages = spaces.length * perSpace.pages
  return { organization, token, guestToken, spaces, granted, sites: published, pages, purges }
})

/** What is going on in a space: change requests, a tenth of them open, and comments on its pages. */
const talkAbout = Effect.fnUntraced(function* (
  organizationId: string,
  spaceId: string,
  pages: ReadonlyArray<string>,
  people: ReadonlyArray<string>
) {
  const changeRequests = yield* ChangeRequestStore
  const comments = yield* CommentStore
  const audit = yield* Audit
  const head = yield* (yield* RevisionStore).head(spaceId, primary)
  const person = (i: number) => people[i % people.length]!
  yield* (yield* Transaction).run(
    Effect.gen(function* () {
      for (let i = 0; i < perSpace.changeRequests; i++) {
        const id = makeId()
        const status = i % 10 === 0 ? ("open" as const) : ("archived" as const)
        const subject = `Change ${i}`
        const createdBy = person(i)
        yield* changeRequests.insert({ id, spaceId, status, subject, description: null, createdBy, createdAt: at })
        const target = { type: "change-request" as const, id, label: subject }
        yield* audit.record({ organizationId, action: "change-request.create", target })
      }
      for (let i = 0; i < perSpace.comments; i++) {
        const target = { page: pages[i % pages.length]!, node: null, tableCell: null, review: null }
        yield* comments.insert({
          id: makeId(),
          place: { spaceId, changeRequestId: null },
          target: { ...target, revision: head!.revisionId },
          markdown: `Is ${i} still right?`,
          postedBy: person(i),
          postedAt: at
        })
      }
    })
  )
})

/** Removes spaces that were deleted long ago; answers how long each took. */
const removeDeleted = Effect.fnUntraced(function* (organizationId: string) {
  const store = yield* SpaceStore
  const purge = yield* SpacePurge
  for (let i = 0; i < deleted; i++) {
    const { id } = yield* makeSpace(organizationId, `Old ${i}`, {
      pages: perSpace.pages,
      bytes: pageBytes,
      own: `Old ${i}. `
    })
    yield* store.setDeleted(id, at, at)
  }
  yield* purge.sweep
  const times: Array<number> = []
  for (let i = 0; i < deleted; i++) {
    const begun = performance.now()
    yield* purge.work
    times.push(performance.now() - begun)
  }
  return times
})
