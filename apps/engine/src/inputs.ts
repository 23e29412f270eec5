/** What the operations take, by area: programs are checked like requests. `undefined`: an id, a role, a filter. */

import { IngestInput } from "@octavo/core/connections/conversations/Conversation"
import { NewWebhook, WebhookUpdate } from "@octavo/core/connections/webhooks/Webhook"
import { ChangeRequestUpdate, NewChangeRequestInput } from "@octavo/core/content/change-requests/input"
import {
  CollectionTransfer,
  CollectionUpdate,
  MoveInput,
  NewCollectionInput
} from "@octavo/core/content/collections/input"
import { CommentUpdate, NewCommentInput, NewReplyInput, ReplyUpdate } from "@octavo/core/content/comments/input"
import { ExportInput, ImportInput } from "@octavo/core/content/git/GitSync"
import { GlossaryUpdate } from "@octavo/core/content/glossary/GlossaryEntry"
import { NewImportRun } from "@octavo/core/content/imports/ImportRun"
import { EmailInvites, InviteLinkUpdate, NewInviteLink } from "@octavo/core/content/invites/Invite"
import { BrokenContext, LinkStatus } from "@octavo/core/content/links/Reference"
import { NewOpenApiSpec, OpenApiSpecSource, OpenApiSpecUpdate } from "@octavo/core/content/openapi/OpenApiSpec"
import { NewReviewInput, ReviewRequest } from "@octavo/core/content/reviews/input"
import { ContentChangesInput } from "@octavo/core/content/revisions/changes/input"
import { SearchText } from "@octavo/core/content/search/SearchResult"
import { NewSpaceInput, SpaceTransfer, SpaceUpdate } from "@octavo/core/content/spaces/input"
import { TemplateInput } from "@octavo/core/content/templates/Template"
import { NewTranslation, TranslationUpdate } from "@octavo/core/content/translations/Translation"
import { NewUpload } from "@octavo/core/content/uploads/Upload"
import { AdaptiveSchemaInput } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { FontUpdate, NewFont } from "@octavo/core/delivery/fonts/Font"
import { TrackInput } from "@octavo/core/delivery/insights/Event"
import { InsightsQuery } from "@octavo/core/delivery/insights/query"
import { PdfScope } from "@octavo/core/delivery/pdf/selection"
import { NewRedirectInput, RedirectBatch, RedirectUpdate } from "@octavo/core/delivery/redirects/input"
import { ExternalLinkUpdate, NewExternalLinkInput } from "@octavo/core/delivery/site-records/ExternalLink"
import { SiteCustomizationInput, SiteCustomizationOverride } from "@octavo/core/delivery/sites/customization"
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
} from "@octavo/core/delivery/sites/input"
import { McpServerUpdate, NewMcpServer } from "@octavo/core/delivery/sites/McpServer"
import { SiteSearchInput } from "@octavo/core/delivery/sites/searchScope"
import { PublishingAuthUpdate } from "@octavo/core/delivery/visitors/PublishingAuth"
import { NewShareLink, ShareLinkUpdate } from "@octavo/core/delivery/visitors/ShareLink"
import { Role } from "@octavo/core/kernel/shared/roles"
import { Text } from "@octavo/core/kernel/shared/text"
import { NewGrants } from "@octavo/core/people/grants/Grant"
import { NewOrganization, OrganizationUpdate } from "@octavo/core/people/organizations/Organizations"
import { NewSamlProvider, SamlProviderUpdate } from "@octavo/core/people/saml/SamlProvider"
import { NewTeam, TeamMembersUpdate, TeamRole, TeamUpdate } from "@octavo/core/people/teams/Team"
import { NewToken, UserPatch } from "@octavo/core/people/users/Users"
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
