/**
 * Signing in with a link that is mailed: who opens it has shown that the address is theirs. Or with one that the operator
 * hands out, who vouches for the person. A link carries its person and its end, signed; it is good once.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { readEmail } from "../../kernel/shared/email.ts"
import { Forbidden, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance, type InstanceConfig } from "../../kernel/shared/Instance.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { operatorOnly } from "../../kernel/shared/operatorOnly.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { IdentityStore } from "../users/IdentityStore.ts"
import type { UserRecord } from "../users/User.ts"
import { UserStore } from "../users/UserStore.ts"
import { Sessions } from "./Sessions.ts"
import { SignInTrail } from "./SignInTrail.ts"

/** How long a link is good for, in minutes. */
export const mailLinkMinutes = 15
/** The page that a link opens, below the application's path. */
export const linkPath = "/~/sign-in-link"
/** How long somebody waits until another mail goes to the same address. */
const pauseMs = 60_000

interface Link {
  readonly user: string
  readonly once: string
  readonly until: number
  /** The operator hands it out. */
  readonly handed?: true
}

/** A link that the operator hands out. */
export interface HandedLink {
  readonly url: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The address of a link. */
export const linkURL = (instance: InstanceConfig, secret: string): string =>
  app(instance, `${linkPath}?token=${secret}`)

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
    /**
     * A link that the operator hands to somebody; the trail tells of it. Refused for who is a member of no organization
     * (any more), and for who comes into each through its provider: that one says who they are.
     */
    readonly handOut: (userId: string) => Effect.Effect<HandedLink, Forbidden | NotFound | StorageError, CurrentActor>
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
      const instance = yield* Instance
      const key = yield* SigningKey
      const iso = (at: number) => new Date(at).toISOString()

      const admit = traced("MailLinks.admit")(function* (text: string) {
        const email = readEmail(text)
        const user = email === undefined ? undefined : yield* users.findByEmail(email)
        if (user === undefined) return undefined
        const now = yield* Clock.currentTimeMillis
        const fresh = yield* identities.useOnce("mail-link-sent", user.id, iso(now), iso(now + pauseMs))
        return fresh ? user.id : undefined
      })

      const newLink = (user: string, by: Pick<Link, "handed"> = {}) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const until = now + mailLinkMinutes * 60_000
          const link: Link = { user, once: makeSecret(22), until, ...by }
          return { secret: signValue(key, "mail-link", link), expiresAt: iso(until) }
        })

      const issue = traced("MailLinks.issue")(function* (userId: string) {
        const user = yield* users.get(userId)
        return user === undefined ? undefined : { user, secret: (yield* newLink(userId)).secret }
      })

      const handOut = traced("MailLinks.handOut")(function* (userId: string) {
        yield* operatorOnly
        const user = yield* users.get(userId)
        if (user === undefined) return yield* NotFound.of("user", userId)
        const standings = (yield* identities.standings(userId)).filter(({ disabled }) => !disabled)
        if (standings.length === 0) {
          return yield* new Forbidden({ message: `${user.email} is in no organization` })
        }
        if (standings.every(({ sso }) => sso)) {
          return yield* new Forbidden({
            message: `${user.email} signs in with single sign-on alone: the page to sign in is ${app(instance, "/~/sign-in")}`
          })
        }
        const { expiresAt, secret } = yield* newLink(userId, { handed: true })
        yield* transaction.run(trail.handedOut(user))
        return { url: linkURL(instance, secret), expiresAt }
      })

      const linkOf = (secret: string, now: number): Link | undefined => {
        const link = verifyValue(key, "mail-link", secret) as Link | undefined
        return link !== undefined && link.until > now ? link : undefined
      }

      const read = traced("MailLinks.read")(function* (secret: string) {
        const link = linkOf(secret, yield* Clock.currentTimeMillis)
        return link === undefined ? undefined : yield* users.get(link.user)
      })

      const use = traced("MailLinks.use")(function* (secret: string) {
        const now = yield* Clock.currentTimeMillis
        const link = verifyValue(key, "mail-link", secret) as Link | undefined
        if (link === undefined) return yield* over
        const used = Effect.gen(function* () {
          if (link.until <= now) return yield* over
          if (!(yield* identities.useOnce("mail-link", link.once, iso(now), iso(link.until)))) return yield* over
          if ((yield* users.get(link.user)) === undefined) return yield* over
          yield* users.verify(link.user, iso(now))
          return yield* sessions.start(
            { userId: link.user, organizationId: null, providerId: null, tokenId: null },
            methodOf(link)
          )
        })
        return yield* transaction
          .run(used)
          .pipe(
            Effect.tapErrorTag("Forbidden", ({ message }) =>
              trail.refused({ with: methodOf(link), reason: message, of: { userId: link.user } })
            )
          )
      })

      return MailLinks.of({ admit, issue, handOut, read, use })
    })
  )
}

const methodOf = ({ handed }: Link) => (handed === true ? "link" : "mail")

const over = Effect.fail(
  new Forbidden({ message: "This link was used already, or is too old: ask for another one on the page to sign in" })
)
