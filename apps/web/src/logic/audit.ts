/** The audit log: what is looked for in it, its events in words, and as a table. Pure. */
import {
  collectionAddress,
  organizationPartAddress,
  pageAddress,
  roomAddress,
  siteAddress,
  teamAddress,
  webhookAddress
} from "./addresses.ts"
import type { AuditAction, AuditEvent, AuditEventDetails } from "./api.ts"
import { counted } from "./words.ts"

/** What is looked for, by the names that it has in the address of the screen. Ids, and days of this computer's calendar. */
export interface AuditFilter {
  readonly person?: string
  readonly action?: string
  readonly object?: string
  /** `2026-03-01`; both days are within. */
  readonly from?: string
  readonly to?: string
}

const fields = ["person", "action", "object", "from", "to"] as const satisfies ReadonlyArray<keyof AuditFilter>

/** The first moment of a day; `undefined` for what is none. @param later how many days after it */
const startOf = (day: string, later = 0): Date | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === undefined) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(start.getTime()) ? undefined : start
}

/** What an address asks for; what it says that can't be asked for is left out. @param search its parts, by name */
export const auditFilterOf = (search: Readonly<Record<string, unknown>>): AuditFilter =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = search[field]
      if (typeof value !== "string" || value === "" || value.length > 256) return []
      return (field === "from" || field === "to") && startOf(value) === undefined ? [] : [[field, value] as const]
    })
  )

/** A filter in which a field has another value. @param value empty to take it back */
export const withField = (filter: AuditFilter, field: keyof AuditFilter, value: string): AuditFilter =>
  auditFilterOf({ ...filter, [field]: value })

/** A filter as the API takes it. */
export const auditQuery = ({ action, from, object, person, to }: AuditFilter) => {
  const since = from === undefined ? undefined : startOf(from)
  const next = to === undefined ? undefined : startOf(to, 1)
  return {
    ...(person !== undefined && { actor: person }),
    ...(action !== undefined && { action }),
    ...(object !== undefined && { target: object }),
    ...(since !== undefined && { from: since.toISOString() }),
    // both ends are within
    ...(next !== undefined && { to: new Date(next.getTime() - 1).toISOString() })
  }
}

/** What actions are about, by how their ids begin. Those that are not here stand at the end. */
const groups: Readonly<Record<string, string>> = {
  content: "Content",
  "change-request": "Change requests",
  review: "Reviews",
  comment: "Comments",
  space: "Spaces",
  collection: "Collections",
  openapi: "Content",
  translation: "Content",
  glossary: "Content",
  git: "Git and imports",
  import: "Git and imports",
  site: "Sites",
  redirect: "Sites",
  font: "Sites",
  member: "People",
  invite: "People",
  "invite-link": "People",
  team: "People",
  permission: "People",
  session: "Signing in",
  token: "Signing in",
  saml: "Signing in",
  organization: "Organization",
  webhook: "Organization"
}
const other = "Other"
const titles = [...new Set(Object.values(groups)), other]

/** Actions under what they are about, as a choice lists them. */
export const groupedActions = (
  actions: ReadonlyArray<AuditAction>
): ReadonlyArray<readonly [title: string, actions: ReadonlyArray<AuditAction>]> =>
  titles
    .map((title) => [title, actions.filter(({ id }) => (groups[id.split(".")[0] ?? ""] ?? other) === title)] as const)
    .filter(([, some]) => some.length > 0)

const kinds: Readonly<Record<string, string>> = {
  user: "Person",
  openapi: "OpenAPI specification",
  token: "API token",
  font: "Font",
  invite: "Invite link",
  "saml-provider": "Sign-in provider"
}

/** A name of the API as words: "change-request", "mergeRules" as "Change request", "Merge rules". */
const worded = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What kind of object an event is about. */
export const kindOf = (type: string): string => kinds[type] ?? worded(type)

type Named = Pick<AuditEvent, "actor" | "target">

/** What the object of an event is called: as it was then, else as it is now. @param names of objects, by their ids */
export const objectName = (
  { target: { id, label, type } }: Pick<Named, "target">,
  names: ReadonlyMap<string, string>
) => label || names.get(id) || kindOf(type)

/** Who did it. */
export const actorName = ({ actor: { label, type } }: Pick<Named, "actor">): string =>
  label || (type === "system" ? "Octavo" : "Somebody")

/** Where the object of an event is seen; `undefined` for what has no place, or is gone with the event. */
export const objectAddress = (
  organization: string,
  { action, payload, target: { id, type } }: Pick<AuditEventDetails, "action" | "payload" | "target">
): string | undefined => {
  if (/\.(?:delete|purge|revoke|remove)$/.test(action)) return undefined
  const { space } = payload
  switch (type) {
    case "space":
      return pageAddress(id)
    case "collection":
      return collectionAddress(id)
    case "site":
      return siteAddress(organization, id)
    case "team":
      return teamAddress(organization, id)
    case "user":
      return organizationPartAddress(organization, "people")
    case "organization":
      return organizationPartAddress(organization, "settings")
    case "webhook":
      return webhookAddress(organization, id)
    case "saml-provider":
      return organizationPartAddress(organization, "sign-in")
    case "change-request":
      return typeof space === "string" ? roomAddress(space, `changes/${id}`) : undefined
    default:
      return undefined
  }
}

/** What an event tells of a field: what it is, or what it was and became. */
export interface AuditFact {
  readonly name: string
  readonly before?: string
  readonly value: string
}

const valueWords = (value: unknown, names: ReadonlyMap<string, string>): string => {
  if (value === null || value === undefined || value === "") return "Nothing"
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (typeof value === "string") return names.get(value) ?? value
  if (typeof value === "number") return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number"))
    return value.length === 0 ? "Nothing" : value.map((one) => valueWords(one, names)).join(", ")
  return JSON.stringify(value, undefined, 2)
}

/** The payload of an event, field by field. @param names of objects, by their ids */
export const auditFacts = (
  payload: AuditEventDetails["payload"],
  names: ReadonlyMap<string, string>
): ReadonlyArray<AuditFact> =>
  Object.entries(payload).map(([field, value]) => {
    const name = worded(field)
    return typeof value === "object" && value !== null && "before" in value && "after" in value
      ? { name, before: valueWords(value.before, names), value: valueWords(value.after, names) }
      : { name, value: valueWords(value, names) }
  })

/** A field of a table. What a program for tables would take as a formula begins with an apostrophe. */
const cell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** Events as comma-separated values (RFC 4180), with the names of their columns. @param labels of actions, by their ids */
export const auditTable = (events: ReadonlyArray<AuditEvent>, labels: ReadonlyMap<string, string>): string =>
  [
    ["Time", "Person", "Person id", "Action", "What", "Kind", "Object", "Object id", "Through", "Event id"],
    ...events.map((event) => [
      event.occurredAt,
      actorName(event),
      event.actor.id,
      event.action,
      labels.get(event.action) ?? event.action,
      kindOf(event.target.type),
      event.target.label ?? "",
      event.target.id,
      event.source,
      event.id
    ])
  ]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("")

/** What is said of a file of events. @param got how many are in it, of those that were found */
export const exportedWords = (got: number, found: number, file: string): string =>
  got < found
    ? `The newest ${got} of ${counted(found, "event")} are in ${file}: choose days to have the others`
    : `${counted(got, "event")} of the audit log ${got === 1 ? "is" : "are"} in ${file}`
