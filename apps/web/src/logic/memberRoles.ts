/** Roles of people in an organization, guests among them, in words. Pure. */
import type { Member, TeamPlace } from "./api.ts"
import { roleName as nameOf } from "./roles.ts"

/** A role in the organization, or on content; `null` is a guest. */
export type RoleOrGuest = Member["role"]
/** The same as a value of a field. */
export type RoleChoice = NonNullable<RoleOrGuest> | "guest"

/** What each role is called, and what it lets somebody do beside what those below it do. From the highest. */
export const roleWords: Readonly<Record<RoleChoice, readonly [label: string, note: string]>> = {
  admin: [nameOf("admin"), "Everything: people, settings, publishing, deletion."],
  create: [nameOf("create"), "Makes spaces and sites, and imports."],
  review: [nameOf("review"), "Approves change requests, and merges them."],
  edit: [nameOf("edit"), "Writes and changes pages."],
  comment: [nameOf("comment"), "Comments on pages."],
  read: [nameOf("read"), "Reads what the organization writes."],
  guest: ["Guest", "Sees only what is granted."]
}

const choices = Object.keys(roleWords) as ReadonlyArray<RoleChoice>

/** Roles as a field offers them, from the highest. @param without those that can't be chosen there */
export const roleChoices = (...without: ReadonlyArray<RoleChoice>): ReadonlyArray<readonly [RoleChoice, string]> =>
  choices.filter((choice) => !without.includes(choice)).map((choice) => [choice, roleWords[choice][0]] as const)

export const choiceOf = (role: RoleOrGuest): RoleChoice => role ?? "guest"
export const roleOf = (choice: RoleChoice): RoleOrGuest => (choice === "guest" ? null : choice)
export const roleName = (role: RoleOrGuest): string => roleWords[choiceOf(role)][0]

/** What people are in a team. */
export const placeWords: Readonly<Record<TeamPlace, string>> = { owner: "Owner", member: "Member" }
