/** The handlers of the contract's groups: each area's are listed here and nowhere else. */
import { Layer } from "effect"
import { adaptiveSchemaHandlers } from "./adaptive-schema.ts"
import { answersHandlers } from "./answers.ts"
import { auditHandlers } from "./audit.ts"
import { changeRequestContentHandlers } from "./change-request-content.ts"
import { changeRequestsHandlers } from "./change-requests.ts"
import { collectionsHandlers } from "./collections.ts"
import { changeRequestCommentsHandlers, spaceCommentsHandlers } from "./comments.ts"
import { contentHandlers } from "./content.ts"
import { conversationsHandlers } from "./conversations.ts"
import { customizationHandlers } from "./customization.ts"
import { emailDomainsHandlers } from "./email-domains.ts"
import { eventsHandlers } from "./events.ts"
import { fontsHandlers } from "./fonts.ts"
import { gitHandlers } from "./git.ts"
import { glossaryHandlers } from "./glossary.ts"
import { grantsHandlers } from "./grants.ts"
import { hostnamesHandlers } from "./hostnames.ts"
import { importsHandlers } from "./imports.ts"
import { insightsHandlers } from "./insights.ts"
import { invitesHandlers } from "./invites.ts"
import { linksHandlers } from "./links.ts"
import { mcpServersHandlers } from "./mcp-servers.ts"
import { membersHandlers } from "./members.ts"
import { notificationsHandlers } from "./notifications.ts"
import { openApiHandlers } from "./openapi.ts"
import { organizationsHandlers } from "./organizations.ts"
import { pdfHandlers } from "./pdf.ts"
import { redirectsHandlers } from "./redirects.ts"
import { reviewsHandlers } from "./reviews.ts"
import { samlHandlers } from "./saml.ts"
import { searchHandlers } from "./search.ts"
import { siteExportsHandlers } from "./site-exports.ts"
import { siteStructureHandlers } from "./site-structure.ts"
import { sitesHandlers } from "./sites.ts"
import { spacesHandlers } from "./spaces.ts"
import { systemHandlers } from "./system.ts"
import { teamsHandlers } from "./teams.ts"
import { templatesHandlers } from "./templates.ts"
import { translationsHandlers } from "./translations.ts"
import { storageHandlers } from "./uploads.ts"
import { urlsHandlers } from "./urls.ts"
import { usersHandlers } from "./users.ts"
import { visitorsHandlers } from "./visitors.ts"
import { webhooksHandlers } from "./webhooks.ts"

export const handlers = Layer.mergeAll(
  systemHandlers,
  usersHandlers,
  notificationsHandlers,
  organizationsHandlers,
  pdfHandlers,
  membersHandlers,
  invitesHandlers,
  teamsHandlers,
  samlHandlers,
  auditHandlers,
  storageHandlers,
  fontsHandlers,
  grantsHandlers,
  collectionsHandlers,
  spacesHandlers,
  contentHandlers,
  searchHandlers,
  answersHandlers,
  linksHandlers,
  changeRequestsHandlers,
  reviewsHandlers,
  changeRequestContentHandlers,
  spaceCommentsHandlers,
  changeRequestCommentsHandlers,
  eventsHandlers,
  templatesHandlers,
  gitHandlers,
  sitesHandlers,
  siteExportsHandlers,
  customizationHandlers,
  mcpServersHandlers,
  openApiHandlers,
  translationsHandlers,
  glossaryHandlers,
  insightsHandlers,
  conversationsHandlers,
  importsHandlers,
  redirectsHandlers,
  visitorsHandlers,
  adaptiveSchemaHandlers,
  siteStructureHandlers,
  urlsHandlers,
  hostnamesHandlers,
  emailDomainsHandlers,
  webhooksHandlers
)
