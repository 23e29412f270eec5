import type { DomainProof } from "@octavo/core/people/email-domains/EmailDomain"
import { EmailDomainStore } from "@octavo/core/people/email-domains/EmailDomainStore"
import { Effect } from "effect"
import { store } from "./store.ts"
import { fromJson } from "./support.ts"
import { integer, type Row, table, text } from "./table.ts"

export const emailDomainProofsTable = table<DomainProof>()("email_domain_proofs", {
  organizationId: text.fixed,
  domain: text,
  by: text.at("proven_by"),
  provenAt: text,
  failures: integer,
  nextCheckAt: text.orNull
})

export const emailDomainStoreLayer = store(EmailDomainStore, "emailDomains", ({ lockOrganization, rows, sql }) => {
  const emailDomainProofs = rows(emailDomainProofsTable)
  const at = (organizationId: string, domain: string) => sql`organization_id = ${organizationId} AND domain = ${domain}`
  return {
    hold: lockOrganization,
    named: (organizationId) =>
      sql<{ email_domains: string }>`SELECT email_domains FROM organizations WHERE id = ${organizationId}`.pipe(
        Effect.map(([row]) => (row === undefined ? [] : fromJson<ReadonlyArray<string>>(row.email_domains)))
      ),
    list: (organizationId) => emailDomainProofs.all(sql`organization_id = ${organizationId} ORDER BY domain`),
    get: (organizationId, domain) => emailDomainProofs.first(at(organizationId, domain)),
    put: (proof) =>
      sql`INSERT INTO email_domain_proofs ${sql.insert(emailDomainProofsTable.insert(proof))}
        ON CONFLICT (organization_id, domain) DO UPDATE SET proven_by = excluded.proven_by,
        proven_at = excluded.proven_at, failures = excluded.failures, next_check_at = excluded.next_check_at`.pipe(
        Effect.asVoid
      ),
    remove: (organizationId, domain) => emailDomainProofs.remove(at(organizationId, domain)),
    retain: (organizationId, domains) =>
      sql`DELETE FROM email_domain_proofs WHERE organization_id = ${organizationId}
        AND ${domains.length === 0 ? sql`1 = 1` : sql`NOT ${sql.in("domain", domains)}`}`.pipe(Effect.asVoid),
    takeDue: (now, nextCheckAt, limit) =>
      sql<Row<DomainProof>>`UPDATE email_domain_proofs SET next_check_at = ${nextCheckAt}
        WHERE (organization_id, domain) IN (SELECT organization_id, domain FROM email_domain_proofs
          WHERE next_check_at <= ${now} ORDER BY next_check_at, organization_id, domain LIMIT ${limit})
        AND next_check_at <= ${now} RETURNING ${emailDomainProofsTable.columns()}`.pipe(
        Effect.map((rows) => rows.map(emailDomainProofsTable.decode))
      )
  }
})
