import { Instance, location } from "@octavo/core/kernel/shared/Instance"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect, Layer } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { madeOfMembers, madeOfTeams } from "./madeOfPeople.ts"
import { createdAtReply, deletedReply } from "./reply.ts"

/** The contract of deletes: what is not there answers 204. */
const absent = () => Effect.succeed(deletedReply(false))

const teamHandlers = groupHandlers(
  "teams",
  Effect.fn(function* (handlers) {
    const teams = yield* Teams
    const instance = yield* Instance
    return handlers.handleAll({
      listTeamsInOrganizationById: ({ params, query: { page, limit, ...filter } }) =>
        Effect.tap(teams.list(params.organizationId, filter, { page, limit }), madeOfTeams(params)),
      createOrganizationTeam: ({ params, payload }) =>
        Effect.map(teams.create(params.organizationId, payload), (team) =>
          createdAtReply(location(instance, `/orgs/${params.organizationId}/teams/${team.id}`), team)
        ),
      getTeamInOrganizationById: ({ params }) =>
        Effect.tap(teams.get(params.organizationId, params.teamId), madeOfTeams(params)),
      updateTeamInOrganizationById: ({ params, payload }) =>
        teams.update(params.organizationId, params.teamId, payload),
      removeTeamFromOrganizationById: ({ params }) =>
        Effect.map(teams.remove(params.organizationId, params.teamId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        )
    })
  })
)

const teamMemberHandlers = groupHandlers(
  "team-members",
  Effect.fn(function* (handlers) {
    const teams = yield* Teams
    return handlers.handleAll({
      listTeamMembersInOrganizationById: ({ params, query }) =>
        Effect.tap(teams.members(params.organizationId, params.teamId, query), madeOfMembers(params)),
      updateMembersInOrganizationTeam: ({ params, payload }) =>
        teams.updateMembers(params.organizationId, params.teamId, payload),
      addMemberToOrganizationTeamById: ({ params, payload }) =>
        teams.putMember(params.organizationId, params.teamId, params.userId, payload?.role),
      deleteMemberFromOrganizationTeamById: ({ params }) =>
        Effect.map(teams.removeMember(params.organizationId, params.teamId, params.userId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        )
    })
  })
)

export const teamsHandlers = Layer.mergeAll(teamHandlers, teamMemberHandlers)
