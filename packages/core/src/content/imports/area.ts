/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { ImportJobs } from "./ImportJobs.ts"
import { ImportRuns } from "./ImportRuns.ts"

export const layer = Layer.mergeAll(ImportJobs.layer, ImportRuns.layer)

export const actions = {
  /** Beside the right on the space that they write. */
  "imports.view": { role: "read", scope: "space:read" },
  "imports.start": { role: "edit", scope: "space:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "import.start": "Import of a website started",
  "import.cancel": "Import of a website cancelled"
} as const
