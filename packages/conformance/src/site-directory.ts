/** Stories of the list of an installation's sites: whom it names which. */
import { describe, expect, layer } from "@effect/vitest"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { SiteVisibility } from "@octavo/core/delivery/site-records/Site"
import { SiteDirectory, type SiteList } from "@octavo/core/delivery/sites/SiteDirectory"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Urls } from "@octavo/core/delivery/urls/Urls"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  outcome,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"
import { unique } from "./new-site.ts"

const titles = ({ items }: SiteList) => items.map(({ title }) => title)

/** Sites of every kind, with a word in their titles that nothing else has. */
const manySites = Effect.gen(function* () {
  const word = unique("Directory").replace(" ", "")
  const { id: org, admin } = yield* newOrganization(`Zeta ${word}`)
  const [sites, spaces, siteSpaces] = [yield* Sites, yield* Spaces, yield* SiteSpaces]
  const guide = yield* spaces.create(org, { title: "Guide" }).pipe(as(admin))
  const made: Array<{ readonly id: string; readonly title: string }> = []
  const make = Effect.fnUntraced(function* (visibility: SiteVisibility, published: boolean, more: "" | "draft" | "if") {
    const title = `${word} ${visibility} ${published ? "published" : "kept"} ${more}`.trim()
    const site = yield* sites.create(org, { title, visibility, spaces: [guide.id] })
    if (published) yield* sites.publish(org, site.id)
    const [shown] = (yield* siteSpaces.list(org, site.id, {}, {})).items
    if (more === "draft") yield* siteSpaces.update(org, site.id, shown!.id, { draft: true })
    if (more === "if") yield* siteSpaces.update(org, site.id, shown!.id, { condition: "visitor.claims.beta" })
    made.push({ id: site.id, title })
  })
  for (const visibility of ["public", "unlisted", "share-link", "visitor-auth"] as const) {
    for (const published of [true, false]) {
      for (const more of ["", "draft", "if"] as const) yield* make(visibility, published, more).pipe(as(admin))
    }
  }
  return { word, org, admin, made, guide: guide.id }
})

export const siteDirectorySuite = (under: StoreUnderTest) =>
  describe(`the list of an installation's sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect

      story("names strangers what is public, and of that what shows something to all of them", () =>
        Effect.gen(function* () {
          const { admin, guide, made, org, word } = yield* manySites
          const [directory, sites, lifecycle] = [yield* SiteDirectory, yield* Sites, yield* SpaceLifecycle]
          const open = directory.open(word)
          expect(titles(yield* open)).toEqual([`${word} public published`])
          const [site] = (yield* open).items
          expect(site).toMatchObject({ visibility: "public", published: expect.stringMatching(/^https:.*\/$/) })
          // where it leads a stranger reads
          expect(yield* outcome(Urls.use((it) => it.resolvePublished(site!.published!)).pipe(asOperator))).toBe("done")
          // kept only as long as it is so
          const all = Effect.map(directory.open(""), (list) => titles(list).filter((title) => title.startsWith(word)))
          expect(yield* all).toHaveLength(1)
          const { id } = made[0]!
          yield* sites.update(org, id, { visibility: "unlisted" }).pipe(as(admin))
          expect([yield* open, yield* all]).toEqual([{ items: [], count: 0 }, []])
          yield* sites.update(org, id, { visibility: "public" }).pipe(as(admin))
          expect(yield* all).toHaveLength(1)
          yield* lifecycle.remove(guide).pipe(as(admin))
          expect([(yield* open).count, yield* all]).toEqual([0, []])
        })
      )

      story("names a person what the API lists them, in every organization, and nobody anything else", () =>
        Effect.gen(function* () {
          const { admin, made, org, word } = yield* manySites
          const other = yield* newOrganization(`Alpha ${word}`)
          const [directory, sites, members, grants] = [
            yield* SiteDirectory,
            yield* Sites,
            yield* Members,
            yield* Grants
          ]
          yield* sites.create(other.id, { title: `${word} elsewhere` }).pipe(as(other.admin))
          const [reader, granted, guest, both] = [
            yield* newMember(org, "read"),
            yield* newMember(org, null),
            yield* newMember(org, null),
            yield* newMember(org, "edit")
          ]
          yield* members.put(other.id, both, "read").pipe(asOperator)
          yield* grants
            .grant({ kind: "site", id: made[5]!.id, organizationId: org }, { role: "read", users: [granted] })
            .pipe(as(admin))
          const stranger = (yield* newUser()).id
          for (const userId of [admin, other.admin, reader, granted, guest, both, stranger]) {
            const { items } = yield* Organizations.use((it) => it.list({})).pipe(as(userId))
            const expected = yield* Effect.forEach(items, ({ id }) =>
              Effect.map(sites.list(id, { title: word }, {}), (page) => page.items.map(({ title }) => title))
            ).pipe(as(userId))
            const found = yield* directory.seen(word).pipe(as(userId))
            expect(titles(found).sort()).toEqual(expected.flat().sort())
            expect(found.count).toBe(expected.flat().length)
          }
          expect(titles(yield* directory.seen(word).pipe(as(granted)))).toEqual([made[5]!.title])
          // by organization, then by title
          const ofBoth = yield* directory.seen(word).pipe(as(both))
          expect(ofBoth.items.map(({ organization }) => organization.title)).toEqual([
            `Alpha ${word}`,
            ...made.map(() => `Zeta ${word}`)
          ])
          const oneAlone = directory.seen(word).pipe(
            Effect.provideService(CurrentActor, {
              kind: "user",
              userId: both,
              tokenId: null,
              scopes: null,
              organizationId: other.id
            })
          )
          expect(titles(yield* oneAlone)).toEqual([`${word} elsewhere`])
          expect(yield* outcome(directory.seen(word).pipe(as(reader, new Set())))).toBe("Forbidden")
          const published = yield* directory.seen(word).pipe(asOperator)
          expect(titles(published)).toHaveLength(12)
        })
      )

      story("finds a text as it is written, and lists a hundred of many with the count of all", () =>
        Effect.gen(function* () {
          const word = unique("Plenty").replace(" ", "")
          const { id: org, admin } = yield* newOrganization()
          const [directory, sites] = [yield* SiteDirectory, yield* Sites]
          yield* Effect.forEach(
            Array.from({ length: 103 }, (_, i) => i),
            (i) => sites.create(org, { title: `${word} ${i === 7 ? "100%_\\" : i}` })
          ).pipe(as(admin))
          const found = yield* directory.seen(` ${word.toUpperCase()} `).pipe(as(admin))
          expect([found.items.length, found.count]).toEqual([100, 103])
          expect(titles(yield* directory.seen("100%_\\").pipe(as(admin)))).toEqual([`${word} 100%_\\`])
          for (const text of ["\0", "\ud800", "x".repeat(100_000)]) {
            expect(yield* directory.open(text)).toEqual({ items: [], count: 0 })
          }
        })
      )
    })
  })
