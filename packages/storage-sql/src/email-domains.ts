import type { DomainProof, ProvenBy } from "@octavo/core/people/email-domains/EmailDomain"
import { EmailDomainStore } from "@octavo/core/people/email-domains/EmailDomainStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { json } from "./support.ts"

interface Row {
  readonly organization_id: string
  readonly domain: string
  readonly proven_by: ProvenBy
  readonly proven_at: string
  readonly failures: number
  readonly next_check_at: string | null
}

const toProof = (row: Row): DomainProof => ({
  organizationId: row.organization_id,
  domain: row.domain,
  by: row.proven_by,
  provenAt: row.proven_at,
  failures: row.failures,
  nextCheckAt: row.next_check_at
})

export const emailDomainStoreLayer = store(EmailDomainStore, "emailDomains", ({ lockOrganization, sql }) => {
  const at = (organizationId: string, domain: string) =>
    sql`email_domain_proofs WHERE organization_id = ${organizationId} AND domain = ${domain}`
  return {
    hold: lockOrganization,
    named: (organizationId) =>
      sql<{ email_domains: string }>`SELECT email_domains FROM organizations WHERE id = ${organizationId}`.pipe(
        Effect.map(([row]) => (row === undefined ? [] : json<ReadonlyArray<string>>(row.email_domains)))
      ),
    list: (organizationId) =>
      sql<Row>`SELECT * FROM email_domain_proofs WHERE organization_id = ${organizationId} ORDER BY domain`.pipe(
        Effect.map((rows) => rows.map(toProof))
      ),
    get: (organizationId, domain) =>
      sql<Row>`SELECT * FROM ${at(organizationId, domain)}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toProof(row)))
      ),
    put: (proof) =>
      sql`INSERT INTO email_domain_proofs ${sql.insert({
        organization_id: proof.organizationId,
        domain: proof.domain,
        proven_by: proof.by,
        proven_at: proof.provenAt,
        failures: proof.failures,
        next_check_at: proof.nextCheckAt
      })} ON CONFLICT (organization_id, domain) DO UPDATE SET proven_by = excluded.proven_by,
        proven_at = excluded.proven_at, failures = excluded.failures, next_check_at = excluded.next_check_at`.pipe(
        Effect.asVoid
      ),
    remove: (organizationId, domain) => sql`DELETE FROM ${at(organizationId, domain)} RETURNING domain`.pipe(anyRow),
    retain: (organizationId, domains) =>
      sql`DELETE FROM email_domain_proofs WHERE organization_id = ${organizationId}
        AND ${domains.length === 0 ? sql`1 = 1` : sql`NOT ${sql.in("domain", domains)}`}`.pipe(Effect.asVoid),
    takeDue: (now, nextCheckAt, limit) =>
      sql<Row>`UPDATE email_domain_proofs SET next_check_at = ${nextCheckAt}
        WHERE (organization_id, domain) IN (SELECT organization_id, domain FROM email_domain_proofs
          WHERE next_check_at <= ${now} ORDER BY next_check_at, organization_id, domain LIMIT ${limit})
        AND next_check_at <= ${now} RETURNING *`.pipe(Effect.map((rows) => rows.map(toProof)))
  }
})
