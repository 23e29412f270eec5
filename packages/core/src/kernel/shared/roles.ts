/** The ladder of roles of the contract, lowest first. Guest is `null` where a field is nullable and stands below `read`. */
import { Schema } from "effect"
import { OneOf } from "./text.ts"

export const Role = OneOf("Role", ["read", "comment", "edit", "review", "create", "admin"]).annotate({
  description: "admin, create, review, edit, comment or read; where nullable, null means guest or unset"
})
export type Role = typeof Role.Type

/** How a default level is written: `inherit`, of the public client, is the same as null. */
export const DefaultLevel = Schema.NullOr(Schema.Union([Role, Schema.Literal("inherit")])).annotate({
  identifier: "DefaultLevel",
  description: "A role; inherit or null: what is around it decides, at last the member's role in the organization"
})
export type DefaultLevel = typeof DefaultLevel.Type

/** A default level as it is kept. */
export const levelOf = (level: DefaultLevel): Role | null => (level === "inherit" ? null : level)

const ladder: Readonly<Record<Role, number>> = { read: 1, comment: 2, edit: 3, review: 4, create: 5, admin: 6 }

/** Rank on the ladder, 1 to 6; 0 for a guest or no access. */
export const rank = (role: Role | null | undefined): number => (role == null ? 0 : ladder[role])

/** Whether `role` allows what `needed` allows. */
export const atLeast = (role: Role | null | undefined, needed: Role): boolean => rank(role) >= ladder[needed]

/** The higher of two roles. */
export const best = (a: Role | undefined, b: Role | undefined): Role | undefined => (rank(a) >= rank(b) ? a : b)
