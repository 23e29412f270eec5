/** Membership of a user in an organization. `role: null` is a guest, who sees only what is granted. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { Role } from "../../kernel/shared/roles.ts"
import { toUser, User, type UserRecord } from "../users/User.ts"

export interface MemberRecord {
  readonly organizationId: string
  readonly user: UserRecord
  readonly role: Role | null
  readonly disabled: boolean
  readonly sso: boolean
  readonly joinedAt: string
  readonly lastSeenAt: string | null
  /** How many spaces, sites and teams of the organization the member can reach. */
  readonly spaces: number
  readonly sites: number
  readonly teams: number
}

/** Filters and order of the member list (`docs/contributing/wire.md#parameters`). */
export interface MemberFilter {
  readonly role?: Role | "guest" | undefined
  /** Part of the name or e-mail address, letter case ignored. */
  readonly search?: string | undefined
  readonly sort: "joinedAt" | "lastSeenAt" | "name"
  readonly order: "asc" | "desc"
}

/** A member, as the API shows it. */
export const Member = Schema.Struct({
  object: Schema.Literal("member"),
  id: Schema.String,
  role: Schema.NullOr(Role),
  user: User,
  disabled: Schema.Boolean,
  joinedAt: Schema.String,
  lastSeenAt: Schema.optionalKey(Schema.String),
  sso: Schema.Boolean,
  spaces: Schema.Number,
  sites: Schema.Number,
  teams: Schema.Number
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

export const toMember = (instance: InstanceConfig, member: MemberRecord): Member => ({
  object: "member",
  id: member.user.id,
  role: member.role,
  user: toUser(instance, member.user),
  disabled: member.disabled,
  joinedAt: member.joinedAt,
  ...present({ lastSeenAt: member.lastSeenAt }),
  sso: member.sso,
  spaces: member.spaces,
  sites: member.sites,
  teams: member.teams
})
