import type { Role } from "@octavo/core/kernel/shared/roles"
import type { SamlProviderRecord } from "@octavo/core/people/saml/SamlProvider"
import { SamlProviderStore } from "@octavo/core/people/saml/SamlProviderStore"
import { Effect } from "effect"
import { ascending, store } from "./store.ts"
import { table, text } from "./table.ts"

export const samlProvidersTable = table<SamlProviderRecord>()("saml_providers", {
  id: text.fixed,
  organizationId: text.fixed,
  label: text,
  ssoURL: text,
  entityID: text,
  certificate: text,
  defaultTeam: text.orNull.at("default_team_id"),
  defaultRole: text.orNull,
  createdAt: text.fixed
})

export const samlProviderStoreLayer = store(SamlProviderStore, "saml", ({ lockOrganization, rows, sql }) => {
  const samlProviders = rows(samlProvidersTable, "p")

  /** What began with a provider: its names of people, their sessions, and the tokens that were made in them. */
  const end = (id: string) =>
    Effect.gen(function* () {
      yield* sql`DELETE FROM identities WHERE provider_id = ${id}`
      yield* sql`DELETE FROM sessions WHERE provider_id = ${id}`
      yield* sql`DELETE FROM tokens WHERE provider_id = ${id}`
    })

  return {
    hold: lockOrganization,
    find: (id) => samlProviders.first(sql`id = ${id}`),
    get: (organizationId, id) => samlProviders.first(sql`id = ${id} AND organization_id = ${organizationId}`),
    list: (organizationId, slice) =>
      samlProviders.list(sql`p.organization_id = ${organizationId}`, ascending("p.id"), slice),
    active: (organizationId) =>
      samlProviders.all(sql`organization_id = ${organizationId}
        AND sso_url <> '' AND entity_id <> '' AND certificate <> '' ORDER BY id`),
    offered: ({ domain, organization }) =>
      sql<{ id: string; label: string; organization: string }>`SELECT p.id, p.label, o.title AS organization
        FROM saml_providers p JOIN organizations o ON o.id = p.organization_id
        WHERE p.sso_url <> '' AND p.entity_id <> '' AND p.certificate <> '' AND ${sql.or([
          organization === undefined ? sql`1 = 0` : sql`o.id = ${organization}`,
          domain === undefined
            ? sql`1 = 0`
            : sql`EXISTS (SELECT 1 FROM email_domain_proofs d
                WHERE d.organization_id = o.id AND d.domain = ${domain})`
        ])} ORDER BY p.id`,
    count: (organizationId) => samlProviders.count(sql`p.organization_id = ${organizationId}`),
    insert: (provider) => samlProviders.insert(provider),
    update: (id, patch) => samlProviders.update(patch, sql`id = ${id}`),
    remove: (organizationId, id) =>
      Effect.gen(function* () {
        if (!(yield* samlProviders.remove(sql`id = ${id} AND organization_id = ${organizationId}`))) return false
        yield* end(id)
        // tokens of a time when it was not noted which provider they began with
        yield* sql`DELETE FROM tokens WHERE organization_id = ${organizationId} AND provider_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM saml_providers WHERE organization_id = ${organizationId})`
        return true
      }).pipe(sql.withTransaction),
    end: (id) => end(id).pipe(sql.withTransaction),
    defaultRole: (organizationId) =>
      sql<{ default_role: Role | null }>`SELECT default_role FROM organizations WHERE id = ${organizationId}`.pipe(
        Effect.map(([row]) => row?.default_role ?? null)
      )
  }
})
