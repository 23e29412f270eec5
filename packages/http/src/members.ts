import { MemberContentPermission, MemberSpaces } from "@octavo/core/content/spaces/MemberSpaces"
import { Member } from "@octavo/core/people/members/Member"
import { Members } from "@octavo/core/people/members/Members"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { madeOfMembers, madeOfTeams } from "./madeOfPeople.ts"
import { deletedReply, reply, replyList } from "./reply.ts"

const one = reply(Member)
const list = replyList(Member)
const spaceList = replyList(MemberContentPermission)

export const membersHandlers = groupHandlers(
  "organization-members",
  Effect.fn(function* (handlers) {
    const members = yield* Members
    const spaces = yield* MemberSpaces
    const teams = yield* Teams
    return handlers.handleAll({
      listMembersInOrganizationById: ({ params, query: { page, limit, ...filter } }) =>
        members
          .list(params.organizationId, filter, { page, limit })
          .pipe(Effect.tap(madeOfMembers(params)), Effect.map(list)),
      getMemberInOrganizationById: ({ params }) =>
        Effect.map(Effect.tap(members.get(params.organizationId, params.userId), madeOfMembers(params)), (it) =>
          one(it)
        ),
      updateMemberInOrganizationById: ({ params, payload }) =>
        payload.role === undefined
          ? members.get(params.organizationId, params.userId)
          : members.setRole(params.organizationId, params.userId, payload.role),
      setUserAsSSOMemberForOrganization: ({ params }) => members.setSso(params.organizationId, params.userId),
      listSpacesForOrganizationMember: ({ params, query: { order, ...page } }) =>
        Effect.map(spaces.list(params.organizationId, params.userId, order, page), spaceList),
      listTeamsForOrganizationMember: ({ params, query: { title, ...page } }) =>
        Effect.tap(teams.ofMember(params.organizationId, params.userId, { title }, page), madeOfTeams(params)),
      removeMemberFromOrganizationById: ({ params }) =>
        Effect.map(members.remove(params.organizationId, params.userId), deletedReply).pipe(
          // the contract of deletes: what is not there answers 204
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)
