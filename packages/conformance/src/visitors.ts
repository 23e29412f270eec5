/** Stories of share links and of the sign-in of a site's visitors. */
import { describe, expect, layer } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { PublishingAuths } from "@octavo/core/delivery/visitors/PublishingAuths"
import { ShareLinks } from "@octavo/core/delivery/visitors/ShareLinks"
import { VisitorStore } from "@octavo/core/delivery/visitors/VisitorStore"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { as, newMember, newOrganization, outcome, type StoreUnderTest, type Story, services } from "./harness.ts"

/** A site with one space, in an organization of its own. */
export const newSite = Effect.gen(function* () {
  const { id: org, admin } = yield* newOrganization()
  const spaces = yield* Spaces
  const sites = yield* Sites
  const space = yield* spaces.create(org, { title: "Book" }).pipe(as(admin))
  const site = yield* sites.create(org, { title: "Manual", spaces: [space.id] }).pipe(as(admin))
  return { org, admin, space: space.id, site: site.id, basename: site.basename! }
})

const actionsOf = (org: string, admin: string) =>
  Effect.gen(function* () {
    const audit = yield* Audit
    const { items } = yield* audit.list(org, {}, {}).pipe(as(admin))
    return items.map(({ action }) => action).filter((action) => /share-link|auth/.test(action))
  })

export const visitorsSuite = (under: StoreUnderTest) =>
  describe(`visitors on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      shareLinkStories(story)
      authStories(story)
    })
  })

const keyIn = (url: string | undefined): string => url!.split("/").at(-2)!

const shareLinkStories = (story: Story) => {
  describe("share links", () => {
    story("are made with a key of their own, renamed, turned off and on, listed oldest first, and deleted", () =>
      Effect.gen(function* () {
        const { admin, basename, org, site } = yield* newSite
        const links = yield* ShareLinks
        const store = yield* VisitorStore
        const create = (name: string) => links.create(org, site, { name }).pipe(as(admin))
        const first = yield* create("Friends 100%")
        const second = yield* create("")
        expect(first).toMatchObject({ object: "share-link", name: "Friends 100%", active: true })
        expect(first.urls.published).toMatch(new RegExp(`^https://octavo.test/sites/${basename}/[0-9A-Za-z]{22}/$`))
        expect(keyIn(first.urls.published)).not.toBe(keyIn(second.urls.published))
        expect((yield* store.accessRules(site))?.shareLinks.map(({ id }) => id).sort()).toEqual(
          [first.id, second.id].sort()
        )

        const update = (id: string, input: Parameters<typeof links.update>[3]) =>
          links.update(org, site, id, input).pipe(as(admin))
        expect(yield* update(first.id, { name: "Customers" })).toEqual({ ...first, name: "Customers" })
        expect(yield* update(first.id, { active: false })).toMatchObject({ active: false, name: "Customers" })
        expect((yield* store.accessRules(site))?.shareLinks.map(({ id }) => id)).toEqual([second.id])
        // the key stays when the link is active again
        expect(yield* update(first.id, { active: true })).toEqual({ ...first, name: "Customers" })
        expect(yield* update(first.id, {})).toEqual({ ...first, name: "Customers" })

        const list = (search?: string, params = {}) => links.list(org, site, { search }, params).pipe(as(admin))
        expect((yield* list()).items.map(({ id }) => id)).toEqual([first.id, second.id])
        expect((yield* list("cUSTOM")).items.map(({ id }) => id)).toEqual([first.id])
        expect((yield* list("100%")).count).toBe(0)
        expect((yield* list("_")).count).toBe(0)
        const page = yield* list(undefined, { limit: 1 })
        expect([page.count, page.items.length]).toEqual([2, 1])
        const next = page.next!.page
        expect((yield* list(undefined, { page: next })).items.map(({ id }) => id)).toEqual([second.id])
        expect(yield* outcome(links.list(org, site, { search: "x" }, { page: next }).pipe(as(admin)))).toBe("Invalid")

        expect(yield* links.remove(org, site, first.id).pipe(as(admin))).toBe(true)
        expect(yield* links.remove(org, site, first.id).pipe(as(admin))).toBe(false)
        expect(yield* outcome(update(first.id, { name: "Gone" }))).toBe("NotFound")
        expect(yield* actionsOf(org, admin)).toEqual([
          "site.share-link.delete",
          "site.share-link.update",
          "site.share-link.update",
          "site.share-link.update",
          "site.share-link.create",
          "site.share-link.create"
        ])
      })
    )

    story("show their keys to admins alone, and are changed by them alone", () =>
      Effect.gen(function* () {
        const { admin, org, site } = yield* newSite
        const links = yield* ShareLinks
        const made = yield* links.create(org, site, { name: "Friends" }).pipe(as(admin))
        const table: ReadonlyArray<readonly [Role | null, string, string]> = [
          [null, "NotFound", "NotFound"],
          ["read", "done", "Forbidden"],
          ["create", "done", "Forbidden"]
        ]
        for (const [role, reads, writes] of table) {
          const caller = as(yield* newMember(org, role))
          expect(yield* outcome(links.list(org, site, {}, {}).pipe(caller))).toBe(reads)
          expect(yield* outcome(links.create(org, site, { name: "x" }).pipe(caller))).toBe(writes)
          expect(yield* outcome(links.update(org, site, made.id, { active: false }).pipe(caller))).toBe(writes)
          expect(yield* outcome(links.remove(org, site, made.id).pipe(caller))).toBe(writes)
          if (reads !== "done") continue
          const { items } = yield* links.list(org, site, {}, {}).pipe(caller)
          expect(items).toEqual([{ ...made, urls: {} }])
        }
      })
    )

    story("of another site are absent, and go with their site", () =>
      Effect.gen(function* () {
        const mine = yield* newSite
        const sites = yield* Sites
        const links = yield* ShareLinks
        const store = yield* VisitorStore
        const other = yield* sites.create(mine.org, { title: "Other" }).pipe(as(mine.admin))
        const foreign = yield* links.create(mine.org, other.id, { name: "Foreign" }).pipe(as(mine.admin))
        expect(yield* outcome(links.update(mine.org, mine.site, foreign.id, { name: "x" }).pipe(as(mine.admin)))).toBe(
          "NotFound"
        )
        expect(yield* links.remove(mine.org, mine.site, foreign.id).pipe(as(mine.admin))).toBe(false)
        expect((yield* links.list(mine.org, mine.site, {}, {}).pipe(as(mine.admin))).count).toBe(0)
        yield* sites.remove(mine.org, other.id).pipe(as(mine.admin))
        expect(yield* store.accessRules(other.id)).toBeUndefined()
        expect(yield* store.shareLink(other.id, foreign.id)).toBeUndefined()
      })
    )

    story("are at most 1,000 on a site", () =>
      Effect.gen(function* () {
        const { admin, org, site } = yield* newSite
        const links = yield* ShareLinks
        const store = yield* VisitorStore
        const made = yield* links.create(org, site, { name: "First" }).pipe(as(admin))
        const record = (yield* store.shareLink(site, made.id))!
        for (let n = 1; n < 1000; n++) yield* store.insertShareLink({ ...record, id: `${record.id}${n}` })
        expect(yield* outcome(links.create(org, site, { name: "Last" }).pipe(as(admin)))).toBe("Conflict")
      })
    )
  })
}

const authStories = (story: Story) => {
  describe("publishing auth", () => {
    story("has a key that stays until it is replaced, and addresses that are set and unset", () =>
      Effect.gen(function* () {
        const { admin, org, site } = yield* newSite
        const auths = yield* PublishingAuths
        const store = yield* VisitorStore
        const get = auths.get(org, site).pipe(as(admin))
        const update = (input: Omit<Parameters<typeof auths.update>[2], "backend">) =>
          auths.update(org, site, { backend: "custom", ...input }).pipe(as(admin))
        const [first, again] = yield* Effect.all([get, get], { concurrency: 2 })
        expect(first).toEqual({
          object: "publishing-auth",
          backend: "custom",
          privateKey: expect.stringMatching(/^[0-9A-Za-z]{43}$/)
        })
        expect(again).toEqual(first)
        expect(yield* actionsOf(org, admin)).toEqual([])

        const login = "https://login.example.org/"
        expect(yield* update({ fallbackURL: login })).toEqual({ ...first, fallbackURL: login })
        expect(yield* update({ logoutURL: `${login}out` })).toMatchObject({
          fallbackURL: login,
          logoutURL: `${login}out`
        })
        expect(yield* update({ fallbackURL: null, logoutURL: null })).toEqual(first)
        expect(yield* update({})).toEqual(first)

        const { keyId } = (yield* store.accessRules(site))!
        yield* update({ fallbackURL: login })
        const replaced = yield* auths.regenerate(org, site).pipe(as(admin))
        expect(replaced.privateKey).not.toBe(first.privateKey)
        expect(replaced.fallbackURL).toBe(login)
        expect(yield* get).toEqual(replaced)
        expect((yield* store.accessRules(site))!.keyId).not.toBe(keyId)
        expect(yield* actionsOf(org, admin)).toEqual([
          "site.auth.regenerate",
          "site.auth.update",
          "site.auth.update",
          "site.auth.update",
          "site.auth.update"
        ])
        const audit = yield* Audit
        const { items } = yield* audit.list(org, {}, {}).pipe(as(admin))
        const details = yield* Effect.forEach(items, ({ id }) => audit.get(org, id).pipe(as(admin)))
        for (const secret of [first.privateKey, replaced.privateKey]) {
          expect(JSON.stringify(details)).not.toContain(secret)
          expect(JSON.stringify(yield* store.auth(site))).not.toContain(secret)
        }
      })
    )

    story("knows one backend, and only admins", () =>
      Effect.gen(function* () {
        const { admin, org, site } = yield* newSite
        const auths = yield* PublishingAuths
        expect(yield* outcome(auths.update(org, site, { backend: "integration" }).pipe(as(admin)))).toBe("Invalid")
        const table: ReadonlyArray<readonly [Role | null, string]> = [
          [null, "NotFound"],
          ["read", "Forbidden"],
          ["create", "Forbidden"]
        ]
        for (const [role, expected] of table) {
          const caller = as(yield* newMember(org, role))
          expect(yield* outcome(auths.get(org, site).pipe(caller))).toBe(expected)
          expect(yield* outcome(auths.update(org, site, { backend: "custom" }).pipe(caller))).toBe(expected)
          expect(yield* outcome(auths.regenerate(org, site).pipe(caller))).toBe(expected)
        }
        const other = yield* newSite
        expect(yield* outcome(auths.get(org, other.site).pipe(as(admin)))).toBe("NotFound")
        expect(yield* outcome(auths.get(other.org, other.site).pipe(as(admin)))).toBe("NotFound")
      })
    )
  })
}
