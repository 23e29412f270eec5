/** Roles in words. Pure. */
import type { Role } from "./api.ts"

/** What each is called, from the least to the most. */
const names: Readonly<Record<Role, string>> = {
  read: "Read",
  comment: "Comment",
  edit: "Edit",
  review: "Review and merge",
  create: "Create",
  admin: "Admin"
}

/** Roles in a space, with what each may do beside what those before it may. */
export const roleChoices: Readonly<Record<Role, readonly [name: string, note: string]>> = {
  read: [names.read, "Reads pages, files and comments."],
  comment: [names.comment, "Also comments."],
  edit: [names.edit, "Also changes pages."],
  review: [names.review, "Also approves change requests, and merges them."],
  create: [names.create, "Also imports, syncs with Git, moves and copies the space."],
  admin: [names.admin, "Everything: who is here, settings, the end of the space."]
}

export const roleName = (role: Role): string => names[role]

/** From the least to the most. */
export const roleNames = Object.entries(names) as ReadonlyArray<readonly [Role, string]>
