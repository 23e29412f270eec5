/** From a bearer token, or a session that was started with one, to the actor that it stands for. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Context, Effect, Layer } from "effect"
import { scopes as knownScopes, type Scope } from "../permissions/actions.ts"
import type { Actor } from "../shared/Actor.ts"
import { Epoch, makeEpochCache } from "../shared/Epoch.ts"
import { type StorageError, Unauthorized } from "../shared/errors.ts"
import { SigningKey, signValue, verifyValue } from "../shared/signature.ts"
import { verifySiteToken } from "../urls/siteToken.ts"
import type { TokenRecord } from "./User.ts"
import { UserStore } from "./UserStore.ts"

/** Every API token begins so: people and secret scanners know it when they see it. */
export const tokenPrefix = "oct_"

/** What is stored of a token: SHA-256 of the whole secret, in hex. The secret has 256 random bits, so no salt is needed. */
export const hashToken = (secret: string): string => bytesToHex(sha256(new TextEncoder().encode(secret)))

/** How precise `lastUsedAt` is: a used token is written at most once in this time. */
const usePrecisionMs = 60_000

/** How long a session of the web application lasts, in seconds: a working day. */
export const sessionSeconds = 8 * 60 * 60

/** What a session is signed for: no other signature passes as one. */
const sessionPurpose = "app-session"

interface Session {
  /** Hash of the API token that it was started with. */
  readonly token: string
  /** Milliseconds since 1970. */
  readonly until: number
}

export class Authentication extends Context.Service<
  Authentication,
  {
    /** The actor of a bearer token: an API token of a user, or the short-lived token of a published site. */
    readonly authenticate: (bearer: string) => Effect.Effect<Actor, Unauthorized | StorageError>
    /** A session in exchange for an API token: signed text, good for `sessionSeconds`, with a hash for the token. */
    readonly startSession: (bearer: string) => Effect.Effect<string, Unauthorized | StorageError>
    /** The actor of a session: fails when it is over, or its token was revoked or has expired. */
    readonly resumeSession: (session: string) => Effect.Effect<Actor, Unauthorized | StorageError>
  }
>()("@octavo/core/users/Authentication") {
  static readonly layer = Layer.effect(
    Authentication,
    Effect.gen(function* () {
      const store = yield* UserStore
      const epoch = yield* Epoch
      const key = yield* SigningKey
      const tokens = makeEpochCache<{ token: TokenRecord; actor: Actor; touched: number } | null>(epoch, 10_000)

      const load = (hash: string) =>
        Effect.map(store.findToken(hash), (token) =>
          token === undefined
            ? null
            : {
                token,
                actor: toActor(token),
                touched: token.lastUsedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(token.lastUsedAt)
              }
        )

      const authenticate = Effect.fnUntraced(function* (bearer: string) {
        const now = yield* Clock.currentTimeMillis
        if (!bearer.startsWith(tokenPrefix)) {
          const site = yield* verifySiteToken(key, bearer, now)
          if (site === undefined) return yield* invalid
          return site
        }
        return yield* byHash(hashToken(bearer), now)
      })

      const byHash = Effect.fnUntraced(function* (hash: string, now: number) {
        const found = yield* tokens(hash, load(hash))
        if (found === null) return yield* invalid
        if (found.token.expiresAt !== null && Date.parse(found.token.expiresAt) <= now) {
          return yield* new Unauthorized({ message: "This API token has expired; make a new one" })
        }
        if (now - found.touched > usePrecisionMs) {
          found.touched = now
          // the answer does not wait for it, and does not fail with it
          yield* Effect.forkDetach(Effect.ignore(store.touchToken(found.token.id, new Date(now).toISOString())))
        }
        return found.actor
      })

      const startSession = Effect.fn("Authentication.startSession")(function* (bearer: string) {
        if (!bearer.startsWith(tokenPrefix)) return yield* invalid
        const now = yield* Clock.currentTimeMillis
        const token = hashToken(bearer)
        yield* byHash(token, now)
        return signValue(key, sessionPurpose, { token, until: now + sessionSeconds * 1000 } satisfies Session)
      })

      const resumeSession = Effect.fnUntraced(function* (session: string) {
        const now = yield* Clock.currentTimeMillis
        const found = verifyValue(key, sessionPurpose, session) as Session | undefined
        if (found === undefined || found.until <= now) return yield* sessionOver
        return yield* byHash(found.token, now)
      })

      return Authentication.of({ authenticate, startSession, resumeSession })
    })
  )
}

const invalid = Effect.fail(
  new Unauthorized({ message: "A valid API token is needed: send it as `Authorization: Bearer <token>`" })
)

const sessionOver = Effect.fail(new Unauthorized({ message: "The session is over; sign in again" }))

const toActor = (token: TokenRecord): Actor => ({
  kind: "user",
  userId: token.userId,
  tokenId: token.id,
  scopes:
    token.scopes === null
      ? null
      : new Set(token.scopes.filter((scope): scope is Scope => (knownScopes as ReadonlyArray<string>).includes(scope)))
})
