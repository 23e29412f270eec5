/**
 * From a person whom somebody vouches for to a member with a session. How it was shown who this is (SAML, OpenID Connect) is not
 * looked at here: what comes in is an identity, what goes out is a session in the browser that began.
 *
 * A sign-in that begins leaves a secret in the browser. Whoever comes back from elsewhere comes back with a code that
 * is good for that browser alone, once and for a minute: nobody is signed in as somebody else by a link.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { domainOf } from "../../kernel/shared/email.ts"
import { Forbidden, Invalid, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId, makeSecret } from "../../kernel/shared/ids.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { deriveSecret, SigningKey, sameText, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { EmailDomains } from "../email-domains/EmailDomains.ts"
import { OidcProvider } from "../oidc/OidcProvider.ts"
import { hashToken } from "../users/Authentication.ts"
import { IdentityStore } from "../users/IdentityStore.ts"
import { makeRequireProvider } from "../users/signInOrigin.ts"
import { Sessions } from "./Sessions.ts"
import { nameOf } from "./subjects.ts"

/** How long somebody may take at a provider, in seconds. */
export const signInSeconds = 15 * 60
const codeSeconds = 60

/** Somebody, as an organization's provider knows them. */
export interface ProvenIdentity {
  readonly organizationId: string
  readonly providerId: string
  /** The provider's own name for the person; `undefined` when it has none that stays. */
  readonly subject: string | undefined
  readonly email: string | undefined
  readonly name: string | undefined
  /** What people get who come in for the first time. */
  readonly newcomers: { readonly role: Role | null; readonly team: string | null }
}

interface Begun {
  readonly nonce: string
  readonly to: string
  readonly until: number
}

/** Somebody who was shown to be there. */
export interface Vouched {
  readonly userId: string
  /** The one organization where that counts; `null` for all. */
  readonly organizationId: string | null
  readonly providerId: string
}

interface Code {
  readonly user: string
  readonly organization: string | null
  readonly provider: string
  /** Hash of the browser's secret. */
  readonly browser: string
  readonly once: string
  readonly until: number
}

export class SignIns extends Context.Service<
  SignIns,
  {
    /**
     * Begins in a browser. `cookie` is kept there for `signInSeconds`; `browser` is what the answer from elsewhere must
     * carry to be for this browser.
     * @param before the cookie that is there: several sign-ins at once share one secret
     * @param to where the person wants to go, checked by the caller
     */
    readonly begin: (
      before: string | undefined,
      to: string
    ) => Effect.Effect<{ readonly cookie: string; readonly browser: string }>
    /**
     * The person is who the provider says: makes a member of who is new, and answers a code for the browser. Fails, with
     * the reason, for who may not come in.
     */
    readonly prove: (identity: ProvenIdentity, browser: string) => Effect.Effect<string, Forbidden | StorageError>
    /** A code for a browser, for whoever was shown to be there. */
    readonly vouch: (who: Vouched, browser: string) => Effect.Effect<string>
    /** What `begin` called the browser that has this cookie; `undefined` when nothing was begun there. */
    readonly browserOf: (cookie: string | undefined) => Effect.Effect<string | undefined>
    /**
     * A secret of 43 characters that only this server can make of the browser's own, for one purpose; `undefined` when
     * nothing was begun there.
     */
    readonly secretOf: (cookie: string, purpose: string) => Effect.Effect<string | undefined>
    /** Where the person of a browser wanted to go; `undefined` when nothing was begun there. */
    readonly wanted: (cookie: string | undefined) => Effect.Effect<string | undefined>
    /** Notes that something was used; fails when it was before. For use inside the transaction of what it is used for. */
    readonly useOnce: (purpose: string, id: string, until: number) => Effect.Effect<void, Forbidden | StorageError>
    /** Ends in the browser that began: a session, and where the person wanted to go. */
    readonly finish: (
      code: string,
      cookie: string | undefined
    ) => Effect.Effect<{ readonly session: string; readonly to: string }, Forbidden | Invalid | StorageError>
  }
>()("@octavo/core/people/sign-in/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function* () {
      const store = yield* IdentityStore
      const domains = yield* EmailDomains
      const requireProvider = yield* makeRequireProvider
      const sessions = yield* Sessions
      const audit = yield* Audit
      const transaction = yield* Transaction
      const key = yield* SigningKey
      const issuer = (yield* OidcProvider)?.issuer

      const begun = (cookie: string | undefined, now: number): Begun | undefined => {
        const found = cookie === undefined ? undefined : (verifyValue(key, "sign-in", cookie) as Begun | undefined)
        return found !== undefined && found.until > now ? found : undefined
      }

      const begin = Effect.fnUntraced(function* (before: string | undefined, to: string) {
        const now = yield* Clock.currentTimeMillis
        const nonce = begun(before, now)?.nonce ?? makeSecret(43)
        const cookie = signValue(key, "sign-in", { nonce, to, until: now + signInSeconds * 1000 } satisfies Begun)
        return { cookie, browser: travelling(nonce) }
      })

      const wanted = (cookie: string | undefined) =>
        Effect.map(Clock.currentTimeMillis, (now) => begun(cookie, now)?.to)

      const browserOf = (cookie: string | undefined) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const found = begun(cookie, now)
          return found === undefined ? undefined : travelling(found.nonce)
        })

      const secretOf = (cookie: string, purpose: string) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const found = begun(cookie, now)
          return found === undefined ? undefined : deriveSecret(key, purpose, found.nonce)
        })

      const useOnce = Effect.fnUntraced(function* (purpose: string, id: string, until: number) {
        const now = yield* Clock.currentTimeMillis
        const fresh = yield* store.useOnce(
          purpose,
          hashToken(id),
          new Date(now).toISOString(),
          new Date(until).toISOString()
        )
        if (!fresh) return yield* used
      })

      /** The member that an identity stands for: one who is known, one who is recognised by the address, or a new one. */
      const admit = Effect.fnUntraced(function* (identity: ProvenIdentity) {
        const { email, newcomers, organizationId, providerId } = identity
        const subject = identity.subject ?? (email === undefined ? undefined : `mail:${email}`)
        if (subject === undefined) return yield* nameless
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        yield* store.hold(organizationId)
        const bind = (userId: string) => store.insert({ providerId, subject, userId, createdAt: at })
        const recorded = (userId: string, entry: { action: "member.sso" | "member.sign-in"; payload: object }) =>
          audit
            .record({
              organizationId,
              action: entry.action,
              target: { type: "user", id: userId, label: email },
              payload: { ...entry.payload, provider: providerId }
            })
            .pipe(Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes: null }))

        /** Whether the organization may speak for the people of this domain. */
        const proven = email !== undefined && (yield* domains.isProven(organizationId, domainOf(email)))
        const name = email === undefined ? undefined : nameOf(identity.name, email)
        const named = (userId: string) =>
          proven && identity.name !== undefined && name !== undefined ? store.name(userId, name) : Effect.void
        const known = yield* store.find(providerId, subject)
        if (known !== undefined) {
          const standing = yield* store.standing(organizationId, known)
          if (standing === undefined || standing.disabled) return yield* notIn
          yield* store.seen(organizationId, known, at)
          if ((yield* store.accountOf(email ?? ""))?.id === known) yield* named(known)
          return known
        }
        if (email === undefined || name === undefined) return yield* withoutAddress
        const found = yield* store.accountOf(email)
        if (found !== undefined) {
          const standing = yield* store.standing(organizationId, found.id)
          if (standing === undefined) {
            // an account that nobody has shown to be theirs is nothing but the address, whoever made it; somebody's own
            // comes in where their domain is the organization's. Who was removed is invited again
            const removed = yield* store.wasMember(organizationId, found.id)
            if (removed || (found.verified && !proven)) return yield* notIn
            yield* store.addMember({ organizationId, userId: found.id, ...newcomers, at })
            yield* bind(found.id)
            yield* named(found.id)
            yield* recorded(found.id, { action: "member.sign-in", payload: newcomers })
            return found.id
          }
          if (standing.disabled) return yield* notIn
          if (yield* store.isKnown(providerId, found.id)) return yield* somebodyElse
          yield* bind(found.id)
          yield* named(found.id)
          yield* store.seen(organizationId, found.id, at)
          if (!standing.sso) yield* recorded(found.id, { action: "member.sso", payload: {} })
          return found.id
        }
        const userId = makeId()
        const namedBy = proven ? null : organizationId
        // taken by another request in between
        if (!(yield* store.insertAccount({ id: userId, email, name, namedBy, at }))) return yield* notIn
        yield* store.addMember({ organizationId, userId, ...newcomers, at })
        yield* bind(userId)
        yield* recorded(userId, { action: "member.sign-in", payload: newcomers })
        return userId
      })

      const vouch = (who: Vouched, browser: string) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          signValue(key, "sign-in-code", {
            user: who.userId,
            organization: who.organizationId,
            provider: who.providerId,
            browser,
            once: makeSecret(22),
            until: now + codeSeconds * 1000
          } satisfies Code)
        )

      const prove = traced("SignIns.prove")(function* (identity: ProvenIdentity, browser: string) {
        const { organizationId, providerId } = identity
        const userId = yield* transaction.run(admit(identity))
        return yield* vouch({ userId, organizationId, providerId }, browser)
      })

      const finish = traced("SignIns.finish")(function* (signed: string, cookie: string | undefined) {
        const now = yield* Clock.currentTimeMillis
        const code = verifyValue(key, "sign-in-code", signed) as Code | undefined
        if (code === undefined) return yield* noCode
        const started = begun(cookie, now)
        if (started === undefined || !sameText(travelling(started.nonce), code.browser)) return yield* otherBrowser
        if (code.until <= now) return yield* used
        const session = yield* transaction.run(
          Effect.gen(function* () {
            const origin = { organizationId: code.organization, providerId: code.provider }
            yield* useOnce("sign-in-code", code.once, code.until)
            yield* requireProvider(issuer, origin).pipe(
              Effect.catchTag("Unauthorized", ({ message }) => Effect.fail(new Forbidden({ message })))
            )
            return yield* sessions.start({ userId: code.user, ...origin, tokenId: null })
          })
        )
        return { session, to: started.to }
      })

      return SignIns.of({ begin, wanted, prove, vouch, browserOf, secretOf, useOnce, finish })
    })
  )
}

/** What of a browser's secret may travel. */
const travelling = (nonce: string): string => hashToken(nonce).slice(0, 32)

const used = Effect.fail(
  new Forbidden({ message: "This answer was used already, or is too old: begin to sign in once more" })
)

const noCode = Effect.fail(new Invalid({ message: "This address is not complete: begin to sign in once more" }))

const otherBrowser = Effect.fail(
  new Forbidden({ message: "This sign-in was begun in another browser, or too long ago: begin once more" })
)

const nameless = Effect.fail(
  new Forbidden({ message: "The provider tells neither a lasting name of yours nor an e-mail address" })
)

const withoutAddress = Effect.fail(
  new Forbidden({
    message:
      "The provider does not tell your e-mail address: an admin can have it send the attribute email, or the address as your name"
  })
)

const notIn = Effect.fail(
  new Forbidden({
    message: "Your account is not one of this organization: ask an admin of it to invite you at your address"
  })
)

const somebodyElse = Effect.fail(
  new Forbidden({ message: "Your address belongs to somebody else at this provider: ask an admin of the organization" })
)
