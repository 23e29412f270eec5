/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { Audience } from "./Audience.ts"
import { PublishingAuths } from "./PublishingAuths.ts"
import { ShareLinks } from "./ShareLinks.ts"

export const layer = Layer.mergeAll(Audience.layer, PublishingAuths.layer, ShareLinks.layer)

export const actions = {
  "site.share-links.view": { role: "read", scope: "site:read" },
  "site.share-links.edit": { role: "admin", scope: "site:write" },
  /** The key that visitors' tokens are signed with is read by who may change it. */
  "site.auth.view": { role: "admin", scope: "site:auth:read" },
  "site.auth.edit": { role: "admin", scope: "site:auth:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "site.share-link.create": "Share link of a site created",
  "site.share-link.update": "Share link of a site changed",
  "site.share-link.delete": "Share link of a site deleted",
  "site.auth.update": "Sign-in of a site's visitors changed",
  "site.auth.regenerate": "Signing key of a site's visitors replaced"
} as const
