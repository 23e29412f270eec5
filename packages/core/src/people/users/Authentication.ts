/** From a bearer token to the actor that it stands for. */

import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Context, Effect, Layer } from "effect"
import type { Actor } from "../../kernel/shared/Actor.ts"
import { present } from "../../kernel/shared/defined.ts"
import { accessPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { type StorageError, Unauthorized } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { OidcProvider } from "../oidc/OidcProvider.ts"
import { scopes as knownScopes, type Scope } from "../permissions/actions.ts"
import { isCurrentProvider } from "./signInOrigin.ts"
import { verifySiteToken } from "./siteToken.ts"
import type { TokenRecord } from "./User.ts"
import { UserStore } from "./UserStore.ts"

/** Every API token begins so: people and secret scanners know it when they see it. */
export const tokenPrefix = "oct_"

/** What is stored of a token: SHA-256 of the whole secret, in hex. The secret has 256 random bits, so no salt is needed. */
export const hashToken = (secret: string): string => bytesToHex(sha256(new TextEncoder().encode(secret)))

/** How precise `lastUsedAt` is: a used token is written at most once in this time. */
const usePrecisionMs = 60_000

export class Authentication extends Context.Service<
  Authentication,
  {
    /** The actor of a bearer token: an API token of a user, or the short-lived token of a published site. */
    readonly authenticate: (bearer: string) => Effect.Effect<Actor, Unauthorized | StorageError>
  }
>()("@octavo/core/people/users/Authentication") {
  static readonly layer = Layer.effect(
    Authentication,
    Effect.gen(function* () {
      const store = yield* UserStore
      const epoch = yield* Epoch
      const key = yield* SigningKey
      const issuer = (yield* OidcProvider)?.issuer
      const tokens = makePartCache<{ token: TokenRecord; actor: Actor; touched: number } | null>(epoch, 10_000, {
        inTransactions: true
      })

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
        const found = yield* tokens(
          accessPart,
          contentHash(utf8.encode(bearer)),
          Effect.suspend(() => load(hashToken(bearer)))
        )
        if (found === null || !isCurrentProvider(issuer, found.token)) return yield* invalid
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

      return Authentication.of({ authenticate })
    })
  )
}

const invalid = Effect.fail(
  new Unauthorized({ message: "A valid API token is needed: send it as `Authorization: Bearer <token>`" })
)

const toActor = (token: TokenRecord): Actor => ({
  kind: "user",
  userId: token.userId,
  tokenId: token.id,
  ...present({ organizationId: token.organizationId, providerId: token.providerId, endsAt: token.expiresAt }),
  scopes: token.scopes === null ? null : knownScopesOf(token.scopes)
})

/** Scopes as they are stored, without those that this version does not know. */
export const knownScopesOf = (scopes: ReadonlyArray<string>): ReadonlySet<Scope> =>
  new Set(scopes.filter((scope): scope is Scope => (knownScopes as ReadonlyArray<string>).includes(scope)))
