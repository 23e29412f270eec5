/** Who was granted what on a space or a collection. */
import { Schema } from "effect"
import { Role, rank } from "../shared/roles.ts"
import { Team, type TeamRecord } from "../teams/Team.ts"
import { User, type UserRecord } from "../users/User.ts"

/** Content that something is granted on. */
export interface GrantObject {
  readonly kind: "space" | "collection"
  readonly id: string
}

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
  /** What the list is ordered by, before the id. */
  readonly nameKey: string
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

/** Nobody grants more than they have. `null` grants nothing. */
export const mayGrant = (own: Role | null, granted: Role | null): boolean => rank(granted) <= rank(own)

/**
 * Who may read who has access: members with a role in the organization, and who administrates the content. Guests see
 * what is granted to them, not the people around it.
 * @param membership role in the organization; `undefined` for the operator, who is no member
 */
export const mayListGrants = (membership: Role | null | undefined, own: Role): boolean =>
  membership !== null || own === "admin"
