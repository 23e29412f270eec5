/**
 * Sessions of browsers: a signed secret in a cookie, and a row in the store, so that a session can be ended from any
 * server at once.
 */

import { Clock, Context, Effect, Layer } from "effect"
import { type Actor, CurrentActor, type UserActor } from "../../kernel/shared/Actor.ts"
import { present } from "../../kernel/shared/defined.ts"
import { accessPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { Forbidden, type StorageError, Unauthorized } from "../../kernel/shared/errors.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { deriveSecret, SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { OidcProvider } from "../oidc/OidcProvider.ts"
import { Access } from "../permissions/Access.ts"
import { Authentication, hashToken, knownScopesOf } from "../users/Authentication.ts"
import { isCurrentProvider } from "../users/signInOrigin.ts"
import { CurrentBrowser } from "./browser.ts"
import { type LiveSession, type SessionRecord, SessionStore } from "./SessionStore.ts"
import { type SignInMethod, SignInTrail } from "./SignInTrail.ts"

/** How long a session lasts, in seconds: a working day. */
export const sessionSeconds = 8 * 60 * 60

/**
 * One name for what makes a session: of the cookie that holds it, of the meta element with the key of its scripts, and of
 * the header in which they give it back.
 */
export const sessionName = "octavo-session"

/** A session, as its person sees it. */
export interface OwnSession {
  /** Names it, and is no secret. */
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  /** What it began in, like `Firefox on Linux`; `null` when that is not known. */
  readonly browser: string | null
  /** What it began with; both `null` for a link. */
  readonly providerId: string | null
  readonly tokenId: string | null
}

/** What a session is signed for: no other signature passes as one. */
const purpose = "session"

export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * A session of a user who was shown to be there; answers what the cookie holds.
     * @param shown with what, where the session itself does not tell
     */
    readonly start: (
      session: Pick<SessionRecord, "userId" | "organizationId" | "providerId" | "tokenId">,
      shown?: SignInMethod
    ) => Effect.Effect<string, StorageError>
    /** A session in exchange for an API token, with its rights and for its life. */
    readonly startWithToken: (token: string) => Effect.Effect<string, Unauthorized | StorageError>
    /** Who a cookie stands for: fails when it is none of ours, or over. */
    readonly resume: (cookie: string) => Effect.Effect<Actor, Unauthorized | StorageError>
    /** The same for what the store names a session by, which its actor has. */
    readonly resumeByHash: (hash: string) => Effect.Effect<Actor, Unauthorized | StorageError>
    /** Ends a session on every server; nothing when it is over. The provider that it began with, `null` for none. */
    readonly end: (cookie: string) => Effect.Effect<string | null, StorageError>
    /** What names a session in lists; `undefined` for what is no cookie of ours. */
    readonly idOf: (cookie: string) => string | undefined
    /** What a form of a page must carry to be of this session (threat: requests across sites). */
    readonly formToken: (cookie: string) => string
    /**
     * What a script of a page must send to be of this session (threat: sites and application on one origin); of no use
     * without the cookie.
     */
    readonly scriptKey: (cookie: string) => string
    /** The caller's own sessions, newest first; of who comes through an organization, those for it. */
    readonly list: Effect.Effect<ReadonlyArray<OwnSession>, Forbidden | StorageError, CurrentActor>
    /** Ends one of the caller's own sessions; `false` when there is none. */
    readonly endOwn: (id: string) => Effect.Effect<boolean, Forbidden | StorageError, CurrentActor>
  }
>()("@octavo/core/people/sign-in/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const authentication = yield* Authentication
      const access = yield* Access
      const issuer = (yield* OidcProvider)?.issuer
      const key = yield* SigningKey
      const trail = yield* SignInTrail
      const transaction = yield* Transaction
      /** By the hash of the cookie's secret. */
      const sessions = makePartCache<LiveSession | null>(yield* Epoch, 10_000)

      /** The secret of a cookie that was signed here. */
      const secretOf = (cookie: string): string | undefined => {
        const secret = verifyValue(key, purpose, cookie)
        return typeof secret === "string" ? secret : undefined
      }

      const start = traced("Sessions.start")(function* (
        session: Pick<SessionRecord, "userId" | "organizationId" | "providerId" | "tokenId">,
        shown?: SignInMethod
      ) {
        const at = yield* Clock.currentTimeMillis
        const secret = makeSecret(43)
        const record: SessionRecord = {
          ...session,
          browser: yield* CurrentBrowser,
          hash: hashToken(secret),
          createdAt: new Date(at).toISOString(),
          expiresAt: new Date(at + sessionSeconds * 1000).toISOString()
        }
        yield* transaction.run(Effect.andThen(store.insert(record), trail.started(session, shown)))
        return signValue(key, purpose, secret)
      })

      const startWithToken = traced("Sessions.startWithToken")(function* (token: string) {
        const actor = yield* authentication
          .authenticate(token)
          .pipe(Effect.tapErrorTag("Unauthorized", ({ message }) => trail.refusedToken(token, message)))
        if (actor.kind !== "user") return yield* notAToken
        const { organizationId = null, providerId = null, tokenId, userId } = actor
        return yield* start({ userId, organizationId, providerId, tokenId })
      })

      const resumeByHash = Effect.fnUntraced(function* (hash: string) {
        const found = yield* sessions(
          accessPart,
          hash,
          Effect.map(store.find(hash), (session) => session ?? null),
          (session) => (session === null ? [] : [session.userId])
        )
        const at = yield* Clock.currentTimeMillis
        const ends = [found?.expiresAt, found?.tokenExpiresAt].filter((end) => end != null)
        if (found === null || ends.some((end) => Date.parse(end) <= at)) return yield* over
        if (!isCurrentProvider(issuer, found)) return yield* over
        return actorOf(found)
      })

      const resume = (cookie: string) => {
        const secret = secretOf(cookie)
        return secret === undefined ? over : resumeByHash(hashToken(secret))
      }

      const end = traced("Sessions.end")(function* (cookie: string) {
        const secret = secretOf(cookie)
        return secret === undefined ? null : yield* store.remove(hashToken(secret))
      })

      const idOf = (cookie: string) => {
        const secret = secretOf(cookie)
        return secret === undefined ? undefined : idOfHash(hashToken(secret))
      }

      const formToken = (cookie: string) => deriveSecret(key, "form", cookie)
      const scriptKey = (cookie: string) => deriveSecret(key, "script", cookie)

      const own = Effect.gen(function* () {
        yield* access.scope("user.tokens")
        const actor = yield* CurrentActor
        if (actor.kind !== "user") return yield* new Forbidden({ message: "This needs a session of a person" })
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        return yield* store.listOf(actor.userId, actor.organizationId, at)
      })

      const list = Effect.map(own, (found) =>
        found.map(
          ({ browser, createdAt, expiresAt, hash, providerId, tokenId }): OwnSession => ({
            id: idOfHash(hash),
            browser,
            createdAt,
            expiresAt,
            providerId,
            tokenId
          })
        )
      )

      const endOwn = traced("Sessions.endOwn")(function* (id: string) {
        const session = (yield* own).find(({ hash }) => idOfHash(hash) === id)
        if (session === undefined) return false
        yield* store.remove(session.hash)
        return true
      })

      return Sessions.of({ start, startWithToken, resume, resumeByHash, end, idOf, formToken, scriptKey, list, endOwn })
    })
  )
}

/** The hash of a secret tells nothing of it; half of it names the session. */
const idOfHash = (hash: string): string => hash.slice(0, 32)

const actorOf = ({
  hash,
  organizationId,
  providerId,
  scopes,
  tokenExpiresAt,
  tokenId,
  userId
}: LiveSession): UserActor => ({
  kind: "user",
  userId,
  tokenId,
  scopes: scopes === null ? null : knownScopesOf(scopes),
  ...present({ organizationId, providerId, endsAt: tokenExpiresAt }),
  session: hash
})

const over = Effect.fail(new Unauthorized({ message: "The session is over; sign in again" }))

const notAToken = Effect.fail(new Unauthorized({ message: "This is no API token of a person" }))
