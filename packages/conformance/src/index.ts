/** Every suite of every area, for one store. */
import { adaptiveSchemaSuite } from "./adaptive-schema.ts"
import { auditSuite } from "./audit.ts"
import { auditPeopleSuite } from "./audit-people.ts"
import { blobsSuite } from "./blobs.ts"
import { changeRequestContentSuite } from "./change-request-content.ts"
import { changeRequestsSuite } from "./change-requests.ts"
import { collectionsSuite } from "./collections.ts"
import { commentLifeSuite } from "./comment-life.ts"
import { commentsSuite } from "./comments.ts"
import { computedContentSuite } from "./computed-content.ts"
import { computedIndexSuite } from "./computed-index.ts"
import { contentSuite } from "./content.ts"
import { contentIndexSuite } from "./content-index.ts"
import { conversationsSuite } from "./conversations.ts"
import { draftLinksSuite } from "./draft-links.ts"
import { emailDomainsSuite } from "./email-domains.ts"
import { gitBytesSuite } from "./git-bytes.ts"
import { gitEncodingSuite } from "./git-encoding.ts"
import { gitExportsSuite } from "./git-exports.ts"
import { gitFoldersSuite } from "./git-folders.ts"
import { glossarySuite } from "./glossary.ts"
import { grantsSuite } from "./grants.ts"
import type { StoreUnderTest } from "./harness.ts"
import { homePagesSuite } from "./home-pages.ts"
import { hostnamesSuite } from "./hostnames.ts"
import { importFilesSuite } from "./import-files.ts"
import { importsSuite } from "./imports.ts"
import { insightsSuite } from "./insights.ts"
import { invitesSuite } from "./invites.ts"
import { keptSuite } from "./kept.ts"
import { linksSuite } from "./links.ts"
import { mcpServersSuite } from "./mcp-servers.ts"
import { membersSuite } from "./members.ts"
import { mergeRacesSuite } from "./merge-races.ts"
import { openApiSuite } from "./openapi.ts"
import { organizationsSuite } from "./organizations.ts"
import { pageSizeSuite } from "./page-size.ts"
import { pdfSuite } from "./pdf.ts"
import { rateLimitsSuite } from "./rate-limits.ts"
import { redirectsSuite } from "./redirects.ts"
import { reviewsSuite } from "./reviews.ts"
import { samlSuite } from "./saml.ts"
import { searchSuite } from "./search.ts"
import { sessionsSuite } from "./sessions.ts"
import { signInSuite } from "./sign-in.ts"
import { siteCustomizationSuite } from "./site-customization.ts"
import { siteDirectorySuite } from "./site-directory.ts"
import { siteGrantsSuite } from "./site-grants.ts"
import { siteStructureSuite } from "./site-structure.ts"
import { sitesSuite } from "./sites.ts"
import { spacesSuite } from "./spaces.ts"
import { teamsSuite } from "./teams.ts"
import { templatesSuite } from "./templates.ts"
import { translationsSuite } from "./translations.ts"
import { usersSuite } from "./users.ts"
import { visitorsSuite } from "./visitors.ts"
import { webhooksSuite } from "./webhooks.ts"

export { blobsSuite } from "./blobs.ts"
export type { StoreUnderTest } from "./harness.ts"

export const allSuites = (under: StoreUnderTest): void => {
  usersSuite(under)
  organizationsSuite(under)
  membersSuite(under)
  teamsSuite(under)
  grantsSuite(under)
  siteGrantsSuite(under)
  invitesSuite(under)
  samlSuite(under)
  signInSuite(under)
  sessionsSuite(under)
  emailDomainsSuite(under)
  rateLimitsSuite(under)
  auditSuite(under)
  auditPeopleSuite(under)
  spacesSuite(under)
  collectionsSuite(under)
  blobsSuite(under)
  contentSuite(under)
  contentIndexSuite(under)
  searchSuite(under)
  linksSuite(under)
  draftLinksSuite(under)
  mergeRacesSuite(under)
  computedContentSuite(under)
  computedIndexSuite(under)
  changeRequestsSuite(under)
  reviewsSuite(under)
  commentsSuite(under)
  commentLifeSuite(under)
  templatesSuite(under)
  changeRequestContentSuite(under)
  pdfSuite(under)
  sitesSuite(under)
  siteDirectorySuite(under)
  siteCustomizationSuite(under)
  mcpServersSuite(under)
  openApiSuite(under)
  translationsSuite(under)
  gitBytesSuite(under)
  gitEncodingSuite(under)
  gitExportsSuite(under)
  gitFoldersSuite(under)
  glossarySuite(under)
  redirectsSuite(under)
  visitorsSuite(under)
  adaptiveSchemaSuite(under)
  siteStructureSuite(under)
  homePagesSuite(under)
  insightsSuite(under)
  hostnamesSuite(under)
  conversationsSuite(under)
  importsSuite(under)
  importFilesSuite(under)
  pageSizeSuite(under)
  webhooksSuite(under)
  keptSuite(under)
}
