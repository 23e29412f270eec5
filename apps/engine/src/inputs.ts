/** What the operations take, by area: programs are checked like requests. `undefined`: an id, a role, a filter. */
import { AdaptiveSchemaInput } from "@octavo/core/adaptive-schema/AdaptiveSchema"
import { ChangeRequestUpdate, NewChangeRequestInput } from "@octavo/core/change-requests/input"
import { CollectionTransfer, CollectionUpdate, MoveInput, NewCollectionInput } from "@octavo/core/collections/input"
import { CommentUpdate, NewCommentInput, NewReplyInput, ReplyUpdate } from "@octavo/core/comments/input"
import { ContentChangesInput } from "@octavo/core/content/changes/input"
import { IngestInput } from "@octavo/core/conversations/Conversation"
import { FontUpdate, NewFont } from "@octavo/core/fonts/Font"
import { ExportInput, ImportInput } from "@octavo/core/git/GitSync"
import { GlossaryUpdate } from "@octavo/core/glossary/GlossaryEntry"
import { NewGrants } from "@octavo/core/grants/Grant"
import { NewImportRun } from "@octavo/core/imports/ImportRun"
import { TrackInput } from "@octavo/core/insights/Event"
import { InsightsQuery } from "@octavo/core/insights/query"
import { EmailInvites, InviteLinkUpdate, NewInviteLink } from "@octavo/core/invites/Invite"
import { BrokenContext, LinkStatus } from "@octavo/core/links/Reference"
import { NewOpenApiSpec, OpenApiSpecSource, OpenApiSpecUpdate } from "@octavo/core/openapi/OpenApiSpec"
import { NewOrganization, OrganizationUpdate } from "@octavo/core/organizations/Organizations"
import { PdfScope } from "@octavo/core/pdf/selection"
import { NewRedirectInput, RedirectBatch, RedirectUpdate } from "@octavo/core/redirects/input"
import { NewReviewInput, ReviewRequest } from "@octavo/core/reviews/input"
import { NewSamlProvider, SamlProviderUpdate } from "@octavo/core/saml/SamlProvider"
import { SearchText } from "@octavo/core/search/SearchResult"
import { Role } from "@octavo/core/shared/roles"
import { Text } from "@octavo/core/shared/text"
import { SiteCustomizationInput, SiteCustomizationOverride } from "@octavo/core/sites/customization"
import { ExternalLinkUpdate, NewExternalLinkInput } from "@octavo/core/sites/ExternalLink"
import {
  NewSectionGroupInput,
  NewSectionInput,
  NewSiteInput,
  NewSiteSpaceInput,
  SectionGroupMoveInput,
  SectionGroupUpdate,
  SectionMoveInput,
  SectionUpdate,
  SiteSpaceCopyInput,
  SiteSpaceMoveInput,
  SiteSpaceUpdate,
  SiteUpdate,
  StructureSortInput
} from "@octavo/core/sites/input"
import { McpServerUpdate, NewMcpServer } from "@octavo/core/sites/McpServer"
import { SiteSearchInput } from "@octavo/core/sites/searchScope"
import { NewSpaceInput, SpaceTransfer, SpaceUpdate } from "@octavo/core/spaces/input"
import { NewTeam, TeamMembersUpdate, TeamRole, TeamUpdate } from "@octavo/core/teams/Team"
import { TemplateInput } from "@octavo/core/templates/Template"
import { NewTranslation, TranslationUpdate } from "@octavo/core/translations/Translation"
import { NewUpload } from "@octavo/core/uploads/Upload"
import { NewToken, UserPatch } from "@octavo/core/users/Users"
import { PublishingAuthUpdate } from "@octavo/core/visitors/PublishingAuth"
import { NewShareLink, ShareLinkUpdate } from "@octavo/core/visitors/ShareLink"
import { NewWebhook, WebhookUpdate } from "@octavo/core/webhooks/Webhook"
import { Schema } from "effect"

const RoleOrGuest = Schema.NullOr(Role)

export const inputs = {
  users: { update: [undefined, UserPatch], createToken: [undefined, NewToken] },
  organizations: { create: [NewOrganization], update: [undefined, OrganizationUpdate] },
  members: { setRole: [undefined, undefined, RoleOrGuest], put: [undefined, undefined, RoleOrGuest] },
  teams: {
    create: [undefined, NewTeam],
    update: [undefined, undefined, TeamUpdate],
    updateMembers: [undefined, undefined, TeamMembersUpdate],
    putMember: [undefined, undefined, undefined, Schema.UndefinedOr(TeamRole)]
  },
  saml: { create: [undefined, NewSamlProvider], update: [undefined, undefined, SamlProviderUpdate] },
  webhooks: { create: [undefined, NewWebhook], update: [undefined, undefined, WebhookUpdate] },
  uploads: { create: [undefined, NewUpload] },
  fonts: { create: [undefined, NewFont], update: [undefined, undefined, FontUpdate] },
  invites: { send: [undefined, EmailInvites] },
  inviteLinks: { create: [undefined, NewInviteLink], update: [undefined, undefined, InviteLinkUpdate] },
  grants: { grant: [undefined, NewGrants], update: [undefined, undefined, Schema.UndefinedOr(RoleOrGuest)] },
  collections: {
    create: [undefined, NewCollectionInput],
    update: [undefined, CollectionUpdate],
    move: [undefined, MoveInput],
    transfer: [undefined, CollectionTransfer]
  },
  spaces: {
    create: [undefined, NewSpaceInput],
    update: [undefined, SpaceUpdate],
    move: [undefined, MoveInput],
    transfer: [undefined, SpaceTransfer]
  },
  changeRequests: { create: [undefined, NewChangeRequestInput], update: [undefined, undefined, ChangeRequestUpdate] },
  changeRequestContent: {
    edit: [undefined, undefined, ContentChangesInput],
    editSpace: [undefined, ContentChangesInput],
    applyTemplate: [undefined, TemplateInput]
  },
  search: {
    space: [undefined, SearchText],
    organization: [undefined, SearchText],
    site: [undefined, undefined, SiteSearchInput]
  },
  links: {
    list: [
      undefined,
      Schema.Struct({
        status: Schema.UndefinedOr(LinkStatus).pipe(Schema.optionalKey),
        brokenContext: Schema.UndefinedOr(BrokenContext).pipe(Schema.optionalKey)
      })
    ]
  },
  reviews: { submit: [undefined, undefined, NewReviewInput], request: [undefined, undefined, ReviewRequest] },
  comments: {
    post: [undefined, NewCommentInput],
    update: [undefined, undefined, CommentUpdate],
    reply: [undefined, undefined, NewReplyInput],
    updateReply: [undefined, undefined, undefined, ReplyUpdate]
  },
  insights: { track: [undefined, undefined, TrackInput], aggregate: [undefined, undefined, InsightsQuery] },
  git: { import: [undefined, ImportInput], export: [undefined, ExportInput] },
  imports: { start: [undefined, NewImportRun] },
  conversations: { ingest: [undefined, IngestInput] },
  pdf: { url: [undefined, PdfScope] },
  publishingAuth: { update: [undefined, undefined, PublishingAuthUpdate] },
  sites: { create: [undefined, NewSiteInput], update: [undefined, undefined, SiteUpdate] },
  siteStructure: { sort: [undefined, undefined, StructureSortInput] },
  siteSections: {
    add: [undefined, undefined, NewSectionInput],
    update: [undefined, undefined, undefined, SectionUpdate],
    move: [undefined, undefined, undefined, SectionMoveInput]
  },
  siteSectionGroups: {
    add: [undefined, undefined, NewSectionGroupInput],
    update: [undefined, undefined, undefined, SectionGroupUpdate],
    move: [undefined, undefined, undefined, SectionGroupMoveInput]
  },
  siteExternalLinks: {
    add: [undefined, undefined, NewExternalLinkInput],
    update: [undefined, undefined, undefined, ExternalLinkUpdate]
  },
  siteSpaces: {
    add: [undefined, undefined, NewSiteSpaceInput],
    update: [undefined, undefined, undefined, SiteSpaceUpdate],
    duplicate: [undefined, undefined, undefined, Schema.UndefinedOr(SiteSpaceCopyInput)],
    move: [undefined, undefined, undefined, SiteSpaceMoveInput]
  },
  sitePreviews: {
    url: [
      undefined,
      undefined,
      Schema.Struct({
        siteSpace: Schema.optionalKey(Schema.String),
        claims: Schema.optionalKey(Text(0, 1024)),
        draft: Schema.optionalKey(Schema.Boolean),
        target: Schema.optionalKey(Text(0, 1024))
      })
    ]
  },
  shareLinks: {
    create: [undefined, undefined, NewShareLink],
    update: [undefined, undefined, undefined, ShareLinkUpdate]
  },
  adaptiveSchemas: { put: [undefined, undefined, AdaptiveSchemaInput] },
  siteMcpServers: {
    create: [undefined, undefined, NewMcpServer],
    update: [undefined, undefined, undefined, McpServerUpdate]
  },
  glossary: { update: [undefined, GlossaryUpdate] },
  translations: { create: [undefined, NewTranslation], update: [undefined, undefined, TranslationUpdate] },
  openapi: {
    create: [undefined, NewOpenApiSpec],
    put: [undefined, undefined, OpenApiSpecSource],
    update: [undefined, undefined, OpenApiSpecUpdate]
  },
  siteCustomizations: {
    put: [undefined, undefined, SiteCustomizationInput],
    override: [undefined, undefined, undefined, SiteCustomizationOverride]
  },
  redirects: {
    create: [undefined, undefined, NewRedirectInput],
    update: [undefined, undefined, undefined, RedirectUpdate],
    write: [undefined, undefined, RedirectBatch]
  }
} as const
