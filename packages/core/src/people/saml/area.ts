/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../permissions/actions.ts"
import { SamlProviders } from "./SamlProviders.ts"
import { SamlSignIn } from "./SamlSignIn.ts"

export const layer = Layer.mergeAll(SamlProviders.layer, SamlSignIn.layer)

export const actions = {
  /** Providers of single sign-on. */
  "saml.view": { role: "read", scope: undefined },
  "saml.edit": { role: "admin", scope: undefined },
  "sso.view": { role: "read", scope: "organization:read" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "saml.create": "SAML provider added",
  "saml.update": "SAML provider changed",
  "saml.delete": "SAML provider removed"
} as const
