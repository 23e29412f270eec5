import { describe, expect, layer } from "@effect/vitest"
import { services, newOrganization, newMember, as } from "@octavo/conformance/harness"
import { migrator, storesLayer } from "@octavo/storage-sql"
import { siteSpaceStoreLayer, siteStoreLayer } from "@octavo/storage-sql/sites"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SqliteClient } from "../src/index.ts"
import { memoryDatabase } from "../src/testing.ts"
import { PublishedSites } from "@octavo/core/sites/PublishedSites"
import { Sites } from "@octavo/core/sites/Sites"
import { SiteSpaces } from "@octavo/core/sites/SiteSpaces"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Urls } from "@octavo/core/urls/Urls"

const stores = Layer.mergeAll(storesLayer, siteStoreLayer, siteSpaceStoreLayer).pipe(
  Layer.provide(Layer.effectDiscard(migrator.migrate)), Layer.provideMerge(Layer.suspend(() => SqliteClient.layer(memoryDatabase)))
)
const all = Layer.mergeAll(Sites.layer, SiteSpaces.layer, Urls.layer).pipe(
  Layer.provideMerge(PublishedSites.layer), Layer.provideMerge(services({ name: "x", store: stores })), Layer.provideMerge(Layer.orDie(stores)))
describe("x", () => { layer(all)((it) => {
  it.effect("guests, deleted, hostname, id=basename", () => Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [sites, siteSpaces, spaces, published, urls] = [yield* Sites, yield* SiteSpaces, yield* Spaces, yield* PublishedSites, yield* Urls]
    const { id: org, admin } = yield* newOrganization()
    const guest = yield* newMember(org, null)
    const a = yield* spaces.create(org, { title: "A a" }).pipe(as(admin))
    const b = yield* spaces.create(org, { title: "B b" }).pipe(as(admin))
    const site = yield* sites.create(org, { title: "Doc", spaces: [a.id, b.id] }).pipe(as(admin))
    const grant = (kind: string, id: string) => sql`INSERT INTO grants ${sql.insert({ object_kind: kind, object_id: id, subject_kind: "user", subject_id: guest, organization_id: org, role: "create", created_at: "x" })}`
    yield* grant("site", site.id)
    const seen = yield* sites.get(org, site.id).pipe(as(guest))
    expect(seen.siteSpaces).toBe(0)
    expect((yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(guest)))).toEqual({ count: 0, items: [] })
    expect((yield* sites.list(org, { space: b.id }, {}).pipe(as(guest))).count).toBe(0)
    yield* grant("space", b.id)
    expect((yield* sites.list(org, { space: b.id }, {}).pipe(as(guest)))).toMatchObject({ count: 1, items: [{ siteSpaces: 1, permissions: { create: true, admin: false } }] })
    expect((yield* siteSpaces.structure(org, site.id).pipe(as(guest))).structure.map((s) => s.space.id)).toEqual([b.id])
    // deleted space
    yield* sites.publish(org, site.id).pipe(as(admin))
    yield* sql`UPDATE spaces SET deleted_at = 'x' WHERE id = ${a.id}`
    expect((yield* sites.get(org, site.id).pipe(as(admin))).siteSpaces).toBe(1)
    const u = yield* urls.resolvePublished(`https://octavo.test/sites/doc/x`)
    expect(u).toMatchObject({ space: b.id, pathname: "/x", canonicalUrl: "https://octavo.test/sites/doc/b-b/x" })
    yield* sql`UPDATE spaces SET deleted_at = NULL WHERE id = ${a.id}`
    expect((yield* urls.resolvePublished(`https://octavo.test/sites/doc/x`)).space).toBe(a.id)
    yield* sql`UPDATE sites SET hostname = 'help.acme.com' WHERE id = ${site.id}`
    expect(yield* urls.resolvePublished(`https://help.acme.com/b-b/y`)).toMatchObject({ space: b.id, basePath: "/b-b/", siteBasePath: "/", canonicalUrl: "https://help.acme.com/b-b/y" })
    expect((yield* sites.get(org, site.id).pipe(as(admin)))).toMatchObject({ hostname: "help.acme.com", urls: { published: "https://help.acme.com/" } })
    const other = yield* sites.create(org, { title: "Squat", spaces: [b.id] }).pipe(as(admin))
    yield* sites.publish(org, other.id).pipe(as(admin))
    yield* sql`UPDATE sites SET basename = ${site.id} WHERE id = ${other.id}`
    expect((yield* urls.resolvePublished(`https://octavo.test/sites/${site.id}`)).site).toBe(site.id)
    console.log(yield* sql`EXPLAIN QUERY PLAN SELECT i.*, x.id FROM sites i JOIN site_spaces x ON x.site_id = i.id JOIN spaces s ON s.id = x.space_id AND s.organization_id = i.organization_id AND s.deleted_at IS NULL WHERE (i.id = ${"a"} OR i.basename = ${"a"}) AND i.published = 1 AND x.draft = 0 ORDER BY CASE WHEN i.id = ${"a"} THEN 0 ELSE 1 END, x.position, x.id`)
  }))
}) })
