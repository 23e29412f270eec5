/** The face of the area, for the lists of areas: its services and what the trail records. */
import { AdaptiveSchemas } from "./AdaptiveSchemas.ts"

export const layer = AdaptiveSchemas.layer

export const auditActions = {
  "site.adaptive-schema": "Adaptive schema of a site changed"
} as const
