/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { ExternalLinks } from "./ExternalLinks.ts"
import { McpServers } from "./McpServers.ts"
import { PublishedSites } from "./PublishedSites.ts"
import { SectionGroups } from "./SectionGroups.ts"
import { Sections } from "./Sections.ts"
import { SiteAnswers } from "./SiteAnswers.ts"
import { SiteCustomizations } from "./SiteCustomizations.ts"
import { SiteDirectory } from "./SiteDirectory.ts"
import { SitePreviews } from "./SitePreviews.ts"
import { SiteSearch } from "./SiteSearch.ts"
import { SiteSpaces } from "./SiteSpaces.ts"
import { SiteStructures } from "./SiteStructures.ts"
import { Sites } from "./Sites.ts"
import { SiteTemplates } from "./SiteTemplates.ts"
import { VisibleSites } from "./VisibleSites.ts"

export const layer = Layer.mergeAll(SiteTemplates.layer, SiteAnswers.layer, PublishedSites.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      VisibleSites.layer,
      SiteCustomizations.layer,
      ExternalLinks.layer,
      McpServers.layer,
      SectionGroups.layer,
      Sections.layer,
      SiteDirectory.layer,
      SitePreviews.layer,
      SiteSearch.layer,
      SiteSpaces.layer,
      SiteStructures.layer,
      Sites.layer
    )
  )
)

export const actions = {
  "site.view": { role: "read", scope: "site:read" },
  "site.search": { role: "read", scope: "site:search" },
  /** A language model costs money: what is asked for is limited besides. */
  "site.ask": { role: "read", scope: "site:search" },
  "site.create": { role: "create", scope: "site:write" },
  "site.edit": { role: "create", scope: "site:write" },
  "site.settings": { role: "admin", scope: "site:write" },
  "site.publish": { role: "admin", scope: "site:publish" },
  "site.delete": { role: "admin", scope: "site:write" },
  /** Drafts too: more than a site's visitors may see. */
  "site.preview": { role: "read", scope: "site:read" },
  /** More than a site's visitors may see. */
  "site.mcp-servers.view": { role: "read", scope: "site:read" },
  "site.mcp-servers.edit": { role: "admin", scope: "site:write" }
} as const satisfies Record<string, Action>

export const auditActions = {
  "site.create": "Site created",
  "site.update": "Site settings changed",
  "site.structure": "Structure of a site changed",
  "site.publish": "Site published",
  "site.unpublish": "Site unpublished",
  "site.delete": "Site deleted",
  "site.customize": "Looks of a site changed",
  "site.mcp-server.create": "MCP server added to a site",
  "site.mcp-server.update": "MCP server of a site changed",
  "site.mcp-server.delete": "MCP server removed from a site"
} as const
