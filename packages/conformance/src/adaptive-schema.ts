/** Stories of what sites expect to know of their visitors. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { AdaptiveSchemas } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchemas"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services, siteReader } from "./harness.ts"

const schema = (properties: Record<string, unknown>) => ({
  jsonSchema: { type: "object", properties, additionalProperties: false }
})
const beta = schema({ beta: { type: "boolean", description: "Tries things out." } })

export const adaptiveSchemaSuite = (under: StoreUnderTest): void => {
  describe(`adaptive schemas on ${under.name}`, () => {
    layer(services(under))((it) => {
      const scene = Effect.gen(function* () {
        const org = yield* newOrganization()
        const spaces = yield* Spaces
        const sites = yield* Sites
        const space = yield* spaces.create(org.id, { title: "Book" }).pipe(as(org.admin))
        const site = yield* sites.create(org.id, { title: "Docs", spaces: [space.id] }).pipe(as(org.admin))
        return { org: org.id, admin: org.admin, site: site.id, space: space.id, schemas: yield* AdaptiveSchemas }
      })

      it.effect("there is none at first; what is put is there, in its order, and is put over", () =>
        Effect.gen(function* () {
          const { admin, org, schemas, site } = yield* scene
          const get = schemas.get(org, site).pipe(as(admin))
          expect(yield* refusal(get)).toBe("NotFound")
          expect(yield* schemas.templates(org, site).pipe(as(admin))).toEqual([])
          const put = yield* schemas.put(org, site, beta).pipe(as(admin))
          expect(put).toMatchObject({ object: "site-adaptive-schema", jsonSchema: beta.jsonSchema })
          expect(yield* get).toEqual(put)
          const names = ["z", "a", "é", "10", "2"]
          const boolean = { type: "boolean" }
          const second = yield* schemas
            .put(org, site, schema(Object.fromEntries(names.map((name) => [name, boolean]))))
            .pipe(as(admin))
          expect(yield* get).toEqual(second)
          expect(Object.keys(second.jsonSchema.properties)).toEqual(["2", "10", "z", "a", "é"])
          expect((yield* schemas.templates(org, site).pipe(as(admin)))[0]).toEqual({
            description: "2 is true",
            condition: 'visitor.claims["2"] === true'
          })
        })
      )

      it.effect("what is no schema changes nothing, and is told where", () =>
        Effect.gen(function* () {
          const { admin, org, schemas, site } = yield* scene
          yield* schemas.put(org, site, beta).pipe(as(admin))
          const wrong = schema({ a: { type: "string", description: "", pattern: "(a+)+" }, b: { $ref: "#" } })
          const error = yield* schemas.put(org, site, wrong).pipe(as(admin), Effect.flip)
          expect(error).toMatchObject({
            _tag: "Invalid",
            details: [{ path: "jsonSchema.properties.a.pattern" }, { path: "jsonSchema.properties.b.type" }]
          })
          expect((yield* schemas.get(org, site).pipe(as(admin))).jsonSchema).toEqual(beta.jsonSchema)
        })
      )

      it.effect("readers read it, the role create sets it, others find nothing", () =>
        Effect.gen(function* () {
          const { admin, org, schemas, site } = yield* scene
          yield* schemas.put(org, site, beta).pipe(as(admin))
          const other = yield* newOrganization()
          const ask = (user: string) =>
            Effect.all([
              refusal(schemas.get(org, site).pipe(as(user))),
              refusal(schemas.templates(org, site).pipe(as(user))),
              refusal(schemas.put(org, site, beta).pipe(as(user)))
            ])
          const none = ["NotFound", "NotFound", "NotFound"]
          expect(yield* ask(other.admin)).toEqual(none)
          expect(yield* ask(yield* newMember(org, null))).toEqual(none)
          expect(yield* ask(yield* newMember(org, "review"))).toEqual([
            "nothing refused it",
            "nothing refused it",
            "Forbidden"
          ])
          expect(yield* ask(yield* newMember(org, "create"))).toEqual([
            "nothing refused it",
            "nothing refused it",
            "nothing refused it"
          ])
          expect(yield* refusal(schemas.get(other.id, site).pipe(as(other.admin)))).toBe("NotFound")
        })
      )

      it.effect("the token of a site does not read what the site asks of its visitors (threat: token misuse)", () =>
        Effect.gen(function* () {
          const { admin, org, schemas, site } = yield* scene
          const sites = yield* Sites
          yield* schemas.put(org, site, beta).pipe(as(admin))
          yield* sites.publish(org, site).pipe(as(admin))
          const visitor = Effect.provideService(CurrentActor, siteReader(org, site))
          expect(yield* refusal(schemas.get(org, site).pipe(visitor))).toBe("Forbidden")
          expect(yield* refusal(schemas.templates(org, site).pipe(visitor))).toBe("Forbidden")
          expect(yield* refusal(schemas.put(org, site, beta).pipe(visitor))).toBe("Forbidden")
        })
      )

      it.effect("the token of a site reads nothing that is shown under a condition", () =>
        Effect.gen(function* () {
          const { admin, org, site, space } = yield* scene
          const [sites, contents, content, search] = [
            yield* Sites,
            yield* SpaceContent,
            yield* ChangeRequestContent,
            yield* Search
          ]
          const insert = (slug: string, markdown: string, more: object = {}) =>
            ({ operation: "insert_page", slug, ref: slug, document: { markdown }, ...more }) as const
          yield* content
            .editSpace(space, {
              changes: [
                insert("open", "# Open\n\n{% if visitor.claims.beta %}\nSecret\n{% else %}\nneedle\n{% endif %}\n"),
                insert("hidden", "# Hidden\n\nneedle Secret\n", { condition: "visitor.claims.beta" }),
                insert("below", "# Below\n\nneedle Secret\n", { into: "hidden" })
              ]
            })
            .pipe(as(admin))
          yield* sites.publish(org, site).pipe(as(admin))
          const visitor = Effect.provideService(CurrentActor, siteReader(org, site))
          const open = contents.open(space)
          const members = yield* open.pipe(as(admin))
          const seen = yield* open.pipe(visitor)
          const [first, hidden] = yield* members.pages({})
          expect((yield* seen.pages({})).map(({ title }) => title)).toEqual(["Open"])
          expect((yield* seen.content({})).pages).toHaveLength(1)
          for (const id of [hidden!.id, (hidden as { pages: ReadonlyArray<{ id: string }> }).pages[0]!.id]) {
            expect(yield* refusal(members.page(id, {}))).toBe("nothing refused it")
            expect(yield* refusal(seen.page(id, {}))).toBe("NotFound")
            expect(yield* refusal(seen.pageDocument(id, {}))).toBe("NotFound")
            expect(yield* refusal(seen.metaLinks(id))).toBe("NotFound")
          }
          expect(yield* refusal(seen.pageByPath("hidden/below", {}))).toBe("NotFound")
          expect(JSON.stringify(yield* seen.page(first!.id, {}))).not.toMatch(/Secret|visitor/)
          expect(JSON.stringify(yield* seen.pageDocument(first!.id, {}))).not.toMatch(/Secret|visitor/)
          expect(JSON.stringify(yield* members.page(first!.id, {}))).toMatch(/Secret/)
          expect(seen.tag).not.toBe(members.tag)
          const hits = yield* search.space(space, "needle").pipe(visitor)
          expect(hits.items.map(({ title }) => title)).toEqual(["Open"])
          expect((yield* search.space(space, "Secret").pipe(visitor)).items).toEqual([])
        })
      )

      it.effect("a change is in the audit trail, and goes with its site", () =>
        Effect.gen(function* () {
          const { admin, org, schemas, site } = yield* scene
          const audit = yield* Audit
          const sites = yield* Sites
          yield* schemas.put(org, site, beta).pipe(as(admin))
          const { items } = yield* audit.list(org, { action: "site.adaptive-schema" }, {}).pipe(as(admin))
          expect(items).toMatchObject([{ action: "site.adaptive-schema", target: { type: "site", id: site } }])
          const event = yield* audit.get(org, items[0]!.id).pipe(as(admin))
          expect(event.payload).toEqual({ attributes: ["beta"] })
          expect(yield* sites.remove(org, site).pipe(as(admin))).toBe(true)
          expect(yield* refusal(schemas.get(org, site).pipe(as(admin)))).toBe("NotFound")
        })
      )
    })
  })
}
