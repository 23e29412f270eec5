/** Roles in words. Pure. */
import type { Role } from "./api.ts"

/** From the least to the most, with what each may do beside what those before it may. */
export const roleChoices: Readonly<Record<Role, readonly [name: string, note: string]>> = {
  read: ["Read", "Reads pages, files and comments."],
  comment: ["Comment", "Also comments."],
  edit: ["Edit", "Also changes pages."],
  review: ["Review and merge", "Also approves change requests, and merges them."],
  create: ["Create", "Also imports, syncs with Git, moves and copies the space."],
  admin: ["Admin", "Everything: who is here, settings, the end of the space."]
}

export const roleName = (role: Role): string => roleChoices[role][0]

/** From the least to the most. */
export const roleNames = Object.entries(roleChoices).map(([role, [name]]) => [role as Role, name] as const)
