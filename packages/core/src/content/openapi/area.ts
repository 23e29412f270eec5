/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { ApiReference } from "./ApiReference.ts"
import { OpenApiJobs } from "./OpenApiJobs.ts"
import { OpenApiSpecs } from "./OpenApiSpecs.ts"
import { VisibleSpecs } from "./VisibleSpecs.ts"

export const layer = Layer.mergeAll(
  OpenApiJobs.layer,
  OpenApiSpecs.layer.pipe(Layer.provide(VisibleSpecs.layer)),
  ApiReference.layer
)

export const actions = {
  "openapi.view": { role: "read", scope: "openapi:read" },
  "openapi.edit": { role: "create", scope: "openapi:write" },
  /** Who reads it without a token, and whether it is there. */
  "openapi.settings": { role: "admin", scope: "openapi:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "openapi.create": "OpenAPI specification added",
  "openapi.source": "OpenAPI specification given anew",
  "openapi.visibility": "Visibility of an OpenAPI specification changed",
  "openapi.delete": "OpenAPI specification deleted"
} as const
