/** Who was granted what on a space, a collection or a site. */
import { Schema } from "effect"
import { Role, rank } from "../../kernel/shared/roles.ts"
import { Team, type TeamRecord } from "../teams/Team.ts"
import { User, type UserRecord } from "../users/User.ts"

/** Content that something is granted on. */
export type GrantObject =
  | { readonly kind: "space" | "collection"; readonly id: string }
  | { readonly kind: "site"; readonly organizationId: string; readonly id: string }

/** Who something is granted to. */
export interface Subject {
  readonly kind: "user" | "team"
  readonly id: string
}

export interface UserGrantRecord {
  readonly role: Role
  readonly user: UserRecord
  readonly createdAt: string
}

export interface TeamGrantRecord {
  readonly role: Role
  readonly team: TeamRecord
  readonly createdAt: string
}

/** Somebody who can access the content, with the role that holds there. */
export interface AggregateRecord {
  readonly role: Role
  readonly user: UserRecord
  /**
   * What gives the role: a grant of the user's own or of a team, on the content or what it lies in, its default level, or
   * the role in the organization.
   */
  readonly reason: "member" | "team" | "default" | "organization"
  /** The team whose grant it is; `null` for other reasons. */
  readonly team: string | null
  /** The collection around the content that says so; `null` where the content does itself, or the organization. */
  readonly collection: string | null
  readonly lastSeenAt: string | null
  /** What the list is ordered by, before the id. */
  readonly sortKey: string
}

/** What a list of everybody with access is narrowed to, and its order: by name when nothing is said. */
export interface AggregateFilter {
  readonly role?: Role | undefined
  /** Text in the name or the e-mail address, in any case. */
  readonly search?: string | undefined
  /** Members of this team. */
  readonly team?: string | undefined
  readonly sort?: "name" | "joinedAt" | "lastSeenAt" | undefined
  readonly order?: "asc" | "desc" | undefined
}

const Ids = Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1000))
const GrantedRole = Schema.NullOr(Role).annotate({ description: "null takes a grant back" })

/** Body of `POST .../permissions`: a role for teams, for users, or for both. */
export const NewGrants = Schema.Struct({
  role: GrantedRole,
  teams: Schema.optionalKey(Ids),
  users: Schema.optionalKey(Ids)
}).check(
  Schema.makeFilter(({ teams, users }) => teams !== undefined || users !== undefined || "must name teams or users")
)
export type NewGrants = typeof NewGrants.Type

/** Body of `PATCH .../permissions/{users,teams}/{id}`. */
export const GrantUpdate = Schema.Struct({ role: Schema.optionalKey(GrantedRole) })
export type GrantUpdate = typeof GrantUpdate.Type

export const UserContentPermission = Schema.Struct({ permission: Role, user: User }).annotate({
  identifier: "UserContentPermission"
})
export type UserContentPermission = typeof UserContentPermission.Type

export const TeamContentPermission = Schema.Struct({ permission: Role, team: Team }).annotate({
  identifier: "TeamContentPermission"
})
export type TeamContentPermission = typeof TeamContentPermission.Type

const OfOrganization = Schema.Struct({ type: Schema.Literal("organization"), organization: Schema.String })

/** A grant to somebody, or to a team that they are in, or what holds for all members. */
const given = {
  reason: Schema.Literals(["member", "team", "default"]),
  team: Schema.optionalKey(Schema.String)
}

const ContentOrigin = Schema.Union([
  OfOrganization,
  Schema.Struct({ type: Schema.Literal("space"), space: Schema.String, ...given }),
  // neither it nor its team are named to who may not see the collection
  Schema.Struct({ type: Schema.Literal("collection"), collection: Schema.optionalKey(Schema.String), ...given })
])
export type ContentOrigin = typeof ContentOrigin.Type

/** Somebody who can access a space or a collection, with what gives the role (an extension): what is nearest. */
export const UserContentAccess = Schema.Struct({ permission: Role, user: User, origin: ContentOrigin }).annotate({
  identifier: "UserContentAccess"
})
export type UserContentAccess = typeof UserContentAccess.Type

const Origin = Schema.Union([
  OfOrganization,
  Schema.Struct({ type: Schema.Literal("site"), site: Schema.String, ...given })
])

/** Somebody who can access a site, with what gives the role. */
export const UserSitePermission = Schema.Struct({
  permission: Role,
  user: User,
  origin: Origin,
  disabled: Schema.Boolean,
  lastSeenAt: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "UserSitePermission" })
export type UserSitePermission = typeof UserSitePermission.Type

/** Nobody grants more than they have. `null` grants nothing. */
export const mayGrant = (own: Role | null, granted: Role | null): boolean => rank(granted) <= rank(own)

/**
 * Who may read who has access: members with a role in the organization, and who administrates the content. Guests see
 * what is granted to them, not the people around it.
 * @param membership role in the organization; `undefined` for the operator, who is no member
 */
export const mayListGrants = (membership: Role | null | undefined, own: Role): boolean =>
  membership !== null || own === "admin"
