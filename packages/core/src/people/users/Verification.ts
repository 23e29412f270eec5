/** Shows that an e-mail address is its user's own: a secret that is mailed to it comes back. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { hashToken } from "./Authentication.ts"
import type { UserRecord } from "./User.ts"
import { UserStore } from "./UserStore.ts"
import { Users } from "./Users.ts"

/** How long a mailed secret is good for. */
export const verificationDays = 7
/** How long the first API token lives: its owner makes others with it. */
export const firstTokenDays = 30

const dayMs = 86_400_000

export class Verification extends Context.Service<
  Verification,
  {
    /** The user and, while the address is not verified, a new secret for the mail to it. */
    readonly issue: (
      userId: string
    ) => Effect.Effect<{ readonly user: UserRecord; readonly secret: string | undefined } | undefined, StorageError>
    /**
     * Verifies the address that the secret was mailed to, once, and answers a first API token of its user. A secret
     * that is unknown, used or expired is absent.
     */
    readonly confirm: (
      secret: string
    ) => Effect.Effect<{ readonly email: string; readonly token: string }, NotFound | StorageError>
  }
>()("@octavo/core/people/users/Verification") {
  static readonly layer = Layer.effect(
    Verification,
    Effect.gen(function* () {
      const store = yield* UserStore
      const users = yield* Users
      const transaction = yield* Transaction

      const issue = traced("Verification.issue")(function* (userId: string) {
        const user = yield* store.get(userId)
        if (user === undefined) return undefined
        if (user.verifiedAt !== null) return { user, secret: undefined }
        const secret = makeSecret(43)
        const createdAt = yield* now
        yield* store.insertVerification({
          hash: hashToken(secret),
          userId,
          createdAt,
          expiresAt: new Date(Date.parse(createdAt) + verificationDays * dayMs).toISOString()
        })
        return { user, secret }
      })

      const confirm = traced("Verification.confirm")(function* (secret: string) {
        const at = yield* now
        return yield* transaction.run(
          Effect.gen(function* () {
            const userId = yield* store.takeVerification(hashToken(secret), at)
            if (userId === undefined) return yield* unknown
            yield* store.verify(userId, at)
            const user = yield* store.get(userId)
            if (user === undefined) return yield* unknown
            const { token } = yield* users
              .createToken(userId, {
                label: "First sign-in",
                expiresAt: new Date(Date.parse(at) + firstTokenDays * dayMs).toISOString()
              })
              .pipe(
                Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes: null }),
                // the address was verified just now, in this transaction
                Effect.catchTags({ Forbidden: (error) => Effect.die(error), Invalid: (error) => Effect.die(error) })
              )
            return { email: user.email, token }
          })
        )
      })

      return Verification.of({ issue, confirm })
    })
  )
}

const unknown = new NotFound({
  message: "This link was used already, has expired, or is not complete. Ask for a new invitation."
})
