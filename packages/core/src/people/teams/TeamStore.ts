import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { TeamChange, TeamFilter, TeamMemberRecord, TeamRecord, TeamRole } from "./Team.ts"

/** The port of teams. Changes of an organization's people wait for each other. */
export class TeamStore extends Context.Service<
  TeamStore,
  {
    readonly get: (organizationId: string, id: string) => Effect.Effect<TeamRecord | undefined, StorageError>
    /** Oldest first; key `[id]`. */
    readonly list: (
      organizationId: string,
      filter: TeamFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<TeamRecord>, StorageError>
    readonly insert: (
      team: Pick<TeamRecord, "id" | "organizationId" | "title" | "createdAt">
    ) => Effect.Effect<void, StorageError>
    /** Gives the team another title; answers the one before, `undefined` when there is no such team. */
    readonly rename: (
      organizationId: string,
      id: string,
      title: string
    ) => Effect.Effect<string | undefined, StorageError>
    /** Removes the team and all that was granted to it; `false` when there was none. */
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, StorageError>
    /** Members of a team, by id. */
    readonly listMembers: (
      organizationId: string,
      teamId: string,
      slice: Slice
    ) => Effect.Effect<Sliced<TeamMemberRecord>, StorageError>
    /** Teams of a member with the place there, oldest first; key `[team id]`. */
    readonly listOf: (
      organizationId: string,
      userId: string,
      filter: Pick<TeamFilter, "title">,
      slice: Slice
    ) => Effect.Effect<Sliced<{ readonly team: TeamRecord; readonly role: TeamRole }>, StorageError>
    readonly isMember: (organizationId: string, userId: string) => Effect.Effect<boolean, StorageError>
    /** The user's place in each of these teams. */
    readonly places: (
      userId: string,
      teamIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, TeamRole>, StorageError>
    /**
     * Changes who is in a team: to be called in a transaction. Users to be put in who are no members of the organization
     * are answered in `unknown`, and nothing is changed then. `changed` says whether anything was.
     */
    readonly change: (
      organizationId: string,
      teamId: string,
      change: TeamChange
    ) => Effect.Effect<{ readonly unknown: ReadonlyArray<string>; readonly changed: boolean } | undefined, StorageError>
  }
>()("@octavo/core/people/teams/TeamStore") {}
