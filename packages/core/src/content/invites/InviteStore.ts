import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import type { Invitee, InviteTarget, JoinPlan, LinkInviteRecord } from "./Invite.ts"

/** How an organization lets people in. */
export interface Admission {
  readonly emailDomains: ReadonlyArray<string>
  readonly defaultRole: Role | null
  readonly inviteLinks: boolean
}

/** What became of an invited address. */
export interface Invited {
  readonly email: string
  readonly userId: string
  /** Whether the person became a member now. */
  readonly added: boolean
  readonly verified: boolean
  /** Whether the membership is one of single sign-on. */
  readonly sso: boolean
}

/** The port of invitations. What adds people waits for other changes of the organization's people. */
export class InviteStore extends Context.Service<
  InviteStore,
  {
    /** Inside a transaction: holds the organization's people until it ends. `undefined`: no such organization. */
    readonly hold: (organizationId: string) => Effect.Effect<Admission | undefined, StorageError>
    readonly admission: (organizationId: string) => Effect.Effect<Admission | undefined, StorageError>
    /** A user's address when it is verified. */
    readonly verifiedEmail: (userId: string) => Effect.Effect<string | undefined, StorageError>
    /** Makes a user, not yet verified, for each address that has none, and memberships for those who have none. */
    readonly admit: (
      organizationId: string,
      invitees: ReadonlyArray<Invitee>,
      sso: boolean,
      at: string
    ) => Effect.Effect<ReadonlyArray<Invited>, StorageError>
    /** Adds the member, or sets the role of one, and grants on the content. */
    readonly join: (
      organizationId: string,
      userId: string,
      target: InviteTarget,
      plan: JoinPlan,
      at: string
    ) => Effect.Effect<void, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<LinkInviteRecord | undefined, StorageError>
    /** Links to the target, oldest first; key `[createdAt, id]`. */
    readonly list: (
      organizationId: string,
      target: InviteTarget,
      slice: Slice
    ) => Effect.Effect<Sliced<LinkInviteRecord>, StorageError>
    readonly insert: (link: LinkInviteRecord) => Effect.Effect<void, StorageError>
    readonly setRole: (organizationId: string, id: string, role: Role | null) => Effect.Effect<boolean, StorageError>
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/content/invites/InviteStore") {}
