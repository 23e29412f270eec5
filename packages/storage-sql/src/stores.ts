/** All ports of core over one `SqlClient` and its `Dialect`. */
import { Layer } from "effect"
import { adaptiveSchemaStoreLayer } from "./adaptive-schemas.ts"
import { auditStoreLayer } from "./audit.ts"
import { blobStorageLayer, blobStoreLayer } from "./blobs.ts"
import { changeRequestStoreLayer } from "./change-requests.ts"
import { collectionStoreLayer, treeStoreLayer } from "./collections.ts"
import { commentStoreLayer } from "./comments.ts"
import { contentIndexStoreLayer, objectsLayer, revisionStoreLayer } from "./content.ts"
import { conversationStoreLayer } from "./conversations.ts"
import { customizationStoreLayer } from "./customizations.ts"
import { emailDomainStoreLayer } from "./email-domains.ts"
import { embeddingStoreLayer } from "./embeddings.ts"
import { spaceEventStoreLayer } from "./events.ts"
import { fontStoreLayer } from "./fonts.ts"
import { gitStoreLayer } from "./git.ts"
import { glossaryStoreLayer } from "./glossary.ts"
import { grantStoreLayer } from "./grants.ts"
import { hostnameStoreLayer } from "./hostnames.ts"
import { importRunStoreLayer } from "./imports.ts"
import { insightsStoreLayer } from "./insights.ts"
import { inviteStoreLayer } from "./invites.ts"
import { type JobsConfig, jobsLayer } from "./jobs.ts"
import { linkStoreLayer } from "./links.ts"
import { mailStoreLayer } from "./mail.ts"
import { mcpServerStoreLayer } from "./mcp-servers.ts"
import { memberStoreLayer } from "./members.ts"
import { notificationMailStoreLayer, notificationStoreLayer } from "./notifications.ts"
import { openApiStoreLayer } from "./openapi.ts"
import { organizationStoreLayer } from "./organizations.ts"
import { pageHistoryStoreLayer } from "./page-histories.ts"
import { accessStoreLayer } from "./permissions.ts"
import { presenceStoreLayer } from "./presences.ts"
import { rateLimiterStoreLayer } from "./rate-limits.ts"
import { redirectStoreLayer } from "./redirects.ts"
import { remotePictureStoreLayer } from "./remote-pictures.ts"
import { reviewStoreLayer } from "./reviews.ts"
import { storeVersionLayer } from "./StoreVersion.ts"
import { samlProviderStoreLayer } from "./saml.ts"
import { searchStoreLayer } from "./search.ts"
import { seenPageStoreLayer } from "./seen-pages.ts"
import { StoreSettings } from "./settings.ts"
import { identityStoreLayer, sessionStoreLayer } from "./sign-in.ts"
import { siteExportStoreLayer } from "./site-exports.ts"
import { sectionStoreLayer } from "./site-sections.ts"
import { siteSpaceStoreLayer } from "./site-spaces.ts"
import { siteStoreLayer } from "./sites.ts"
import { spaceStoreLayer } from "./spaces.ts"
import { teamStoreLayer } from "./teams.ts"
import { transactionLayer } from "./transaction.ts"
import { translationStoreLayer } from "./translations.ts"
import { uploadStoreLayer } from "./uploads.ts"
import { userStoreLayer } from "./users.ts"
import { visitorStoreLayer } from "./visitors.ts"
import { webhookStoreLayer } from "./webhooks.ts"

const stores = Layer.mergeAll(
  StoreSettings.layer,
  transactionLayer,
  accessStoreLayer,
  auditStoreLayer,
  userStoreLayer,
  organizationStoreLayer,
  memberStoreLayer,
  teamStoreLayer,
  samlProviderStoreLayer,
  identityStoreLayer,
  sessionStoreLayer,
  grantStoreLayer,
  inviteStoreLayer,
  mailStoreLayer,
  collectionStoreLayer,
  treeStoreLayer,
  spaceStoreLayer,
  revisionStoreLayer,
  contentIndexStoreLayer,
  searchStoreLayer,
  embeddingStoreLayer,
  linkStoreLayer,
  changeRequestStoreLayer,
  reviewStoreLayer,
  seenPageStoreLayer,
  commentStoreLayer,
  blobStorageLayer,
  blobStoreLayer,
  uploadStoreLayer,
  fontStoreLayer,
  gitStoreLayer,
  pageHistoryStoreLayer,
  siteStoreLayer,
  siteSpaceStoreLayer,
  visitorStoreLayer,
  webhookStoreLayer,
  spaceEventStoreLayer,
  presenceStoreLayer,
  notificationStoreLayer,
  notificationMailStoreLayer,
  adaptiveSchemaStoreLayer,
  customizationStoreLayer,
  mcpServerStoreLayer,
  openApiStoreLayer,
  translationStoreLayer,
  glossaryStoreLayer,
  redirectStoreLayer,
  sectionStoreLayer,
  insightsStoreLayer,
  emailDomainStoreLayer,
  hostnameStoreLayer,
  conversationStoreLayer,
  importRunStoreLayer,
  siteExportStoreLayer,
  rateLimiterStoreLayer,
  remotePictureStoreLayer
)

/** @param jobs how often workers look at their jobs */
export const storesLayerWith = (jobs: JobsConfig = {}) =>
  Layer.mergeAll(stores, jobsLayer(jobs)).pipe(Layer.provideMerge(objectsLayer), Layer.provideMerge(storeVersionLayer))

export const storesLayer = storesLayerWith()
