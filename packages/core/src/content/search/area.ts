/** The face of the area, for the lists of areas: its services and what can be done. */
import type { Action } from "../../people/permissions/actions.ts"
import { Search } from "./Search.ts"

export const layer = Search.layer

export const actions = {
  "organization.search": { role: "read", scope: "organization:search" }
} as const satisfies Record<string, Action>
