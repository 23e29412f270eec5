/** All services of core over its ports: what the server, the CLI and the embedded engine share. */
import { Layer } from "effect"
import { ConversationAnalysis } from "./connections/conversations/ConversationAnalysis.ts"
import { Conversations } from "./connections/conversations/Conversations.ts"
import { issueClustersLayer } from "./connections/conversations/issueClusters.ts"
import { Outbox } from "./connections/webhooks/Outbox.ts"
import { viewsTellerLayer } from "./connections/webhooks/viewsTeller.ts"
import { WebhookJobs } from "./connections/webhooks/WebhookJobs.ts"
import { Webhooks } from "./connections/webhooks/Webhooks.ts"
import { ChangeRequestContent } from "./content/change-request-content/ChangeRequestContent.ts"
import { ChangeRequests } from "./content/change-requests/ChangeRequests.ts"
import { Proposals } from "./content/change-requests/Proposals.ts"
import { Collections } from "./content/collections/Collections.ts"
import { Comments } from "./content/comments/Comments.ts"
import { ContentIndex } from "./content/content-index/ContentIndex.ts"
import { GitConflicts } from "./content/git/GitConflicts.ts"
import { GitExports } from "./content/git/GitExports.ts"
import { GitImports } from "./content/git/GitImports.ts"
import { GitJobs } from "./content/git/GitJobs.ts"
import { GitSync } from "./content/git/GitSync.ts"
import { Glossaries } from "./content/glossary/Glossaries.ts"
import { ImportJobs } from "./content/imports/ImportJobs.ts"
import { ImportRuns } from "./content/imports/ImportRuns.ts"
import { InviteLinks } from "./content/invites/InviteLinks.ts"
import { Invites } from "./content/invites/Invites.ts"
import { DraftLinks } from "./content/links/DraftLinks.ts"
import { Links } from "./content/links/Links.ts"
import { mergeRulesLayer } from "./content/merge-rules/MergeRules.ts"
import { ApiReference } from "./content/openapi/ApiReference.ts"
import { OpenApiJobs } from "./content/openapi/OpenApiJobs.ts"
import { OpenApiSpecs } from "./content/openapi/OpenApiSpecs.ts"
import { openApiSourceLayer } from "./content/openapi/openApiSource.ts"
import { ShownSpecs } from "./content/openapi/ShownSpecs.ts"
import { Reviews } from "./content/reviews/Reviews.ts"
import { BlobCollector } from "./content/revisions/BlobCollector.ts"
import { Blobs } from "./content/revisions/Blobs.ts"
import { ContentChanges } from "./content/revisions/ContentChanges.ts"
import { ComputedContent } from "./content/revisions/computed/ComputedContent.ts"
import { Heads } from "./content/revisions/Heads.ts"
import { ContentMerge } from "./content/revisions/merge/ContentMerge.ts"
import { RevisionTree } from "./content/revisions/model/RevisionTree.ts"
import { Search } from "./content/search/Search.ts"
import { ComputeContent } from "./content/space-content/ComputeContent.ts"
import { EditContent } from "./content/space-content/EditContent.ts"
import { History } from "./content/space-content/History.ts"
import { SpaceContent } from "./content/space-content/SpaceContent.ts"
import { MemberSpaces } from "./content/spaces/MemberSpaces.ts"
import { SpaceLifecycle } from "./content/spaces/SpaceLifecycle.ts"
import { SpacePurge } from "./content/spaces/SpacePurge.ts"
import { Spaces } from "./content/spaces/Spaces.ts"
import { Templates } from "./content/templates/Templates.ts"
import { TranslateSpace } from "./content/translations/TranslateSpace.ts"
import { TranslationJobs } from "./content/translations/TranslationJobs.ts"
import { Translations } from "./content/translations/Translations.ts"
import { translationSourceLayer } from "./content/translations/translationSource.ts"
import { Uploads } from "./content/uploads/Uploads.ts"
import { AdaptiveSchemas } from "./delivery/adaptive-schema/AdaptiveSchemas.ts"
import { Fonts } from "./delivery/fonts/Fonts.ts"
import { Hostnames } from "./delivery/hostnames/Hostnames.ts"
import { Insights } from "./delivery/insights/Insights.ts"
import { Pdfs } from "./delivery/pdf/Pdfs.ts"
import { AutomaticRedirects } from "./delivery/redirects/AutomaticRedirects.ts"
import { FollowRedirects } from "./delivery/redirects/FollowRedirects.ts"
import { Redirects } from "./delivery/redirects/Redirects.ts"
import { PurgeJobs } from "./delivery/renderers/PurgeJobs.ts"
import { Purges } from "./delivery/renderers/Purges.ts"
import { ExternalLinks } from "./delivery/sites/ExternalLinks.ts"
import { McpServers } from "./delivery/sites/McpServers.ts"
import { PublishedSites } from "./delivery/sites/PublishedSites.ts"
import { SectionGroups } from "./delivery/sites/SectionGroups.ts"
import { Sections } from "./delivery/sites/Sections.ts"
import { ShownSites } from "./delivery/sites/ShownSites.ts"
import { SiteCustomizations } from "./delivery/sites/SiteCustomizations.ts"
import { SiteDirectory } from "./delivery/sites/SiteDirectory.ts"
import { SitePreviews } from "./delivery/sites/SitePreviews.ts"
import { SiteSearch } from "./delivery/sites/SiteSearch.ts"
import { SiteSpaces } from "./delivery/sites/SiteSpaces.ts"
import { SiteStructures } from "./delivery/sites/SiteStructures.ts"
import { Sites } from "./delivery/sites/Sites.ts"
import { SiteTemplates } from "./delivery/sites/SiteTemplates.ts"
import { siteReadersLayer } from "./delivery/sites/siteReaders.ts"
import { spaceSitesLayer } from "./delivery/sites/spaceSites.ts"
import { ContentUrls } from "./delivery/urls/ContentUrls.ts"
import { Embeds } from "./delivery/urls/Embeds.ts"
import { Urls } from "./delivery/urls/Urls.ts"
import { Audience } from "./delivery/visitors/Audience.ts"
import { PublishingAuths } from "./delivery/visitors/PublishingAuths.ts"
import { ShareLinks } from "./delivery/visitors/ShareLinks.ts"
import {
  auditedLayer,
  eventsNotedLayer,
  gitSyncedLayer,
  headMovedLayer,
  headMovingLayer,
  redirectsReadLayer,
  spaceCopiedLayer,
  specificationReadLayer
} from "./listeners.ts"
import { Audit } from "./people/audit/Audit.ts"
import { EmailDomains } from "./people/email-domains/EmailDomains.ts"
import { Grants } from "./people/grants/Grants.ts"
import { Mails } from "./people/mail/Mails.ts"
import { Members } from "./people/members/Members.ts"
import { Organizations } from "./people/organizations/Organizations.ts"
import { Access } from "./people/permissions/Access.ts"
import { SamlProviders } from "./people/saml/SamlProviders.ts"
import { SamlSignIn } from "./people/saml/SamlSignIn.ts"
import { Authorizations } from "./people/sign-in/Authorizations.ts"
import { MailLinks } from "./people/sign-in/MailLinks.ts"
import { OidcSignIn } from "./people/sign-in/OidcSignIn.ts"
import { Sessions } from "./people/sign-in/Sessions.ts"
import { SignIns } from "./people/sign-in/SignIns.ts"
import { SignInTrail } from "./people/sign-in/SignInTrail.ts"
import { Teams } from "./people/teams/Teams.ts"
import { Authentication } from "./people/users/Authentication.ts"
import { Users } from "./people/users/Users.ts"
import { Verification } from "./people/users/Verification.ts"

const signIn = Layer.merge(SignIns.layer, MailLinks.layer).pipe(
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(SignInTrail.layer),
  Layer.provideMerge(Authentication.layer)
)

/** What pages can be computed from. */
const sourcesLayer = Layer.provideMerge(translationSourceLayer, openApiSourceLayer)

/** What content stands on, and what hears of it. */
const belowContent = Layer.mergeAll(headMovedLayer, headMovingLayer, redirectsReadLayer, spaceCopiedLayer).pipe(
  Layer.provideMerge(Layer.mergeAll(ContentIndex.layer, DraftLinks.layer, AutomaticRedirects.layer, Uploads.layer)),
  Layer.provideMerge(Layer.mergeAll(Hostnames.layer, EmailDomains.layer)),
  Layer.provideMerge(Layer.mergeAll(Audit.layer, ComputedContent.layer)),
  Layer.provideMerge(Layer.mergeAll(Access.layer, Layer.provideMerge(sourcesLayer, ApiReference.layer))),
  Layer.provideMerge(Blobs.layer),
  Layer.provideMerge(
    Layer.mergeAll(auditedLayer, eventsNotedLayer, gitSyncedLayer, specificationReadLayer, viewsTellerLayer)
  ),
  Layer.provideMerge(siteReadersLayer),
  Layer.provideMerge(Layer.mergeAll(Audience.layer, ShownSites.layer, Purges.layer, Outbox.layer))
)

const overContent = Layer.mergeAll(
  Organizations.layer,
  Members.layer,
  MemberSpaces.layer,
  Grants.layer,
  Invites.layer,
  InviteLinks.layer,
  SamlProviders.layer,
  SamlSignIn.layer,
  OidcSignIn.layer.pipe(Layer.provide(Members.layer)),
  Webhooks.layer,
  WebhookJobs.layer,
  Authorizations.layer,
  SpacePurge.layer,
  PurgeJobs.layer,
  SiteSearch.layer,
  Links.layer,
  ComputeContent.layer,
  EditContent.layer,
  Reviews.layer,
  Comments.layer,
  GitSync.layer,
  GitJobs.layer,
  Sites.layer,
  SiteDirectory.layer,
  McpServers.layer,
  OpenApiSpecs.layer.pipe(Layer.provide(ShownSpecs.layer)),
  OpenApiJobs.layer,
  Translations.layer,
  TranslationJobs.layer.pipe(Layer.provide(TranslateSpace.layer)),
  Glossaries.layer,
  Redirects.layer,
  AdaptiveSchemas.layer,
  SiteStructures.layer,
  Sections.layer,
  SiteTemplates.layer.pipe(Layer.provide(Sections.layer)),
  ExternalLinks.layer,
  SectionGroups.layer,
  Insights.layer,
  ConversationAnalysis.layer,
  ImportJobs.layer,
  ImportRuns.layer,
  SiteSpaces.layer,
  Pdfs.layer,
  ShareLinks.layer,
  SitePreviews.layer,
  PublishingAuths.layer,
  BlobCollector.layer,
  ContentUrls.layer,
  Embeds.layer,
  Urls.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(Search.layer, ChangeRequestContent.layer)),
  Layer.provideMerge(Layer.mergeAll(SpaceContent.layer, SpaceLifecycle.layer)),
  Layer.provideMerge(GitExports.layer),
  Layer.provideMerge(Layer.mergeAll(Teams.layer, Mails.layer)),
  Layer.provideMerge(Layer.merge(Verification.layer, signIn)),
  Layer.provideMerge(Layer.mergeAll(Users.layer, Collections.layer, Spaces.layer)),
  Layer.provideMerge(Layer.mergeAll(ChangeRequests.layer, History.layer)),
  Layer.provideMerge(Layer.mergeAll(ContentChanges.layer, Templates.layer, issueClustersLayer, spaceSitesLayer)),
  Layer.provideMerge(Conversations.layer),
  Layer.provideMerge(Layer.mergeAll(PublishedSites.layer, FollowRedirects.layer, mergeRulesLayer)),
  Layer.provideMerge(SiteCustomizations.layer),
  Layer.provideMerge(GitImports.layer),
  Layer.provideMerge(GitConflicts.layer),
  Layer.provideMerge(Proposals.layer),
  Layer.provideMerge(Layer.mergeAll(ContentMerge.layer, Heads.layer, Fonts.layer)),
  Layer.provideMerge(belowContent)
)

export const servicesLayer = Layer.provideMerge(overContent, RevisionTree.layer)

/** The same with no content kept in memory between reads, for tests: whatever is asked may be what is asked first. */
export const forgetfulServicesLayer = Layer.provideMerge(overContent, RevisionTree.layerWith({ cacheBytes: 0 }))
