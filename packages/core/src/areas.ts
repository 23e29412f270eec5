/**
 * The floors, and what the faces of their areas say together. A floor lists its areas in `FLOOR/areas.ts`, from the ground
 * up; nothing else names them all.
 */
import { areas as connections } from "./connections/areas.ts"
import { areas as content } from "./content/areas.ts"
import { areas as delivery } from "./delivery/areas.ts"
import { areas as people } from "./people/areas.ts"
import type { Action } from "./people/permissions/actions.ts"

/** From the ground up. The kernel has no services of its own: it is what all of them are made with. */
type Areas =
  | (typeof people)[number]
  | (typeof content)[number]
  | (typeof delivery)[number]
  | (typeof connections)[number]

type NamesOf<Area, Table extends string> = Area extends { readonly [K in Table]: infer Entries } ? keyof Entries : never

/** What can be done, by the name under which an area asks whether somebody may. */
export type ActionName = NamesOf<Areas, "actions">

/** What the trail records. */
export type AuditAction = NamesOf<Areas, "auditActions">

const all: ReadonlyArray<object> = [...people, ...content, ...delivery, ...connections]

/** The entries of one table of all areas. A name stands in one of them: whatever has it twice is a mistake. */
const together = <Entry>(table: string): Readonly<Record<string, Entry>> => {
  const entries: Record<string, Entry> = {}
  for (const area of all) {
    const own = (area as Readonly<Record<string, Readonly<Record<string, Entry>>>>)[table]
    for (const [name, entry] of Object.entries(own ?? {})) {
      if (Object.hasOwn(entries, name)) throw new Error(`Two areas have ${table} with the name ${name}`)
      entries[name] = entry
    }
  }
  return entries
}

export const actions: Readonly<Record<ActionName, Action>> = together("actions")

export const auditActions: Readonly<Record<AuditAction, string>> = together("auditActions")
