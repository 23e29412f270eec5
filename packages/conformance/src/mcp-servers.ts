/** Stories of the MCP servers of sites. */
import { describe, expect, layer } from "@effect/vitest"
import { McpServerStore } from "@octavo/core/delivery/sites/McpServerStore"
import { McpServers } from "@octavo/core/delivery/sites/McpServers"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { as, newMember, refusal, type StoreUnderTest, services } from "./harness.ts"
import { newSite } from "./visitors.ts"

const url = "https://mcp.example.org/"
const headers = { Authorization: "Bearer secret-of-theirs", "X-Tenant": "octavo" }

export const mcpServersSuite = (under: StoreUnderTest) =>
  describe(`MCP servers of sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are added, listed oldest first, changed and removed", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const servers = yield* McpServers
          const create = (name: string) => servers.create(org, site, { name, url, headers }).pipe(as(admin))
          const [first, second] = [yield* create("Issues"), yield* create("Chat")]
          expect(first).toEqual({
            object: "site-mcp-server",
            id: first.id,
            name: "Issues",
            url,
            transport: "sse",
            headers,
            urls: { location: `https://octavo.test/v1/orgs/${org}/sites/${site}/mcp-servers/${first.id}` }
          })
          const list = (params = {}) => servers.list(org, site, params).pipe(as(admin))
          expect(yield* list()).toEqual({ count: 2, items: [first, second] })
          const page = yield* list({ limit: 1 })
          expect(page.items).toEqual([first])
          expect((yield* list({ page: page.next!.page })).items).toEqual([second])

          const update = (input: Parameters<typeof servers.update>[3]) =>
            servers.update(org, site, first.id, input).pipe(as(admin))
          expect(yield* update({ name: "Bugs", transport: "sse", condition: "visitor.claims.insider" })).toEqual({
            ...first,
            name: "Bugs",
            transport: "sse",
            condition: "visitor.claims.insider"
          })
          expect(yield* update({ headers: { "X-Tenant": "other" }, condition: null })).toEqual({
            ...first,
            name: "Bugs",
            transport: "sse",
            headers: { "X-Tenant": "other" }
          })
          expect(yield* servers.remove(org, site, first.id).pipe(as(admin))).toBe(true)
          expect(yield* servers.remove(org, site, first.id).pipe(as(admin))).toBe(false)
          expect(yield* list()).toEqual({ count: 1, items: [second] })
        })
      )

      it.effect("headers are sealed at rest, left out of the trail, and seen by admins alone", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const servers = yield* McpServers
          const { id } = yield* servers.create(org, site, { name: "Issues", url, headers }).pipe(as(admin))
          yield* servers.update(org, site, id, { headers }).pipe(as(admin))
          const stored = yield* (yield* McpServerStore).get(site, id)
          expect(JSON.stringify(stored)).not.toContain("secret-of-theirs")
          const audit = yield* Audit
          const { items } = yield* audit.list(org, {}, {}).pipe(as(admin))
          const events = items.filter(({ action }) => action.startsWith("site.mcp-server"))
          expect(events.map(({ action }) => action).sort()).toEqual([
            "site.mcp-server.create",
            "site.mcp-server.update"
          ])
          for (const event of events) {
            const details = yield* audit.get(org, event.id).pipe(as(admin))
            expect(JSON.stringify(details)).not.toContain("secret-of-theirs")
            expect(details.payload["headers"]).toEqual(["Authorization", "X-Tenant"])
          }
          for (const role of ["read", "create"] as const) {
            const member = yield* newMember(org, role)
            const seen = yield* servers.get(org, site, id).pipe(as(member))
            expect(seen.headers).toEqual({ Authorization: "••••••••", "X-Tenant": "••••••••" })
            expect((yield* servers.list(org, site, {}).pipe(as(member))).items).toEqual([seen])
            expect(yield* refusal(servers.update(org, site, id, { name: "Mine" }).pipe(as(member)))).toBe("Forbidden")
          }
        })
      )

      it.effect("belong to their site, and there are at most a hundred of them", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const other = yield* newSite
          const servers = yield* McpServers
          const create = servers.create(org, site, { name: "One", url }).pipe(as(admin))
          const { id } = yield* create
          expect(yield* refusal(servers.get(other.org, other.site, id).pipe(as(other.admin)))).toBe("NotFound")
          expect(yield* servers.remove(other.org, other.site, id).pipe(as(other.admin))).toBe(false)
          for (let i = 1; i < 100; i++) yield* create
          expect(yield* refusal(create)).toBe("Conflict")
          expect((yield* servers.list(org, site, {}).pipe(as(admin))).count).toBe(100)
        })
      )
    })
  })
