/** Lists that are read page by page while somebody writes: every list of the document has a row, whole in one file. */
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clusteredIn } from "../src/conversations.ts"
import { type Document, type Operation, readDocument } from "../src/document.ts"
import { furnish, type Ids, leading } from "../src/furnished.ts"
import { pets } from "../src/openapi.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Scene {
  readonly world: World
  readonly ids: Ids
  readonly org: string
  readonly space: string
  readonly draft: string
  readonly site: string
  /** Succeeds, or the test fails. */
  readonly made: (path: string, body?: unknown, method?: string) => Promise<any>
}

/** Makes one more item of a list; the number is never the same. */
type More = (scene: Scene, number: number) => Promise<unknown>

const page = (title: string, markdown = "words") => ({
  changes: [{ operation: "insert_page", title, document: { markdown: `# ${title}\n\n${markdown}` } }]
})
const file = (name: string) => ({
  changes: [{ operation: "insert_files", files: [{ name, contentType: "text/plain", base64: "YQ==" }] }]
})
const said = { body: { markdown: "Well" } }

const newSpace: More = ({ made, org }, n) => made(`${org}/spaces`, { title: `Space ${n}` })
const newTeam = ({ ids, made, org }: Scene, n: number) =>
  made(`${org}/teams`, { title: `Team ${n}`, members: [ids["userId"]] }, "PUT")
const newPage: More = ({ made, space }, n) => made(`${space}/content`, page(`Page ${n}`))
const newFile: More = ({ made, space }, n) => made(`${space}/content`, file(`file-${n}.txt`))
const newDraftFile: More = ({ draft, made }, n) => made(`${draft}/content`, file(`draft-${n}.txt`))
const edit: More = ({ ids, made, space }, n) =>
  made(`${space}/content`, {
    changes: [{ operation: "update_page", page: ids["pageId"], document: { markdown: `# Own page\n\nOwn ${n}` } }]
  })
const linksOn =
  (base: (scene: Scene) => string, pageId: string): More =>
  async (scene, n) => {
    // the links that were there stay where they are: one more comes after them
    const key = `${base(scene)} ${pageId}`
    const { changes } = await scene.made(`${base(scene)}/content?compat=false`, page(`Target ${n}`))
    const links = `${linked.get(key) ?? "# Links\n"}\n[link](/pages/${changes[0].page.id})\n`
    linked.set(key, links)
    await scene.made(`${base(scene)}/content`, {
      changes: [{ operation: "update_page", page: scene.ids[pageId], document: { markdown: links } }]
    })
  }
const linked = new Map<string, string>()
const leadingTo =
  (base: (scene: Scene) => string, target: (ids: Ids) => string): More =>
  (scene, n) =>
    scene.made(`${base(scene)}/content`, page(`Back ${n}`, `[there](${target(scene.ids)})`))
const live = ({ space }: Scene) => space
const drafted = ({ draft }: Scene) => draft
const toPage = (ids: Ids) => `/pages/${ids["pageId"]}`
const toFile = (ids: Ids) => `/files/${ids["fileId"]}`
const newChange: More = async ({ made, space }, n) => {
  const { id } = await made(`${space}/change-requests`, { subject: `Change ${n}` })
  await made(`${space}/change-requests/${id}`, { status: "open" }, "PATCH")
}
const inside =
  (base: (scene: Scene) => string, what: "permissions/users" | "permissions/teams"): More =>
  async (scene, n) => {
    const who =
      what === "permissions/users"
        ? { users: [(await scene.world.member("read")).id] }
        : { teams: [(await newTeam(scene, n)).id] }
    await scene.made(`${base(scene)}/permissions`, { role: "comment", ...who })
  }
const shelf = ({ ids }: Scene) => `/v1/collections/${ids["collectionId"]}`
const place = ({ site }: Scene) => site
const comment =
  (base: (scene: Scene) => string): More =>
  (scene) =>
    scene.made(`${base(scene)}/comments`, said)
const reply =
  (base: (scene: Scene) => string, id: string): More =>
  (scene) =>
    scene.made(`${base(scene)}/comments/${scene.ids[id]}/replies`, said)
const commenter =
  (base: (scene: Scene) => string): More =>
  async (scene) => {
    const { client } = await scene.world.member("comment")
    expect((await client.post(`${base(scene)}/comments`, said)).status).toBe(200)
  }
const webhook =
  (base: (scene: Scene) => string, event: string): More =>
  (scene) =>
    scene.made(`${base(scene)}/webhooks`, { url: "http://127.0.0.1:9/", events: [event] })
const newSection = async ({ made, org, site }: Scene, n: number) => {
  const spaceId = (await made(`${org}/spaces`, { title: `Space ${n}` })).id
  return made(`${site}/sections`, { spaceId, title: `Section ${n}` })
}

/** The order of these follows from what is written, or there is but what there is. */
const notWalked: Readonly<Record<string, string>> = {
  searchSpaceContent: "by relevance, which every written page changes",
  searchOrganizationContent: "as above",
  listTemplates: "the library is part of the program",
  listTranslationRuns: "runs wait for each other, and for a translator",
  listSiteExports: "one waits at a time, and one zip is kept",
  listConversationsIssuesClusters: "clusters are made anew of all conversations"
}

const rows: Readonly<Record<string, More>> = {
  listTokens: ({ made }, n) => made("/v1/user/tokens", { label: `Token ${n}` }),
  listNotifications: commenter(drafted),
  listOrganizationsForAuthenticatedUser: ({ made }, n) => made("/v1/orgs", { title: `Organization ${n}` }),
  listMembersInOrganizationById: ({ world }) => world.member("read"),
  listSpacesForOrganizationMember: newSpace,
  listTeamsForOrganizationMember: newTeam,
  listOrganizationInviteLinks: ({ made, org }) => made(`${org}/link-invites`, { role: "read" }),
  listTeamsInOrganizationById: newTeam,
  listTeamMembersInOrganizationById: async ({ ids, made, org, world }) =>
    made(`${org}/teams/${ids["teamId"]}/members`, { add: [(await world.member("read")).id] }, "PUT"),
  listSAMLProvidersInOrganizationById: ({ made, org }, n) => made(`${org}/saml`, { label: `Provider ${n}` }),
  listOrganizationEmailDomains: async ({ made, org, world }, n) => {
    const { emailDomains } = (await world.api.get(org)).body
    await made(org, { emailDomains: [...emailDomains, `domain-${n}.test`] }, "PATCH")
  },
  listOrganizationAuditEvents: newSpace,
  listCollectionsInOrganizationById: ({ made, org }, n) => made(`${org}/collections`, { title: `Shelf ${n}` }),
  listSpacesInCollectionById: ({ ids, made, org }, n) =>
    made(`${org}/spaces`, { title: `Space ${n}`, parent: ids["collectionId"] }),
  listSpacesInOrganizationById: newSpace,
  listUserPermissionsInSpace: inside(live, "permissions/users"),
  listTeamPermissionsInSpace: inside(live, "permissions/teams"),
  listPermissionsAggregateInSpace: inside(live, "permissions/users"),
  listUserPermissionsInCollection: inside(shelf, "permissions/users"),
  listTeamPermissionsInCollection: inside(shelf, "permissions/teams"),
  listPermissionsAggregateInCollection: inside(shelf, "permissions/users"),
  listUserPermissionsInSite: inside(place, "permissions/users"),
  listTeamPermissionsInSite: inside(place, "permissions/teams"),
  listPermissionsAggregateInSite: inside(place, "permissions/users"),
  listFiles: newFile,
  // a revision stays as it is
  listFilesInRevisionById: newFile,
  listFilesInChangeRequestById: newDraftFile,
  listSpaceRevisions: newPage,
  listSpacePageHistory: edit,
  listSpaceLinks: leadingTo(live, toPage),
  listPageLinksInSpace: linksOn(live, "pageId"),
  listSpacePageBacklinks: leadingTo(live, toPage),
  listSpaceFileBacklinks: leadingTo(live, toFile),
  listChangeRequestLinks: leadingTo(drafted, toPage),
  listPageLinksInChangeRequest: linksOn(drafted, "pageId"),
  listChangeRequestPageBacklinks: leadingTo(drafted, toPage),
  listChangeRequestFileBacklinks: leadingTo(drafted, toFile),
  listChangeRequestsForSpace: newChange,
  listChangeRequestsForOrganization: newChange,
  getReviewsByChangeRequestId: async ({ draft, world }) => {
    const { client } = await world.member("review")
    expect((await client.post(`${draft}/reviews`, { status: "approved" })).status).toBeLessThan(300)
  },
  getRequestedReviewersByChangeRequestId: async ({ draft, made, world }) =>
    made(`${draft}/requested-reviewers`, { users: [(await world.member("review")).id] }),
  getContributorsByChangeRequestId: async ({ draft, world }, n) => {
    const { client } = await world.member("edit")
    expect((await client.post(`${draft}/content`, page(`Page ${n}`))).status).toBe(200)
  },
  listCommentsInSpace: comment(live),
  listCommentRepliesInSpace: reply(live, "spaceCommentId"),
  listCommentersInSpace: commenter(live),
  listCommentsInChangeRequest: comment(drafted),
  listCommentRepliesInChangeRequest: reply(drafted, "draftCommentId"),
  listCommentersInChangeRequest: commenter(drafted),
  listGitOperations: ({ made, space }) =>
    made(`${space}/git/import`, { url: "http://127.0.0.1:1/docs.git", ref: "refs/heads/main", standalone: true }),
  listSites: ({ made, org }, n) => made(`${org}/sites`, { title: `Site ${n}` }),
  listSiteSections: newSection,
  listSiteSectionGroups: async (scene, n) =>
    scene.made(`${scene.site}/section-groups`, {
      title: `Group ${n}`,
      sections: [(await newSection(scene, n)).id]
    }),
  listSiteSpaces: newSection,
  listSiteMcpServers: ({ made, site }, n) =>
    made(`${site}/mcp-servers`, { name: `Tools ${n}`, url: "https://mcp.example.org/" }),
  listOpenAPISpecs: ({ made, org }, n) => made(`${org}/openapi/more-${n}`, { source: { text: pets } }, "PUT"),
  listOpenAPISpecVersions: async ({ ids, made, org, world }, n) => {
    const spec = `${org}/openapi/${ids["specSlug"]}`
    const { lastVersion } = (await world.api.get(spec)).body
    await made(spec, { source: { text: pets.replace("Pets", `Pets ${n}`) } }, "PUT")
    while ((await world.api.get(spec)).body.lastVersion === lastVersion) await sleep(20)
  },
  listTranslations: async ({ made, org }, n) =>
    made(`${org}/translations`, {
      language: "de",
      source: { space: (await made(`${org}/spaces`, { title: `Space ${n}` })).id, language: "en" }
    }),
  listGlossaryEntries: ({ made, org }, n) =>
    made(
      `${org}/translations-glossary`,
      { operations: [{ type: "insert", translations: { en: `Term ${n}` } }] },
      "PUT"
    ),
  listSiteRedirects: ({ made, site }, n) => made(`${site}/redirects`, leading(`/more-${n}`)),
  listSiteShareLinks: ({ made, site }, n) => made(`${site}/share-links`, { name: `Link ${n}` }),
  listConversations: ({ made, org }, n) =>
    made(`${org}/conversations`, { id: `more-${n}`, parts: [{ type: "message", role: "user", body: "Why?" }] }),
  listConversationsIssues: ({ made, org }, n) =>
    made(`${org}/conversations`, { id: `issue-${n}`, parts: [{ type: "message", role: "user", body: "Why?" }] }),
  listImportRuns: ({ ids, made, world }) =>
    made(`/v1/org/${world.organization}/imports`, {
      source: { type: "website", url: `${world.origin}/healthz` },
      target: { space: ids["spaceId"] }
    }),
  listOrganizationWebhooks: webhook(({ org }) => org, "comment_created"),
  listSpaceWebhooks: webhook(live, "comment_created"),
  listSiteWebhooks: webhook(place, "page_feedback"),
  listWebhookDeliveries: ({ ids, made, org }) => made(`${org}/webhooks/${ids["webhookId"]}/ping`)
}

/** What tells one item of a list from the others. */
const nameOf = (item: any): string =>
  item.id ??
  item.domain ??
  (item.user === undefined ? undefined : `${item.actionType} ${item.user.id}`) ??
  item.issue?.id ??
  (item.kind === undefined && item.locationReferences === undefined ? item.space?.id : undefined) ??
  item.team?.id ??
  item.organization?.user?.id ??
  [item.locationReferences?.[0]?.page ?? item.page, item.targetReference?.page].map((one) => one?.id).join(" to ")

onBothStores("Lists", (store) => {
  let scene: Scene
  let document: Document
  let number = 0

  const isList = ({ definition, method }: Operation): boolean => {
    const names = (definition["parameters"] as ReadonlyArray<{ name: string }>).map(({ name }) => name)
    return method === "GET" && names.includes("page") && names.includes("limit")
  }

  beforeAll(async () => {
    const world = await startWorld(store)
    document = await readDocument(world.api)
    const reader = await world.member("comment")
    const ids = await furnish(world.api, world.organization, reader.id, "Own")
    await clusteredIn(world)
    const [org, space] = [`/v1/orgs/${world.organization}`, `/v1/spaces/${ids["spaceId"]}`]
    const draft = `${space}/change-requests/${ids["changeRequestId"]}`
    scene = {
      world,
      org,
      space,
      draft,
      site: `${org}/sites/${ids["siteId"]}`,
      made: async (path, body, method = "POST") => {
        const { body: answer, status, text } = await world.api.request(method, path, body === undefined ? {} : { body })
        expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
        return answer
      },
      ids: {
        ...ids,
        spaceCommentId: (await world.api.post(`${space}/comments`, said)).body.id,
        draftCommentId: (await world.api.post(`${draft}/comments`, said)).body.id
      }
    }
  })
  afterAll(() => scene.world.stop())

  it("are all in this table", () => {
    const lists = document.operations.filter(isList).map(({ id }) => id)
    expect([...Object.keys(rows), ...Object.keys(notWalked)].sort()).toEqual(lists.sort())
  })

  describe("keep their pages while somebody writes: nothing twice, and all that was there", () => {
    it.each(Object.entries(rows))("%s", async (id, more) => {
      const { path } = document.operation(id)
      const comment = /change-requests/.test(path) ? "draftCommentId" : "spaceCommentId"
      const ids: Ids = { ...scene.ids, commentId: scene.ids[comment]! }
      const list = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `no-${name}`)
      for (let i = 0; i < 4; i++) await more(scene, number++)
      const before = (await scene.made(`${list}?limit=1000`, undefined, "GET")).items.map(nameOf)
      if (id !== "listFilesInRevisionById") expect(before.length).toBeGreaterThan(3)
      const seen: Array<string> = []
      const size = Math.ceil(before.length / 4)
      for (let next = "", writes = 0; ; ) {
        const answer = await scene.made(`${list}?limit=${size}${next}`, undefined, "GET")
        seen.push(...answer.items.map(nameOf))
        if (answer.next === undefined) break
        next = `&page=${encodeURIComponent(answer.next.page)}`
        if (writes++ < 6) await more(scene, number++)
      }
      expect(new Set(seen).size, "nothing twice").toBe(seen.length)
      expect(
        before.filter((one: string) => !seen.includes(one)),
        "nothing missing"
      ).toEqual([])
    })
  })
})
