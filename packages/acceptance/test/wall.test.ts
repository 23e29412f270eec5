/**
 * The wall: every operation of the document by every kind of caller, with the status that each must get. One table; an
 * operation without a row fails. What a caller may not know of is answered like what is not there: 404, and 204 on
 * DELETE.
 */
import { documentId } from "@octavo/core/content/space-content/view"
import { startDns, type TestDns } from "@octavo/outbound/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { clusteredIn, conversation } from "../src/conversations.ts"
import { type Document, readDocument } from "../src/document.ts"
import { main } from "../src/imports.ts"
import { looks } from "../src/looks.ts"
import { type StandInModel, startModel } from "../src/model.ts"
import { problemsOf } from "../src/objects.ts"
import { newSpec, pets } from "../src/openapi.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { caveat, freshFont, upload } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

/** From nobody up the ladder. `site`: the token that a published site's visitors' renderer gets. */
const callers = [
  "nobody",
  "bad token",
  "outsider",
  "site",
  "guest",
  "read",
  "comment",
  "edit",
  "review",
  "create",
  "admin"
] as const
type Caller = (typeof callers)[number]

interface Scene {
  readonly world: World
  readonly dns: TestDns
  readonly sample: Sample
  readonly admin: Client
  readonly org: string
  readonly space: string
  readonly revision: string
  readonly page: string
  readonly file: string
  readonly reusable: string
  readonly site: string
  readonly siteSpace: string
  readonly sections: { readonly site: string; readonly section: string; readonly group: string }
  readonly operation: string
  /** Path of an OpenAPI specification that has a version. */
  readonly spec: string
  readonly someone: string
  readonly clients: Readonly<Record<Caller, Client>>
}

interface Request {
  readonly path: string
  readonly body?: unknown
}

interface Row {
  /** What is asked; made anew for every caller, so that one who succeeds takes nothing from the next. */
  readonly ask: (scene: Scene, caller: Caller) => Request | Promise<Request>
  /** Statuses by caller: `outsider`, `site`, `guest`, then the ladder of roles. */
  readonly statuses: Readonly<Record<Exclude<Caller, "nobody" | "bad token">, number>>
}

const statuses = (outsider: number, site: number, guest: number, ...roles: ReadonlyArray<number>): Row["statuses"] => ({
  outsider,
  site,
  guest,
  read: roles[0]!,
  comment: roles[1]!,
  edit: roles[2]!,
  review: roles[3]!,
  create: roles[4]!,
  admin: roles[5]!
})

const ladder = ["read", "comment", "edit", "review", "create", "admin"] as const

/** `ok` from a role on, 403 below it, for members; the others as said. */
const from = (
  role: (typeof ladder)[number],
  ok: number,
  others: { readonly outsider?: number; readonly site?: number; readonly guest?: number } = {}
): Row["statuses"] =>
  statuses(
    others.outsider ?? 404,
    others.site ?? 404,
    others.guest ?? 404,
    ...ladder.map((one) => (ladder.indexOf(one) >= ladder.indexOf(role) ? ok : 403))
  )

/** Whoever is a person may. */
const anyone = (ok: number, site: number): Row["statuses"] => statuses(ok, site, ok, ok, ok, ok, ok, ok, ok)

/** Content of a space that is on a published site: members read it, and so does the site's token. Guests need a grant. */
const content = from("read", 200, { site: 200 })

const read =
  (path: (scene: Scene) => string): Row["ask"] =>
  (scene) => ({ path: path(scene) })

const space = (scene: Scene) => `/v1/spaces/${scene.space}`
const at = (scene: Scene) => `/v1/spaces/${scene.space}/revisions/${scene.revision}`
const org = (scene: Scene) => `/v1/orgs/${scene.org}`
const site = (scene: Scene) => `${org(scene)}/sites/${scene.site}`

/** A site with two sections, the second one in a group. */
const sectioned = (scene: Scene) => `${org(scene)}/sites/${scene.sections.site}`
const freshSection = async (scene: Scene): Promise<string> =>
  (await scene.admin.post(`${sectioned(scene)}/sections`, { spaceId: scene.space, title: "Fresh" })).body.id
const freshGroup = async (scene: Scene, sections: ReadonlyArray<string> = []): Promise<string> =>
  (await scene.admin.post(`${sectioned(scene)}/section-groups`, { title: "Fresh", sections })).body.id

const freshSite = async (scene: Scene): Promise<string> =>
  (await scene.admin.post(`${org(scene)}/sites`, { title: "Fresh", spaces: [scene.space] })).body.id

/** The path of a site that everybody may read. */
const freshOpenSite = async (scene: Scene): Promise<string> => {
  const at = `${org(scene)}/sites/${await freshSite(scene)}`
  await scene.admin.post(`${at}/publish`)
  return at
}
const freshExport = async (scene: Scene): Promise<string> => {
  const at = await freshOpenSite(scene)
  return `${at}/exports/${(await scene.admin.post(`${at}/exports`)).body.id}`
}
/** One for all callers: few are made at a time. */
const exportsOf = new WeakMap<Scene, Promise<string>>()
const anExport = (scene: Scene): Promise<string> => {
  const known = exportsOf.get(scene) ?? freshExport(scene)
  exportsOf.set(scene, known)
  return known
}

const freshTranslation = async (scene: Scene): Promise<string> => {
  const at = `${org(scene)}/translations`
  const { body } = await scene.admin.post(at, { language: "de", source: { space: scene.space, language: "en" } })
  return `${at}/${body.id}`
}

/** The path of an entry of the glossary. */
const freshEntry = async (scene: Scene): Promise<string> => {
  const at = `${org(scene)}/translations-glossary`
  await scene.admin.request("PUT", at, { body: { operations: [{ type: "insert", translations: { en: "Page" } }] } })
  return `${at}/${(await scene.admin.get(at)).body.items[0].id}`
}

const freshShareLink = async (scene: Scene): Promise<string> =>
  (await scene.admin.post(`${site(scene)}/share-links`, { name: "Fresh" })).body.id

const aWebhook = { url: "http://127.0.0.1:9/", events: ["comment_created"] }

/** The path of a new webhook of the organization. */
const freshWebhook = async (scene: Scene): Promise<string> => {
  const path = `${org(scene)}/webhooks`
  const { items } = (await scene.admin.get(`${path}?limit=1`)).body
  // there may not be many
  if (items[0] !== undefined) await scene.admin.delete(`${path}/${items[0].id}`)
  return `${path}/${(await scene.admin.post(path, aWebhook)).body.id}`
}

/** The path of a delivery to a new webhook. */
const freshDelivery = async (scene: Scene): Promise<string> => {
  const path = await freshWebhook(scene)
  return `${path}/deliveries/${(await scene.admin.post(`${path}/ping`)).body.id}`
}

/** For those who administrate what the webhook is of; it is not there for others. */
const webhookStatuses = (ok: number, absent = 404): Row["statuses"] =>
  statuses(absent, absent, absent, ...ladder.map((role) => (role === "admin" ? ok : absent)))

/** The path of a new MCP server. */
const freshMcpServer = async (scene: Scene): Promise<string> => {
  const path = `${site(scene)}/mcp-servers`
  return `${path}/${(await scene.admin.post(path, { name: "Fresh", url: "https://mcp.example.org/" })).body.id}`
}

/** The path of a new external link. */
const freshExternalLink = async (scene: Scene): Promise<string> => {
  const path = `${sectioned(scene)}/external-links`
  return `${path}/${(await scene.admin.post(path, { title: "Fresh", url: "https://example.org/" })).body.id}`
}

let hostnames = 0
/** The path of a new custom hostname whose records are right. */
const freshHostname = async (scene: Scene): Promise<string> => {
  const hostname = `docs.wall-${hostnames++}.com`
  await scene.admin.post(`${org(scene)}/sites`, { title: "Fresh", spaces: [scene.space], hostname })
  const path = `/v1/custom-hostnames/${hostname}`
  const { proof } = (await scene.admin.get(path)).body.records
  scene.dns.zone.set(proof.name, { aliases: [proof.value] })
  scene.dns.zone.set(hostname, { addresses: ["192.0.2.1"] })
  return path
}

/** The path of a new e-mail domain of the organization whose record is right. */
const freshDomain = async (scene: Scene): Promise<string> => {
  const domain = `wall-${hostnames++}.com`
  await scene.admin.patch(org(scene), { emailDomains: [domain] })
  const { record } = (await scene.admin.get(`${org(scene)}/email-domains`)).body.items[0]
  scene.dns.zone.set(record.name, { texts: [record.value] })
  return `${org(scene)}/email-domains/${domain}`
}

/** A team with somebody in it. */
const freshTeam = async (scene: Scene): Promise<string> =>
  (await scene.admin.request("PUT", `${org(scene)}/teams`, { body: { title: "Fresh", members: [scene.someone] } })).body
    .id

/** A SAML provider that is not set up yet. */
const freshProvider = async (scene: Scene): Promise<string> => {
  const path = `${org(scene)}/saml`
  return `${path}/${(await scene.admin.post(path, { label: "Fresh" })).body.id}`
}

/** The path of a custom font. */
const fontOf = async (scene: Scene): Promise<string> =>
  `${org(scene)}/fonts/${(await freshFont(scene.admin, scene.org)).id}`

const freshLink = async (scene: Scene): Promise<string> =>
  (await scene.admin.post(`${org(scene)}/link-invites`, { role: "read" })).body.id

const freshCollection = async (scene: Scene): Promise<string> =>
  (await scene.admin.post(`${org(scene)}/collections`, { title: "Fresh" })).body.id

/** The path of a grant that there is, to somebody or to a team. */
const granted = async (
  scene: Scene,
  kind: "space" | "collection" | "site",
  subjects: "users" | "teams"
): Promise<string> => {
  const base =
    kind === "space"
      ? `/v1/spaces/${scene.space}`
      : kind === "site"
        ? site(scene)
        : `/v1/collections/${await freshCollection(scene)}`
  const id = subjects === "users" ? scene.someone : await freshTeam(scene)
  await scene.admin.post(`${base}/permissions`, { role: "comment", [subjects]: [id] })
  return `${base}/permissions/${subjects}/${id}`
}

/** The path of a draft with a page in it. */
const freshDraft = async (scene: Scene): Promise<string> => {
  const base = `/v1/spaces/${scene.space}/change-requests`
  const { body } = await scene.admin.post(base, { subject: "Fresh" })
  return `${base}/${body.id}`
}

const freshBook = async (scene: Scene): Promise<string> => `/v1/spaces/${await scene.world.space("Book")}`

let redirects = 0
let versions = 0
const freshSource = () => `/old/${redirects++}`
const elsewhere = { kind: "external", url: "https://example.com/" }
const freshRedirect = async (scene: Scene): Promise<string> => {
  const path = `${site(scene)}/redirects`
  return `${path}/${(await scene.admin.post(path, { source: freshSource(), destination: elsewhere })).body.id}`
}

const adaptiveSchema = {
  jsonSchema: {
    type: "object",
    properties: { beta: { type: "boolean", description: "Tries things out." } },
    additionalProperties: false
  }
}

/** What a site's visitors do not see: members read it. */
const inside = from("read", 200, { site: 403 })
/** What a site's token reads where it is of a preview, and else is not there. */
const previewed = from("read", 200, { site: 404 })

const imports = (scene: Scene) => `/v1/org/${scene.org}/imports`
const importOf = (scene: Scene, url: string) => ({ source: { type: "website", url }, target: { space: scene.space } })
const freshImport = async (scene: Scene, url: string): Promise<string> =>
  (await scene.admin.post(imports(scene), importOf(scene, url))).body.id

/** What users say elsewhere is for members. */
const customers = from("read", 200, { site: 403, guest: 403 })

const seenPage: Row["ask"] = async (scene) => {
  const path = await freshDraft(scene)
  const changes = [{ operation: "insert_page", title: "Seen", document: { markdown: "x" } }]
  await scene.admin.post(`${path}/content`, { changes })
  const { body } = await scene.admin.get(`${path}/content/pages`)
  return { path: `${path}/seen-pages/${body.pages[0].id}` }
}

const draft =
  (path: (scene: Scene) => string): Row["ask"] =>
  async (scene) => ({ path: `${await freshDraft(scene)}${path(scene)}` })

/** A space or a change request in which the admin has commented, and replied. */
const discussed =
  (
    where: "space" | "change-request",
    path: (of: { readonly comment: string; readonly reply: string }) => string,
    body?: object
  ): Row["ask"] =>
  async (scene) => {
    const base = where === "space" ? space(scene) : await freshDraft(scene)
    const comment = `/comments/${(await scene.admin.post(`${base}/comments`, { body: { markdown: "Well" } })).body.id}`
    const replied = await scene.admin.post(`${base}${comment}/replies`, { body: { markdown: "Yes" } })
    const reply = `${comment}/replies/${replied.body.id}`
    return { path: base + path({ comment, reply }), ...(body === undefined ? {} : { body }) }
  }

const onePage = { changes: [{ operation: "insert_page", document: { markdown: "# New" } }] }

const embedded = encodeURIComponent("http://127.0.0.1:9/")

const rows: Readonly<Record<string, Row>> = {
  getApiInformation: { ask: read(() => "/v1/"), statuses: anyone(200, 200) },
  getAuthenticatedUser: { ask: read(() => "/v1/user"), statuses: anyone(200, 403) },
  // members see those with whom they share an organization; guests do not
  getUserById: {
    ask: read((scene) => `/v1/users/${scene.someone}`),
    statuses: statuses(404, 404, 404, 200, 200, 200, 200, 200, 200)
  },
  updateUserById: {
    ask: (scene) => ({ path: `/v1/users/${scene.someone}`, body: { displayName: "Other" } }),
    statuses: statuses(404, 404, 404, 403, 403, 403, 403, 403, 403)
  },
  listTokens: { ask: read(() => "/v1/user/tokens"), statuses: anyone(200, 403) },
  createToken: { ask: () => ({ path: "/v1/user/tokens", body: { label: "wall" } }), statuses: anyone(201, 403) },
  // somebody else's token is not there
  deleteToken: {
    ask: async (scene) => ({
      path: `/v1/user/tokens/${(await scene.world.admin.client.post("/v1/user/tokens", { label: "wall" })).body.id}`
    }),
    statuses: statuses(204, 403, 204, 204, 204, 204, 204, 204, 205)
  },

  listNotifications: { ask: read(() => "/v1/user/notifications"), statuses: anyone(200, 403) },
  readNotifications: {
    ask: () => ({ path: "/v1/user/notifications", body: { readUntil: "2001-01-01T00:00:00.000Z" } }),
    statuses: anyone(204, 403)
  },
  getNotificationSettings: { ask: read(() => "/v1/user/notification-settings"), statuses: anyone(200, 403) },
  updateNotificationSettings: {
    ask: () => ({ path: "/v1/user/notification-settings", body: { mail: { merged: "daily" } } }),
    statuses: anyone(200, 403)
  },
  // nobody was told this
  updateNotification: {
    ask: () => ({ path: "/v1/user/notifications/none", body: { read: true } }),
    statuses: anyone(404, 403)
  },

  listOrganizationsForAuthenticatedUser: { ask: read(() => "/v1/orgs"), statuses: anyone(200, 200) },
  createOrganization: { ask: () => ({ path: "/v1/orgs", body: { title: "Own house" } }), statuses: anyone(201, 403) },
  getOrganizationById: { ask: read(org), statuses: from("read", 200, { site: 200, guest: 200 }) },
  updateOrganizationById: {
    ask: (scene) => ({ path: org(scene), body: { title: "Acme" } }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },

  listMembersInOrganizationById: {
    ask: read((scene) => `${org(scene)}/members`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  getMemberInOrganizationById: {
    ask: read((scene) => `${org(scene)}/members/${scene.someone}`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  updateMemberInOrganizationById: {
    ask: (scene) => ({ path: `${org(scene)}/members/${scene.someone}`, body: { role: "read" } }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  removeMemberFromOrganizationById: {
    ask: async (scene) => ({ path: `${org(scene)}/members/${(await scene.world.member("read")).id}` }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },

  // a guest's list holds what was granted
  listSpacesInOrganizationById: {
    ask: read((scene) => `${org(scene)}/spaces`),
    statuses: from("read", 200, { site: 403, guest: 200 })
  },
  createSpace: {
    ask: (scene) => ({ path: `${org(scene)}/spaces`, body: {} }),
    statuses: from("create", 201, { site: 403, guest: 403 })
  },
  getSpaceById: { ask: read(space), statuses: content },
  updateSpaceById: {
    ask: (scene) => ({ path: space(scene), body: { title: "Book" } }),
    statuses: from("admin", 200, { site: 403 })
  },

  getCurrentRevision: { ask: read((scene) => `${space(scene)}/content`), statuses: content },
  listPages: { ask: read((scene) => `${space(scene)}/content/pages`), statuses: content },
  listFiles: { ask: read((scene) => `${space(scene)}/content/files`), statuses: content },
  getFileById: { ask: read((scene) => `${space(scene)}/content/files/${scene.file}`), statuses: content },
  getPageById: { ask: read((scene) => `${space(scene)}/content/page/${scene.page}`), statuses: content },
  listSpacePageMetaLinks: {
    ask: read((scene) => `${space(scene)}/content/page/${scene.page}/meta-links`),
    statuses: content
  },
  getPageByPath: { ask: read((scene) => `${space(scene)}/content/path/guides/start`), statuses: content },
  searchSpaceContent: { ask: read((scene) => `${space(scene)}/search?query=start`), statuses: content },
  // a guest finds what was granted
  searchOrganizationContent: {
    ask: read((scene) => `${org(scene)}/search?query=start`),
    statuses: from("read", 200, { site: 403, guest: 200 })
  },
  trackEventsInSiteById: {
    ask: (scene) => ({ path: `${site(scene)}/insights/events`, body: { events: [] } }),
    // the site is open: whoever may resolve its address may report what was done on it
    statuses: from("read", 204, { outsider: 204, site: 204, guest: 204 })
  },
  listImportRuns: { ask: read(imports), statuses: customers },
  startImportRun: {
    ask: (scene) => ({ path: imports(scene), body: importOf(scene, `${scene.world.origin}/healthz`) }),
    statuses: from("edit", 201, { site: 403, guest: 403 })
  },
  getImportRun: {
    ask: async (scene) => ({ path: `${imports(scene)}/${await freshImport(scene, `${scene.world.origin}/healthz`)}` }),
    statuses: customers
  },
  cancelImportRun: {
    // nobody is there: it waits to be tried again, until it is cancelled
    ask: async (scene, caller) => {
      const id = ["edit", "review", "create", "admin"].includes(caller)
        ? await freshImport(scene, "http://127.0.0.1:1/")
        : "none"
      return { path: `${imports(scene)}/${id}/cancel` }
    },
    statuses: statuses(404, 403, 403, 404, 404, 200, 200, 200, 200)
  },
  listConversations: { ask: read((scene) => `${org(scene)}/conversations`), statuses: customers },
  ingestConversation: {
    ask: (scene) => ({ path: `${org(scene)}/conversations`, body: [conversation] }),
    statuses: from("create", 204, { site: 403, guest: 403 })
  },
  getConversationById: {
    ask: async (scene) => {
      await clusteredIn(scene.world)
      return { path: `${org(scene)}/conversations/${encodeURIComponent(conversation.id)}` }
    },
    statuses: customers
  },
  listConversationsIssues: { ask: read((scene) => `${org(scene)}/conversations-issues`), statuses: customers },
  getConversationIssueById: {
    ask: async (scene) => ({ path: `${org(scene)}/conversations-issues/${(await clusteredIn(scene.world)).issue}` }),
    statuses: customers
  },
  listConversationsIssuesClusters: {
    ask: read((scene) => `${org(scene)}/conversations-clusters`),
    statuses: customers
  },
  getConversationsIssuesCluster: {
    ask: async (scene) => ({
      path: `${org(scene)}/conversations-clusters/${(await clusteredIn(scene.world)).cluster}`
    }),
    statuses: customers
  },
  aggregateSiteEvents: {
    ask: (scene) => ({ path: `${site(scene)}/insights/events/aggregate`, body: { range: "lastYear" } }),
    statuses: from("read", 200, { site: 403 })
  },
  streamAskInSite: {
    ask: (scene) => ({ path: `${site(scene)}/ask`, body: { question: "start?" } }),
    statuses: content
  },
  searchSiteContent: {
    ask: (scene) => ({ path: `${site(scene)}/search`, body: { query: "start" } }),
    statuses: content
  },
  listSpaceLinks: { ask: read((scene) => `${space(scene)}/links`), statuses: inside },
  listPageLinksInSpace: {
    ask: read((scene) => `${space(scene)}/content/page/${scene.page}/links`),
    statuses: inside
  },
  listSpacePageBacklinks: {
    ask: read((scene) => `${space(scene)}/content/page/${scene.page}/backlinks`),
    statuses: inside
  },
  listSpaceFileBacklinks: {
    ask: read((scene) => `${space(scene)}/content/files/${scene.file}/backlinks`),
    statuses: inside
  },
  getReusableContentById: {
    ask: read((scene) => `${space(scene)}/content/reusable-contents/${scene.reusable}`),
    statuses: content
  },
  getRevisionById: { ask: read(at), statuses: content },
  listPagesInRevisionById: { ask: read((scene) => `${at(scene)}/pages`), statuses: content },
  listFilesInRevisionById: { ask: read((scene) => `${at(scene)}/files`), statuses: content },
  getFileInRevisionById: { ask: read((scene) => `${at(scene)}/files/${scene.file}`), statuses: content },
  getPageInRevisionById: { ask: read((scene) => `${at(scene)}/page/${scene.page}`), statuses: content },
  getDocumentById: {
    ask: read((scene) => `${space(scene)}/documents/${documentId(scene.revision, scene.page)}`),
    statuses: content
  },
  getPageDocumentInRevisionById: {
    ask: read((scene) => `${at(scene)}/page/${scene.page}/document`),
    statuses: content
  },
  getReusableContentDocumentInRevisionById: {
    ask: read((scene) => `${at(scene)}/reusable-contents/${scene.reusable}/document`),
    statuses: content
  },
  listRevisionPageMetaLinks: { ask: read((scene) => `${at(scene)}/page/${scene.page}/meta-links`), statuses: content },
  getPageInRevisionByPath: { ask: read((scene) => `${at(scene)}/path/guides/start`), statuses: content },
  getReusableContentInRevisionById: {
    ask: read((scene) => `${at(scene)}/reusable-contents/${scene.reusable}`),
    statuses: content
  },

  // no source is known to a server yet: whoever may read is told so
  getComputedRevision: {
    ask: (scene) => ({
      path: `${space(scene)}/content/computed/revision`,
      body: { source: { type: "integration:none:none" }, seed: "s" }
    }),
    statuses: from("read", 400, { site: 400 })
  },
  getComputedDocument: {
    ask: (scene) => ({
      path: `${space(scene)}/content/computed/document`,
      body: { source: { type: "integration:none:none" }, seed: "s" }
    }),
    statuses: from("read", 400, { site: 400 })
  },
  getRevisionSemanticChanges: { ask: read((scene) => `${at(scene)}/changes`), statuses: previewed },
  updateSpaceContent: {
    ask: async (scene) => ({ path: `${await freshBook(scene)}/content`, body: onePage }),
    statuses: from("edit", 200)
  },
  listSpaceRevisions: { ask: read((scene) => `${space(scene)}/revisions`), statuses: inside },
  getPageBlame: {
    ask: read((scene) => `${space(scene)}/content/page/${scene.page}/blame`),
    statuses: inside
  },
  listSpacePageHistory: {
    ask: read((scene) => `${space(scene)}/content/page/${scene.page}/history`),
    statuses: inside
  },
  restoreSpaceRevision: {
    ask: async (scene) => {
      const path = await freshBook(scene)
      const { body } = await scene.admin.get(`${path}/revisions`)
      await scene.admin.post(`${path}/content`, onePage)
      return { path: `${path}/revisions/${body.items[0].id}/restore` }
    },
    statuses: from("edit", 200)
  },

  listChangeRequestsForSpace: { ask: read((scene) => `${space(scene)}/change-requests`), statuses: inside },
  createChangeRequest: {
    ask: (scene) => ({ path: `${space(scene)}/change-requests`, body: { subject: "By all" } }),
    statuses: from("edit", 201, { site: 403 })
  },
  getChangeRequestById: { ask: draft(() => ""), statuses: previewed },
  updateChangeRequestById: {
    ask: async (scene) => ({ path: await freshDraft(scene), body: { status: "open" } }),
    statuses: from("edit", 200, { site: 403 })
  },
  mergeChangeRequest: {
    ask: async (scene) => {
      const path = `${await freshBook(scene)}/change-requests`
      const { body } = await scene.admin.post(path, {})
      return { path: `${path}/${body.id}/merge` }
    },
    statuses: from("review", 200)
  },
  revertChangeRequest: {
    ask: async (scene) => {
      const path = `${await freshBook(scene)}/change-requests`
      const { body } = await scene.admin.post(path, {})
      const changes = [{ operation: "insert_page", title: "Reverted", document: { markdown: "x" } }]
      await scene.admin.post(`${path}/${body.id}/content`, { changes })
      await scene.admin.post(`${path}/${body.id}/merge`)
      return { path: `${path}/${body.id}/revert` }
    },
    statuses: from("edit", 201)
  },
  getChangeRequestMergeChecks: { ask: draft(() => "/merge-checks"), statuses: inside },
  listChangeRequestChecks: { ask: draft(() => "/checks"), statuses: inside },
  listChangeRequestConflicts: { ask: draft(() => "/conflicts"), statuses: inside },
  updateChangeRequest: {
    ask: async (scene) => ({ path: `${await freshDraft(scene)}/update` }),
    statuses: from("edit", 200, { site: 403 })
  },
  getReviewsByChangeRequestId: { ask: draft(() => "/reviews"), statuses: inside },
  submitChangeRequestReview: {
    ask: async (scene) => ({ path: `${await freshDraft(scene)}/reviews`, body: { status: "approved" } }),
    statuses: from("review", 201, { site: 403 })
  },
  getChangeRequestReviewById: {
    ask: async (scene) => {
      const path = `${await freshDraft(scene)}/reviews`
      const { body } = await scene.admin.post(path, { status: "approved" })
      return { path: `${path}/${body.id}` }
    },
    statuses: inside
  },
  getRequestedReviewersByChangeRequestId: { ask: draft(() => "/requested-reviewers"), statuses: inside },
  requestReviewersForChangeRequest: {
    ask: async (scene) => ({
      path: `${await freshDraft(scene)}/requested-reviewers`,
      body: { users: [scene.world.admin.id] }
    }),
    statuses: from("edit", 200, { site: 403 })
  },
  removeRequestedReviewerFromChangeRequest: {
    ask: async (scene) => {
      const path = `${await freshDraft(scene)}/requested-reviewers`
      await scene.admin.post(path, { users: [scene.world.admin.id] })
      return { path: `${path}/${scene.world.admin.id}` }
    },
    statuses: from("edit", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listSeenPagesInChangeRequest: { ask: draft(() => "/seen-pages"), statuses: inside },
  markPageSeenInChangeRequest: { ask: seenPage, statuses: inside },
  unmarkPageSeenInChangeRequest: {
    ask: seenPage,
    statuses: from("read", 204, { outsider: 204, site: 403, guest: 204 })
  },
  getContributorsByChangeRequestId: { ask: draft(() => "/contributors"), statuses: inside },
  streamChangeRequestEvents: { ask: draft(() => "/events"), statuses: inside },
  streamSpaceEvents: { ask: read((scene) => `${space(scene)}/events`), statuses: inside },
  listTemplates: { ask: read(() => "/v1/templates"), statuses: anyone(200, 200) },
  applyTemplateToSpace: {
    ask: async (scene) => ({ path: `${await freshBook(scene)}/content/template`, body: { id: "blank" } }),
    statuses: from("edit", 201)
  },
  // a guest's list holds those of what was granted
  listChangeRequestsForOrganization: {
    ask: read((scene) => `${org(scene)}/change-requests`),
    statuses: from("read", 200, { site: 403, guest: 200 })
  },
  updateChangeRequestContent: {
    ask: async (scene) => ({ path: `${await freshDraft(scene)}/content`, body: onePage }),
    statuses: from("edit", 200, { site: 403 })
  },
  getRevisionOfChangeRequestById: { ask: draft(() => "/content"), statuses: previewed },
  listPagesInChangeRequest: { ask: draft(() => "/content/pages"), statuses: previewed },
  listFilesInChangeRequestById: { ask: draft(() => "/content/files"), statuses: previewed },
  getFileInChangeRequestById: { ask: draft((scene) => `/content/files/${scene.file}`), statuses: previewed },
  getPageInChangeRequestById: { ask: draft((scene) => `/content/page/${scene.page}`), statuses: previewed },
  listChangeRequestPageMetaLinks: {
    ask: draft((scene) => `/content/page/${scene.page}/meta-links`),
    statuses: previewed
  },
  getPageInChangeRequestByPath: { ask: draft(() => "/content/path/guides/start"), statuses: previewed },
  getReusableContentInChangeRequestById: {
    ask: draft((scene) => `/content/reusable-contents/${scene.reusable}`),
    statuses: previewed
  },
  getChangeRequestChanges: { ask: draft(() => "/changes"), statuses: previewed },
  listChangeRequestLinks: { ask: draft(() => "/links"), statuses: inside },
  listPageLinksInChangeRequest: { ask: draft((scene) => `/content/page/${scene.page}/links`), statuses: inside },
  listChangeRequestPageBacklinks: { ask: draft((scene) => `/content/page/${scene.page}/backlinks`), statuses: inside },
  listChangeRequestFileBacklinks: { ask: draft((scene) => `/content/files/${scene.file}/backlinks`), statuses: inside },
  getChangeRequestPDF: { ask: draft(() => "/pdf"), statuses: previewed },
  getSpacePDF: { ask: read((scene) => `${space(scene)}/pdf`), statuses: content },

  listCommentsInSpace: { ask: discussed("space", () => "/comments"), statuses: inside },
  postCommentInSpace: {
    ask: discussed("space", () => "/comments", { body: { markdown: "Why?" } }),
    statuses: from("comment", 200, { site: 403 })
  },
  getCommentInSpace: { ask: discussed("space", ({ comment }) => comment), statuses: inside },
  // the text is the admin's; whoever may comment may resolve
  updateCommentInSpace: {
    ask: discussed("space", ({ comment }) => comment, { resolved: true }),
    statuses: from("comment", 200, { site: 403 })
  },
  deleteCommentInSpace: {
    ask: discussed("space", ({ comment }) => comment),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listCommentRepliesInSpace: { ask: discussed("space", ({ comment }) => `${comment}/replies`), statuses: inside },
  postCommentReplyInSpace: {
    ask: discussed("space", ({ comment }) => `${comment}/replies`, { body: { markdown: "So." } }),
    statuses: from("comment", 200, { site: 403 })
  },
  getCommentReplyInSpace: { ask: discussed("space", ({ reply }) => reply), statuses: inside },
  updateCommentReplyInSpace: {
    ask: discussed("space", ({ reply }) => reply, { addedReactions: ["1f44d"] }),
    statuses: from("comment", 200, { site: 403 })
  },
  deleteCommentReplyInSpace: {
    ask: discussed("space", ({ reply }) => reply),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listCommentersInSpace: { ask: discussed("space", () => "/commenters"), statuses: inside },

  listCommentsInChangeRequest: { ask: discussed("change-request", () => "/comments"), statuses: inside },
  postCommentInChangeRequest: {
    ask: discussed("change-request", () => "/comments", { body: { markdown: "Why?" } }),
    statuses: from("comment", 200, { site: 403 })
  },
  getCommentInChangeRequest: { ask: discussed("change-request", ({ comment }) => comment), statuses: inside },
  // the text is the admin's; whoever may comment may resolve
  updateCommentInChangeRequest: {
    ask: discussed("change-request", ({ comment }) => comment, { resolved: true }),
    statuses: from("comment", 200, { site: 403 })
  },
  deleteCommentInChangeRequest: {
    ask: discussed("change-request", ({ comment }) => comment),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listCommentRepliesInChangeRequest: {
    ask: discussed("change-request", ({ comment }) => `${comment}/replies`),
    statuses: inside
  },
  postCommentReplyInChangeRequest: {
    ask: discussed("change-request", ({ comment }) => `${comment}/replies`, { body: { markdown: "So." } }),
    statuses: from("comment", 200, { site: 403 })
  },
  getCommentReplyInChangeRequest: { ask: discussed("change-request", ({ reply }) => reply), statuses: inside },
  updateCommentReplyInChangeRequest: {
    ask: discussed("change-request", ({ reply }) => reply, { addedReactions: ["1f44d"] }),
    statuses: from("comment", 200, { site: 403 })
  },
  deleteCommentReplyInChangeRequest: {
    ask: discussed("change-request", ({ reply }) => reply),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listCommentersInChangeRequest: { ask: discussed("change-request", () => "/commenters"), statuses: inside },

  importGitRepository: {
    ask: async (scene) => ({
      path: `/v1/spaces/${await scene.world.space("Target")}/git/import`,
      body: { url: scene.sample.url, ref: main }
    }),
    statuses: from("create", 204)
  },
  exportToGitRepository: {
    ask: async (scene) => ({
      path: `/v1/spaces/${await scene.world.space("Source")}/git/export`,
      body: { url: scene.sample.url, ref: main, commitMessage: "Nothing", standalone: true }
    }),
    statuses: from("create", 204)
  },
  getSpaceGitInfo: { ask: read((scene) => `${space(scene)}/git/info`), statuses: content },
  deleteLegacyGitInstallation: {
    // never synchronized: 204 is the answer of those who may, and the answer to those who may not know
    ask: async (scene) => ({ path: `/v1/spaces/${await scene.world.space("Alone")}/git/legacy-installation` }),
    statuses: from("create", 204, { outsider: 204, site: 204, guest: 204 })
  },
  listGitOperations: { ask: read((scene) => `${space(scene)}/git/operations`), statuses: content },
  getGitOperation: { ask: read((scene) => `${space(scene)}/git/operations/${scene.operation}`), statuses: content },

  listSites: { ask: read((scene) => `${org(scene)}/sites`), statuses: from("read", 200, { site: 403, guest: 200 }) },
  createSite: {
    ask: (scene) => ({ path: `${org(scene)}/sites`, body: { title: "Site" } }),
    statuses: from("create", 201, { site: 403, guest: 403 })
  },
  getSiteById: { ask: read(site), statuses: content },
  updateSiteById: {
    ask: (scene) => ({ path: site(scene), body: { title: "Book" } }),
    statuses: from("admin", 200, { site: 403 })
  },
  deleteSiteById: {
    ask: async (scene) => ({ path: `${org(scene)}/sites/${await freshSite(scene)}` }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },
  applyTemplateToSite: {
    ask: async (scene) => {
      const { body } = await scene.admin.post(`${org(scene)}/sites`, { title: "Empty" })
      return { path: `${org(scene)}/sites/${body.id}/template` }
    },
    statuses: from("admin", 200)
  },
  publishSite: {
    ask: async (scene) => ({ path: `${org(scene)}/sites/${await freshSite(scene)}/publish` }),
    statuses: from("admin", 200)
  },
  unpublishSite: {
    ask: async (scene) => ({ path: `${org(scene)}/sites/${await freshSite(scene)}/unpublish` }),
    statuses: from("admin", 200)
  },
  listSiteExports: { ask: read((scene) => `${site(scene)}/exports`), statuses: from("admin", 200, { site: 403 }) },
  startSiteExport: {
    ask: async (scene) => ({ path: `${await freshOpenSite(scene)}/exports` }),
    statuses: from("admin", 201)
  },
  getSiteExport: { ask: async (scene) => ({ path: await anExport(scene) }), statuses: from("admin", 200) },
  deleteSiteExport: {
    ask: async (scene, caller) => ({ path: caller === "admin" ? await freshExport(scene) : await anExport(scene) }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },
  getPublishedContentSite: { ask: read((scene) => `${site(scene)}/published`), statuses: content },
  getSiteStructure: { ask: read((scene) => `${site(scene)}/structure`), statuses: content },
  sortSiteStructure: {
    ask: (scene) => ({
      path: `${sectioned(scene)}/structure/sort`,
      body: { item: { type: "site-section-group", id: scene.sections.group }, position: {} }
    }),
    statuses: from("create", 200)
  },
  listSiteSections: { ask: read((scene) => `${site(scene)}/sections`), statuses: content },
  addSectionToSite: {
    ask: (scene) => ({ path: `${sectioned(scene)}/sections`, body: { spaceId: scene.space } }),
    statuses: from("create", 201)
  },
  getSiteSectionById: {
    ask: read((scene) => `${sectioned(scene)}/sections/${scene.sections.section}`),
    statuses: from("read", 200)
  },
  updateSiteSectionById: {
    ask: (scene) => ({ path: `${sectioned(scene)}/sections/${scene.sections.section}`, body: { title: "Renamed" } }),
    statuses: from("create", 200)
  },
  moveSiteSection: {
    ask: (scene) => ({ path: `${sectioned(scene)}/sections/${scene.sections.section}/move` }),
    statuses: from("create", 200)
  },
  deleteSiteSectionById: {
    ask: async (scene) => ({ path: `${sectioned(scene)}/sections/${await freshSection(scene)}` }),
    statuses: from("create", 205, { outsider: 204, site: 204, guest: 204 })
  },
  listSiteSectionGroups: { ask: read((scene) => `${site(scene)}/section-groups`), statuses: content },
  addExternalLinkToSite: {
    ask: (scene) => ({
      path: `${sectioned(scene)}/external-links`,
      body: { title: "Elsewhere", url: "https://example.org/" }
    }),
    statuses: from("create", 201)
  },
  getSiteExternalLinkById: {
    ask: async (scene) => ({ path: await freshExternalLink(scene) }),
    statuses: from("read", 200)
  },
  updateSiteExternalLinkById: {
    ask: async (scene) => ({ path: await freshExternalLink(scene), body: { title: "Renamed" } }),
    statuses: from("create", 200)
  },
  deleteSiteExternalLinkById: {
    ask: async (scene) => ({ path: await freshExternalLink(scene) }),
    statuses: from("create", 205, { outsider: 204, site: 204, guest: 204 })
  },
  addSectionGroupToSite: {
    ask: (scene) => ({ path: `${sectioned(scene)}/section-groups`, body: { title: "More" } }),
    statuses: from("create", 201)
  },
  getSiteSectionGroupById: {
    ask: read((scene) => `${sectioned(scene)}/section-groups/${scene.sections.group}`),
    statuses: from("read", 200)
  },
  updateSiteSectionGroupById: {
    ask: (scene) => ({
      path: `${sectioned(scene)}/section-groups/${scene.sections.group}`,
      body: { title: "Renamed" }
    }),
    statuses: from("create", 200)
  },
  moveSiteSectionGroup: {
    ask: (scene) => ({ path: `${sectioned(scene)}/section-groups/${scene.sections.group}/move` }),
    statuses: from("create", 200)
  },
  deleteSiteSectionGroupById: {
    ask: async (scene) => ({ path: `${sectioned(scene)}/section-groups/${await freshGroup(scene)}` }),
    statuses: from("create", 205, { outsider: 204, site: 204, guest: 204 })
  },
  addSectionToGroup: {
    ask: (scene) => ({
      path: `${sectioned(scene)}/section-groups/${scene.sections.group}/sections`,
      body: { sectionId: scene.sections.section }
    }),
    statuses: from("create", 201)
  },
  removeSectionFromGroup: {
    ask: async (scene) => {
      const section = await freshSection(scene)
      return { path: `${sectioned(scene)}/section-groups/${await freshGroup(scene, [section])}/sections/${section}` }
    },
    statuses: from("create", 205, { outsider: 204, site: 204, guest: 204 })
  },
  duplicateSiteSpace: {
    ask: (scene) => ({ path: `${site(scene)}/site-spaces/${scene.siteSpace}/duplicate`, body: { draft: true } }),
    statuses: from("create", 201, { site: 403 })
  },
  cutSiteSpaceVersion: {
    ask: (scene) => ({
      path: `${site(scene)}/site-spaces/${scene.siteSpace}/versions`,
      body: { title: `1.${++versions}` }
    }),
    statuses: from("create", 201, { site: 403 })
  },
  moveSiteSpace: {
    ask: (scene) => ({ path: `${site(scene)}/site-spaces/${scene.siteSpace}/move` }),
    statuses: from("create", 200, { site: 403 })
  },
  listSiteSpaces: { ask: read((scene) => `${site(scene)}/site-spaces`), statuses: content },
  addSpaceToSite: {
    ask: async (scene) => ({
      path: `${site(scene)}/site-spaces`,
      body: { spaceId: await scene.world.space("More"), draft: true }
    }),
    statuses: from("create", 201, { site: 403 })
  },
  getSiteSpaceById: { ask: read((scene) => `${site(scene)}/site-spaces/${scene.siteSpace}`), statuses: content },
  updateSiteSpaceById: {
    ask: (scene) => ({ path: `${site(scene)}/site-spaces/${scene.siteSpace}`, body: { hidden: false } }),
    statuses: from("create", 200, { site: 403 })
  },
  deleteSiteSpaceById: {
    ask: async (scene) => {
      const { body } = await scene.admin.post(`${site(scene)}/site-spaces`, {
        spaceId: await scene.world.space("Less"),
        draft: true
      })
      return { path: `${site(scene)}/site-spaces/${body.id}` }
    },
    statuses: from("create", 205, { outsider: 204, site: 403, guest: 204 })
  },

  getSubdomain: {
    ask: async (scene) => {
      await scene.admin.patch(org(scene), { hostname: "wall-of-octavo" })
      return { path: "/v1/subdomains/wall-of-octavo" }
    },
    statuses: from("read", 200, { site: 200, guest: 200 })
  },
  getCustomHostname: {
    ask: async (scene) => ({ path: await freshHostname(scene) }),
    statuses: from("read", 200)
  },
  dnsRevalidateCustomHostname: {
    ask: async (scene) => ({ path: await freshHostname(scene) }),
    statuses: from("admin", 204)
  },
  removeCustomHostname: {
    ask: async (scene) => ({ path: await freshHostname(scene) }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },
  listSiteMcpServers: {
    ask: read((scene) => `${site(scene)}/mcp-servers`),
    statuses: from("read", 200, { site: 403 })
  },
  createSiteMcpServer: {
    ask: (scene) => ({ path: `${site(scene)}/mcp-servers`, body: { name: "More", url: "https://mcp.example.org/" } }),
    statuses: from("admin", 201, { site: 403 })
  },
  getSiteMcpServerById: {
    ask: async (scene) => ({ path: await freshMcpServer(scene) }),
    statuses: from("read", 200, { site: 403 })
  },
  updateSiteMcpServerById: {
    ask: async (scene) => ({ path: await freshMcpServer(scene), body: { name: "Other" } }),
    statuses: from("admin", 200, { site: 403 })
  },
  deleteSiteMcpServerById: {
    ask: async (scene) => ({ path: await freshMcpServer(scene) }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listOrganizationWebhooks: {
    ask: read((scene) => `${org(scene)}/webhooks`),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  createOrganizationWebhook: {
    ask: (scene) => ({ path: `${org(scene)}/webhooks`, body: aWebhook }),
    statuses: from("admin", 201, { site: 403, guest: 403 })
  },
  listSpaceWebhooks: {
    ask: read((scene) => `${space(scene)}/webhooks`),
    statuses: from("admin", 200, { site: 403 })
  },
  createSpaceWebhook: {
    ask: (scene) => ({ path: `${space(scene)}/webhooks`, body: aWebhook }),
    statuses: from("admin", 201, { site: 403 })
  },
  listSiteWebhooks: {
    ask: read((scene) => `${site(scene)}/webhooks`),
    statuses: from("admin", 200, { site: 403 })
  },
  createSiteWebhook: {
    ask: (scene) => ({ path: `${site(scene)}/webhooks`, body: { ...aWebhook, events: ["page_feedback"] } }),
    statuses: from("admin", 201, { site: 403 })
  },
  getWebhookById: { ask: async (scene) => ({ path: await freshWebhook(scene) }), statuses: webhookStatuses(200) },
  updateWebhookById: {
    ask: async (scene) => ({ path: await freshWebhook(scene), body: { active: false } }),
    statuses: webhookStatuses(200)
  },
  deleteWebhookById: {
    ask: async (scene) => ({ path: await freshWebhook(scene) }),
    statuses: webhookStatuses(205, 204)
  },
  rotateWebhookSecret: {
    ask: async (scene) => ({ path: `${await freshWebhook(scene)}/secret` }),
    statuses: webhookStatuses(200)
  },
  pingWebhook: {
    ask: async (scene) => ({ path: `${await freshWebhook(scene)}/ping` }),
    statuses: webhookStatuses(201)
  },
  listWebhookDeliveries: {
    ask: async (scene) => ({ path: `${await freshWebhook(scene)}/deliveries` }),
    statuses: webhookStatuses(200)
  },
  getWebhookDeliveryById: {
    ask: async (scene) => ({ path: await freshDelivery(scene) }),
    statuses: webhookStatuses(200)
  },
  replayWebhookDelivery: {
    ask: async (scene) => ({ path: `${await freshDelivery(scene)}/replay` }),
    statuses: webhookStatuses(201)
  },
  listOpenAPISpecs: {
    ask: read((scene) => `${org(scene)}/openapi`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  createOpenAPISpec: {
    ask: (scene, caller) => ({
      path: `${org(scene)}/openapi`,
      body: { slug: caller.replaceAll(" ", "-"), source: { text: pets } }
    }),
    statuses: from("create", 201, { site: 403, guest: 403 })
  },
  getOpenAPISpecBySlug: {
    ask: read((scene) => scene.spec),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  createOrUpdateOpenAPISpecBySlug: {
    ask: (scene) => ({ path: scene.spec, body: { source: { text: pets } } }),
    statuses: from("create", 200, { site: 403, guest: 403 })
  },
  updateOpenAPISpecBySlug: {
    ask: (scene) => ({ path: scene.spec, body: { visibility: "private" } }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  deleteOpenAPISpecBySlug: {
    ask: async (scene, caller) => {
      const path = `${org(scene)}/openapi/doomed-${caller.replaceAll(" ", "-")}`
      await scene.admin.request("PUT", path, { body: { source: { text: pets } } })
      return { path }
    },
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },
  listOpenAPISpecVersions: {
    ask: read((scene) => `${scene.spec}/versions`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  getLatestOpenAPISpecVersion: {
    ask: read((scene) => `${scene.spec}/versions/latest`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  getLatestOpenAPISpecVersionContent: {
    ask: read((scene) => `${scene.spec}/versions/latest/content`),
    statuses: from("read", 200, { site: 404, guest: 403 })
  },
  getLatestOpenAPISpecVersionContentRaw: {
    ask: read((scene) => `${scene.spec}/versions/latest/content/raw`),
    statuses: from("read", 200, { site: 404, guest: 403 })
  },
  getOpenAPISpecVersionById: {
    ask: async (scene) => ({ path: `${scene.spec}/versions/${(await scene.admin.get(scene.spec)).body.lastVersion}` }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  getOpenAPISpecVersionContentById: {
    ask: async (scene) => ({
      path: `${scene.spec}/versions/${(await scene.admin.get(scene.spec)).body.lastVersion}/content`
    }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  listTranslations: {
    ask: read((scene) => `${org(scene)}/translations`),
    statuses: from("read", 200, { site: 403, guest: 200 })
  },
  createTranslation: {
    ask: (scene) => ({
      path: `${org(scene)}/translations`,
      body: { language: "fr", source: { space: scene.space, language: "en" } }
    }),
    statuses: from("create", 201, { site: 403, guest: 400 })
  },
  getTranslation: {
    ask: async (scene) => ({ path: await freshTranslation(scene) }),
    statuses: from("read", 200, { site: 403 })
  },
  updateTranslation: {
    ask: async (scene) => ({ path: await freshTranslation(scene), body: { translateSlugs: true } }),
    statuses: from("create", 200, { site: 403 })
  },
  deleteTranslation: {
    ask: async (scene) => ({ path: await freshTranslation(scene) }),
    statuses: from("create", 205, { outsider: 204, site: 403, guest: 204 })
  },
  runTranslation: {
    ask: async (scene) => ({ path: `${await freshTranslation(scene)}/run` }),
    statuses: from("create", 204, { site: 403 })
  },
  listTranslationRuns: {
    ask: async (scene) => ({ path: `${await freshTranslation(scene)}/runs` }),
    statuses: from("read", 200, { site: 403 })
  },
  listGlossaryEntries: {
    ask: read((scene) => `${org(scene)}/translations-glossary`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  getGlossaryEntry: {
    ask: async (scene) => ({ path: await freshEntry(scene) }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  updateGlossaryEntries: {
    ask: (scene) => ({
      path: `${org(scene)}/translations-glossary`,
      body: { operations: [{ type: "insert", translations: { en: "Space" } }] }
    }),
    statuses: from("create", 204, { site: 403, guest: 403 })
  },
  listSiteShareLinks: {
    ask: read((scene) => `${site(scene)}/share-links`),
    statuses: from("read", 200, { site: 403 })
  },
  createSiteShareLink: {
    ask: (scene) => ({ path: `${site(scene)}/share-links`, body: { name: "Friends" } }),
    statuses: from("admin", 201, { site: 403 })
  },
  getSiteShareLinkById: {
    ask: async (scene) => ({ path: `${site(scene)}/share-links/${await freshShareLink(scene)}` }),
    statuses: from("read", 200, { site: 403 })
  },
  updateSiteShareLinkById: {
    ask: async (scene) => ({
      path: `${site(scene)}/share-links/${await freshShareLink(scene)}`,
      body: { active: false }
    }),
    statuses: from("admin", 200, { site: 403 })
  },
  deleteSiteShareLinkById: {
    ask: async (scene) => ({ path: `${site(scene)}/share-links/${await freshShareLink(scene)}` }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  getSitePublishingPreviewById: {
    ask: read((scene) => `${site(scene)}/publishing/preview`),
    statuses: from("read", 200, { site: 403 })
  },
  getSitePublishingAuthById: {
    ask: read((scene) => `${site(scene)}/publishing/auth`),
    statuses: from("admin", 200, { site: 403 })
  },
  updateSitePublishingAuthById: {
    ask: (scene) => ({ path: `${site(scene)}/publishing/auth`, body: { backend: "custom" } }),
    statuses: from("admin", 200, { site: 403 })
  },
  regenerateSitePublishingAuthById: {
    ask: (scene) => ({ path: `${site(scene)}/publishing/auth/regenerate` }),
    statuses: from("admin", 200, { site: 403 })
  },

  getSiteCustomizationById: { ask: read((scene) => `${site(scene)}/customization`), statuses: content },
  updateSiteCustomizationById: {
    ask: (scene) => ({ path: `${site(scene)}/customization`, body: looks() }),
    statuses: from("admin", 200, { site: 403 })
  },
  getSiteSpaceCustomizationById: {
    ask: read((scene) => `${site(scene)}/site-spaces/${scene.siteSpace}/customization`),
    statuses: content
  },
  overrideSiteSpaceCustomizationById: {
    ask: (scene) => ({
      path: `${site(scene)}/site-spaces/${scene.siteSpace}/customization`,
      body: { pagination: { enabled: false } }
    }),
    statuses: from("admin", 200, { site: 403 })
  },
  deleteSiteSpaceCustomizationById: {
    ask: async (scene) => {
      const path = `${site(scene)}/site-spaces/${scene.siteSpace}/customization`
      await scene.admin.patch(path, { pagination: { enabled: false } })
      return { path }
    },
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  listSiteRedirects: { ask: read((scene) => `${site(scene)}/redirects`), statuses: inside },
  createSiteRedirect: {
    ask: (scene) => ({ path: `${site(scene)}/redirects`, body: { source: freshSource(), destination: elsewhere } }),
    statuses: from("create", 201, { site: 403 })
  },
  bulkUpsertSiteRedirects: {
    ask: (scene) => ({
      path: `${site(scene)}/redirects`,
      body: { redirects: [{ source: freshSource(), destination: elsewhere }] }
    }),
    statuses: from("create", 200, { site: 403 })
  },
  updateSiteRedirectById: {
    ask: async (scene) => ({ path: await freshRedirect(scene), body: { permanent: true } }),
    statuses: from("create", 200, { site: 403 })
  },
  deleteSiteRedirectById: {
    ask: async (scene) => ({ path: await freshRedirect(scene) }),
    statuses: from("create", 205, { outsider: 204, site: 403, guest: 204 })
  },
  getSiteRedirectBySource: {
    ask: async (scene) => {
      const source = freshSource()
      await scene.admin.post(`${site(scene)}/redirects`, { source, destination: elsewhere })
      return { path: `${site(scene)}/redirect?source=${encodeURIComponent(source)}` }
    },
    statuses: content
  },

  getSiteAdaptiveSchema: {
    ask: async (scene) => {
      const path = `${site(scene)}/adaptive-schema`
      await scene.admin.request("PUT", path, { body: adaptiveSchema })
      return { path }
    },
    statuses: inside
  },
  updateSiteAdaptiveSchema: {
    ask: (scene) => ({ path: `${site(scene)}/adaptive-schema`, body: adaptiveSchema }),
    statuses: from("create", 200, { site: 403 })
  },
  listSiteAdaptiveTemplateConditions: {
    ask: read((scene) => `${site(scene)}/adaptive-schema/template-conditions`),
    statuses: inside
  },

  setUserAsSSOMemberForOrganization: {
    ask: (scene) => ({ path: `${org(scene)}/members/${scene.someone}/sso` }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  listSpacesForOrganizationMember: {
    ask: read((scene) => `${org(scene)}/members/${scene.someone}/spaces`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  listTeamsForOrganizationMember: {
    ask: read((scene) => `${org(scene)}/members/${scene.someone}/teams`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },

  listTeamsInOrganizationById: {
    ask: read((scene) => `${org(scene)}/teams`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  createOrganizationTeam: {
    ask: (scene) => ({ path: `${org(scene)}/teams`, body: { title: "Team" } }),
    statuses: from("admin", 201, { site: 403, guest: 403 })
  },
  getTeamInOrganizationById: {
    ask: async (scene) => ({ path: `${org(scene)}/teams/${await freshTeam(scene)}` }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  updateTeamInOrganizationById: {
    ask: async (scene) => ({ path: `${org(scene)}/teams/${await freshTeam(scene)}`, body: { title: "Other" } }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  removeTeamFromOrganizationById: {
    ask: async (scene) => ({ path: `${org(scene)}/teams/${await freshTeam(scene)}` }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },
  listTeamMembersInOrganizationById: {
    ask: async (scene) => ({ path: `${org(scene)}/teams/${await freshTeam(scene)}/members` }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  updateMembersInOrganizationTeam: {
    ask: async (scene) => ({
      path: `${org(scene)}/teams/${await freshTeam(scene)}/members`,
      body: { add: [scene.someone] }
    }),
    statuses: from("admin", 204, { site: 403, guest: 403 })
  },
  addMemberToOrganizationTeamById: {
    ask: async (scene) => ({
      path: `${org(scene)}/teams/${await freshTeam(scene)}/members/${scene.someone}`,
      body: {}
    }),
    statuses: from("admin", 204, { site: 403, guest: 403 })
  },
  deleteMemberFromOrganizationTeamById: {
    ask: async (scene) => ({ path: `${org(scene)}/teams/${await freshTeam(scene)}/members/${scene.someone}` }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },

  inviteUsersToOrganization: {
    ask: (scene, caller) => ({
      path: `${org(scene)}/invites`,
      body: { emails: [`by-${caller.replace(" ", "-")}@mail.test`], role: "read" }
    }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  // a link of another organization is none of this one's
  joinOrganizationWithInvite: {
    ask: async (scene) => {
      const { admin, id } = await scene.world.neighbour()
      const { body } = await admin.client.post(`/v1/orgs/${id}/link-invites`, { role: "admin" })
      return { path: `${org(scene)}/invites/${body.id}` }
    },
    statuses: anyone(404, 403)
  },
  // members are in already; for the others the domain of their address is not among the organization's
  joinOrganization: {
    ask: (scene) => ({ path: `${org(scene)}/join` }),
    statuses: statuses(404, 403, 204, 204, 204, 204, 204, 204, 204)
  },
  listOrganizationInviteLinks: {
    ask: read((scene) => `${org(scene)}/link-invites`),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  createOrganizationInvite: {
    ask: (scene) => ({ path: `${org(scene)}/link-invites`, body: { role: "read" } }),
    statuses: from("admin", 201, { site: 403, guest: 403 })
  },
  // who has the id may join with it: members may look at what it gives
  getOrganizationInviteLink: {
    ask: async (scene) => ({ path: `${org(scene)}/link-invites/${await freshLink(scene)}` }),
    statuses: from("read", 200, { site: 403, guest: 200 })
  },
  updateOrganizationInviteById: {
    ask: async (scene) => ({ path: `${org(scene)}/link-invites/${await freshLink(scene)}`, body: { role: "admin" } }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  deleteOrganizationInviteById: {
    ask: async (scene) => ({ path: `${org(scene)}/link-invites/${await freshLink(scene)}` }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },

  listSAMLProvidersInOrganizationById: {
    ask: read((scene) => `${org(scene)}/saml`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  createOrganizationSAMLProvider: {
    ask: (scene) => ({ path: `${org(scene)}/saml`, body: { label: "Okta" } }),
    statuses: from("admin", 201, { site: 403, guest: 403 })
  },
  getOrganizationSAMLProviderById: {
    ask: async (scene) => ({ path: await freshProvider(scene) }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  updateOrganizationSAMLProvider: {
    ask: async (scene) => ({ path: await freshProvider(scene), body: { label: "Entra" } }),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  deleteOrganizationSAMLProvider: {
    ask: async (scene) => ({ path: await freshProvider(scene) }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },
  listOrganizationEmailDomains: {
    ask: read((scene) => `${org(scene)}/email-domains`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  checkOrganizationEmailDomain: {
    ask: async (scene) => ({ path: await freshDomain(scene) }),
    statuses: from("admin", 204, { site: 403, guest: 403 })
  },
  generateStorageUploadURL: {
    ask: (scene) => ({
      path: `${org(scene)}/storage/upload`,
      body: { file: { name: "a.woff2", type: "font/woff2", size: 9 }, kind: "customization_font" }
    }),
    statuses: from("edit", 201, { site: 403, guest: 403 })
  },
  listCustomFonts: {
    ask: read((scene) => `${org(scene)}/fonts`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  createCustomFont: {
    ask: async (scene) => ({
      path: `${org(scene)}/fonts`,
      body: {
        fontFamily: "Brand",
        fontFaces: [{ weight: 400, storageKey: await upload(scene.admin, scene.org, caveat(400)) }]
      }
    }),
    statuses: from("admin", 201, { site: 403, guest: 403 })
  },
  getCustomFont: {
    ask: async (scene) => ({ path: await fontOf(scene) }),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },
  updateCustomFont: {
    ask: async (scene) => ({ path: await fontOf(scene), body: { fontFamily: "Other" } }),
    statuses: from("admin", 201, { site: 403, guest: 403 })
  },
  deleteCustomFont: {
    ask: async (scene) => ({ path: await fontOf(scene) }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 403 })
  },
  listSSOProviderLoginsInOrganization: {
    ask: read((scene) => `${org(scene)}/sso`),
    statuses: from("read", 200, { site: 403, guest: 403 })
  },

  listOrganizationAuditEvents: {
    ask: read((scene) => `${org(scene)}/audit-events`),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  getOrganizationAuditEvent: {
    ask: async (scene) => {
      const { body } = await scene.admin.get(`${org(scene)}/audit-events?limit=1`)
      return { path: `${org(scene)}/audit-events/${body.items[0].id}` }
    },
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },
  listOrganizationAuditEventActions: {
    ask: read((scene) => `${org(scene)}/audit-event-actions`),
    statuses: from("admin", 200, { site: 403, guest: 403 })
  },

  inviteToSpace: {
    ask: (scene) => ({
      path: `/v1/spaces/${scene.space}/permissions`,
      body: { role: "comment", users: [scene.someone] }
    }),
    statuses: from("admin", 204, { site: 403 })
  },
  listUserPermissionsInSpace: {
    ask: (scene) => ({ path: `/v1/spaces/${scene.space}/permissions/users` }),
    statuses: from("read", 200, { site: 403 })
  },
  listTeamPermissionsInSpace: {
    ask: (scene) => ({ path: `/v1/spaces/${scene.space}/permissions/teams` }),
    statuses: from("read", 200, { site: 403 })
  },
  listPermissionsAggregateInSpace: {
    ask: (scene) => ({ path: `/v1/spaces/${scene.space}/permissions/aggregate` }),
    statuses: from("read", 200, { site: 403 })
  },
  updateUserPermissionInSpace: {
    ask: async (scene) => ({ path: await granted(scene, "space", "users"), body: { role: "read" } }),
    statuses: from("admin", 204, { site: 403 })
  },
  updateTeamPermissionInSpace: {
    ask: async (scene) => ({ path: await granted(scene, "space", "teams"), body: { role: "read" } }),
    statuses: from("admin", 204, { site: 403 })
  },
  removeUserFromSpace: {
    ask: async (scene) => ({ path: await granted(scene, "space", "users") }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  removeTeamFromSpace: {
    ask: async (scene) => ({ path: await granted(scene, "space", "teams") }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },

  inviteToCollection: {
    ask: async (scene) => ({
      path: `/v1/collections/${await freshCollection(scene)}/permissions`,
      body: { role: "comment", users: [scene.someone] }
    }),
    statuses: from("admin", 204)
  },
  listUserPermissionsInCollection: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}/permissions/users` }),
    statuses: from("read", 200)
  },
  listTeamPermissionsInCollection: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}/permissions/teams` }),
    statuses: from("read", 200)
  },
  listPermissionsAggregateInCollection: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}/permissions/aggregate` }),
    statuses: from("read", 200)
  },
  updateUserPermissionInCollection: {
    ask: async (scene) => ({ path: await granted(scene, "collection", "users"), body: { role: "read" } }),
    statuses: from("admin", 204)
  },
  updateTeamPermissionInCollection: {
    ask: async (scene) => ({ path: await granted(scene, "collection", "teams"), body: { role: "read" } }),
    statuses: from("admin", 204)
  },
  removeUserFromCollection: {
    ask: async (scene) => ({ path: await granted(scene, "collection", "users") }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },
  removeTeamFromCollection: {
    ask: async (scene) => ({ path: await granted(scene, "collection", "teams") }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },

  inviteToSite: {
    ask: (scene) => ({ path: `${site(scene)}/permissions`, body: { role: "comment", users: [scene.someone] } }),
    statuses: from("admin", 204, { site: 403 })
  },
  listUserPermissionsInSite: {
    ask: read((scene) => `${site(scene)}/permissions/users`),
    statuses: from("read", 200, { site: 403 })
  },
  listTeamPermissionsInSite: {
    ask: read((scene) => `${site(scene)}/permissions/teams`),
    statuses: from("read", 200, { site: 403 })
  },
  listPermissionsAggregateInSite: {
    ask: read((scene) => `${site(scene)}/permissions/aggregate`),
    statuses: from("read", 200, { site: 403 })
  },
  updateUserPermissionInSite: {
    ask: async (scene) => ({ path: await granted(scene, "site", "users"), body: { role: "read" } }),
    statuses: from("admin", 204, { site: 403 })
  },
  updateTeamPermissionInSite: {
    ask: async (scene) => ({ path: await granted(scene, "site", "teams"), body: { role: "read" } }),
    statuses: from("admin", 204, { site: 403 })
  },
  removeUserFromSite: {
    ask: async (scene) => ({ path: await granted(scene, "site", "users") }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },
  removeTeamFromSite: {
    ask: async (scene) => ({ path: await granted(scene, "site", "teams") }),
    statuses: from("admin", 205, { outsider: 204, site: 403, guest: 204 })
  },

  listCollectionsInOrganizationById: {
    ask: read((scene) => `${org(scene)}/collections`),
    statuses: from("read", 200, { site: 403, guest: 200 })
  },
  createCollection: {
    ask: (scene) => ({ path: `${org(scene)}/collections`, body: { title: "Shelf" } }),
    statuses: from("create", 201, { site: 403, guest: 403 })
  },
  // a site shows spaces: collections are not there for its token
  getCollectionById: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}` }),
    statuses: from("read", 200)
  },
  updateCollectionById: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}`, body: { title: "Shelf" } }),
    statuses: from("admin", 200)
  },
  deleteCollectionById: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}` }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },
  listSpacesInCollectionById: {
    ask: async (scene) => ({ path: `/v1/collections/${await freshCollection(scene)}/spaces` }),
    statuses: from("read", 200)
  },
  moveCollection: {
    ask: async (scene) => ({
      path: `/v1/collections/${await freshCollection(scene)}/move`,
      body: { parent: await freshCollection(scene) }
    }),
    statuses: from("create", 200)
  },
  // the admin is none in the organization that it would go to: what is there stays unknown
  transferCollection: {
    ask: async (scene) => ({
      path: `/v1/collections/${await freshCollection(scene)}/transfer`,
      body: { organization: (await scene.world.neighbour()).id }
    }),
    statuses: from("admin", 404)
  },

  deleteSpaceById: {
    ask: async (scene) => ({ path: `/v1/spaces/${await scene.world.space("Fresh")}` }),
    statuses: from("admin", 205, { outsider: 204, site: 204, guest: 204 })
  },
  restoreSpace: {
    ask: async (scene) => {
      const id = await scene.world.space("Fresh")
      await scene.admin.delete(`/v1/spaces/${id}`)
      return { path: `/v1/spaces/${id}/restore` }
    },
    // what is deleted is there for those only who may bring it back
    statuses: statuses(404, 404, 404, 404, 404, 404, 404, 404, 200)
  },
  duplicateSpace: {
    ask: async (scene) => ({ path: `/v1/spaces/${await scene.world.space("Fresh")}/duplicate` }),
    statuses: from("create", 201)
  },
  moveSpace: {
    ask: async (scene) => ({
      path: `/v1/spaces/${await scene.world.space("Fresh")}/move`,
      body: { parent: await freshCollection(scene) }
    }),
    statuses: from("create", 200)
  },
  transferSpace: {
    ask: async (scene) => ({
      path: `/v1/spaces/${await scene.world.space("Fresh")}/transfer`,
      body: { organization: (await scene.world.neighbour()).id }
    }),
    statuses: from("admin", 404)
  },

  resolvePublishedContentByUrl: {
    ask: (scene) => ({ path: "/v1/urls/published", body: { url: `${scene.world.origin}/sites/${scene.site}/` } }),
    statuses: anyone(200, 200)
  },
  // what is not there for a caller is not at a URL, either
  getContentByUrl: {
    ask: read((scene) => `/v1/urls/content?url=${encodeURIComponent(`${scene.world.origin}/app/s/${scene.space}`)}`),
    statuses: content
  },
  // nobody listens there: it is a link all the same
  getEmbedByUrl: { ask: read(() => `/v1/urls/embed?url=${embedded}`), statuses: anyone(200, 403) },
  getEmbedByUrlInSpace: { ask: read((scene) => `${space(scene)}/embed?url=${embedded}`), statuses: content },
  getPublishedContentByUrl: {
    ask: read((scene) => `/v1/urls/published?url=${encodeURIComponent(`${scene.world.origin}/sites/${scene.site}/`)}`),
    statuses: anyone(200, 200)
  }
}

onBothStores("The wall", (store) => {
  let scene: Scene
  let model: StandInModel
  let document: Document

  beforeAll(async () => {
    const dns = await startDns()
    model = await startModel()
    const world = await startWorld(store, { dnsServers: dns.server, ...model.config })
    const sample = await importSample(world)
    const { space } = sample
    const { body: revision } = await world.api.get(`/v1/spaces/${space}/content`)
    const { body: operations } = await world.api.get(`/v1/spaces/${space}/git/operations`)
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Handbook", spaces: [space] })
    await world.api.post(`${sites}/${site.id}/publish`)
    const { body: siteSpaces } = await world.api.get(`${sites}/${site.id}/site-spaces`)
    const { body: other } = await world.api.post(sites, { title: "Sections", spaces: [space] })
    const section = (await world.api.post(`${sites}/${other.id}/sections`, { spaceId: space, title: "API" })).body.id
    const group = await world.api.post(`${sites}/${other.id}/section-groups`, { title: "Group", sections: [section] })
    const { body: published } = await world.api.post("/v1/urls/published", { url: `${world.origin}/sites/${site.id}/` })
    const member = async (role: Parameters<World["member"]>[0]) => (await world.member(role)).client
    scene = {
      world,
      dns,
      sample,
      admin: world.api,
      org: world.organization,
      space,
      revision: revision.id,
      page: revision.pages[0].id,
      file: revision.files[0].id,
      reusable: revision.reusableContents[0].id,
      site: site.id,
      siteSpace: siteSpaces.items[0].id,
      sections: { site: other.id, section, group: group.body.id },
      operation: operations.items[0].id,
      spec: await newSpec(world.api, world.organization),
      someone: (await world.member("comment")).id,
      clients: {
        nobody: world.api.as(undefined),
        "bad token": world.api.as(`oct_${"x".repeat(43)}`),
        outsider: (await world.neighbour()).admin.client,
        site: makeClient(world.origin, published.apiToken),
        guest: await member(null),
        read: await member("read"),
        comment: await member("comment"),
        edit: await member("edit"),
        review: await member("review"),
        create: await member("create"),
        admin: world.api
      }
    }
    document = await readDocument(world.api)
  })
  afterAll(async () => {
    await scene.sample.git.close()
    await scene.world.stop()
    await scene.dns.close()
    await model.close()
  })

  it("has a row for every operation of the document, and none beside", () => {
    expect(Object.keys(rows).sort()).toEqual(document.operations.map(({ id }) => id).sort())
  })

  describe("stands for", () => {
    for (const [id, row] of Object.entries(rows)) {
      it(id, async () => {
        const { method } = document.operation(id)
        const got: Record<string, number> = {}
        for (const caller of callers) {
          const { path, body } = await row.ask(scene, caller)
          const answer = await scene.clients[caller].request(method, path, body === undefined ? {} : { body })
          got[caller] = answer.status
          if (answer.status >= 400) {
            expect(problemsOf(answer.body), caller).toEqual([])
            expect(answer.body.error.code, caller).toBe(answer.status)
            // nothing of the object is in a refusal
            expect(answer.text, caller).not.toMatch(/Handbook|Book|Acme|octavo\.test|Fresh|Target/)
          } else if (answer.status === 204 || answer.status === 205) {
            expect([answer.text, answer.headers.get("content-type")], caller).toEqual(["", null])
          }
        }
        expect(got).toEqual({ nobody: 401, "bad token": 401, ...row.statuses })
      })
    }
  })

  it("lets nobody see on a list what they may not read", async () => {
    const { clients } = scene
    const counts = async (client: Client, path: string) => {
      const { body } = await client.get(path)
      expect(body.items).toHaveLength(Math.min(body.count, 50))
      return body.count
    }
    expect(await counts(clients.guest, `${org(scene)}/spaces`)).toBe(0)
    expect(await counts(clients.guest, `${org(scene)}/sites`)).toBe(0)
    expect(await counts(clients.site, "/v1/orgs")).toBe(0)
    expect(await counts(clients.outsider, "/v1/orgs")).toBe(2)
    const own = await clients.admin.get("/v1/user/tokens?limit=1000")
    const others = await clients.read.get("/v1/user/tokens?limit=1000")
    const ids = new Set(own.body.items.map(({ id }: { id: string }) => id))
    expect(others.body.items.filter(({ id }: { id: string }) => ids.has(id))).toEqual([])
    expect(others.text).not.toContain("oct_")
  })

  it("shows the token of a site that site and nothing else", async () => {
    const { clients, world } = scene
    const hidden = await world.space("Unpublished")
    for (const path of [
      `/v1/spaces/${hidden}`,
      `/v1/spaces/${hidden}/content`,
      `${org(scene)}/sites/${await freshSite(scene)}`
    ]) {
      expect((await clients.site.get(path)).status, path).toBe(404)
    }
    // a space of the site that is not shown yet is not read through it
    const { body } = await world.api.post(`${site(scene)}/site-spaces`, { spaceId: hidden, draft: true })
    expect((await clients.site.get(`/v1/spaces/${hidden}/content`)).status).toBe(404)
    await world.api.patch(`${site(scene)}/site-spaces/${body.id}`, { draft: false })
    expect((await clients.site.get(`/v1/spaces/${hidden}/content`)).status).toBe(200)
    await world.api.delete(`${site(scene)}/site-spaces/${body.id}`)
    expect((await clients.site.get(`/v1/spaces/${hidden}/content`)).status).toBe(404)
    await world.api.post(`${site(scene)}/unpublish`)
    expect((await clients.site.get(`${space(scene)}/content`)).status).toBe(404)
    expect((await clients.site.get(site(scene))).status).toBe(404)
    await world.api.post(`${site(scene)}/publish`)
    for (const [visibility, status] of [
      ["share-link", 404],
      ["visitor-auth", 403]
    ] as const) {
      await world.api.patch(site(scene), { visibility })
      expect((await clients.site.get(`${space(scene)}/content`)).status, visibility).toBe(404)
      expect((await fetch(`${world.origin}/sites/${scene.site}/`)).status, visibility).toBe(status)
    }
    await world.api.patch(site(scene), { visibility: "public" })
    expect((await clients.site.get(`${space(scene)}/content`)).status).toBe(200)
  })

  it("lets the token of a site neither write what it shows nor read what is being prepared", async () => {
    const { admin, clients } = scene
    const path = `${space(scene)}/change-requests`
    const { body: opened } = await admin.post(path, { subject: "Fresh" })
    const edited = await admin.post(`${path}/${opened.id}/content`, onePage)
    expect(edited.status).toBe(200)
    const before = await admin.get(`${space(scene)}/content`)
    for (const [to, body] of [
      [`${space(scene)}/content`, onePage],
      [`${at(scene)}/restore`, undefined],
      [`${path}/${opened.id}/merge`, undefined]
    ] as const) {
      expect((await clients.site.post(to, body)).status, to).toBe(403)
    }
    expect((await admin.get(`${space(scene)}/content`)).body.id).toBe(before.body.id)
    // the draft is a revision too: whoever learns its id learns nothing with it
    const draft = `${space(scene)}/revisions/${edited.body.revision}`
    for (const part of ["", "/pages", "/files", `/page/${scene.page}`, "/path/guides/start"]) {
      expect((await clients.site.get(`${draft}${part}`)).status, part).toBe(404)
      expect((await clients.read.get(`${draft}${part}`)).status, part).toBe(200)
    }
  })

  it("closes behind who leaves, on the very next request", async () => {
    const { world } = scene
    const member = await world.member("admin")
    expect((await member.client.get(`${space(scene)}/content`)).status).toBe(200)
    await world.api.patch(`${org(scene)}/members/${member.id}`, { role: "read" })
    expect((await member.client.patch(space(scene), { title: "Mine" })).status).toBe(403)
    expect((await world.api.delete(`${org(scene)}/members/${member.id}`)).status).toBe(205)
    for (const path of [
      space(scene),
      `${space(scene)}/content`,
      `${space(scene)}/content/page/${scene.page}`,
      org(scene),
      site(scene)
    ]) {
      expect((await member.client.get(path)).status, path).toBe(404)
    }
    expect((await member.client.get("/v1/orgs")).body.count).toBe(0)
    // anyone may leave by themselves, but for the last admin
    const leaver = await world.member(null)
    expect((await leaver.client.delete(`${org(scene)}/members/${leaver.id}`)).status).toBe(205)
    const { admin, id } = await world.neighbour()
    expect((await admin.client.delete(`/v1/orgs/${id}/members/${admin.id}`)).status).toBe(403)
    expect((await admin.client.patch(`/v1/orgs/${id}/members/${admin.id}`, { role: "read" })).status).toBe(403)
  })

  it("refuses ids of another organization inside of a request", async () => {
    const { world } = scene
    const { admin, id } = await world.neighbour()
    const foreign = (await admin.client.post(`/v1/orgs/${id}/spaces`, { title: "Foreign secret" })).body.id
    const foreignSite = (
      await admin.client.post(`/v1/orgs/${id}/sites`, { title: "Foreign secret", spaces: [foreign] })
    ).body.id
    const foreignPlace = (await admin.client.get(`/v1/orgs/${id}/sites/${foreignSite}/site-spaces`)).body.items[0].id
    const attempts: ReadonlyArray<readonly [string, string, unknown]> = [
      ["POST", `${org(scene)}/sites`, { spaces: [foreign] }],
      ["POST", `${site(scene)}/site-spaces`, { spaceId: foreign }],
      ["PATCH", `${site(scene)}/site-spaces/${scene.siteSpace}`, { spaceId: foreign }],
      ["PATCH", org(scene), { defaultContent: { type: "site", site: foreignSite } }],
      ["GET", `${org(scene)}/sites/${foreignSite}`, undefined],
      ["PATCH", `${org(scene)}/sites/${foreignSite}`, { title: "Mine" }],
      [
        "POST",
        `${site(scene)}/redirects`,
        { source: "/x", destination: { kind: "site-space", siteSpaceId: foreignPlace } }
      ],
      ["POST", `${site(scene)}/redirects`, { source: "/x", destination: { kind: "path", spaceId: foreign, path: "" } }],
      // a redirect of theirs, of another site
      [
        "PATCH",
        (await freshRedirect(scene)).replace(scene.site, await freshSite(scene)),
        { destination: { kind: "external", url: "https://evil.test/" } }
      ],
      ["GET", `${org(scene)}/members/${admin.id}`, undefined],
      // the site is theirs, the site space is not
      ["PATCH", `${org(scene)}/sites/${await freshSite(scene)}/site-spaces/${scene.siteSpace}`, { hidden: true }],
      ["GET", `/v1/spaces/${await world.space("Other")}/git/operations/${scene.operation}`, undefined],
      ["GET", `/v1/spaces/${await world.space("Other")}/revisions/${scene.revision}`, undefined]
    ]
    for (const [method, path, body] of attempts) {
      const answer = await world.api.request(method, path, body === undefined ? {} : { body })
      expect([400, 404], `${method} ${path}`).toContain(answer.status)
      expect(answer.text).not.toContain("Foreign secret")
    }
    expect((await world.api.get(`${org(scene)}/sites?space=${foreign}`)).body.count).toBe(0)
    expect((await admin.client.get(`/v1/orgs/${id}/sites/${foreignSite}`)).body.title).toBe("Foreign secret")
  })
})
