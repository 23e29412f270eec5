import type { Role } from "@octavo/core/kernel/shared/roles"
import type { SamlProviderRecord } from "@octavo/core/people/saml/SamlProvider"
import { type SamlProviderPatch, SamlProviderStore } from "@octavo/core/people/saml/SamlProviderStore"
import { Effect } from "effect"
import { store } from "./store.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly label: string
  readonly sso_url: string
  readonly entity_id: string
  readonly certificate: string
  readonly default_team_id: string | null
  readonly default_role: Role | null
  readonly created_at: string
}

const toRecord = (row: Row): SamlProviderRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  label: row.label,
  ssoURL: row.sso_url,
  entityID: row.entity_id,
  certificate: row.certificate,
  defaultTeam: row.default_team_id,
  defaultRole: row.default_role,
  createdAt: row.created_at
})

const columns = {
  label: "label",
  ssoURL: "sso_url",
  entityID: "entity_id",
  certificate: "certificate",
  defaultTeam: "default_team_id",
  defaultRole: "default_role"
} as const satisfies Record<keyof SamlProviderPatch, keyof Row>

const toColumns = (patch: SamlProviderPatch): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) => {
      const value = patch[field as keyof typeof columns]
      return value === undefined ? [] : [[column, value]]
    })
  )

export const samlProviderStoreLayer = store(SamlProviderStore, "saml", ({ countOf, lockOrganization, sliced, sql }) => {
  const order = [{ column: sql`p.id` }]
  const first = ([row]: ReadonlyArray<Row>) => (row === undefined ? undefined : toRecord(row))

  /** What began with a provider: its names of people, their sessions, and the tokens that were made in them. */
  const end = (id: string) =>
    Effect.gen(function* () {
      yield* sql`DELETE FROM identities WHERE provider_id = ${id}`
      yield* sql`DELETE FROM sessions WHERE provider_id = ${id}`
      yield* sql`DELETE FROM tokens WHERE provider_id = ${id}`
    })

  return {
    hold: lockOrganization,
    find: (id) => sql<Row>`SELECT * FROM saml_providers WHERE id = ${id}`.pipe(Effect.map(first)),
    get: (organizationId, id) =>
      sql<Row>`SELECT * FROM saml_providers WHERE id = ${id} AND organization_id = ${organizationId}`.pipe(
        Effect.map(first)
      ),
    list: (organizationId, slice) =>
      sliced(order, slice, sql`saml_providers WHERE organization_id = ${organizationId}`, (rest) =>
        Effect.map(
          sql<Row>`SELECT p.* FROM saml_providers p WHERE p.organization_id = ${organizationId}
            AND ${rest}`,
          (rows) => rows.map(toRecord)
        )
      ),
    active: (organizationId) =>
      sql<Row>`SELECT * FROM saml_providers WHERE organization_id = ${organizationId}
        AND sso_url <> '' AND entity_id <> '' AND certificate <> '' ORDER BY id`.pipe(
        Effect.map((rows) => rows.map(toRecord))
      ),
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
    count: (organizationId) => countOf(sql`saml_providers WHERE organization_id = ${organizationId}`),
    insert: (provider) =>
      sql`INSERT INTO saml_providers ${sql.insert({
        id: provider.id,
        organization_id: provider.organizationId,
        created_at: provider.createdAt,
        ...toColumns(provider)
      })}`.pipe(Effect.asVoid),
    update: (id, patch) =>
      sql`UPDATE saml_providers SET ${sql.update(toColumns(patch))} WHERE id = ${id}`.pipe(Effect.asVoid),
    remove: (organizationId, id) =>
      Effect.gen(function* () {
        const gone =
          yield* sql`DELETE FROM saml_providers WHERE id = ${id} AND organization_id = ${organizationId} RETURNING id`
        if (gone.length === 0) return false
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
