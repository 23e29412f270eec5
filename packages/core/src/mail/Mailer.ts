/** The port of mail: hands one message to whoever delivers it. Adapters: `@octavo/mail-smtp`, and the log below. */
import { Context, Effect, Layer, Schema } from "effect"
import { TellsAddresses } from "../shared/withoutSecrets.ts"
import { domainOf } from "../users/email.ts"

export interface MailMessage {
  /** The same for every attempt to send it: receivers can tell a repetition by it. */
  readonly id: string
  /** One address, without a name. */
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The link that the text leads to. May hold a secret. */
  readonly link?: string | undefined
}

/** The message was not taken. `retryable` when it may be later; the message says why and holds no secrets. */
export class MailError extends Schema.TaggedError<MailError>()("MailError", {
  message: Schema.String,
  retryable: Schema.Boolean
}) {}

export class Mailer extends Context.Service<
  Mailer,
  { readonly send: (message: MailMessage) => Effect.Effect<void, MailError> }
>()("@octavo/core/mail/Mailer") {
  /**
   * No mail: says in the log what would have been sent, with the link, so that somebody at a laptop can open it. The
   * only place where such a link is logged; a server with a mail adapter never does.
   */
  static readonly log = Layer.succeed(
    Mailer,
    Mailer.of({
      send: ({ link, subject, to }) =>
        Effect.logInfo("No mail server is configured (OCTAVO_SMTP_URL): this mail was not sent").pipe(
          Effect.annotateLogs({ domain: domainOf(to), subject, ...(link === undefined ? {} : { link }) }),
          Effect.provideService(TellsAddresses, true)
        )
    })
  )
}
