/** The port of mail: hands one message to whoever delivers it. Adapters: `@octavo/mail-smtp`, and the log and the terminal below. */
import { Context, Effect, Layer, Schema } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import { TellsAddresses } from "../../kernel/shared/withoutSecrets.ts"

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
  /** Address at which who gets it has no more such mails sent, with one POST (RFC 8058). */
  readonly unsubscribe?: string | undefined
}

/** The message was not taken. `retryable` when it may be later; the message says why and holds no secrets. */
export class MailError extends Schema.TaggedError<MailError>()("MailError", {
  message: Schema.String,
  retryable: Schema.Boolean
}) {}

export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (message: MailMessage) => Effect.Effect<void, MailError>
    /** Where mails are shown to the operator because nothing sends them; absent where they are sent. */
    readonly shownIn?: "terminal" | "log"
  }
>()("@octavo/core/people/mail/Mailer") {
  /**
   * No mail: says in the log what would have been sent, with the link, so that the operator can open it or pass it on.
   * The only place where such a link is logged; a server with a mail adapter never does.
   */
  static readonly log = Layer.succeed(
    Mailer,
    Mailer.of({
      shownIn: "log",
      send: ({ link, subject, to }) =>
        // a warning: nobody but the reader of the log gets it
        Effect.logWarning(`${noMailServer}: this mail was not sent`).pipe(
          Effect.annotateLogs({ to, subject, ...defined({ link }) }),
          Effect.provideService(TellsAddresses, true)
        )
    })
  )

  /** No mail: shows each to the person at the terminal, in plain lines. @param write takes whole lines */
  static readonly terminal = (write: (text: string) => void) =>
    Layer.succeed(
      Mailer,
      Mailer.of({
        shownIn: "terminal",
        send: ({ link, subject, to }) =>
          Effect.sync(() => {
            const lines = [`Mail to ${to}, not sent. ${noMailServer}.`, subject, ...(link === undefined ? [] : [link])]
            write(`\n${lines.map(plain).join("\n  ")}\n\n`)
          })
      })
    )
}

const noMailServer = "No mail server is configured (OCTAVO_SMTP_URL)"

/** Without what a terminal would do something for: names in mails come from people. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")

/** What people are told where their mails are not sent; `undefined` where they are. */
export const unsentNote = ({ shownIn }: Mailer["Service"]): string | undefined =>
  shownIn === undefined
    ? undefined
    : `This installation has no mail server: its operator finds the link in the ${shownIn === "terminal" ? "terminal where it runs" : "log of the server"}.`
