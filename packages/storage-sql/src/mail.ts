import { type MailFacts, type MailRecord, MailStore } from "@octavo/core/people/mail/MailStore"
import { store } from "./store.ts"
import { table, text } from "./table.ts"

export const mailsTable = table<MailRecord & MailFacts>()("mails", {
  id: text.fixed,
  kind: text,
  userId: text.fixed,
  organizationId: text.orNull.fixed,
  senderId: text.orNull,
  createdAt: text.fixed,
  sentAt: text.orNull,
  failure: text.orNull,
  organization: text.orNull.computed,
  sender: text.orNull.computed
})

export const mailStoreLayer = store(MailStore, "mails", ({ rows, sql }) => {
  const mails = rows(mailsTable, "x", {
    columns: sql`o.title AS organization, u.display_name AS sender`,
    join: sql`LEFT JOIN organizations o ON o.id = x.organization_id LEFT JOIN users u ON u.id = x.sender_id`
  })
  return {
    insert: mails.insertAll,
    get: (id) => mails.first(sql`x.id = ${id}`),
    update: (id, outcome) => mails.update(outcome, sql`id = ${id}`)
  }
})
