import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { AdaptiveSchemaGroup } from "./adaptive-schema.ts"
import { AnswersGroup } from "./answers.ts"
import { AuditGroup } from "./audit.ts"
import { ChangeRequestContentGroup } from "./change-request-content.ts"
import { ChangeRequestsGroup } from "./change-requests.ts"
import { CollectionsGroup } from "./collections.ts"
import { ChangeRequestCommentsGroup, SpaceCommentsGroup } from "./comments.ts"
import { ContentGroup } from "./content.ts"
import { ConversationsGroup } from "./conversations.ts"
import { SiteCustomizationGroup } from "./customization.ts"
import { toDocument } from "./document.ts"
import { EmailDomainsGroup } from "./email-domains.ts"
import { EventsGroup } from "./events.ts"
import { FontsGroup, StorageGroup } from "./fonts.ts"
import { GitGroup } from "./git.ts"
import { GlossaryGroup } from "./glossary.ts"
import { CollectionPermissionsGroup, SitePermissionsGroup, SpacePermissionsGroup } from "./grants.ts"
import { HostnamesGroup } from "./hostnames.ts"
import { ImportsGroup } from "./imports.ts"
import { InsightsGroup } from "./insights.ts"
import { InvitesGroup } from "./invites.ts"
import { LinksGroup } from "./links.ts"
import { McpServersGroup } from "./mcp-servers.ts"
import { MembersGroup } from "./members.ts"
import { NotificationsGroup } from "./notifications.ts"
import { OpenApiGroup } from "./openapi.ts"
import { OrganizationsGroup } from "./organizations.ts"
import { PdfGroup } from "./pdf.ts"
import { RedirectsGroup } from "./redirects.ts"
import { ReviewsGroup } from "./reviews.ts"
import { SsoGroup } from "./saml.ts"
import { SearchGroup } from "./search.ts"
import { SiteExportsGroup } from "./site-exports.ts"
import {
  SiteExternalLinksGroup,
  SiteSectionGroupsGroup,
  SiteSectionsGroup,
  SiteSpacesGroup,
  SiteStructureGroup
} from "./site-structure.ts"
import { SitesGroup } from "./sites.ts"
import { SpacesGroup } from "./spaces.ts"
import { SystemGroup } from "./system.ts"
import { TeamMembersGroup, TeamsGroup } from "./teams.ts"
import { TemplatesGroup } from "./templates.ts"
import { TranslationsGroup } from "./translations.ts"
import { SpaceEmbedsGroup, UrlsGroup } from "./urls.ts"
import { UsersGroup } from "./users.ts"
import { PublishingAuthGroup, ShareLinksGroup, SitePreviewGroup } from "./visitors.ts"
import { WebhooksGroup } from "./webhooks.ts"

/** What `Api` has, for declarations: they name the groups, as the types that follow from them are too long to be written. */
type Groups =
  | typeof SystemGroup
  | typeof UsersGroup
  | typeof NotificationsGroup
  | typeof OrganizationsGroup
  | typeof MembersGroup
  | typeof InvitesGroup
  | typeof TeamsGroup
  | typeof TeamMembersGroup
  | typeof SsoGroup
  | typeof EmailDomainsGroup
  | typeof AuditGroup
  | typeof StorageGroup
  | typeof FontsGroup
  | typeof CollectionsGroup
  | typeof SpacesGroup
  | typeof SpacePermissionsGroup
  | typeof CollectionPermissionsGroup
  | typeof SitePermissionsGroup
  | typeof ContentGroup
  | typeof SearchGroup
  | typeof AnswersGroup
  | typeof LinksGroup
  | typeof ChangeRequestsGroup
  | typeof ReviewsGroup
  | typeof ChangeRequestContentGroup
  | typeof SpaceCommentsGroup
  | typeof ChangeRequestCommentsGroup
  | typeof EventsGroup
  | typeof TemplatesGroup
  | typeof PdfGroup
  | typeof GitGroup
  | typeof SitesGroup
  | typeof SiteExportsGroup
  | typeof SiteStructureGroup
  | typeof SiteSectionsGroup
  | typeof SiteSectionGroupsGroup
  | typeof SiteExternalLinksGroup
  | typeof SiteSpacesGroup
  | typeof SiteCustomizationGroup
  | typeof McpServersGroup
  | typeof OpenApiGroup
  | typeof TranslationsGroup
  | typeof GlossaryGroup
  | typeof RedirectsGroup
  | typeof ShareLinksGroup
  | typeof PublishingAuthGroup
  | typeof SitePreviewGroup
  | typeof AdaptiveSchemaGroup
  | typeof InsightsGroup
  | typeof ConversationsGroup
  | typeof ImportsGroup
  | typeof UrlsGroup
  | typeof SpaceEmbedsGroup
  | typeof HostnamesGroup
  | typeof WebhooksGroup

const contract: HttpApi.HttpApi<"octavo", Groups> = HttpApi.make("octavo")
  .add(SystemGroup)
  .add(UsersGroup)
  .add(NotificationsGroup)
  .add(OrganizationsGroup)
  .add(MembersGroup)
  .add(InvitesGroup)
  .add(TeamsGroup, TeamMembersGroup)
  .add(SsoGroup, EmailDomainsGroup)
  .add(AuditGroup)
  .add(StorageGroup, FontsGroup)
  .add(CollectionsGroup)
  .add(SpacesGroup)
  .add(SpacePermissionsGroup, CollectionPermissionsGroup, SitePermissionsGroup)
  .add(ContentGroup)
  .add(SearchGroup, AnswersGroup, LinksGroup)
  .add(ChangeRequestsGroup, ReviewsGroup, ChangeRequestContentGroup)
  .add(SpaceCommentsGroup, ChangeRequestCommentsGroup)
  .add(EventsGroup)
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
  .add(SiteExportsGroup)
  .add(SiteCustomizationGroup)
  .add(McpServersGroup)
  .add(OpenApiGroup)
  .add(TranslationsGroup, GlossaryGroup)
  .add(RedirectsGroup)
  .add(ShareLinksGroup, PublishingAuthGroup, SitePreviewGroup)
  .add(AdaptiveSchemaGroup)
  .add(InsightsGroup)
  .add(ConversationsGroup)
  .add(ImportsGroup)
  .add(UrlsGroup, SpaceEmbedsGroup)
  .add(HostnamesGroup)
  .add(WebhooksGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Octavo",
      version: "1",
      description: "A self-hosted documentation platform. Every operation takes `Authorization: Bearer <token>`.",
      transform: toDocument
    })
  )

/** The whole contract: a list of its groups. The OpenAPI document and the typed client derive from it. */
export class Api extends contract {}
