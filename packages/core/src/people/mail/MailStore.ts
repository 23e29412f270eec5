import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** What there is to say. */
export type MailKind = "invitation" | "sign-in"

/** A mail that is to be sent: who is told what about which organization. Holds no words and no secrets. */
export interface MailRecord {
  readonly id: string
  readonly kind: MailKind
  readonly userId: string
  readonly organizationId: string | null
  /** Who had it sent; `null` for the operator. */
  readonly senderId: string | null
  readonly createdAt: string
  readonly sentAt: string | null
  readonly failure: string | null
}

/** What the words are made of, as it is when the mail is sent. */
export interface MailFacts {
  readonly organization: string | null
  readonly sender: string | null
}

/** The port of mail that is on its way. */
export class MailStore extends Context.Service<
  MailStore,
  {
    readonly insert: (mails: ReadonlyArray<MailRecord>) => Effect.Effect<void, StorageError>
    readonly get: (id: string) => Effect.Effect<(MailRecord & MailFacts) | undefined, StorageError>
    /** Notes how it went. */
    readonly update: (
      id: string,
      outcome: { readonly sentAt: string; readonly failure: null } | { readonly failure: string }
    ) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/people/mail/MailStore") {}
