/**
 * Who may do what: the one pure function, with its table of cases in
 * `test/people/permissions/effectiveRole.test.ts`. Stores load the facts with one query; services ask before every use case.
 */
import { best, type Role } from "../../kernel/shared/roles.ts"

/** A membership as far as access goes: `null` is a guest. */
export interface Membership {
  readonly role: Role | null
  readonly disabled: boolean
}

/** One step of the chain from a piece of content up to its outermost collection. */
export interface Level {
  /** Roles granted here to the user or to one of the user's teams. */
  readonly grants: ReadonlyArray<Role>
  readonly defaultLevel: Role | null
}

/** What must be known to decide on one piece of content. `levels[0]` is the content itself, wider ones follow. */
export interface AccessFacts {
  readonly membership: Membership | undefined
  readonly levels: ReadonlyArray<Level>
}

/**
 * The role that a member has on content; `undefined` is no access.
 *
 * Organization admins are always admin. Else the nearest level that says something decides, downwards too: first an
 * explicit grant there (the best, when several teams have one), then its default level. Else the organization role.
 * Guests see only what is granted: default levels are not for them.
 */
export const effectiveRole = ({ membership, levels }: AccessFacts): Role | undefined => {
  if (membership === undefined || membership.disabled) return undefined
  if (membership.role === "admin") return "admin"
  for (const level of levels) {
    const granted = level.grants.reduce<Role | undefined>(best, undefined)
    if (granted !== undefined) return granted
    if (level.defaultLevel !== null && membership.role !== null) return level.defaultLevel
  }
  return membership.role ?? undefined
}

/** Which items of a list the caller may see; a store puts it into the query's WHERE. */
export type ListScope =
  /** Every item of the organization. */
  | { readonly all: true }
  /** Only what is granted to the user, directly, through a team, or on a collection around it. */
  | { readonly all: false; readonly grantedTo: string }

/**
 * The list filter of a member. Members with a role see all content of their organization, because no level can take
 * `read` away; guests see what is granted.
 */
export const listScope = (userId: string, membership: Membership): ListScope =>
  membership.role === null ? { all: false, grantedTo: userId } : { all: true }
