/** Stories of search over a site and an organization, and of who finds what. */
import { expect } from "@effect/vitest"
import { rankedOfMany, rankedPages } from "@octavo/core/content/search/relaxed"
import { Search } from "@octavo/core/content/search/Search"
import { SiteSearch } from "@octavo/core/delivery/sites/SiteSearch"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import type { SiteSearchInput } from "@octavo/core/delivery/sites/searchScope"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { as, asOperator, newMember, newOrganization, newUser, refusal, type Story, siteReader } from "./harness.ts"
import { newBook } from "./searched-space.ts"

export const scopeStories = (story: Story) => {
  story("a site is searched over what its visitors see, in the scope that is asked for", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { admin, id: organizationId } = organization
      const book = Effect.map(newBook([["Page", "needle"]], organization), ({ id }) => id)
      const [first, second, draft] = yield* Effect.all([book, book, book])
      const sites = yield* Sites
      const siteSpaces = yield* SiteSpaces
      const { id } = yield* sites.create(organizationId, { spaces: [first, second] }).pipe(as(admin))
      yield* siteSpaces.add(organizationId, id, { spaceId: draft, draft: true }).pipe(as(admin))
      const { items: places } = yield* siteSpaces.list(organizationId, id, {}, {}).pipe(as(admin))
      const at = (spaceId: string) => places.find(({ space }) => space.id === spaceId)!.id
      const service = yield* SiteSearch
      const found = (input: Omit<SiteSearchInput, "query">) =>
        service.search(organizationId, id, { query: "needle", ...input }).pipe(
          as(admin),
          Effect.map(({ items }) => items.map((one) => one.id).toSorted())
        )
      expect(yield* found({})).toEqual([first])
      expect(yield* found({ scope: { mode: "all" } })).toEqual([first, second].toSorted())
      expect(yield* found({ scope: { mode: "default", currentSiteSpace: at(second) } })).toEqual([second])
      expect(yield* found({ siteSpaceIds: [at(second), at(draft)] })).toEqual([second])
      const outsider = (yield* newUser("Outsider")).id
      const asked = service.search(organizationId, id, { query: "needle" }).pipe(as(outsider))
      expect(yield* refusal(asked)).toBe("NotFound")
    })
  )

  story("a list goes through all that match, the ranked ones first (threat: list abuse)", () =>
    Effect.gen(function* () {
      const count = rankedPages + 60
      const pages = Array.from(
        { length: count },
        (_, i) => [i === count - 1 ? "Common" : `Page ${i}`, "common"] as const
      )
      const { id } = yield* newBook(pages)
      const service = yield* Search
      const all = yield* service.space(id, "common", { limit: 1000 })
      expect([all.count, all.items.length, all.next]).toEqual([count, count, undefined])
      expect(all.items[0]!.title).toBe("Common")
      expect(all.items.map(({ rank }) => rank)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
      const seen: Array<unknown> = []
      for (let page: string | undefined; ; ) {
        const part = yield* service.space(id, "common", { limit: 23, ...defined({ page }) })
        expect(part.count).toBe(count)
        seen.push(...part.items)
        page = part.next?.page
        if (page === undefined) break
      }
      expect(seen).toEqual(all.items)
      const first = yield* service.space(id, "common", { limit: 1 })
      const page = first.next!.page
      const other = yield* newBook([["One", "common"]])
      const foreign = [
        service.space(other.id, "common", { page }),
        service.space(id, "commo", { page }),
        service.space(id, "common", { page: `${page}x` }),
        service.space(id, "common", { limit: -1 }),
        service.space(id, "common", { limit: 1001 }),
        service.space(id, "common", { limit: 1.5 })
      ]
      for (const attempt of foreign) expect(yield* refusal(attempt)).toBe("Invalid")
      expect((yield* service.space(id, "common", { limit: 0 })).count).toBe(count)
    }).pipe(asOperator)
  )

  story(
    "who may not read a space finds nothing of it, not even how much there is (threats: foreign ids in paths, derived reads, stale authority)",
    () =>
      Effect.gen(function* () {
        const service = yield* Search
        const organization = yield* newOrganization()
        const open = yield* newBook([["Open", "needle"]], organization)
        const closed = yield* newBook(
          [
            ["Closed", "needle"],
            ["Closed too", "needle needle"]
          ],
          organization
        )
        const elsewhere = yield* newBook([["Elsewhere", "needle"]])
        const guest = yield* newMember(organization.id, null)
        const grants = yield* Grants
        const inOrganization = (user: string) =>
          service.organization(organization.id, "needle", {}).pipe(
            as(user),
            Effect.map(({ count, items }) => [count, items.map(({ id, pages }) => [id, pages.length])] as const)
          )
        expect(yield* inOrganization(guest)).toEqual([0, []])
        yield* grants
          .grant({ kind: "space", id: open.id }, { role: "read", users: [guest] })
          .pipe(as(organization.admin))
        expect(yield* inOrganization(guest)).toEqual([1, [[open.id, 1]]])
        expect((yield* inOrganization(organization.admin))[0]).toBe(2)
        expect(yield* refusal(service.space(closed.id, "needle", {})).pipe(as(guest))).toBe("NotFound")
        expect((yield* service.space(open.id, "needle", {}).pipe(as(guest))).count).toBe(1)

        const stranger = yield* newUser()
        expect(yield* refusal(service.organization(organization.id, "needle", {})).pipe(as(stranger.id))).toBe(
          "NotFound"
        )
        expect(yield* refusal(service.space(open.id, "needle", {})).pipe(as(elsewhere.admin))).toBe("NotFound")
        expect(
          yield* refusal(service.organization(organization.id, "x", {})).pipe(as(organization.admin, new Set()))
        ).toBe("Forbidden")
        const site = siteReader(organization.id, "none")
        const bySite = refusal(service.organization(organization.id, "needle", {}))
        expect(yield* Effect.provideService(bySite, CurrentActor, site)).toBe("Forbidden")

        const members = yield* Members
        yield* members.remove(organization.id, guest).pipe(as(organization.admin))
        expect(yield* refusal(service.space(open.id, "needle", {})).pipe(as(guest))).toBe("NotFound")
        expect(yield* refusal(service.organization(organization.id, "needle", {})).pipe(as(guest))).toBe("NotFound")
      })
  )

  story("an organization's spaces come by their best page, page after page", () =>
    Effect.gen(function* () {
      const service = yield* Search
      const organization = yield* newOrganization()
      const body = yield* newBook([["A", "needle"]], organization)
      const title = yield* newBook(
        [
          ["Needle", "x"],
          ["B", "needle"]
        ],
        organization
      )
      const heading = yield* newBook([["C", "## Needle\n\nx"]], organization)
      yield* newBook([["D", "x"]], organization)
      const find = (params: { limit?: number; page?: string }) =>
        service.organization(organization.id, "needle", params).pipe(as(organization.admin))
      const all = yield* find({})
      expect([all.count, ...all.items.map(({ id, type }) => [id, type])]).toEqual([
        3,
        [title.id, "space"],
        [heading.id, "space"],
        [body.id, "space"]
      ])
      expect(all.items[0]!.pages.map((hit) => [hit.title, hit.rank])).toEqual([
        ["Needle", 1],
        ["B", 2]
      ])
      expect(all.items[0]!.score).toBe(all.items[0]!.pages[0]!.score)
      const first = yield* find({ limit: 2 })
      const second = yield* find({ limit: 2, page: first.next!.page })
      expect([...first.items, ...second.items]).toEqual(all.items)
      expect(second.next).toBeUndefined()
      expect(
        yield* refusal(service.organization(organization.id, "other", { page: first.next!.page })).pipe(
          as(organization.admin)
        )
      ).toBe("Invalid")
    })
  )

  story("each space of many has the pages that it has by itself, however many match", () =>
    Effect.gen(function* () {
      const service = yield* Search
      const organization = yield* newOrganization()
      // more than are ranked of all, in spaces with fewer than are ranked of one, and in one with more
      const each = rankedPages - 5
      const counts = [...Array.from({ length: Math.ceil(rankedOfMany / each) }, () => each), rankedPages + 30]
      const books = yield* Effect.forEach(counts, (count, book) =>
        newBook(
          Array.from({ length: count }, (_, i) => [i === count - 1 - book ? "Common" : `Page ${i}`, "common"] as const),
          organization
        )
      )
      const found = yield* service.organization(organization.id, "common").pipe(as(organization.admin))
      expect(new Set(found.items.map(({ id }) => id))).toEqual(new Set(books.map(({ id }) => id)))
      for (const { id, pages } of found.items) {
        const own = yield* service.space(id, "common", { limit: 10 }).pipe(as(organization.admin))
        expect(pages).toEqual(own.items)
        expect(pages.map(({ title }) => title).slice(0, 2)).toEqual(["Common", "Page 0"])
      }
    })
  )
}
