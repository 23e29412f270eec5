/** Stories of versions of docs on a site. */
import { describe, expect } from "@effect/vitest"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Effect } from "effect"
import { snapshotOf } from "./git-snapshot.ts"
import { as, newMember, outcome, type Story } from "./harness.ts"
import { newSite } from "./new-site.ts"
import { newSections } from "./sectioned-site.ts"

export const versionStories = (story: Story) =>
  describe("versions on a site", () => {
    story("are copies at a path of their own, the newest first, behind what is written on", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed } = yield* newSections("Guide", "API")
        const [siteSpaces, spaces] = [yield* SiteSpaces, yield* Spaces]
        const url = `https://octavo.test/sites/${site.basename}/`
        const api = (yield* listed).items[1]!.siteSpaces[0]!
        const cut = (title: string, more: object = {}, of = api.id) =>
          siteSpaces.cutVersion(org, site.id, of, { title, ...more }).pipe(as(admin))
        const first = yield* cut("1.3")
        expect(first).toMatchObject({
          section: ids["API"],
          path: "1.3",
          title: "1.3",
          default: false,
          draft: false,
          versionOf: api.id,
          space: { title: "API 1.3" },
          urls: { published: `${url}api/1.3/` }
        })
        expect(first.space.id).not.toBe(api.space.id)
        const second = yield* cut("1.4 LTS", { path: "lts" })
        expect(second).toMatchObject({ path: "lts", title: "1.4 LTS", versionOf: api.id })
        // of a version: the same docs, and newer than it
        expect(yield* cut("1.3.1", {}, first.id)).toMatchObject({ path: "1.3.1", versionOf: api.id })
        const order = Effect.map(listed, ({ items }) => items[1]!.siteSpaces.map(({ title }) => title))
        expect(yield* order).toEqual(["API", "1.4 LTS", "1.3.1", "1.3"])
        expect((yield* siteSpaces.get(org, site.id, api.id).pipe(as(admin))).versionOf).toBe(undefined)
        // what is refused leaves nothing behind
        const before = yield* spaces.list(org, {}).pipe(as(admin))
        expect(yield* outcome(cut("1.3"))).toBe("Conflict")
        expect(yield* outcome(cut("2", { path: "lts" }))).toBe("Conflict")
        expect(yield* outcome(cut("2", { path: "api" }))).toBe("Conflict")
        expect(yield* outcome(cut("2", {}, "nothing"))).toBe("NotFound")
        const reader = yield* newMember(org, "read")
        const asReader = siteSpaces.cutVersion(org, site.id, api.id, { title: "2" }).pipe(as(reader))
        expect(yield* outcome(asReader)).toBe("Forbidden")
        expect(yield* spaces.list(org, {}).pipe(as(admin))).toEqual(before)
        expect(yield* order).toEqual(["API", "1.4 LTS", "1.3.1", "1.3"])
      })
    )

    story("take the root in place of what they were cut from, in a section and on a site without", () =>
      Effect.gen(function* () {
        const { org, admin, site, listed } = yield* newSections("Guide", "API")
        const siteSpaces = yield* SiteSpaces
        const url = `https://octavo.test/sites/${site.basename}/`
        const api = (yield* listed).items[1]!.siteSpaces[0]!
        const input = { title: "1.0", makeDefault: true }
        const cut = yield* siteSpaces.cutVersion(org, site.id, api.id, input).pipe(as(admin))
        expect(cut).toMatchObject({ default: true, path: "1.0", urls: { published: `${url}api/` } })
        expect((yield* listed).items[1]!.siteSpaces.map((one) => [one.title, one.urls.published])).toEqual([
          ["API", `${url}api/api/`],
          ["1.0", `${url}api/`]
        ])
        const plain = yield* newSite({ published: true }, "Docs")
        const docs = plain.siteSpaces[0]!
        const whole = yield* siteSpaces.cutVersion(plain.org, plain.site.id, docs.id, input).pipe(as(plain.admin))
        expect(whole).toMatchObject({ default: true, versionOf: docs.id })
        expect(yield* siteSpaces.get(plain.org, plain.site.id, docs.id).pipe(as(plain.admin))).toMatchObject({
          default: false,
          path: "docs"
        })
      })
    )

    story("cut at once under one name are one", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made } = yield* newSite({ published: true }, "Docs")
        const [siteSpaces, spaces] = [yield* SiteSpaces, yield* Spaces]
        const outcomes = yield* Effect.forEach(
          Array(5),
          () => outcome(siteSpaces.cutVersion(org, site.id, made[0]!.id, { title: "1.0" }).pipe(as(admin))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.toSorted()).toEqual(["Conflict", "Conflict", "Conflict", "Conflict", "done"])
        expect((yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))).count).toBe(2)
        expect((yield* spaces.list(org, {}).pipe(as(admin))).count).toBe(2)
      })
    )

    story("are shown to whom their source is shown, look like it, and stay as they are", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made, spaceIds } = yield* newSite({ published: true }, "Docs")
        const [siteSpaces, imports, content] = [yield* SiteSpaces, yield* GitImports, yield* SpaceContent]
        const looks = yield* SiteCustomizations
        const docs = made[0]!.id
        const write = (text: string) =>
          imports.importSnapshot(spaceIds[0]!, snapshotOf({ "README.md": text }), () => Effect.void).pipe(as(admin))
        const titles = (spaceId: string) =>
          Effect.gen(function* () {
            return (yield* (yield* content.open(spaceId)).pages({})).map(({ title }) => title)
          }).pipe(as(admin))
        yield* write("# As it was\n")
        const seen = { condition: "visitor.claims.beta", hidden: true, draft: true }
        yield* siteSpaces.update(org, site.id, docs, seen).pipe(as(admin))
        yield* looks.override(org, site.id, docs, { title: "Of the docs" }).pipe(as(admin))
        const cut = yield* siteSpaces.cutVersion(org, site.id, docs, { title: "1.0" }).pipe(as(admin))
        expect(cut).toMatchObject(seen)
        expect((yield* looks.getSiteSpace(org, site.id, cut.id).pipe(as(admin))).title).toBe("Of the docs")
        yield* write("# As it is\n")
        expect([yield* titles(spaceIds[0]!), yield* titles(cut.space.id)]).toEqual([["As it is"], ["As it was"]])
      })
    )

    story("are marked and unmarked by hand", () =>
      Effect.gen(function* () {
        const scene = yield* newSections("Guide", "API")
        const { org, admin, site, ids, listed, space } = scene
        const siteSpaces = yield* SiteSpaces
        const guide = (yield* listed).items[0]!.siteSpaces[0]!
        const api = (yield* listed).items[1]!.siteSpaces[0]!
        const add = (spaceId: string) =>
          siteSpaces.add(org, site.id, { spaceId, sectionId: ids["API"]! }).pipe(as(admin))
        const [v2, v1] = [yield* add(yield* space("V2")), yield* add(yield* space("V1"))]
        const mark = (id: string, versionOf: string | null) =>
          siteSpaces.update(org, site.id, id, { versionOf }).pipe(as(admin))
        const marks = Effect.map(listed, ({ items }) => items[1]!.siteSpaces.map(({ versionOf }) => versionOf))
        expect(yield* mark(v1.id, v2.id)).toMatchObject({ versionOf: v2.id })
        // its versions are those of the same docs, too
        expect(yield* mark(v2.id, api.id)).toMatchObject({ versionOf: api.id })
        expect(yield* marks).toEqual([undefined, api.id, api.id])
        expect(yield* outcome(mark(api.id, v1.id))).toBe("Conflict")
        expect(yield* outcome(mark(v1.id, v1.id))).toBe("Invalid")
        expect(yield* outcome(mark(v1.id, guide.id))).toBe("Invalid")
        expect(yield* outcome(mark(v1.id, "nothing"))).toBe("Invalid")
        expect(yield* mark(v1.id, v2.id)).toMatchObject({ versionOf: api.id })
        // a change of something else leaves the mark
        yield* siteSpaces.update(org, site.id, v1.id, { hidden: true }).pipe(as(admin))
        expect(yield* marks).toEqual([undefined, api.id, api.id])
        expect(yield* mark(v1.id, null)).not.toHaveProperty("versionOf")
        // what they were cut from goes: they are versions of the same docs all the same
        yield* mark(v1.id, v2.id)
        yield* siteSpaces.remove(org, site.id, api.id).pipe(as(admin))
        expect(yield* marks).toEqual([api.id, api.id])
      })
    )
  })
