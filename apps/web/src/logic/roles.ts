/** Roles in words. Pure. */
import type { Role } from "./api.ts"

/** From the least to the most: each may do what those before it may. */
export const roleNames: ReadonlyArray<readonly [role: Role, name: string]> = [
  ["read", "Read"],
  ["comment", "Comment"],
  ["edit", "Edit"],
  ["review", "Review and merge"],
  ["create", "Create"],
  ["admin", "Admin"]
]

const names: ReadonlyMap<Role, string> = new Map(roleNames)

export const roleName = (role: Role): string => names.get(role) ?? role
