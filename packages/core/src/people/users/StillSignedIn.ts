import type { Effect } from "effect"
import type { Actor } from "../../kernel/shared/Actor.ts"
import type { StorageError, Unauthorized } from "../../kernel/shared/errors.ts"
import { reference } from "../../kernel/shared/reference.ts"

/**
 * Says again who acts, for what goes on after it was asked for: fails when the token or the session has ended. Provided
 * with `CurrentActor` by who reads credentials; `undefined` for those who have none, like the operator.
 */
export const StillSignedIn = reference<Effect.Effect<Actor, Unauthorized | StorageError> | undefined>(
  "@octavo/core/people/users/StillSignedIn",
  () => undefined
)
