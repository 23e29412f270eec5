import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

export interface SessionRecord {
  /** Of the secret in the cookie; the secret itself is never stored. */
  readonly hash: string
  readonly userId: string
  /** The one organization where it counts; `null` for all. */
  readonly organizationId: string | null
  /** The provider that said who this is. */
  readonly providerId: string | null
  /** The API token that it was started with, and ends with. */
  readonly tokenId: string | null
  /** The browser that it is of, in a few words. */
  readonly browser: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

/** A session, with what its token says now. */
export type LiveSession = SessionRecord & {
  /** `null`: may do all that the user may. */
  readonly scopes: ReadonlyArray<string> | null
  readonly tokenExpiresAt: string | null
}

/** The port of sessions. They end with their user, their organization, their provider and their token. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /** Adds a session, and drops those of the user that are over. */
    readonly insert: (session: SessionRecord) => Effect.Effect<void, StorageError>
    readonly find: (hash: string) => Effect.Effect<LiveSession | undefined, StorageError>
    /** Sessions of a user that are not over, newest first, or those for one organization. */
    readonly listOf: (
      userId: string,
      organizationId: string | undefined,
      at: string
    ) => Effect.Effect<ReadonlyArray<SessionRecord>, StorageError>
    /** Removes a session; the provider that it began with, `null` for none. */
    readonly remove: (hash: string) => Effect.Effect<string | null, StorageError>
  }
>()("@octavo/core/people/sign-in/SessionStore") {}
