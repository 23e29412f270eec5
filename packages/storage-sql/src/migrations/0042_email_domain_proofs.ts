import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/**
 * Which e-mail domains are proven to be an organization's own, which organization named an account, and who was a member
 * once. A domain of which an admin had an address is not proven: anybody may have one. Accounts that nobody has shown to
 * be theirs were named by the organization whose provider brought them in first.
 */
export const emailDomainProofs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types
  yield* sql`CREATE TABLE email_domain_proofs (
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    domain ${text} NOT NULL,
    proven_by ${text} NOT NULL,
    proven_at ${text} NOT NULL,
    failures ${integer} NOT NULL,
    next_check_at ${text},
    PRIMARY KEY (organization_id, domain)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX email_domain_proofs_by_domain ON email_domain_proofs (domain)`
  yield* sql`CREATE INDEX email_domain_proofs_due ON email_domain_proofs (next_check_at)`
  yield* sql`ALTER TABLE users ADD COLUMN named_by ${text}`
  // told by the trail, since providers may be gone: until now "member.sign-in" of such an account was what made it
  yield* sql`UPDATE users SET named_by = first.organization_id
    FROM (SELECT target_id, organization_id,
        ROW_NUMBER() OVER (PARTITION BY target_id ORDER BY occurred_at, id) AS number
      FROM audit_events WHERE action = 'member.sign-in') AS first
    WHERE first.target_id = users.id AND first.number = 1 AND users.verified_at IS NULL`
  yield* sql`CREATE TABLE former_members (
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    PRIMARY KEY (organization_id, user_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX former_members_by_user ON former_members (user_id)`
  yield* sql`INSERT INTO former_members (organization_id, user_id)
    SELECT DISTINCT e.organization_id, e.target_id FROM audit_events e
    JOIN users u ON u.id = e.target_id JOIN organizations o ON o.id = e.organization_id
    WHERE e.action = 'member.remove'`
})
