/** An organization with some of everything, and requests that change each of it: what tests walk that try all operations. */
import type { Client } from "./client.ts"
import { looks } from "./looks.ts"
import { followSpec, newSpec, pets } from "./openapi.ts"
import { freshFont } from "./uploads.ts"

/** Ids of what an organization has, by the names of path parameters. */
export type Ids = Readonly<Record<string, string>>

const nowhere = "http://127.0.0.1:1/docs.git"
export const password = "hunter2hunter2"
export const page = (markdown: string) => ({ changes: [{ operation: "insert_page", document: { markdown } }] })
export const leading = (source: string) => ({ source, destination: { kind: "external", url: "https://threat.test/" } })

/** Bodies that do something. An operation that is not here gets the smallest that it takes. */
export const bodies: Readonly<Record<string, (own: Ids) => unknown>> = {
  updateUserById: () => ({ displayName: "Changed" }),
  createToken: () => ({ label: "Changed" }),
  readNotifications: () => ({ readUntil: "2001-01-01T00:00:00.000Z" }),
  createOrganization: () => ({ title: "Changed" }),
  updateOrganizationById: () => ({ title: "Changed" }),
  updateMemberInOrganizationById: () => ({ role: "read" }),
  inviteUsersToOrganization: () => ({ emails: ["changed@threat.test"] }),
  createOrganizationInvite: () => ({ role: "read" }),
  updateOrganizationInviteById: () => ({ role: "comment" }),
  createOrganizationTeam: () => ({ title: "Changed" }),
  updateTeamInOrganizationById: () => ({ title: "Changed" }),
  updateMembersInOrganizationTeam: ({ userId }) => ({ add: [userId] }),
  addMemberToOrganizationTeamById: () => ({}),
  generateStorageUploadURL: () => ({
    file: { name: "a.woff2", type: "font/woff2", size: 9 },
    kind: "customization_font"
  }),
  createCustomFont: () => ({ fontFamily: "Changed", fontFaces: [{ weight: 400, storageKey: "uploads/nothing" }] }),
  updateCustomFont: () => ({ fontFamily: "Changed" }),
  createOrganizationSAMLProvider: () => ({ label: "Changed" }),
  updateOrganizationSAMLProvider: () => ({ label: "Changed" }),
  createOpenAPISpec: () => ({ slug: "changed", source: { text: pets } }),
  createOrUpdateOpenAPISpecBySlug: () => ({ source: { text: "changed" } }),
  updateOpenAPISpecBySlug: () => ({ visibility: "public" }),
  startSiteExport: () => ({ base: "/changed/" }),
  startImportRun: ({ spaceId }) => ({
    source: { type: "website", url: "https://threat.test/" },
    target: { space: spaceId }
  }),
  updateGlossaryEntries: () => ({ operations: [{ type: "insert", translations: { en: "Changed" } }] }),
  createTranslation: ({ spaceId }) => ({ language: "de", source: { space: spaceId, language: "en" } }),
  updateTranslation: () => ({ translateSlugs: true }),
  createCollection: () => ({ title: "Changed" }),
  updateCollectionById: () => ({ title: "Changed" }),
  moveCollection: () => ({ parent: null }),
  transferCollection: ({ organizationId }) => ({ organization: organizationId }),
  createSpace: () => ({ title: "Changed" }),
  updateSpaceById: () => ({ title: "Changed" }),
  moveSpace: ({ collectionId }) => ({ parent: collectionId }),
  transferSpace: ({ organizationId }) => ({ organization: organizationId }),
  inviteToSpace: ({ userId }) => ({ role: "read", users: [userId] }),
  inviteToCollection: ({ userId }) => ({ role: "read", users: [userId] }),
  updateUserPermissionInSpace: () => ({ role: "read" }),
  updateTeamPermissionInSpace: () => ({ role: "read" }),
  updateUserPermissionInCollection: () => ({ role: "read" }),
  updateTeamPermissionInCollection: () => ({ role: "read" }),
  inviteToSite: ({ userId }) => ({ role: "read", users: [userId] }),
  updateUserPermissionInSite: () => ({ role: "read" }),
  updateTeamPermissionInSite: () => ({ role: "read" }),
  updateSpaceContent: () => page("# Changed"),
  updateChangeRequestContent: () => page("# Changed"),
  createChangeRequest: () => ({ subject: "Changed" }),
  updateChangeRequestById: () => ({ subject: "Changed" }),
  importGitRepository: () => ({ url: nowhere, ref: "refs/heads/main" }),
  exportToGitRepository: () => ({ url: nowhere, ref: "refs/heads/main", commitMessage: "Changed" }),
  createSite: () => ({ title: "Changed" }),
  updateSiteById: () => ({ title: "Changed" }),
  addSpaceToSite: ({ spaceId }) => ({ spaceId }),
  updateSiteSpaceById: () => ({ hidden: true }),
  cutSiteSpaceVersion: () => ({ title: "Changed" }),
  updateSiteCustomizationById: () => looks(),
  addExternalLinkToSite: () => ({ title: "Changed", url: "https://example.org/" }),
  updateSiteExternalLinkById: () => ({ title: "Changed" }),
  createSiteMcpServer: () => ({ name: "Changed", url: "https://mcp.example.org/" }),
  updateSiteMcpServerById: () => ({ name: "Changed" }),
  createOrganizationWebhook: () => aWebhook,
  createSpaceWebhook: () => aWebhook,
  createSiteWebhook: () => ({ ...aWebhook, events: ["page_feedback"] }),
  updateWebhookById: () => ({ description: "Changed" }),
  updateSiteShareLinkById: () => ({ name: "Changed" }),
  createSiteRedirect: () => leading("/changed"),
  updateSiteRedirectById: () => ({ permanent: true }),
  bulkUpsertSiteRedirects: () => ({ redirects: [leading("/changed")] }),
  resolvePublishedContentByUrl: () => ({ url: "http://localhost/sites/none/" })
}

export const aWebhook = { url: "http://127.0.0.1:9/", events: ["comment_created"] }

/** Fills an organization with some of everything; every title holds a word. */
export const furnish = async (client: Client, organizationId: string, userId: string, word: string): Promise<Ids> => {
  const org = `/v1/orgs/${organizationId}`
  const made = async (path: string, body: unknown, method = "POST") => {
    const answer = await client.request(method, path, { body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const collectionId = (await made(`${org}/collections`, { title: `${word} shelf` })).id
  const spaceId = (await made(`${org}/spaces`, { title: `${word} book`, parent: collectionId })).id
  const space = `/v1/spaces/${spaceId}`
  const written = await made(`${space}/content`, {
    changes: [
      { operation: "insert_page", title: `${word} page`, slug: "first", document: { markdown: `${word} words` } },
      { operation: "insert_files", files: [{ name: `${word}.txt`, contentType: "text/plain", base64: "YQ==" }] }
    ]
  })
  const changeRequestId = (await made(`${space}/change-requests`, { subject: `${word} change` })).id
  await made(`${space}/change-requests/${changeRequestId}`, { status: "open" }, "PATCH")
  const hostname = `${word.toLowerCase()}.hostnames.acme.com`
  const site = await made(`${org}/sites`, { title: `${word} site`, spaces: [spaceId], hostname })
  const section = await made(`${org}/sites/${site.id}/sections`, { spaceId, title: `${word} section` })
  const group = await made(`${org}/sites/${site.id}/section-groups`, {
    title: `${word} group`,
    sections: [section.id]
  })
  const team = await made(`${org}/teams`, { title: `${word} team`, members: [userId] }, "PUT")
  const invite = await made(`${org}/link-invites`, { role: "read" })
  const token = await made("/v1/user/tokens", { label: `${word} token` })
  for (const path of [space, `/v1/collections/${collectionId}`, `${org}/sites/${site.id}`]) {
    await made(`${path}/permissions`, { role: "comment", users: [userId], teams: [team.id] })
  }
  // tried for a while, in vain: there is nothing at that address
  await made(`${space}/git/import`, {
    url: `http://${word}:${password}@127.0.0.1:1/docs.git`,
    ref: "refs/heads/main",
    standalone: true
  })
  const spec = await followSpec(client, await newSpec(client, organizationId, pets.replace("Pets", `${word} pets`)))
  const webhook = await made(`${org}/webhooks`, { ...aWebhook, description: `${word} hook` })
  const first = async (path: string) => (await client.get(path)).body.items[0].id as string
  return {
    organizationId,
    userId,
    collectionId,
    spaceId,
    changeRequestId,
    siteId: site.id,
    specSlug: spec.id,
    versionId: spec.lastVersion,
    glossaryEntryId: await (async () => {
      const operations = [{ type: "insert", translations: { en: `${word} term` } }]
      await client.request("PUT", `${org}/translations-glossary`, { body: { operations } })
      return first(`${org}/translations-glossary`)
    })(),
    translationId: (await made(`${org}/translations`, { language: "fr", source: { space: spaceId, language: "en" } }))
      .id,
    siteRedirectId: (await made(`${org}/sites/${site.id}/redirects`, leading("/first"))).id,
    siteMcpServerId: (
      await made(`${org}/sites/${site.id}/mcp-servers`, { name: `${word} tools`, url: "https://mcp.example.org/" })
    ).id,
    siteExportId: await (async () => {
      // for a site that everybody may read, as it is not afterwards
      await made(`${org}/sites/${site.id}/publish`, undefined)
      const { id } = await made(`${org}/sites/${site.id}/exports`, {})
      await made(`${org}/sites/${site.id}/unpublish`, undefined)
      return id
    })(),
    shareLinkId: (await made(`${org}/sites/${site.id}/share-links`, { name: `${word} link` })).id,
    siteSpaceId: await first(`${org}/sites/${site.id}/site-spaces`),
    siteSectionId: section.id,
    siteSectionGroupId: group.id,
    siteExternalLinkId: (
      await made(`${org}/sites/${site.id}/external-links`, { title: `${word} blog`, url: "https://example.org/" })
    ).id,
    hostname,
    teamId: team.id,
    inviteId: invite.id,
    webhookId: webhook.id,
    deliveryId: (await made(`${org}/webhooks/${webhook.id}/ping`, undefined)).id,
    fontId: (await freshFont(client, organizationId, `${word} font`)).id,
    samlProviderId: (await made(`${org}/saml`, { label: `${word} provider`, defaultTeam: team.id })).id,
    tokenId: token.id,
    revisionId: (await client.get(`${space}/content`)).body.id,
    pageId: written.changes[0].page.id,
    pagePath: "first",
    fileId: await first(`${space}/content/files`),
    operationId: await first(`${space}/git/operations`),
    auditEventId: await first(`${org}/audit-events`)
  }
}
