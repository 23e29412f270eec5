/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { SiteExportJobs } from "./SiteExportJobs.ts"
import { SiteExports } from "./SiteExports.ts"

export const layer = Layer.mergeAll(SiteExportJobs.layer, SiteExports.layer)

export const actions = {
  /** To publish a site elsewhere is to publish it. */
  "site.export": { role: "admin", scope: "site:publish" },
  "site.export.view": { role: "admin", scope: "site:read" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "site.export": "Files of a site asked for",
  "site.export.delete": "Files of a site deleted"
} as const
