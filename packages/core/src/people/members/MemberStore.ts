import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import type { MemberFilter, MemberRecord } from "./Member.ts"

/** The port of memberships. */
export class MemberStore extends Context.Service<
  MemberStore,
  {
    readonly get: (organizationId: string, userId: string) => Effect.Effect<MemberRecord | undefined, StorageError>
    /** Which of the users are members of the organization, guests included. */
    readonly among: (
      organizationId: string,
      userIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StorageError>
    /** Adds a membership; `false` when the user is a member already. */
    readonly insert: (member: {
      readonly organizationId: string
      readonly userId: string
      readonly role: Role | null
      readonly sso: boolean
      readonly joinedAt: string
    }) => Effect.Effect<boolean, StorageError>
    /** Members in the filter's order; the key is `[sort value, user id]`. */
    readonly list: (
      organizationId: string,
      filter: MemberFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<MemberRecord>, StorageError>
    /**
     * Sets the role unless that would leave the organization without an admin: decided and written in one
     * transaction that other changes of the organization's members wait for.
     */
    readonly setRole: (
      organizationId: string,
      userId: string,
      role: Role | null
    ) => Effect.Effect<{ readonly before: Role | null } | "absent" | "last-admin", StorageError>
    /** Removes the membership and every grant and team place that hung on it; same rule for the last admin. */
    readonly remove: (
      organizationId: string,
      userId: string
    ) => Effect.Effect<{ readonly before: Role | null } | "absent" | "last-admin", StorageError>
    /** Marks the member as one who signs in through the organization's provider; `false` when there is none. */
    readonly setSso: (organizationId: string, userId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/people/members/MemberStore") {}
