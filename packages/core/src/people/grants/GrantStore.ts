import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import type {
  AggregateFilter,
  AggregateRecord,
  GrantObject,
  Subject,
  TeamGrantRecord,
  UserGrantRecord
} from "./Grant.ts"

/** What a grant was before a change; `null` is none. */
export interface GrantChange {
  readonly subject: Subject
  readonly before: Role | null
}

/** The port of grants on spaces and collections. */
export class GrantStore extends Context.Service<
  GrantStore,
  {
    /**
     * Grants the role to all subjects, or takes their grants back for `null`; `undefined`, and nothing written, when one
     * of them is not of the organization. Waits for, and holds off, other changes of the organization's people.
     */
    readonly put: (
      organizationId: string,
      object: GrantObject,
      subjects: ReadonlyArray<Subject>,
      role: Role | null,
      at: string
    ) => Effect.Effect<ReadonlyArray<GrantChange> | undefined, StorageError>
    /** Changes a grant that there is, or takes it back; `undefined` when there is none. */
    readonly change: (
      organizationId: string,
      object: GrantObject,
      subject: Subject,
      role: Role | null
    ) => Effect.Effect<GrantChange | undefined, StorageError>
    /** Users with a grant of their own, in the order it was given; key `[createdAt, user id]`. */
    readonly listUsers: (object: GrantObject, slice: Slice) => Effect.Effect<Sliced<UserGrantRecord>, StorageError>
    /** The same for teams; key `[createdAt, team id]`. */
    readonly listTeams: (
      organizationId: string,
      object: GrantObject,
      slice: Slice
    ) => Effect.Effect<Sliced<TeamGrantRecord>, StorageError>
    /**
     * Everybody who can access the content, once, with the role that `effectiveRole` gives them; key
     * `[sort key, user id]`.
     */
    readonly aggregate: (
      organizationId: string,
      object: GrantObject,
      filter: AggregateFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<AggregateRecord>, StorageError>
  }
>()("@octavo/core/people/grants/GrantStore") {}
