/** Stories of the page that is chosen for the root of a site space, and of spaces that are made where they are put. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteTemplate, TemplateLibrary } from "@octavo/core/content/templates/Template"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { ExternalLinks } from "@octavo/core/delivery/sites/ExternalLinks"
import { SectionGroups } from "@octavo/core/delivery/sites/SectionGroups"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { SiteTemplates } from "@octavo/core/delivery/sites/SiteTemplates"
import { ContentUrls } from "@octavo/core/delivery/urls/ContentUrls"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect, Layer } from "effect"
import { as, outcome, publishedAt, type StoreUnderTest, services } from "./harness.ts"
import { newSite } from "./new-site.ts"

const library = [
  {
    id: "one",
    title: "One",
    description: "A page",
    contentRefs: {},
    pages: [{ path: "README.md", markdown: "# Template\n" }]
  }
]

/** Sections of a site and how many spaces each shows. */
const siteTemplate = {
  sections: [
    { title: "Manual", icon: "book", template: "one" },
    { title: "News", icon: "", template: "one" }
  ]
}

const page = (title: string, slug: string, into?: string): ContentChange => ({
  operation: "insert_page",
  title,
  slug,
  document: { markdown: `# ${title}\n\nText.\n` },
  ...defined({ into })
})

/** A published site of the spaces `Guide` and `Api`, each with `intro`, `a` and `a/b`. */
const scene = Effect.gen(function* () {
  const site = yield* newSite({ published: true }, "Guide", "Api")
  const contents = yield* ChangeRequestContent
  const { admin, org, siteSpaces: places, spaceIds } = site
  const edit = (space: string, ...changes: ReadonlyArray<ContentChange>) =>
    contents.editSpace(space, { changes }).pipe(as(admin))
  const plant = Effect.fnUntraced(function* (space: string) {
    const made = yield* edit(space, page("Intro", "intro"), page("A", "a"))
    const [intro, a] = made.changes.map((one) => (one.object === "created_page" ? one.page.id : ""))
    const [below] = (yield* edit(space, page("B", "b", a))).changes
    return { intro: intro!, a: a!, b: below?.object === "created_page" ? below.page.id : "" }
  })
  const guide = yield* plant(spaceIds[0]!)
  const api = yield* plant(spaceIds[1]!)
  const service = yield* SiteSpaces
  return {
    ...site,
    edit,
    guide,
    api,
    service,
    update: (input: Parameters<typeof service.update>[3], place = 0) =>
      service.update(org, site.site.id, places[place]!.id, input).pipe(as(admin)),
    chosen: (place = 0) =>
      Effect.map(
        service.list(org, site.site.id, {}, {}).pipe(as(admin)),
        ({ items }) => items.find(({ id }) => id === places[place]!.id)?.pageId
      )
  }
})

export const homePagesSuite = (under: StoreUnderTest) =>
  describe(`home pages of site spaces on ${under.name}`, () => {
    const templates = Layer.merge(Layer.succeed(TemplateLibrary, library), Layer.succeed(SiteTemplate, siteTemplate))
    layer(services(under).pipe(Layer.provide(templates)))((it) => {
      it.effect("a document of the space that is shown can be one, and nothing else", () =>
        Effect.gen(function* () {
          const { admin, api, chosen, guide, org, service, site, spaceIds, update } = yield* scene
          const spaces = yield* Spaces
          const sections = yield* Sections
          expect(yield* update({ pageId: guide.b })).toMatchObject({ pageId: guide.b, default: true })
          const refused: ReadonlyArray<Parameters<typeof update>[0]> = [
            { pageId: "nothing" },
            { pageId: api.b },
            { pageId: guide.b, spaceId: spaceIds[1]! },
            { pageId: "nothing", hidden: true }
          ]
          for (const input of refused) expect([input, yield* outcome(update(input))]).toEqual([input, "Invalid"])
          expect(yield* chosen()).toBe(guide.b)
          const before = (yield* spaces.list(org, {}).pipe(as(admin))).count
          const add = (input: Parameters<typeof service.add>[2]) => service.add(org, site.id, input).pipe(as(admin))
          const addSection = (input: Parameters<typeof sections.add>[2]) =>
            sections.add(org, site.id, input).pipe(as(admin))
          const third = yield* spaces.create(org, { title: "Third" }).pipe(as(admin))
          expect(yield* outcome(add({ spaceId: null, pageId: guide.b }))).toBe("Invalid")
          expect(yield* outcome(add({ spaceId: third.id, pageId: guide.b }))).toBe("Invalid")
          expect(yield* outcome(addSection({ spaceId: null, pageId: guide.b }))).toBe("Invalid")
          expect(yield* outcome(addSection({ spaceId: third.id, pageId: guide.b }))).toBe("Invalid")
          expect(yield* outcome(addSection({ spaceId: third.id, template: { id: "one" } }))).toBe("Invalid")
          expect(yield* outcome(addSection({ spaceId: null, template: { id: "none" } }))).toBe("Invalid")
          expect(yield* outcome(addSection({ spaceId: null, siteSectionGroupId: "none" }))).toBe("Invalid")
          expect((yield* spaces.list(org, {}).pipe(as(admin))).count).toBe(before + 1)
        })
      )

      it.effect("it stays until it is changed, removed, or the space is another one", () =>
        Effect.gen(function* () {
          const { admin, api, chosen, guide, org, service, site, siteSpaces, spaceIds, update } = yield* scene
          const spaces = yield* Spaces
          const third = yield* spaces.create(org, { title: "Third" }).pipe(as(admin))
          const steps: ReadonlyArray<readonly [Parameters<typeof update>[0], string | undefined]> = [
            [{}, undefined],
            [{ pageId: guide.b }, guide.b],
            [{ path: "elsewhere", hidden: true }, guide.b],
            [{ spaceId: spaceIds[0]! }, guide.b],
            [{ pageId: null }, undefined],
            [{ pageId: guide.a }, guide.a],
            [{ spaceId: third.id }, undefined],
            [{ spaceId: spaceIds[0]!, pageId: guide.b }, guide.b],
            [{ spaceId: third.id, pageId: null }, undefined],
            [{ spaceId: spaceIds[0]! }, undefined],
            [{ pageId: guide.b }, guide.b]
          ]
          for (const [input, kept] of steps) {
            expect([input, (yield* update(input)).pageId]).toEqual([input, kept])
            expect([input, yield* chosen()]).toEqual([input, kept])
          }
          // the pages of a copy are the same
          const copy = yield* service.duplicate(org, site.id, siteSpaces[0]!.id).pipe(as(admin))
          expect(copy.pageId).toBe(guide.b)
          yield* service.remove(org, site.id, siteSpaces[1]!.id).pipe(as(admin))
          expect(
            (yield* service.add(org, site.id, { spaceId: spaceIds[1]!, pageId: api.a }).pipe(as(admin))).pageId
          ).toBe(api.a)
        })
      )

      it.effect("a section begins with one, or with a new space of a template", () =>
        Effect.gen(function* () {
          const { admin, api, org, service, site, siteSpaces, spaceIds } = yield* scene
          const sections = yield* Sections
          const spaces = yield* Spaces
          yield* service.remove(org, site.id, siteSpaces[1]!.id).pipe(as(admin))
          const add = (input: Parameters<typeof sections.add>[2]) => sections.add(org, site.id, input).pipe(as(admin))
          const { siteSpaces: shown } = yield* add({ spaceId: spaceIds[1]!, title: "Reference", pageId: api.b })
          expect(shown).toMatchObject([{ pageId: api.b, space: { id: spaceIds[1] } }])
          const made = yield* add({ spaceId: null, title: "News of the day", template: { id: "one" } })
          expect(made).toMatchObject({ title: "News of the day", path: "news-of-the-day" })
          const [first] = made.siteSpaces
          expect(first).toMatchObject({ default: true, space: { title: "News of the day" } })
          expect(first).not.toHaveProperty("pageId")
          expect(yield* outcome(spaces.get(first!.space.id).pipe(as(admin)))).toBe("done")
          expect((yield* add({ spaceId: null })).siteSpaces).toHaveLength(1)
          const structure = yield* Effect.flatMap(SiteStructures, (it) => it.get(org, site.id)).pipe(as(admin))
          expect(structure.structure.map((one) => ("title" in one ? one.title : ""))).toContain("News of the day")
        })
      )

      it.effect("addresses mean the page that is there", () =>
        Effect.gen(function* () {
          const { admin, edit, guide, org, site, siteSpaces, spaceIds, update, url } = yield* scene
          const contents = yield* ContentUrls
          const at = (path: string) => publishedAt(`${url}/${path}`)
          const pageAt = (path: string) =>
            Effect.map(contents.resolve(`${url}/${path}`).pipe(as(admin)), (found) =>
              "page" in found ? found.page?.id : undefined
            )
          const redirects = yield* Redirects
          const leadsTo = Effect.fnUntraced(function* (pageId: string) {
            const destination = { kind: "site-page", siteSpaceId: siteSpaces[0]!.id, pageId } as const
            const { id } = yield* redirects.create(org, site.id, { source: "/old", destination })
            const { target } = yield* redirects.find(org, site.id, "/old")
            yield* redirects.remove(org, site.id, id)
            return target
          }, as(admin))
          expect([yield* leadsTo(guide.intro), yield* leadsTo(guide.b)]).toEqual([`${url}/`, `${url}/a/b`])
          expect(yield* at("")).toMatchObject({ pathname: "/", canonicalUrl: `${url}/` })
          expect(yield* pageAt("")).toBeUndefined()
          yield* update({ pageId: guide.b })
          expect(yield* at("")).toMatchObject({ pathname: "/a/b", canonicalUrl: `${url}/` })
          expect(yield* at("a/b")).toMatchObject({ pathname: "/a/b", canonicalUrl: `${url}/` })
          expect(yield* at("intro")).toMatchObject({ pathname: "/intro", canonicalUrl: `${url}/intro` })
          expect([yield* pageAt(""), yield* pageAt("a/b"), yield* pageAt("intro")]).toEqual([
            guide.b,
            guide.b,
            guide.intro
          ])
          expect([yield* leadsTo(guide.intro), yield* leadsTo(guide.b)]).toEqual([`${url}/intro`, `${url}/`])
          // where it moves to, it is still the home page
          yield* edit(spaceIds[0]!, { operation: "update_page", page: guide.b, into: null })
          expect(yield* at("")).toMatchObject({ pathname: "/b", canonicalUrl: `${url}/` })
          // what is gone is no home page, and what is there again is
          yield* edit(spaceIds[0]!, { operation: "delete_page", page: guide.b })
          expect(yield* at("")).toMatchObject({ pathname: "/", canonicalUrl: `${url}/` })
          expect(yield* pageAt("")).toBeUndefined()
        })
      )

      it.effect("an empty site begins with the template, once and as a whole", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite({ published: false })
          const [service, spaces] = [yield* SiteTemplates, yield* Spaces]
          const apply = service.apply(org, site.id).pipe(as(admin))
          const tries = yield* Effect.all([outcome(apply), outcome(apply), outcome(apply)], {
            concurrency: "unbounded"
          })
          expect(tries.sort()).toEqual(["Conflict", "Conflict", "done"])
          const { structure } = yield* Effect.flatMap(SiteStructures, (it) => it.get(org, site.id)).pipe(as(admin))
          expect(structure).toMatchObject([
            { title: "Manual", default: true, icon: "book", path: "manual", siteSpaces: [{ default: true }] },
            { title: "News", default: false, path: "news", siteSpaces: [{ default: true }] }
          ])
          const { items } = yield* spaces.list(org, {}).pipe(as(admin))
          expect(items.map(({ title }) => title)).toEqual(["Manual", "News"])
          const looks = yield* Effect.flatMap(SiteCustomizations, (it) => it.get(org, site.id)).pipe(as(admin))
          expect(looks).toMatchObject({
            feedback: { enabled: true },
            footer: {
              groups: [
                {
                  links: items.map(({ id, title }) => ({ title, to: { kind: "space", space: id } }))
                }
              ]
            }
          })
        })
      )

      it.effect("a site with anything on it does not, and looks that were set stay", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite({ published: false })
          const [service, groups, links, looks] = [
            yield* SiteTemplates,
            yield* SectionGroups,
            yield* ExternalLinks,
            yield* SiteCustomizations
          ]
          const tried = outcome(service.apply(org, site.id).pipe(as(admin)))
          const spaces = Effect.flatMap(Spaces, (it) => it.list(org, {})).pipe(as(admin))
          const group = yield* groups.add(org, site.id, { title: "More" }).pipe(as(admin))
          expect(yield* tried).toBe("Conflict")
          yield* groups.remove(org, site.id, group.id).pipe(as(admin))
          const link = yield* links.add(org, site.id, { title: "Blog", url: "https://x.test/" }).pipe(as(admin))
          expect(yield* tried).toBe("Conflict")
          yield* links.remove(org, site.id, link.id).pipe(as(admin))
          const siteSpaces = yield* SiteSpaces
          const added = yield* siteSpaces.add(org, site.id, { spaceId: null, draft: true }).pipe(as(admin))
          expect(yield* tried).toBe("Conflict")
          expect((yield* spaces).count).toBe(1)
          yield* siteSpaces.remove(org, site.id, added.id).pipe(as(admin))
          const { updatedAt: _, ...settings } = yield* looks.get(org, site.id).pipe(as(admin))
          yield* looks.put(org, site.id, { ...settings, title: "Mine" }).pipe(as(admin))
          expect(yield* outcome(service.apply(org, "nothing").pipe(as(admin)))).toBe("NotFound")
          expect(yield* tried).toBe("done")
          expect(yield* looks.get(org, site.id).pipe(as(admin))).toMatchObject({
            title: "Mine",
            feedback: { enabled: false },
            footer: { groups: [] }
          })
        })
      )
    })
  })
