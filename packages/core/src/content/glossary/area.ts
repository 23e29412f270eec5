/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import type { Action } from "../../people/permissions/actions.ts"
import { Glossaries } from "./Glossaries.ts"

export const layer = Glossaries.layer

export const actions = {
  "glossary.view": { role: "read", scope: undefined },
  "glossary.edit": { role: "create", scope: undefined }
} as const satisfies Record<string, Action>

export const auditActions = {
  "glossary.update": "Glossary changed"
} as const
