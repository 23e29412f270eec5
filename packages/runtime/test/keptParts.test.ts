import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Users } from "@octavo/core/people/users/Users"
import { SitePages } from "@octavo/site"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { expect, it } from "vitest"
import { withSites } from "./withSites.ts"

/** Content never changes under its hash, or its revision. */
const immutable = ["objects", "revisions"]
/** Changed with the row that they belong to, which is tracked: a font is written with its faces, a version as the last. */
const belonging = ["font_faces", "openapi_versions"]

/** A page with a feed. */
const updates = `{% updates format="full" %}
{% update date="2026-01-01" %}
## Begun
{% endupdate %}
{% endupdates %}
`

it("what is kept until a part changes is read from tables that tell of it", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const users = yield* Users
    const asOperator = Effect.provideService(CurrentActor, operator)
    const admin = yield* users.ensure({ email: "admin@kept.test", displayName: "Admin" }).pipe(asOperator)
    const member = yield* users.ensure({ email: "member@kept.test", displayName: "Member" }).pipe(asOperator)
    const { token } = yield* users.createToken(member.id, { label: "read" }).pipe(asOperator)
    const { id: organization } = yield* (yield* Organizations).create({ title: "Kept" }, admin.id).pipe(asOperator)
    yield* (yield* Members).put(organization, member.id, "read").pipe(asOperator)
    const team = yield* (yield* Teams).create(organization, { title: "Team" }).pipe(asOperator)
    const { id } = yield* (yield* Spaces).create(organization, { title: "Space" }).pipe(asOperator)
    const changes = ["Home", "Guide"].map((title) => ({
      operation: "insert_page" as const,
      title,
      document: { markdown: updates }
    }))
    yield* (yield* ChangeRequestContent).editSpace(id, { changes }).pipe(asOperator)
    const { id: changeRequest } = yield* (yield* ChangeRequests).create(id, { subject: "Draft" }).pipe(asOperator)

    const sites = yield* Sites
    const site = yield* sites.create(organization, { title: "Kept", spaces: [id] }).pipe(asOperator)
    yield* sites.publish(organization, site.id).pipe(asOperator)
    const pages = yield* SitePages
    const visit = (path: string) =>
      pages.answer({
        host: "localhost:4000",
        path: `/sites/${site.basename}${path}`,
        query: "",
        cookie: undefined,
        accept: undefined
      })

    const statements: Array<string> = []
    yield* Effect.gen(function* () {
      for (const path of [
        "/",
        "/guide",
        "/sitemap.xml",
        "/llms.txt",
        "/llms-full.txt",
        "/guide.md",
        "/guide/rss.xml"
      ]) {
        expect(yield* visit(path), path).toMatchObject({ kind: "text", status: 200 })
        const ran = statements.length
        expect(yield* visit(path), path).toMatchObject({ kind: "text", status: 200 })
        expect(statements.slice(ran), path).toEqual([])
      }
      const actor = yield* (yield* Authentication).authenticate(token)
      yield* Effect.gen(function* () {
        yield* (yield* Spaces).get(id)
        yield* (yield* Spaces).list(organization, {})
        yield* (yield* Organizations).get(organization)
        yield* sites.get(organization, site.id)
        yield* users.me
        yield* (yield* Members).list(organization, {}, {})
        yield* (yield* Teams).list(organization, {}, {})
        yield* (yield* Teams).members(organization, team.id, {})
        const content = yield* SpaceContent
        for (const at of [undefined, { changeRequest }]) {
          const open = yield* content.open(id, at)
          const { id: page } = (yield* open.pages({}))[0]!
          yield* open.page(page, { format: "document", evaluated: true, dereferenced: true })
          yield* open.page(page, { format: "markdown", refs: "stable" })
          yield* open.pageDocument(page, { evaluated: true, dereferenced: true })
          yield* open.metaLinks(page)
          yield* open.files({}, {})
        }
      }).pipe(Effect.provideService(CurrentActor, actor))
    }).pipe(
      Effect.provideService(Statement.CurrentTransformer, (statement) =>
        Effect.sync(() => {
          statements.push(statement.compile()[0])
          return statement
        })
      )
    )
    // nothing of a site is there without its spaces, until they are back
    const lifecycle = yield* SpaceLifecycle
    yield* lifecycle.remove(id).pipe(asOperator)
    for (let time = 0; time < 2; time++) expect(yield* visit("/guide")).toBeUndefined()
    yield* lifecycle.restore(id).pipe(asOperator)
    expect(yield* visit("/guide")).toMatchObject({ kind: "text", status: 200 })

    const read = new Set(
      statements
        .filter((text) => !text.startsWith("UPDATE tokens SET last_used_at"))
        .flatMap((text) => [...text.matchAll(/\b(?:FROM|JOIN) "?(\w+)/g)].map(([, name]) => name!))
    )
    const tables = yield* sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
    const triggers = yield* sql<{ name: string }>`SELECT tbl_name AS name FROM sqlite_master
      WHERE type = 'trigger' AND sql LIKE '%changed_parts%'`
    const tracked = new Set([...immutable, ...belonging, ...triggers.map(({ name }) => name)])
    const ofThem = tables.map(({ name }) => name).filter((name) => read.has(name))
    expect(ofThem).toEqual(expect.arrayContaining(["tokens", "members", "grants", "spaces", "heads", "site_spaces"]))
    expect(ofThem.filter((name) => !tracked.has(name))).toEqual([])
    for (const table of new Set(triggers.map(({ name }) => name))) {
      expect(triggers.filter(({ name }) => name === table).length, table).toBeGreaterThanOrEqual(3)
    }
  }).pipe(Effect.scoped, withSites))
