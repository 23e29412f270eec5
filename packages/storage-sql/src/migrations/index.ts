import { addColumn, type Migration, makeMigrator } from "../Migrations.ts"
import { foundation } from "./0001_foundation.ts"
import { collections } from "./0002_collections.ts"
import { people } from "./0003_people.ts"
import { changeRequests } from "./0004_change_requests.ts"
import { jobRuns } from "./0005_job_runs.ts"
import { reviews } from "./0006_reviews.ts"
import { search } from "./0007_search.ts"
import { gitConflicts } from "./0008_git_conflicts.ts"
import { comments } from "./0009_comments.ts"
import { siteLooks } from "./0010_site_looks.ts"
import { redirects } from "./0011_redirects.ts"
import { visitors } from "./0012_visitors.ts"
import { adaptiveSchemas } from "./0013_adaptive_schemas.ts"
import { siteStructure } from "./0014_site_structure.ts"
import { searchIncludes } from "./0015_search_includes.ts"
import { mcpServers } from "./0016_mcp_servers.ts"
import { siteEvents } from "./0017_site_events.ts"
import { searchConditions } from "./0018_search_conditions.ts"
import { samlProviders } from "./0019_saml_providers.ts"
import { blobKeys } from "./0020_blob_keys.ts"
import { openapi } from "./0021_openapi.ts"
import { customHostnames } from "./0022_custom_hostnames.ts"
import { conversations } from "./0023_conversations.ts"
import { externalLinks } from "./0024_external_links.ts"
import { signIn } from "./0025_sign_in.ts"
import { fonts } from "./0026_fonts.ts"
import { translations } from "./0027_translations.ts"
import { siteIcons } from "./0028_site_icons.ts"
import { importRuns } from "./0029_import_runs.ts"
import { glossary } from "./0030_glossary.ts"
import { importFiles } from "./0031_import_files.ts"
import { siteHomePages } from "./0032_site_home_pages.ts"
import { rateLimits } from "./0033_rate_limits.ts"
import { webhooks } from "./0034_webhooks.ts"
import { sessionBrowsers } from "./0035_session_browsers.ts"
import { changedParts } from "./0036_changed_parts.ts"
import { changeRequestLinks } from "./0037_change_request_links.ts"
import { formerSyncs } from "./0038_former_syncs.ts"
import { tokenLineage } from "./0039_token_lineage.ts"
import { letteredIds } from "./0040_lettered_ids.ts"
import { computedPages } from "./0041_computed_pages.ts"
import { emailDomainProofs } from "./0042_email_domain_proofs.ts"
import { toldAddresses } from "./0043_told_addresses.ts"
import { referenceKinds } from "./0044_reference_kinds.ts"
import { events } from "./0046_events.ts"
import { seenPages } from "./0047_seen_pages.ts"
import { notifications } from "./0048_notifications.ts"
import { knownConflicts } from "./0049_known_conflicts.ts"
import { partsOfSites } from "./0050_parts_of_sites.ts"
import { searchNames } from "./0051_search_names.ts"
import { siteExports } from "./0052_site_exports.ts"
import { remotePictures } from "./0053_remote_pictures.ts"
import { searching } from "./0055_searching.ts"
import { embeddings } from "./0056_embeddings.ts"
import { headMoves } from "./0057_head_moves.ts"
import { pageHistories } from "./0058_page_histories.ts"
import { seenMembers } from "./0059_seen_members.ts"
import { fewerIndexes } from "./0060_fewer_indexes.ts"
import { markedMerges } from "./0061_marked_merges.ts"

/** Every step of the schema, in order. Released steps are never edited: add one. */
export const migrations: ReadonlyArray<Migration> = [
  { id: 1, name: "foundation", up: foundation },
  { id: 2, name: "collections", up: collections },
  { id: 3, name: "people", up: people },
  { id: 4, name: "change_requests", up: changeRequests },
  { id: 5, name: "job_runs", up: jobRuns },
  { id: 6, name: "reviews", up: reviews },
  { id: 7, name: "search", up: search },
  { id: 8, name: "git_conflicts", up: gitConflicts },
  { id: 9, name: "comments", up: comments },
  { id: 10, name: "site_looks", up: siteLooks },
  { id: 11, name: "redirects", up: redirects },
  { id: 12, name: "visitors", up: visitors },
  { id: 13, name: "adaptive_schemas", up: adaptiveSchemas },
  { id: 14, name: "site_structure", up: siteStructure },
  { id: 15, name: "search_includes", up: searchIncludes },
  { id: 16, name: "mcp_servers", up: mcpServers },
  { id: 17, name: "site_events", up: siteEvents },
  { id: 18, name: "search_conditions", up: searchConditions },
  { id: 19, name: "saml_providers", up: samlProviders },
  { id: 20, name: "blob_keys", up: blobKeys },
  { id: 21, name: "openapi", up: openapi },
  { id: 22, name: "custom_hostnames", up: customHostnames },
  { id: 23, name: "conversations", up: conversations },
  { id: 24, name: "external_links", up: externalLinks },
  { id: 25, name: "sign_in", up: signIn },
  { id: 26, name: "fonts", up: fonts },
  { id: 27, name: "translations", up: translations },
  { id: 28, name: "site_icons", up: siteIcons },
  { id: 29, name: "import_runs", up: importRuns },
  { id: 30, name: "glossary", up: glossary },
  { id: 31, name: "import_files", up: importFiles },
  { id: 32, name: "site_home_pages", up: siteHomePages },
  { id: 33, name: "rate_limits", up: rateLimits },
  { id: 34, name: "webhooks", up: webhooks },
  { id: 35, name: "session_browsers", up: sessionBrowsers },
  { id: 36, name: "changed_parts", up: changedParts },
  { id: 37, name: "change_request_links", up: changeRequestLinks },
  { id: 38, name: "former_syncs", up: formerSyncs },
  { id: 39, name: "token_lineage", up: tokenLineage },
  { id: 40, name: "lettered_ids", movesKeys: true, up: letteredIds },
  { id: 41, name: "computed_pages", up: computedPages },
  { id: 42, name: "email_domain_proofs", up: emailDomainProofs },
  { id: 43, name: "told_addresses", up: toldAddresses },
  { id: 44, name: "reference_kinds", up: referenceKinds },
  { id: 45, name: "site_description", up: addColumn("sites", "description", "text") },
  { id: 46, name: "events", up: events },
  { id: 47, name: "seen_pages", up: seenPages },
  { id: 48, name: "notifications", up: notifications },
  { id: 49, name: "known_conflicts", up: knownConflicts },
  { id: 50, name: "parts_of_sites", up: partsOfSites },
  { id: 51, name: "search_names", up: searchNames },
  { id: 52, name: "site_exports", up: siteExports },
  { id: 53, name: "remote_pictures", up: remotePictures },
  { id: 54, name: "site_space_versions", up: addColumn("site_spaces", "version_of", "text") },
  { id: 55, name: "searching", up: searching },
  { id: 56, name: "embeddings", up: embeddings },
  { id: 57, name: "head_moves", up: headMoves },
  { id: 58, name: "page_histories", up: pageHistories },
  { id: 59, name: "seen_members", up: seenMembers },
  { id: 60, name: "fewer_indexes", up: fewerIndexes },
  { id: 61, name: "marked_merges", up: markedMerges }
]

export const migrator = makeMigrator(migrations)
