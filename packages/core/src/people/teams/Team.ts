/** Teams: people of an organization to whom access is granted together. Owners manage who is in. */
import { Schema } from "effect"
import type { Role } from "../../kernel/shared/roles.ts"
import { OneOf, Text } from "../../kernel/shared/text.ts"
import { Member, type MemberRecord } from "../members/Member.ts"

export const TeamRole = OneOf("TeamMemberRole", ["owner", "member"])
export type TeamRole = typeof TeamRole.Type

export interface TeamRecord {
  readonly id: string
  readonly organizationId: string
  readonly title: string
  readonly createdAt: string
  readonly members: number
  /** Spaces that the team reaches: granted to it, or in a collection that is. */
  readonly spaces: number
}

export interface TeamFilter {
  /** Only teams that this member can manage. */
  readonly owner?: string | undefined
  /** Part of the title, letter case ignored. */
  readonly title?: string | undefined
}

export interface TeamMemberRecord {
  readonly member: MemberRecord
  readonly role: TeamRole
}

/** A team, as the API shows it. */
export const Team = Schema.Struct({
  object: Schema.Literal("team"),
  id: Schema.String,
  title: Schema.String,
  members: Schema.Number,
  spaces: Schema.Number,
  createdAt: Schema.String,
  permissions: Schema.Struct({ admin: Schema.Boolean, view: Schema.Boolean })
}).annotate({ identifier: "Team" })
export type Team = typeof Team.Type

/** What somebody is in a team. */
export const TeamMember = Schema.Struct({ role: TeamRole }).annotate({ identifier: "TeamMember" })
export type TeamMember = typeof TeamMember.Type

/** A member of a team, with what they are in the organization. */
export const OrganizationTeamMember = Schema.Struct({
  organization: Member,
  team: TeamMember,
  permissions: Schema.Struct({ view: Schema.Boolean })
}).annotate({ identifier: "OrganizationTeamMember" })
export type OrganizationTeamMember = typeof OrganizationTeamMember.Type

/** A team that a member is in. */
export const MemberTeam = Schema.Struct({ team: Team, member: TeamMember }).annotate({ identifier: "MemberTeam" })
export type MemberTeam = typeof MemberTeam.Type

const Title = Text(1, 64)
const Ids = Schema.Array(Schema.String).check(Schema.isMaxLength(1000))

/** Body of `PUT /v1/orgs/{organizationId}/teams`. */
export const NewTeam = Schema.Struct({ title: Title, members: Schema.optionalKey(Ids) })
export type NewTeam = typeof NewTeam.Type

/** Body of `PATCH /v1/orgs/{organizationId}/teams/{teamId}`. */
export const TeamUpdate = Schema.Struct({ title: Title })
export type TeamUpdate = typeof TeamUpdate.Type

/** Body of `PUT /v1/orgs/{organizationId}/teams/{teamId}/members`. */
export const TeamMembersUpdate = Schema.Struct({
  add: Schema.optionalKey(Ids),
  memberships: Schema.optionalKey(Schema.Record(Schema.String, TeamMember).check(Schema.isMaxProperties(1000))),
  /** Wins over the other two. */
  remove: Schema.optionalKey(Ids)
})
export type TeamMembersUpdate = typeof TeamMembersUpdate.Type

export const toTeam = (team: TeamRecord, manages: boolean): Team => ({
  object: "team",
  id: team.id,
  title: team.title,
  members: team.members,
  spaces: team.spaces,
  createdAt: team.createdAt,
  permissions: { admin: manages, view: true }
})

/**
 * What somebody may do with a team: members with a role see it, its owners manage it (title and members), admins of
 * the organization may do all.
 * @param role in the organization, `null` for a guest
 * @param place in the team
 */
export const teamRights = (
  role: Role | null,
  place: TeamRole | undefined
): { readonly view: boolean; readonly manage: boolean } => {
  const manage = role === "admin" || place === "owner"
  return { view: role !== null || manage, manage }
}

/** How a team's members change. */
export interface TeamChange {
  /** Role by user; `undefined` adds as a member and leaves the role of who is in already. */
  readonly put: ReadonlyMap<string, TeamRole | undefined>
  readonly remove: ReadonlyArray<string>
}

/** The change that a body asks for: who is named for removal is removed, whatever else is asked. */
export const teamChange = ({ add, memberships, remove }: TeamMembersUpdate): TeamChange => {
  const removed = new Set(remove)
  const put = new Map<string, TeamRole | undefined>()
  for (const id of add ?? []) put.set(id, undefined)
  for (const [id, { role }] of Object.entries(memberships ?? {})) put.set(id, role)
  for (const id of removed) put.delete(id)
  return { put, remove: [...removed] }
}
