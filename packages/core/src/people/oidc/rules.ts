/** Who may come in with the provider of an installation, and what they are then. Pure. */
import { Schema } from "effect"
import { domainOf, readEmail } from "../../kernel/shared/email.ts"
import { best, Role } from "../../kernel/shared/roles.ts"
import type { OidcClaims } from "./OidcProvider.ts"

/** What membership of a group at the provider gives. */
const GroupPlace = Schema.Struct({
  role: Schema.optionalKey(Role),
  /** Id of a team. */
  team: Schema.optionalKey(Schema.NonEmptyString)
})

/** Groups of the provider, by the name that it tells: `{"writers":{"role":"edit","team":"TEAM_ID"}}`. */
export const GroupMapping = Schema.Record(Schema.NonEmptyString, GroupPlace)
export type GroupMapping = typeof GroupMapping.Type

export interface OidcRules {
  /** The organization that people join; without one only those come in who have an account. */
  readonly organization: string | undefined
  /** What people are there who come in for the first time; `null` is a guest. */
  readonly role: Role | null
  /** Domains of e-mail addresses that may come in; all when empty. */
  readonly domains: ReadonlyArray<string>
  /** Takes addresses as verified of which the provider does not say whether they are. */
  readonly trustsEmails: boolean
  readonly groups: GroupMapping
}

/** The address that was shown to be the person's own; `undefined` without one. */
export const verifiedEmail = (
  { email, emailVerified }: Pick<OidcClaims, "email" | "emailVerified">,
  { trustsEmails }: Pick<OidcRules, "trustsEmails">
): string | undefined => (email !== undefined && (emailVerified ?? trustsEmails) ? readEmail(email) : undefined)

/** Whether somebody with this address may come in. */
export const isAllowed = (email: string | undefined, { domains }: Pick<OidcRules, "domains">): boolean =>
  domains.length === 0 || (email !== undefined && domains.includes(domainOf(email)))

/** What somebody is made in the organization at a sign-in. What is not named here is left as it is. */
export interface Places {
  /** `undefined`: groups say nothing about roles. */
  readonly role: Role | null | undefined
  readonly join: ReadonlyArray<string>
  readonly leave: ReadonlyArray<string>
}

/**
 * The places of somebody who is in these groups: the highest role of them, or that of newcomers when none gives one; the
 * teams of their groups, and out of the teams of all other groups of the mapping.
 */
export const placesOf = (
  { groups, role }: Pick<OidcRules, "groups" | "role">,
  names: ReadonlyArray<string>
): Places => {
  const all = Object.entries(groups)
  const own = all.filter(([name]) => names.includes(name)).map(([, place]) => place)
  const join = new Set(own.flatMap(({ team }) => team ?? []))
  const mapped = new Set(all.flatMap(([, { team }]) => team ?? []))
  const given = own.reduce<Role | undefined>((highest, place) => best(highest, place.role), undefined)
  return {
    role: all.some(([, place]) => place.role !== undefined) ? (given ?? role) : undefined,
    join: [...join],
    leave: [...mapped].filter((team) => !join.has(team))
  }
}
