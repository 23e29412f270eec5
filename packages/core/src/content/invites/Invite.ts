/** Invitations: by e-mail, and by links that hold a role in the organization or a level on a space or collection. */
import { Schema } from "effect"
import { readEmail } from "../../kernel/shared/email.ts"
import { Role, rank } from "../../kernel/shared/roles.ts"
import { type AccessFacts, effectiveRole } from "../../people/permissions/effectiveRole.ts"
import { Collection } from "../collections/Collection.ts"
import { Space } from "../spaces/Space.ts"

/** What a link leads to. */
export interface InviteTarget {
  readonly kind: "organization" | "space" | "collection"
  readonly id: string
}

export interface LinkInviteRecord {
  /** The secret of the link too: who has it may join. */
  readonly id: string
  readonly organizationId: string
  readonly target: InviteTarget
  /** Role in the organization, or level on the content; `null` for a guest. */
  readonly role: Role | null
  readonly createdAt: string
}

const RoleOrGuest = Schema.NullOr(Role)
const link = { object: Schema.Literal("invite"), id: Schema.String, redundant: Schema.Boolean }

/** An invite link, as the API shows it. `redundant`: joining with it would give the caller nothing more. */
export const InviteLink = Schema.Union([
  Schema.Struct({ ...link, level: RoleOrGuest, space: Space }).annotate({ identifier: "InviteLinkToSpace" }),
  Schema.Struct({ ...link, level: RoleOrGuest, collection: Collection }).annotate({
    identifier: "InviteLinkToCollection"
  }),
  Schema.Struct({ ...link, role: RoleOrGuest }).annotate({ identifier: "InviteLinkToOrganization" })
]).annotate({ identifier: "OrganizationInviteLink" })
export type InviteLink = typeof InviteLink.Type

/** Body of `POST /v1/orgs/{organizationId}/link-invites`: one of the three kinds. */
export const NewInviteLink = Schema.Union([
  Schema.Struct({ level: RoleOrGuest, space: Schema.String }),
  Schema.Struct({ level: RoleOrGuest, collection: Schema.String }),
  Schema.Struct({ role: RoleOrGuest })
])
export type NewInviteLink = typeof NewInviteLink.Type

/** Body of `PATCH .../link-invites/{inviteId}`: `role` or `level`, as the link has it. */
export const InviteLinkUpdate = Schema.Struct({
  role: Schema.optionalKey(RoleOrGuest),
  level: Schema.optionalKey(RoleOrGuest)
})
export type InviteLinkUpdate = typeof InviteLinkUpdate.Type

/** Body of `POST /v1/orgs/{organizationId}/invites`. */
export const EmailInvites = Schema.Struct({
  emails: Schema.Array(
    Schema.Union([Schema.String, Schema.Struct({ email: Schema.String, role: Schema.optionalKey(RoleOrGuest) })])
  ).check(Schema.isMaxLength(1000)),
  /** Of those that name none; the organization's default role when left out. */
  role: Schema.optionalKey(RoleOrGuest),
  sso: Schema.optionalKey(Schema.Boolean)
})
export type EmailInvites = typeof EmailInvites.Type

export const InviteResult = Schema.Struct({
  /** Everybody who was named, members that were there before too. */
  users: Schema.Array(Schema.String),
  /** How many were added to the organization. */
  invited: Schema.Number,
  /** Members that were there before and do not sign in through the organization's provider. */
  failedSSOEmails: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Where the links of the invitations are, on an installation that sends no mail. */
  unsent: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "InviteResult" })
export type InviteResult = typeof InviteResult.Type

/** Somebody who is invited by address. */
export interface Invitee {
  readonly email: string
  readonly role: Role | null
}

/** The people that a body names, each address once (the last mention counts), and where it names nobody. */
export const inviteesOf = (
  { emails, role }: EmailInvites,
  defaultRole: Role | null
): { readonly invitees: ReadonlyArray<Invitee>; readonly wrong: ReadonlyArray<number> } => {
  const found = new Map<string, Role | null>()
  const wrong: Array<number> = []
  emails.forEach((entry, i) => {
    const given = typeof entry === "string" ? { email: entry } : entry
    const email = readEmail(given.email)
    const own = "role" in given ? given.role : undefined
    if (email === undefined) wrong.push(i)
    else found.set(email, own !== undefined ? own : role !== undefined ? role : defaultRole)
  })
  return { invitees: [...found].map(([email, given]) => ({ email, role: given })), wrong }
}

/** What joining with a link changes. */
export interface JoinPlan {
  /** The new role in the organization: of a new member, or a higher one of a member. */
  readonly membership?: { readonly role: Role | null }
  /** The level that is granted on the content. */
  readonly grant?: Role
}

/**
 * What joining with a link would change for somebody; `undefined` for a disabled member, whom no link lets back in. A
 * link only raises: who has as much already gets nothing.
 */
export const joinPlan = (
  { role, target }: Pick<LinkInviteRecord, "target" | "role">,
  { levels, membership }: AccessFacts
): JoinPlan | undefined => {
  if (membership?.disabled === true) return undefined
  if (target.kind === "organization") {
    return membership === undefined || rank(role) > rank(membership.role) ? { membership: { role } } : {}
  }
  const has = effectiveRole({ levels, membership: membership ?? { role: null, disabled: false } })
  return {
    ...(membership === undefined ? { membership: { role: null } } : {}),
    ...(role !== null && rank(role) > rank(has) ? { grant: role } : {})
  }
}

/** Whether joining would change nothing. */
export const isRedundant = (plan: JoinPlan | undefined): boolean =>
  plan !== undefined && plan.membership === undefined && plan.grant === undefined
