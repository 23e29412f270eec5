/** Stories of how sites look: what is set of a site, what otherwise for a site space, and what visitors get of it. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CustomizationStore } from "@octavo/core/delivery/sites/CustomizationStore"
import { defaultCustomization, type SiteCustomizationInput } from "@octavo/core/delivery/sites/customization"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

let made = 0

/** A published site of two spaces, the first with a page. */
const newSite = Effect.gen(function* () {
  const { admin, id: org } = yield* newOrganization()
  const spaces = yield* Spaces
  const spaceIds = (yield* Effect.forEach(["Guide", "API"], (title) =>
    spaces.create(org, { title }).pipe(as(admin))
  )).map(({ id }) => id)
  const content = yield* ChangeRequestContent
  yield* content
    .editSpace(spaceIds[0]!, {
      changes: [{ operation: "insert_page", title: "About", document: { markdown: "# About\n" } }]
    })
    .pipe(as(admin))
  const sites = yield* Sites
  const site = yield* sites.create(org, { title: `Looks ${++made}`, spaces: spaceIds }).pipe(as(admin))
  yield* sites.publish(org, site.id).pipe(as(admin))
  const siteSpaces = yield* SiteSpaces
  const { items } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
  return { admin, org, site, spaceIds, siteSpaces: items.map((it) => it.id) }
})

/** Looks of a new site, with some members set. */
const looks = (members: Partial<SiteCustomizationInput> = {}): SiteCustomizationInput => {
  const { title: _, ...defaults } = defaultCustomization({ title: "" })
  return { ...defaults, ...members }
}

const blue = { light: "#00f", dark: "#8af" }

export const siteCustomizationSuite = (under: StoreUnderTest) =>
  describe(`looks of sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a new site has the defaults, with its own title", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const service = yield* SiteCustomizations
          expect(yield* service.get(org, site.id).pipe(as(admin))).toEqual(defaultCustomization({ title: site.title }))
        })
      )

      it.effect("the sites that are drawn with a font are found, also when a site space alone is", () =>
        Effect.gen(function* () {
          const { org, site, siteSpaces } = yield* newSite
          const store = yield* CustomizationStore
          const font = (id: string) => ({ settings: { styling: { font: { id } } }, updatedAt: site.createdAt })
          yield* store.putSite(site.id, font("one"))
          yield* store.putSiteSpace(siteSpaces[1]!, font("two"))
          const cases = ["one", "two", "three", "on", "_ne", "%"].map((id) => store.sitesWithFont(org, id))
          expect(yield* Effect.all(cases)).toEqual([[site.id], [site.id], [], [], [], []])
          expect(yield* store.sitesWithFont("another", "one")).toEqual([])
        })
      )

      it.effect("what is put is there, complete, and is all there is; the trail tells what changed", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const service = yield* SiteCustomizations
          const styling = { ...looks().styling, primaryColor: blue, tint: { color: blue } }
          const put = yield* service
            .put(org, site.id, looks({ title: "Handbook", styling, footer: { groups: [], copyright: "© Me" } }))
            .pipe(as(admin))
          expect(put).toMatchObject({ title: "Handbook", footer: { copyright: "© Me" } })
          expect(put.styling).toEqual(styling)
          expect(put.updatedAt).toMatch(/^\d{4}-/)
          expect(yield* service.get(org, site.id).pipe(as(admin))).toEqual(put)
          const audit = yield* Audit
          const { items } = yield* audit.list(org, { action: "site.customize" }, {}).pipe(as(admin))
          const { payload } = yield* audit.get(org, items[0]!.id).pipe(as(admin))
          expect(payload).toMatchObject({ title: { before: site.title, after: "Handbook" } })
          expect(Object.keys(payload).sort()).toEqual(["footer", "styling", "title"])

          const again = yield* service.put(org, site.id, looks()).pipe(as(admin))
          expect(again).toEqual({ ...defaultCustomization({ title: site.title }), updatedAt: again.updatedAt })
        })
      )

      it.effect("members that a release of the client does not know keep their defaults", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const service = yield* SiteCustomizations
          const { git: _, pdf: __, socialAccounts: ___, styling, ...older } = looks()
          const { codeTheme: ____, ...known } = styling
          const put = yield* service.put(org, site.id, { ...older, styling: known, pageActions: {} }).pipe(as(admin))
          expect(put).toEqual({ ...defaultCustomization({ title: site.title }), updatedAt: put.updatedAt })
        })
      )

      it.effect("a site space shows the site's looks but for what is set otherwise, until that is taken back", () =>
        Effect.gen(function* () {
          const { admin, org, site, siteSpaces } = yield* newSite
          const [first, second] = siteSpaces
          const service = yield* SiteCustomizations
          const published = yield* PublishedSites
          const of = (id: string) => service.getSiteSpace(org, site.id, id).pipe(as(admin))
          const override = (id: string, input: Parameters<typeof service.override>[3]) =>
            service.override(org, site.id, id, input).pipe(as(admin))

          expect(yield* of(second!)).toMatchObject({ title: site.title, hasOverrides: false })
          yield* override(second!, { title: "API", styling: { primaryColor: blue, corners: "straight" } })
          yield* override(second!, { styling: { corners: null, sidebar: { list: "pill" } }, favicon: { emoji: "🚀" } })
          yield* service
            .put(org, site.id, looks({ title: "Whole", styling: { ...looks().styling, corners: "circular" } }))
            .pipe(as(admin))
          const now = yield* of(second!)
          expect(now).toMatchObject({ title: "API", hasOverrides: true, favicon: { emoji: "🚀" } })
          expect(now.styling).toMatchObject({ primaryColor: blue, corners: "circular" })
          expect(now.styling.sidebar).toEqual({ background: "default", list: "pill" })
          expect(yield* of(first!)).toMatchObject({ title: "Whole", hasOverrides: false })

          const { customizations } = yield* published.profile(org, site.id).pipe(as(admin))
          const { hasOverrides: _, ...settings } = now
          expect(customizations.site.title).toBe("Whole")
          expect(customizations.siteSpaces).toEqual({ [second!]: settings })

          yield* override(second!, { title: null, favicon: null, styling: { primaryColor: null, sidebar: null } })
          expect(yield* of(second!)).toMatchObject({ title: "Whole", hasOverrides: false })
          expect(yield* service.clear(org, site.id, second!).pipe(as(admin))).toBe(false)
          yield* override(second!, { title: "API" })
          expect(yield* service.clear(org, site.id, second!).pipe(as(admin))).toBe(true)
          expect(yield* service.clear(org, site.id, second!).pipe(as(admin))).toBe(false)
          expect((yield* published.profile(org, site.id).pipe(as(admin))).customizations.siteSpaces).toEqual({})
        })
      )

      it.effect("two overrides at once are both there", () =>
        Effect.gen(function* () {
          const { admin, org, site, siteSpaces } = yield* newSite
          const service = yield* SiteCustomizations
          const members = [
            { title: "API" },
            { pagination: { enabled: false } },
            { favicon: { emoji: "🚀" } },
            { styling: { font: "Lato" } },
            { styling: { links: "accent" } }
          ] as const
          yield* Effect.forEach(
            members,
            (input) => service.override(org, site.id, siteSpaces[0]!, input).pipe(as(admin)),
            { concurrency: "unbounded" }
          )
          expect(yield* service.getSiteSpace(org, site.id, siteSpaces[0]!).pipe(as(admin))).toMatchObject({
            title: "API",
            pagination: { enabled: false },
            favicon: { emoji: "🚀" },
            styling: { font: "Lato", links: "accent" }
          })
        })
      )

      it.effect("links lead to pages and spaces of the site, and every wrong one is named", () =>
        Effect.gen(function* () {
          const { admin, org, site, spaceIds } = yield* newSite
          const other = yield* newSite
          const service = yield* SiteCustomizations

          const content = yield* (yield* SpaceContent).open(spaceIds[0]!).pipe(as(admin))
          const pages = yield* content.pages({})
          const page = pages[0]!.id
          const link = (to: SiteCustomizationInput["header"]["links"][number]["to"]) => ({ title: "To", to, links: [] })
          const good = [
            link(null),
            link({ kind: "url", url: "https://example.org/a?b#c" }),
            link({ kind: "url", url: "mailto:me@example.org" }),
            link({ kind: "url", url: "/about" }),
            link({ kind: "page", page }),
            link({ kind: "page", page, space: spaceIds[0]! }),
            link({ kind: "anchor", page, anchor: "top" }),
            link({ kind: "space", space: spaceIds[1]! })
          ]
          const put = (links: ReadonlyArray<ReturnType<typeof link>>) =>
            service.put(org, site.id, looks({ header: { preset: "default", links } })).pipe(as(admin))
          expect((yield* put(good)).header.links).toEqual(good)
          const bad = [
            link({ kind: "url", url: "javascript:alert(1)" }),
            link({ kind: "url", url: "//evil.test" }),
            link({ kind: "url", url: "/\\evil.test" }),
            link({ kind: "url", url: "java\nscript:alert(1)" }),
            link({ kind: "url", url: "data:text/html,x" }),
            link({ kind: "page", page: "nothing" }),
            link({ kind: "page", page, space: spaceIds[1]! }),
            link({ kind: "page", page, space: other.spaceIds[0]! }),
            link({ kind: "space", space: other.spaceIds[0]! }),
            link({ kind: "file", file: "nothing" }),
            link({ kind: "anchor", anchor: "top" }),
            link({ kind: "user", user: admin })
          ]
          const error = yield* Effect.flip(put([...good, ...bad]))
          expect(error).toMatchObject({ _tag: "Invalid" })
          expect((error as { details: ReadonlyArray<{ path: string }> }).details.map(({ path }) => path)).toEqual(
            bad.map((_, i) => `header.links.${good.length + i}.to`)
          )
          // nothing of it was written
          expect((yield* service.get(org, site.id).pipe(as(admin))).header.links).toEqual(good)
        })
      )

      it.effect("who reads the site sees its looks; admins change them", () =>
        Effect.gen(function* () {
          const { admin, org, site, siteSpaces } = yield* newSite
          const service = yield* SiteCustomizations
          const reader = yield* newMember(org, "read")
          const creator = yield* newMember(org, "create")
          const outsider = (yield* newOrganization()).admin
          expect((yield* service.get(org, site.id).pipe(as(reader))).title).toBe(site.title)
          for (const [user, tag] of [
            [creator, "Forbidden"],
            [outsider, "NotFound"]
          ] as const) {
            const tries: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>> = [
              service.put(org, site.id, looks()),
              service.override(org, site.id, siteSpaces[0]!, { title: "Mine" }),
              service.clear(org, site.id, siteSpaces[0]!)
            ]
            for (const attempt of tries) expect(yield* refusal(attempt.pipe(as(user)))).toBe(tag)
          }
          const theirs = yield* newSite
          expect(
            yield* Effect.flip(service.getSiteSpace(org, site.id, theirs.siteSpaces[0]!).pipe(as(admin)))
          ).toMatchObject({ _tag: "NotFound" })
        })
      )
    })
  })
