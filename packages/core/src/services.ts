/** All services of core over its ports: what the server, the CLI and the embedded engine share. */
import { Layer } from "effect"
import { AdaptiveSchemas } from "./adaptive-schema/AdaptiveSchemas.ts"
import { Audit } from "./audit/Audit.ts"
import { ChangeRequestContent } from "./change-request-content/ChangeRequestContent.ts"
import { ChangeRequests } from "./change-requests/ChangeRequests.ts"
import { Proposals } from "./change-requests/Proposals.ts"
import { Collections } from "./collections/Collections.ts"
import { Comments } from "./comments/Comments.ts"
import { BlobCollector } from "./content/BlobCollector.ts"
import { Blobs } from "./content/Blobs.ts"
import { ContentChanges } from "./content/ContentChanges.ts"
import { ContentIndex } from "./content/ContentIndex.ts"
import { ComputeContent } from "./content/computed/ComputeContent.ts"
import { ComputedContent } from "./content/computed/ComputedContent.ts"
import { EditContent } from "./content/EditContent.ts"
import { Heads } from "./content/Heads.ts"
import { History } from "./content/History.ts"
import { ContentMerge } from "./content/merge/ContentMerge.ts"
import { RevisionTree } from "./content/model/RevisionTree.ts"
import { SpaceContent } from "./content/SpaceContent.ts"
import { ConversationAnalysis } from "./conversations/ConversationAnalysis.ts"
import { Conversations } from "./conversations/Conversations.ts"
import { EmailDomains } from "./email-domains/EmailDomains.ts"
import { Fonts } from "./fonts/Fonts.ts"
import { GitConflicts } from "./git/GitConflicts.ts"
import { GitExports } from "./git/GitExports.ts"
import { GitImports } from "./git/GitImports.ts"
import { GitJobs } from "./git/GitJobs.ts"
import { GitSync } from "./git/GitSync.ts"
import { Glossaries } from "./glossary/Glossaries.ts"
import { Grants } from "./grants/Grants.ts"
import { Hostnames } from "./hostnames/Hostnames.ts"
import { ImportJobs } from "./imports/ImportJobs.ts"
import { ImportRuns } from "./imports/ImportRuns.ts"
import { Insights } from "./insights/Insights.ts"
import { InviteLinks } from "./invites/InviteLinks.ts"
import { Invites } from "./invites/Invites.ts"
import { DraftLinks } from "./links/DraftLinks.ts"
import { Links } from "./links/Links.ts"
import { Mails } from "./mail/Mails.ts"
import { Members } from "./members/Members.ts"
import { mergeRulesLayer } from "./merge-rules/MergeRules.ts"
import { OidcSignIn } from "./oidc/OidcSignIn.ts"
import { ApiReference } from "./openapi/ApiReference.ts"
import { OpenApiJobs } from "./openapi/OpenApiJobs.ts"
import { OpenApiSpecs } from "./openapi/OpenApiSpecs.ts"
import { openApiSourceLayer } from "./openapi/openApiSource.ts"
import { ShownSpecs } from "./openapi/ShownSpecs.ts"
import { Organizations } from "./organizations/Organizations.ts"
import { Pdfs } from "./pdf/Pdfs.ts"
import { Access } from "./permissions/Access.ts"
import { AutomaticRedirects } from "./redirects/AutomaticRedirects.ts"
import { FollowRedirects } from "./redirects/FollowRedirects.ts"
import { Redirects } from "./redirects/Redirects.ts"
import { PurgeJobs } from "./renderers/PurgeJobs.ts"
import { Purges } from "./renderers/Purges.ts"
import { Reviews } from "./reviews/Reviews.ts"
import { SamlProviders } from "./saml/SamlProviders.ts"
import { SamlSignIn } from "./saml/SamlSignIn.ts"
import { Search } from "./search/Search.ts"
import { Authorizations } from "./sign-in/Authorizations.ts"
import { MailLinks } from "./sign-in/MailLinks.ts"
import { Sessions } from "./sign-in/Sessions.ts"
import { SignIns } from "./sign-in/SignIns.ts"
import { SignInTrail } from "./sign-in/SignInTrail.ts"
import { ExternalLinks } from "./sites/ExternalLinks.ts"
import { McpServers } from "./sites/McpServers.ts"
import { PublishedSites } from "./sites/PublishedSites.ts"
import { SectionGroups } from "./sites/SectionGroups.ts"
import { Sections } from "./sites/Sections.ts"
import { ShownSites } from "./sites/ShownSites.ts"
import { SiteCustomizations } from "./sites/SiteCustomizations.ts"
import { SiteDirectory } from "./sites/SiteDirectory.ts"
import { SitePreviews } from "./sites/SitePreviews.ts"
import { SiteSearch } from "./sites/SiteSearch.ts"
import { SiteSpaces } from "./sites/SiteSpaces.ts"
import { SiteStructures } from "./sites/SiteStructures.ts"
import { Sites } from "./sites/Sites.ts"
import { SiteTemplates } from "./sites/SiteTemplates.ts"
import { SpaceLifecycle } from "./spaces/SpaceLifecycle.ts"
import { SpacePurge } from "./spaces/SpacePurge.ts"
import { Spaces } from "./spaces/Spaces.ts"
import { Teams } from "./teams/Teams.ts"
import { Templates } from "./templates/Templates.ts"
import { TranslateSpace } from "./translations/TranslateSpace.ts"
import { TranslationJobs } from "./translations/TranslationJobs.ts"
import { Translations } from "./translations/Translations.ts"
import { translationSourceLayer } from "./translations/translationSource.ts"
import { Uploads } from "./uploads/Uploads.ts"
import { ContentUrls } from "./urls/ContentUrls.ts"
import { Embeds } from "./urls/Embeds.ts"
import { Urls } from "./urls/Urls.ts"
import { Authentication } from "./users/Authentication.ts"
import { Users } from "./users/Users.ts"
import { Verification } from "./users/Verification.ts"
import { Audience } from "./visitors/Audience.ts"
import { PublishingAuths } from "./visitors/PublishingAuths.ts"
import { ShareLinks } from "./visitors/ShareLinks.ts"
import { Outbox } from "./webhooks/Outbox.ts"
import { WebhookJobs } from "./webhooks/WebhookJobs.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

const signIn = Layer.merge(SignIns.layer, MailLinks.layer).pipe(
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(SignInTrail.layer),
  Layer.provideMerge(Authentication.layer)
)

/** What pages can be computed from. */
const sourcesLayer = Layer.provideMerge(translationSourceLayer, openApiSourceLayer)

const overContent = Layer.mergeAll(
  Organizations.layer,
  Members.layer,
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
  Layer.provideMerge(ImportRuns.layer, SiteSpaces.layer),
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
  Layer.provideMerge(Layer.mergeAll(ContentChanges.layer, Templates.layer, Conversations.layer)),
  Layer.provideMerge(Layer.mergeAll(PublishedSites.layer, FollowRedirects.layer, mergeRulesLayer)),
  Layer.provideMerge(SiteCustomizations.layer),
  Layer.provideMerge(GitImports.layer),
  Layer.provideMerge(GitConflicts.layer),
  Layer.provideMerge(Proposals.layer),
  Layer.provideMerge(Layer.mergeAll(ContentMerge.layer, Heads.layer, Fonts.layer)),
  Layer.provideMerge(Layer.mergeAll(ContentIndex.layer, DraftLinks.layer, AutomaticRedirects.layer, Uploads.layer)),
  Layer.provideMerge(Layer.mergeAll(Hostnames.layer, EmailDomains.layer)),
  Layer.provideMerge(Layer.mergeAll(Audit.layer, ComputedContent.layer)),
  Layer.provideMerge(Layer.mergeAll(Access.layer, Layer.provideMerge(sourcesLayer, ApiReference.layer))),
  Layer.provideMerge(Blobs.layer),
  Layer.provideMerge(Layer.mergeAll(Audience.layer, ShownSites.layer, Purges.layer, Outbox.layer))
)

export const servicesLayer = Layer.provideMerge(overContent, RevisionTree.layer)

/** The same with no content kept in memory between reads, for tests: whatever is asked may be what is asked first. */
export const forgetfulServicesLayer = Layer.provideMerge(overContent, RevisionTree.layerWith({ cacheBytes: 0 }))
