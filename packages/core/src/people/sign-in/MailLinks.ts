/**
 * Signing in with a link that is mailed: who opens it has shown that the address is theirs. The link carries its person
 * and its end, signed; it is good once.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { readEmail } from "../../kernel/shared/email.ts"
import { Forbidden, type StorageError } from "../../kernel/shared/errors.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { IdentityStore } from "../users/IdentityStore.ts"
import type { UserRecord } from "../users/User.ts"
import { UserStore } from "../users/UserStore.ts"
import { Sessions } from "./Sessions.ts"
import { SignInTrail } from "./SignInTrail.ts"

/** How long a link is good for, in minutes. */
export const mailLinkMinutes = 15
/** How long somebody waits until another mail goes to the same address. */
const pauseMs = 60_000

interface Link {
  readonly user: string
  readonly once: string
  readonly until: number
}

export class MailLinks extends Context.Service<
  MailLinks,
  {
    /**
     * The user of an address, when a mail may go there now: `undefined` for an address that is nobody's, and for one
     * that got a mail a moment ago. To be called in the transaction that notes the mail.
     */
    readonly admit: (email: string) => Effect.Effect<string | undefined, StorageError>
    /** What the mail says: the user, and the secret of a new link. */
    readonly issue: (
      userId: string
    ) => Effect.Effect<{ readonly user: UserRecord; readonly secret: string } | undefined, StorageError>
    /** Whose a link is, without using it; `undefined` when it is none, or over. */
    readonly read: (secret: string) => Effect.Effect<UserRecord | undefined, StorageError>
    /** Uses a link: a session of its person, whose address is verified by that. */
    readonly use: (secret: string) => Effect.Effect<string, Forbidden | StorageError>
  }
>()("@octavo/core/people/sign-in/MailLinks") {
  static readonly layer = Layer.effect(
    MailLinks,
    Effect.gen(function* () {
      const users = yield* UserStore
      const identities = yield* IdentityStore
      const sessions = yield* Sessions
      const transaction = yield* Transaction
      const trail = yield* SignInTrail
      const key = yield* SigningKey
      const iso = (at: number) => new Date(at).toISOString()

      const admit = Effect.fn("MailLinks.admit")(function* (text: string) {
        const email = readEmail(text)
        const user = email === undefined ? undefined : yield* users.findByEmail(email)
        if (user === undefined) return undefined
        const now = yield* Clock.currentTimeMillis
        const fresh = yield* identities.useOnce("mail-link-sent", user.id, iso(now), iso(now + pauseMs))
        return fresh ? user.id : undefined
      })

      const issue = Effect.fn("MailLinks.issue")(function* (userId: string) {
        const user = yield* users.get(userId)
        if (user === undefined) return undefined
        const until = (yield* Clock.currentTimeMillis) + mailLinkMinutes * 60_000
        return {
          user,
          secret: signValue(key, "mail-link", { user: userId, once: makeSecret(22), until } satisfies Link)
        }
      })

      const linkOf = (secret: string, now: number): Link | undefined => {
        const link = verifyValue(key, "mail-link", secret) as Link | undefined
        return link !== undefined && link.until > now ? link : undefined
      }

      const read = Effect.fn("MailLinks.read")(function* (secret: string) {
        const link = linkOf(secret, yield* Clock.currentTimeMillis)
        return link === undefined ? undefined : yield* users.get(link.user)
      })

      const use = Effect.fn("MailLinks.use")(function* (secret: string) {
        const now = yield* Clock.currentTimeMillis
        const link = verifyValue(key, "mail-link", secret) as Link | undefined
        if (link === undefined) return yield* over
        const used = Effect.gen(function* () {
          if (link.until <= now) return yield* over
          if (!(yield* identities.useOnce("mail-link", link.once, iso(now), iso(link.until)))) return yield* over
          if ((yield* users.get(link.user)) === undefined) return yield* over
          yield* users.verify(link.user, iso(now))
          return yield* sessions.start({ userId: link.user, organizationId: null, providerId: null, tokenId: null })
        })
        return yield* transaction
          .run(used)
          .pipe(
            Effect.tapErrorTag("Forbidden", ({ message }) =>
              trail.refused({ with: "mail", reason: message, of: { userId: link.user } })
            )
          )
      })

      return MailLinks.of({ admit, issue, read, use })
    })
  )
}

const over = Effect.fail(
  new Forbidden({ message: "This link was used already, or is too old: ask for another one on the page to sign in" })
)
