import type { Role } from "@octavo/core/kernel/shared/roles"
import type { SamlProviderRecord } from "@octavo/core/people/saml/SamlProvider"
import { type SamlProviderPatch, SamlProviderStore } from "@octavo/core/people/saml/SamlProviderStore"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "./Dialect.ts"
import { after, countOf, lockOrganization, ordered, storage } from "./support.ts"

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

export const samlProviderStoreLayer = Layer.effect(
  SamlProviderStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    const order = [{ column: sql`p.id` }]
    const first = ([row]: ReadonlyArray<Row>) => (row === undefined ? undefined : toRecord(row))

    /** What began with a provider: its names of people, their sessions, and the tokens that were made in them. */
    const end = (id: string) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM identities WHERE provider_id = ${id}`
        yield* sql`DELETE FROM sessions WHERE provider_id = ${id}`
        yield* sql`DELETE FROM tokens WHERE provider_id = ${id}`
      })

    return SamlProviderStore.of({
      hold: (organizationId) => lockOrganization(sql, dialect, organizationId).pipe(storage("saml.hold")),
      find: (id) =>
        sql<Row>`SELECT * FROM saml_providers WHERE id = ${id}`.pipe(Effect.map(first), storage("saml.find")),
      get: (organizationId, id) =>
        sql<Row>`SELECT * FROM saml_providers WHERE id = ${id} AND organization_id = ${organizationId}`.pipe(
          Effect.map(first),
          storage("saml.get")
        ),
      list: (organizationId, slice) =>
        Effect.all({
          items: Effect.map(
            sql<Row>`SELECT p.* FROM saml_providers p WHERE p.organization_id = ${organizationId}
              AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`,
            (rows) => rows.map(toRecord)
          ),
          count: countOf(sql, sql`saml_providers WHERE organization_id = ${organizationId}`)
        }).pipe(storage("saml.list")),
      active: (organizationId) =>
        sql<Row>`SELECT * FROM saml_providers WHERE organization_id = ${organizationId}
          AND sso_url <> '' AND entity_id <> '' AND certificate <> '' ORDER BY id`.pipe(
          Effect.map((rows) => rows.map(toRecord)),
          storage("saml.active")
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
          ])} ORDER BY p.id`.pipe(storage("saml.offered")),
      count: (organizationId) =>
        countOf(sql, sql`saml_providers WHERE organization_id = ${organizationId}`).pipe(storage("saml.count")),
      insert: (provider) =>
        sql`INSERT INTO saml_providers ${sql.insert({
          id: provider.id,
          organization_id: provider.organizationId,
          created_at: provider.createdAt,
          ...toColumns(provider)
        })}`.pipe(Effect.asVoid, storage("saml.insert")),
      update: (id, patch) =>
        sql`UPDATE saml_providers SET ${sql.update(toColumns(patch))} WHERE id = ${id}`.pipe(
          Effect.asVoid,
          storage("saml.update")
        ),
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
        }).pipe(sql.withTransaction, storage("saml.remove")),
      end: (id) => end(id).pipe(sql.withTransaction, storage("saml.end")),
      defaultRole: (organizationId) =>
        sql<{ default_role: Role | null }>`SELECT default_role FROM organizations WHERE id = ${organizationId}`.pipe(
          Effect.map(([row]) => row?.default_role ?? null),
          storage("saml.defaultRole")
        )
    })
  })
)
