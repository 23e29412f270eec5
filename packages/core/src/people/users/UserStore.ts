import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { TokenRecord, UserRecord } from "./User.ts"

/** The port of users and their API tokens. */
export class UserStore extends Context.Service<
  UserStore,
  {
    readonly get: (id: string) => Effect.Effect<UserRecord | undefined, StorageError>
    readonly findByEmail: (email: string) => Effect.Effect<UserRecord | undefined, StorageError>
    /** Adds a user; `false` when the e-mail address is taken. */
    readonly insert: (user: UserRecord) => Effect.Effect<boolean, StorageError>
    readonly update: (
      id: string,
      patch: { readonly displayName?: string; readonly photoURL?: string | null }
    ) => Effect.Effect<void, StorageError>
    /**
     * Marks the address as verified; nothing changes when it was already. A name that an organization's provider gave
     * the account is taken back: its person chooses one.
     */
    readonly verify: (id: string, at: string) => Effect.Effect<void, StorageError>
    /** Keeps the hash of a secret that verifies the user's address once; drops those of the user that have expired. */
    readonly insertVerification: (verification: {
      readonly hash: string
      readonly userId: string
      readonly createdAt: string
      readonly expiresAt: string
    }) => Effect.Effect<void, StorageError>
    /** Uses a secret up, and all others of its user with it; `undefined` when it is unknown or has expired. */
    readonly takeVerification: (hash: string, at: string) => Effect.Effect<string | undefined, StorageError>
    /** Whether the two users are members of one organization, or of this one. */
    readonly shareOrganization: (a: string, b: string, organizationId?: string) => Effect.Effect<boolean, StorageError>
    /** Inside a transaction: whether the user has the token, which then stays until it ends. */
    readonly holdToken: (userId: string, id: string) => Effect.Effect<boolean, StorageError>
    readonly insertToken: (token: TokenRecord) => Effect.Effect<void, StorageError>
    readonly findToken: (hash: string) => Effect.Effect<TokenRecord | undefined, StorageError>
    /** A user's tokens by creation, oldest first, or those for one organization; key `[id]`. */
    readonly listTokens: (
      userId: string,
      organizationId: string | undefined,
      slice: Slice
    ) => Effect.Effect<Sliced<TokenRecord>, StorageError>
    /** Removes a token of the user; `false` when there was none. */
    readonly deleteToken: (
      userId: string,
      organizationId: string | undefined,
      tokenId: string
    ) => Effect.Effect<boolean, StorageError>
    readonly touchToken: (id: string, at: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/people/users/UserStore") {}
