/**
 * Sessions of browsers: a signed secret in a cookie, and a row in the store, so that a session can be ended from any
 * server at once.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Actor, UserActor } from "../shared/Actor.ts"
import { Epoch, makeEpochCache } from "../shared/Epoch.ts"
import { type StorageError, Unauthorized } from "../shared/errors.ts"
import { makeSecret } from "../shared/ids.ts"
import { SigningKey, signValue, verifyValue } from "../shared/signature.ts"
import { Authentication, hashToken, knownScopesOf } from "../users/Authentication.ts"
import { type LiveSession, type SessionRecord, SessionStore } from "./SessionStore.ts"

/** How long a session lasts, in seconds: a working day. */
export const sessionSeconds = 8 * 60 * 60

/** What a session is signed for: no other signature passes as one. */
const purpose = "session"

export class Sessions extends Context.Service<
  Sessions,
  {
    /** A session of a user who was shown to be there; answers what the cookie holds. */
    readonly start: (
      session: Pick<SessionRecord, "userId" | "organizationId" | "providerId" | "tokenId">
    ) => Effect.Effect<string, StorageError>
    /** A session in exchange for an API token, with its rights and for its life. */
    readonly startWithToken: (token: string) => Effect.Effect<string, Unauthorized | StorageError>
    /** Who a cookie stands for: fails when it is none of ours, or over. */
    readonly resume: (cookie: string) => Effect.Effect<Actor, Unauthorized | StorageError>
    /** Ends a session on every server; nothing when it is over. The provider that it began with, `null` for none. */
    readonly end: (cookie: string) => Effect.Effect<string | null, StorageError>
  }
>()("@octavo/core/sign-in/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const authentication = yield* Authentication
      const key = yield* SigningKey
      const sessions = makeEpochCache<LiveSession | null>(yield* Epoch, 10_000)

      /** The secret of a cookie that was signed here. */
      const secretOf = (cookie: string): string | undefined => {
        const secret = verifyValue(key, purpose, cookie)
        return typeof secret === "string" ? secret : undefined
      }

      const start = Effect.fn("Sessions.start")(function* (
        session: Pick<SessionRecord, "userId" | "organizationId" | "providerId" | "tokenId">
      ) {
        const at = yield* Clock.currentTimeMillis
        const secret = makeSecret(43)
        yield* store.insert({
          ...session,
          hash: hashToken(secret),
          createdAt: new Date(at).toISOString(),
          expiresAt: new Date(at + sessionSeconds * 1000).toISOString()
        })
        return signValue(key, purpose, secret)
      })

      const startWithToken = Effect.fn("Sessions.startWithToken")(function* (token: string) {
        const actor = yield* authentication.authenticate(token)
        if (actor.kind !== "user") return yield* notAToken
        const { organizationId = null, tokenId, userId } = actor
        return yield* start({ userId, organizationId, providerId: null, tokenId })
      })

      const resume = Effect.fnUntraced(function* (cookie: string) {
        const secret = secretOf(cookie)
        if (secret === undefined) return yield* over
        const hash = hashToken(secret)
        const found = yield* sessions(
          hash,
          Effect.map(store.find(hash), (session) => session ?? null)
        )
        const at = yield* Clock.currentTimeMillis
        const ends = [found?.expiresAt, found?.tokenExpiresAt].filter((end) => end != null)
        if (found === null || ends.some((end) => Date.parse(end) <= at)) return yield* over
        return actorOf(found)
      })

      const end = Effect.fn("Sessions.end")(function* (cookie: string) {
        const secret = secretOf(cookie)
        return secret === undefined ? null : yield* store.remove(hashToken(secret))
      })

      return Sessions.of({ start, startWithToken, resume, end })
    })
  )
}

const actorOf = ({ organizationId, scopes, tokenId, userId }: LiveSession): UserActor => ({
  kind: "user",
  userId,
  tokenId,
  scopes: scopes === null ? null : knownScopesOf(scopes),
  ...(organizationId === null ? {} : { organizationId })
})

const over = Effect.fail(new Unauthorized({ message: "The session is over; sign in again" }))

const notAToken = Effect.fail(new Unauthorized({ message: "This is no API token of a person" }))
