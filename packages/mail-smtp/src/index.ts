/** The `Mailer` port over SMTP. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { traced } from "@octavo/core/kernel/shared/traced"
import { MailError, Mailer, type MailMessage } from "@octavo/core/people/mail/Mailer"
import { Effect, Layer, Redacted } from "effect"
import { senderAddress } from "./config.ts"

export interface SmtpConfig {
  /** `smtp://user:password@host:587` (with STARTTLS where the server has it) or `smtps://…:465`. */
  readonly url: Redacted.Redacted
  /** Sender of every mail: `docs@example.com` or `Docs <docs@example.com>`. */
  readonly from: string
}

/** Sends one message after the other over at most two connections, which are kept for a while. */
export const layer = (config: SmtpConfig): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      // a server without mail has no library for it in memory
      const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
      const transport = createTransport({
        ...serverOf(config),
        pool: true,
        maxConnections: 2,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => transport.close()))
      const domain = (senderAddress(config.from) ?? "octavo.invalid").replace(/^.*@/, "")

      const send = traced("SmtpMailer.send")(function* (message: MailMessage) {
        yield* Effect.tryPromise({
          try: () =>
            transport.sendMail({
              from: config.from,
              // an object: an address is never read as a list of them
              to: { name: "", address: message.to },
              subject: message.subject,
              text: message.text,
              messageId: `<${message.id}@${domain}>`,
              headers: {
                "Auto-Submitted": "auto-generated",
                ...(message.unsubscribe !== undefined && {
                  "List-Unsubscribe": `<${message.unsubscribe}>`,
                  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
                })
              }
            }),
          catch: toMailError
        })
      })
      return Mailer.of({ send })
    })
  )

/** How the server is reached. */
const serverOf = (config: SmtpConfig) => {
  const url = new URL(Redacted.value(config.url))
  const secure = url.protocol === "smtps:"
  const credentials = url.username === "" ? undefined : { user: decode(url.username), pass: decode(url.password) }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // a password never goes over the network in the clear
    requireTLS: !secure && credentials !== undefined && !loopback.test(url.hostname),
    ...defined({ auth: credentials }),
    disableFileAccess: true,
    disableUrlAccess: true
  }
}

/** What a look at the mail server came to. */
export interface MailServerCheck {
  /** `host:port` */
  readonly name: string
  /** Mails go, or may go, over a network without encryption. */
  readonly isOpen: boolean
  /** Why it can't be used, as the library's code: `EAUTH`, `ETLS`, `ECONNECTION` and others. */
  readonly code?: string
}

/** Signs in at the mail server and sends nothing. */
export const checkMailServer = async (config: SmtpConfig): Promise<MailServerCheck> => {
  const { createTransport } = await import("nodemailer")
  const server = serverOf(config)
  const transport = createTransport({
    ...server,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000
  })
  const { hostname } = new URL(Redacted.value(config.url))
  const looked = {
    name: `${hostname}:${server.port}`,
    isOpen: !server.secure && !server.requireTLS && !loopback.test(hostname)
  }
  try {
    await transport.verify()
    return looked
  } catch (error) {
    return { ...looked, code: (error as { readonly code?: string }).code ?? "no answer" }
  } finally {
    transport.close()
  }
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Only the kind of failure and the server's code: its words may repeat what it was sent. */
const toMailError = (cause: unknown): MailError => {
  const { code, responseCode } = cause as { readonly code?: string; readonly responseCode?: number }
  // a server that refuses this message for good answers 5xx; credentials and connections may be mended
  const refused = code !== "EAUTH" && responseCode !== undefined && responseCode >= 500
  const detail = [code, responseCode].filter((part) => part !== undefined).join(" ")
  return new MailError({
    message: `${refused ? "The mail server refused the message" : "The mail server could not be used"}${detail === "" ? "" : ` (${detail})`}`,
    retryable: !refused
  })
}
