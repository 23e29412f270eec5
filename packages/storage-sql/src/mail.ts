import { type MailFacts, type MailKind, type MailRecord, MailStore } from "@octavo/core/people/mail/MailStore"
import { Effect } from "effect"
import { chunkRows } from "./Dialect.ts"
import { store } from "./store.ts"

interface Row {
  readonly id: string
  readonly kind: MailKind
  readonly user_id: string
  readonly organization_id: string | null
  readonly sender_id: string | null
  readonly created_at: string
  readonly sent_at: string | null
  readonly failure: string | null
  readonly organization: string | null
  readonly sender: string | null
}

const toRecord = (row: Row): MailRecord & MailFacts => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id,
  organizationId: row.organization_id,
  senderId: row.sender_id,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  failure: row.failure,
  organization: row.organization,
  sender: row.sender
})

export const mailStoreLayer = store(MailStore, "mails", ({ dialect, sql }) => {
  return {
    insert: (mails) =>
      Effect.gen(function* () {
        const rows = mails.map((mail) => ({
          id: mail.id,
          kind: mail.kind,
          user_id: mail.userId,
          organization_id: mail.organizationId,
          sender_id: mail.senderId,
          created_at: mail.createdAt,
          sent_at: mail.sentAt,
          failure: mail.failure
        }))
        for (const part of chunkRows(dialect, rows)) yield* sql`INSERT INTO mails ${sql.insert(part)}`
      }),
    get: (id) =>
      sql<Row>`SELECT x.*, o.title AS organization, u.display_name AS sender FROM mails x
        LEFT JOIN organizations o ON o.id = x.organization_id LEFT JOIN users u ON u.id = x.sender_id
        WHERE x.id = ${id}`.pipe(Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))),
    update: (id, outcome) =>
      sql`UPDATE mails SET ${sql.update({
        failure: outcome.failure,
        ...("sentAt" in outcome ? { sent_at: outcome.sentAt } : {})
      })} WHERE id = ${id}`.pipe(Effect.asVoid)
  }
})
