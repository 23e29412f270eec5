import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Role } from "../../kernel/shared/roles.ts"

/** A membership, as signing in looks at it. */
export interface Standing {
  readonly disabled: boolean
  readonly sso: boolean
}

export interface Account {
  readonly id: string
  readonly email: string
}

/** An account that is there. */
export interface KnownAccount extends Account {
  /** Whether somebody has shown that the address is theirs. */
  readonly verified: boolean
}

/** Somebody who comes in for the first time. */
export interface NewMember {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role | null
  readonly team: string | null
  readonly at: string
}

/** The port of who people are elsewhere, and of what may be used once. */
export class IdentityStore extends Context.Service<
  IdentityStore,
  {
    /** Inside a transaction: holds the organization's people until it ends. */
    readonly hold: (organizationId: string) => Effect.Effect<void, StorageError>
    /** Whether an organization has a provider. */
    readonly hasProvider: (organizationId: string, providerId: string) => Effect.Effect<boolean, StorageError>
    /** The user whom a provider knows by this name. */
    readonly find: (providerId: string, subject: string) => Effect.Effect<string | undefined, StorageError>
    /** Whether the provider knows the user by any name. */
    readonly isKnown: (providerId: string, userId: string) => Effect.Effect<boolean, StorageError>
    /** Whether the user was a member of the organization and was removed, or left. */
    readonly wasMember: (organizationId: string, userId: string) => Effect.Effect<boolean, StorageError>
    readonly insert: (identity: {
      readonly providerId: string
      readonly subject: string
      readonly userId: string
      readonly createdAt: string
    }) => Effect.Effect<void, StorageError>
    readonly accountOf: (email: string) => Effect.Effect<KnownAccount | undefined, StorageError>
    /**
     * Makes an account whose address nobody has shown to be theirs; `false` when the address is taken. `namedBy` is the
     * organization whose word the name is, without a proof that it may speak for the address: elsewhere it counts for
     * nothing (see `addMember`, `UserStore.verify`).
     */
    readonly insertAccount: (
      account: Account & { readonly name: string; readonly namedBy: string | null; readonly at: string }
    ) => Effect.Effect<boolean, StorageError>
    /** Names an account that nobody has shown to be theirs; one that is somebody's keeps its name. */
    readonly name: (userId: string, name: string) => Effect.Effect<void, StorageError>
    readonly standing: (organizationId: string, userId: string) => Effect.Effect<Standing | undefined, StorageError>
    /** In every organization of the user. */
    readonly standings: (userId: string) => Effect.Effect<ReadonlyArray<Standing>, StorageError>
    /**
     * Adds a member who signs in through a provider, to the team too. A name that another organization gave the account
     * is taken back.
     */
    readonly addMember: (member: NewMember) => Effect.Effect<void, StorageError>
    /** Marks the member as one who signs in through a provider, and when. */
    readonly seen: (organizationId: string, userId: string, at: string) => Effect.Effect<void, StorageError>
    /**
     * Notes that something was used, for all servers; `false` when it was before. Kept until `expiresAt`, after which
     * it must not be good by itself.
     */
    readonly useOnce: (
      purpose: string,
      id: string,
      at: string,
      expiresAt: string
    ) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/people/users/IdentityStore") {}
