import { maxLimit } from "@octavo/core/shared/pagination"
import { HttpApi, OpenApi } from "effect/http-api"
import { AdaptiveSchemaGroup } from "./adaptive-schema.ts"
import { AuditGroup } from "./audit.ts"
import { ChangeRequestContentGroup } from "./change-request-content.ts"
import { ChangeRequestsGroup } from "./change-requests.ts"
import { CollectionsGroup } from "./collections.ts"
import { ChangeRequestCommentsGroup, SpaceCommentsGroup } from "./comments.ts"
import { ContentGroup } from "./content.ts"
import { ConversationsGroup } from "./conversations.ts"
import { SiteCustomizationGroup } from "./customization.ts"
import { GitGroup } from "./git.ts"
import { CollectionPermissionsGroup, SitePermissionsGroup, SpacePermissionsGroup } from "./grants.ts"
import { HostnamesGroup } from "./hostnames.ts"
import { InsightsGroup } from "./insights.ts"
import { InvitesGroup } from "./invites.ts"
import { LinksGroup } from "./links.ts"
import { McpServersGroup } from "./mcp-servers.ts"
import { MembersGroup } from "./members.ts"
import { OpenApiGroup } from "./openapi.ts"
import { OrganizationsGroup } from "./organizations.ts"
import { PdfGroup } from "./pdf.ts"
import { RedirectsGroup } from "./redirects.ts"
import { ReviewsGroup } from "./reviews.ts"
import { SsoGroup } from "./saml.ts"
import { SearchGroup } from "./search.ts"
import {
  SiteExternalLinksGroup,
  SiteSectionGroupsGroup,
  SiteSectionsGroup,
  SiteSpacesGroup,
  SiteStructureGroup
} from "./site-structure.ts"
import { SitesGroup } from "./sites.ts"
import { SpacesGroup } from "./spaces.ts"
import { TeamMembersGroup, TeamsGroup } from "./teams.ts"
import { TemplatesGroup } from "./templates.ts"
import { UrlsGroup } from "./urls.ts"
import { UsersGroup } from "./users.ts"
import { PublishingAuthGroup, ShareLinksGroup, SitePreviewGroup } from "./visitors.ts"

/** `limit` of a list as what it is, not as the text that carries it. */
const limitSchema = { type: "integer", minimum: 0, maximum: maxLimit, description: "How many items to return" }

interface Operation {
  operationId: string
  readonly parameters: ReadonlyArray<{ readonly in: string; readonly name: string; schema: unknown }>
}

/**
 * The document as the public client knows it: operations by their plain names, and objects that may hold more than is
 * listed, because unknown fields are ignored on the way in and may be added on the way out.
 */
const plain = (document: Record<string, any>): Record<string, any> => {
  const opened = JSON.parse(JSON.stringify(document), (key, value) =>
    key === "additionalProperties" && value === false ? undefined : value
  )
  for (const methods of Object.values<Record<string, Operation>>(opened["paths"])) {
    for (const operation of Object.values(methods)) {
      operation.operationId = operation.operationId.slice(operation.operationId.lastIndexOf(".") + 1)
      for (const parameter of operation.parameters) {
        if (parameter.in === "query" && parameter.name === "limit") parameter.schema = limitSchema
      }
    }
  }
  return opened
}

/** The whole contract: a list of its groups. The OpenAPI document and the typed client derive from it. */
export class Api extends HttpApi.make("octavo")
  .add(UsersGroup)
  .add(OrganizationsGroup)
  .add(MembersGroup)
  .add(InvitesGroup)
  .add(TeamsGroup, TeamMembersGroup)
  .add(SsoGroup)
  .add(AuditGroup)
  .add(CollectionsGroup)
  .add(SpacesGroup)
  .add(SpacePermissionsGroup, CollectionPermissionsGroup, SitePermissionsGroup)
  .add(ContentGroup)
  .add(SearchGroup, LinksGroup)
  .add(ChangeRequestsGroup, ReviewsGroup, ChangeRequestContentGroup)
  .add(SpaceCommentsGroup, ChangeRequestCommentsGroup)
  .add(TemplatesGroup)
  .add(PdfGroup)
  .add(GitGroup)
  .add(
    SitesGroup,
    SiteStructureGroup,
    SiteSectionsGroup,
    SiteSectionGroupsGroup,
    SiteExternalLinksGroup,
    SiteSpacesGroup
  )
  .add(SiteCustomizationGroup)
  .add(McpServersGroup)
  .add(OpenApiGroup)
  .add(RedirectsGroup)
  .add(ShareLinksGroup, PublishingAuthGroup, SitePreviewGroup)
  .add(AdaptiveSchemaGroup)
  .add(InsightsGroup)
  .add(ConversationsGroup)
  .add(UrlsGroup)
  .add(HostnamesGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Octavo",
      version: "1",
      description: "A self-hosted documentation platform. Every operation takes `Authorization: Bearer <token>`.",
      transform: plain
    })
  ) {}
