/** The sign-in provider that a session or a token began with: it ends with that provider. */
import { Effect } from "effect"
import { Unauthorized } from "../../kernel/shared/errors.ts"
import { IdentityStore } from "./IdentityStore.ts"

/** Where somebody came from who signed in. */
export interface SignInOrigin {
  /** The one organization whose provider it was; `null` for the installation's. */
  readonly organizationId: string | null
  /** `null` for who came with a link, or a token that was not made after such a sign-in. */
  readonly providerId: string | null
}

/**
 * Whether the installation's provider is the one that somebody came through; always for who came another way.
 * @param issuer of the provider that the operator has set now; `undefined` without one
 */
export const isCurrentProvider = (issuer: string | undefined, { organizationId, providerId }: SignInOrigin): boolean =>
  providerId === null || organizationId !== null || providerId === issuer

/**
 * Inside a transaction: fails when the provider that somebody came through is there no more; else it stays until the
 * transaction ends, so that its removal finds what is made meanwhile.
 */
export const makeRequireProvider = Effect.map(IdentityStore, (store) =>
  Effect.fnUntraced(function* (issuer: string | undefined, origin: SignInOrigin) {
    const { organizationId, providerId } = origin
    if (!isCurrentProvider(issuer, origin)) return yield* removed
    if (organizationId === null || providerId === null) return
    yield* store.hold(organizationId)
    if (!(yield* store.hasProvider(organizationId, providerId))) return yield* removed
  })
)

const removed = Effect.fail(
  new Unauthorized({ message: "The sign-in provider that this began with was removed: sign in another way" })
)
