/**
 * Mail on its way: use cases note in their transaction that somebody is to be told something; a durable job makes the
 * words and sends them. A mail is sent at least once, with the same id each time.
 */
import { Cause, Context, Effect, Layer } from "effect"
import { JobLost, type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { MailLinks } from "../sign-in/MailLinks.ts"
import { Verification } from "../users/Verification.ts"
import { invitation, signInLink } from "./compose.ts"
import { MailError, Mailer } from "./Mailer.ts"
import { type MailFacts, type MailKind, type MailRecord, MailStore } from "./MailStore.ts"

export interface NewMail {
  readonly kind: MailKind
  readonly userId: string
  /** `null` for what is no organization's. */
  readonly organizationId: string | null
  readonly senderId: string | null
}

export class Mails extends Context.Service<
  Mails,
  {
    /** Notes mails that are to be sent; joins the caller's transaction. */
    readonly queue: (mails: ReadonlyArray<NewMail>) => Effect.Effect<void, StorageError>
    /** Takes the next mail and sends it. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/people/mail/Mails") {
  static readonly layer = Layer.effect(
    Mails,
    Effect.gen(function* () {
      const store = yield* MailStore
      const jobs = yield* Jobs
      const mailer = yield* Mailer
      const verification = yield* Verification
      const links = yield* MailLinks
      const transaction = yield* Transaction
      const instance = yield* Instance

      const queue = traced("Mails.queue")(function* (mails: ReadonlyArray<NewMail>) {
        const createdAt = yield* now
        const records = mails.map((mail) => ({ ...mail, id: makeId(), createdAt, sentAt: null, failure: null }))
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(records)
            for (const { id } of records) yield* jobs.offer("mail", id)
          })
        )
      })

      const finish = (run: JobRun, outcome: Parameters<typeof store.update>[1]) =>
        transaction.run(Effect.andThen(run.held, store.update(run.id, outcome)))

      const forInvitation = Effect.fnUntraced(function* ({ organization, sender, userId }: MailRecord & MailFacts) {
        const issued = yield* verification.issue(userId)
        if (issued === undefined) return undefined
        const { secret, user } = issued
        return { to: user.email, ...invitation(instance, { organization: organization ?? "Octavo", sender, secret }) }
      })

      const forSignIn = Effect.fnUntraced(function* (userId: string) {
        const issued = yield* links.issue(userId)
        return issued === undefined ? undefined : { to: issued.user.email, ...signInLink(instance, issued.secret) }
      })

      const deliver = Effect.fnUntraced(function* (run: JobRun) {
        const mail = yield* store.get(run.id)
        if (mail === undefined || mail.sentAt !== null) return
        const made = yield* mail.kind === "sign-in" ? forSignIn(mail.userId) : forInvitation(mail)
        if (made === undefined) return yield* finish(run, { failure: "Nobody is there who could get it" })
        yield* mailer.send({ id: mail.id, ...made })
        yield* finish(run, { sentAt: yield* now, failure: null })
      })

      const handle = traced("Mails.handle")(function* (run: JobRun) {
        return yield* deliver(run).pipe(
          Effect.catchCause((cause) => {
            const error = Cause.squash(cause)
            if (error instanceof JobLost || Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
            const reason = error instanceof MailError ? error.message : "The mail could not be made"
            const final = run.last || (error instanceof MailError && !error.retryable)
            return Effect.gen(function* () {
              yield* Effect.logWarning("A mail was not sent").pipe(Effect.annotateLogs({ mail: run.id, reason, final }))
              yield* finish(run, { failure: reason })
              // the queue tries again only what may go better then
              if (!final) return yield* Effect.failCause(cause)
            })
          })
        )
      })

      /** No run came to an end: the mail does not seem to be on its way. */
      const abandon = (run: JobRun) => finish(run, { failure: "The server stopped each time before it was sent" })

      return Mails.of({ queue, work: jobs.work("mail", handle, abandon) })
    })
  )
}
