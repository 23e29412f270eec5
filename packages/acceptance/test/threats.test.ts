/**
 * Threats: foreign ids in paths, foreign ids in bodies, one of two ids checked, derived reads, stale authority, role escalation, invite abuse, token misuse, secrets read back, mass assignment, enumeration, text abuse, concurrent merges, lost updates, tree races, clock jumps, purge against restore over HTTP. What can be said of all operations is tried on every operation of the
 * document, so that a new one is under attack on the day it comes. One world and one table of operations serve all of them.
 */

import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import type { Answer, Client } from "../src/client.ts"
import { type Document, type Operation, readDocument } from "../src/document.ts"
import { bodies, furnish, type Ids, page, password } from "../src/furnished.ts"
import { urlOf as addressOf, smallestBody } from "../src/requests.ts"
import { onBothStores, rawSqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Without what a read itself changes. */
const withoutUse = (text: string): string => text.replace(/,?"(?:lastUsedAt|lastSeenAt|failingSince)":"[^"]*"/g, "")

/** Without what differs from one id to the next. */
const plain = (text: string): string => text.replace(/\\?"[A-Za-z0-9_.-]{16,}\\?"/g, '"ID"')

const shapeOf = ({ headers, status, text }: Answer) => [status, plain(text), [...headers.keys()].sort()]

let serial = 0
const fresh = (name: string): string => `${name} ${serial++}`

onBothStores("Threats", (store) => {
  let world: World
  let document: Document
  let ours: Ids
  let theirs: Ids
  let their: Client
  let secret: string

  const missing = (ids: Ids): Ids => Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, turned(id)]))
  /** Of the same form as an id that there is. */
  const turned = (id: string) => [...id].map((c) => (/[a-y]/i.test(c) ? (c === "z" ? "a" : "z") : c)).join("")

  const namesOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const urlOf = (operation: Operation, ids: Ids, query?: Readonly<Record<string, string>>) =>
    addressOf(document, operation, ids, query)
  const ask = (client: Client, operation: Operation, ids: Ids, own: Ids = ours) => {
    const body = bodies[operation.id]?.(own) ?? smallestBody(document, operation)
    return client.request(operation.method, urlOf(operation, ids), body === undefined ? {} : { body })
  }

  /** Everything that can be read of an organization, to see that nothing was changed. */
  const readAll = async (client: Client, ids: Ids) => {
    const found: Record<string, unknown> = {}
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      // imports, deliveries and checks of hostnames go on meanwhile, and every PDF and version has an address of its own
      if (
        /GitOperation|SpaceGitInfo|CustomHostname|PublishingPreview|PDF$|WebhookDeliver|OpenAPISpecVersion(?!ContentRaw)/.test(
          operation.id
        )
      )
        continue
      const { status, text } = await client.get(urlOf(operation, ids))
      found[operation.id] = [status, withoutUse(text)]
    }
    return found
  }

  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const { admin, id } = await world.neighbour()
    their = admin.client
    const own = await world.member("comment")
    ours = await furnish(world.api, world.organization, own.id, "Own")
    theirs = await furnish(their, id, (await world.member("comment", id)).id, "Secret")
    secret = id
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => world.stop())

  const org = () => `/v1/orgs/${ours["organizationId"]}`
  const space = () => `/v1/spaces/${ours["spaceId"]}`
  const newSpace = async (title = fresh("Space")) =>
    (await world.api.post(`${org()}/spaces`, { title })).body.id as string
  const newCollection = async (parent?: string) =>
    (
      await world.api.post(`${org()}/collections`, {
        title: fresh("Shelf"),
        ...(parent === undefined ? {} : { parent })
      })
    ).body.id as string

  it("1, 11: another organization's ids answer as ids that never were, on every operation, and nothing changes", async () => {
    const before = await readAll(their, theirs)
    const none = missing(theirs)
    for (const operation of document.operations) {
      // whoever has the id of a link may join with it
      if (namesOf(operation).length === 0 || operation.id === "joinOrganizationWithInvite") continue
      const foreign = await ask(world.api, operation, theirs)
      const absent = await ask(world.api, operation, none)
      expect(shapeOf(foreign), operation.id).toEqual(shapeOf(absent))
      expect([foreign.status, foreign.text.includes("Secret")], operation.id).toEqual([
        operation.method === "DELETE" ? 204 : 404,
        false
      ])
    }
    expect(await readAll(their, theirs)).toEqual(before)
  })

  it("3: ids of which one is somebody else's answer as ids that never were", async () => {
    const before = await readAll(their, theirs)
    const none = missing(theirs)
    for (const operation of document.operations) {
      const names = namesOf(operation)
      if (names.length < 2) continue
      for (const name of names) {
        if (theirs[name] === undefined || name === "pagePath") continue
        // a slug is the caller's to choose
        if (operation.id === "createOrUpdateOpenAPISpecBySlug" && name === "specSlug") continue
        const foreign = await ask(world.api, operation, { ...ours, [name]: theirs[name] })
        const absent = await ask(world.api, operation, { ...ours, [name]: none[name]! })
        expect(shapeOf(foreign), `${operation.id} ${name}`).toEqual(shapeOf(absent))
        expect(foreign.text, `${operation.id} ${name}`).not.toContain("Secret")
        // everybody may be named for removal, who is in or not
        expect([404, 204], `${operation.id} ${name}: ${foreign.text}`).toContain(foreign.status)
      }
    }
    expect(await readAll(their, theirs)).toEqual(before)
    // within one organization: children of another parent
    const other = await newSpace()
    const written = await world.api.post(`/v1/spaces/${other}/content`, page("# Other"))
    const request = (await world.api.post(`/v1/spaces/${other}/change-requests`, {})).body.id
    const at = `/v1/spaces/${other}`
    for (const path of [
      `${space()}/content/page/${written.body.changes[0].page.id}`,
      `${space()}/revisions/${written.body.revision}`,
      `${space()}/change-requests/${request}`,
      `${at}/change-requests/${ours["changeRequestId"]}`,
      `${at}/content/files/${ours["fileId"]}`,
      `${at}/git/operations/${ours["operationId"]}`
    ]) {
      expect((await world.api.get(path)).status, path).toBe(404)
    }
    expect((await world.api.post(`${at}/change-requests/${ours["changeRequestId"]}/merge`)).status).toBe(404)
    expect((await world.api.post(`${at}/revisions/${ours["revisionId"]}/restore`)).status).toBe(404)
  })

  it("2: another organization's ids inside of a request are refused, and nothing is stored or revealed", async () => {
    const ourSite = `${org()}/sites/${ours["siteId"]}`
    const attempts: ReadonlyArray<readonly [method: string, path: string, body: unknown]> = [
      ["POST", `${org()}/spaces`, { parent: theirs["collectionId"] }],
      ["POST", `${org()}/collections`, { parent: theirs["collectionId"] }],
      ["POST", `${org()}/sites`, { spaces: [ours["spaceId"], theirs["spaceId"]] }],
      ["POST", `${org()}/sites/${ours["siteId"]}/site-spaces`, { spaceId: theirs["spaceId"] }],
      ["PATCH", `${org()}/sites/${ours["siteId"]}`, { defaultSiteSpace: theirs["siteSpaceId"] }],
      ["PATCH", `${org()}/sites/${ours["siteId"]}/site-spaces/${ours["siteSpaceId"]}`, { spaceId: theirs["spaceId"] }],
      ["POST", `${ourSite}/site-spaces`, { spaceId: ours["spaceId"], sectionId: theirs["siteSectionId"] }],
      ["POST", `${ourSite}/sections`, { spaceId: theirs["spaceId"] }],
      ["POST", `${ourSite}/sections`, { spaceId: ours["spaceId"], siteSectionGroupId: theirs["siteSectionGroupId"] }],
      ["PATCH", ourSite, { defaultSiteSection: theirs["siteSectionId"] }],
      ["PATCH", `${ourSite}/sections/${ours["siteSectionId"]}`, { defaultSiteSpace: theirs["siteSpaceId"] }],
      ["PATCH", `${ourSite}/sections/${ours["siteSectionId"]}`, { siteSectionGroupId: theirs["siteSectionGroupId"] }],
      ["POST", `${ourSite}/section-groups`, { title: "G", sections: [theirs["siteSectionId"]] }],
      ["POST", `${ourSite}/section-groups`, { title: "G", parent: theirs["siteSectionGroupId"] }],
      [
        "PATCH",
        `${ourSite}/section-groups/${ours["siteSectionGroupId"]}`,
        { parentSectionGroupId: theirs["siteSectionGroupId"] }
      ],
      [
        "POST",
        `${ourSite}/section-groups/${ours["siteSectionGroupId"]}/sections`,
        { sectionId: theirs["siteSectionId"] }
      ],
      [
        "PATCH",
        `${ourSite}/structure/sort`,
        {
          item: { type: "site-section", id: ours["siteSectionId"] },
          position: { before: { type: "site-section", id: theirs["siteSectionId"] } }
        }
      ],
      ["PATCH", org(), { defaultContent: { type: "site", site: theirs["siteId"] } }],
      ["PATCH", org(), { mergeRules: { type: "rules", rules: [{ rule: "allow_bypass", users: [theirs["userId"]] }] } }],
      [
        "PATCH",
        space(),
        { mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: [theirs["userId"]] }] } }
      ],
      ["POST", `${org()}/saml`, { label: "T", defaultTeam: theirs["teamId"] }],
      ["PATCH", `${org()}/saml/${ours["samlProviderId"]}`, { defaultTeam: theirs["teamId"] }],
      ["PUT", `${org()}/teams`, { title: "T", members: [ours["userId"], theirs["userId"]] }],
      ["PUT", `${org()}/teams/${ours["teamId"]}/members`, { add: [theirs["userId"]] }],
      ["PUT", `${org()}/teams/${ours["teamId"]}/members`, { memberships: { [theirs["userId"]!]: { role: "owner" } } }],
      ["PUT", `${org()}/teams/${ours["teamId"]}/members/${theirs["userId"]}`, {}],
      ["POST", `${org()}/link-invites`, { level: "read", space: theirs["spaceId"] }],
      ["POST", `${org()}/link-invites`, { level: "read", collection: theirs["collectionId"] }],
      ["POST", `${space()}/content/template`, { id: "none", params: { contentRefs: {} } }],
      [
        "POST",
        `${space()}/content`,
        { changes: [{ operation: "update_page", page: theirs["pageId"], title: "Mine" }] }
      ],
      ["POST", `${space()}/content`, { changes: [{ ...page("x").changes[0], into: theirs["pageId"] }] }],
      ...[space(), `/v1/collections/${ours["collectionId"]}`].flatMap((at) => [
        ["POST", `${at}/permissions`, { role: "read", users: [ours["userId"], theirs["userId"]] }] as const,
        ["POST", `${at}/permissions`, { role: "read", teams: [theirs["teamId"]] }] as const,
        ["POST", `${at}/move`, { parent: theirs["collectionId"] }] as const,
        ["POST", `${at}/move`, { position: { after: { type: "space", space: theirs["spaceId"] } } }] as const,
        [
          "POST",
          `${at}/move`,
          { position: { before: { type: "collection", collection: theirs["collectionId"] } } }
        ] as const,
        ["POST", `${at}/transfer`, { organization: secret }] as const
      ]),
      ["POST", `${space()}/transfer`, { organization: secret, parent: theirs["collectionId"] }],
      ["POST", `${space()}/transfer`, { organization: ours["organizationId"], parent: theirs["collectionId"] }]
    ]
    const before = [await readAll(world.api, ours), await readAll(their, theirs)]
    for (const [method, path, body] of attempts) {
      const answer = await world.api.request(method, path, { body })
      const shown = `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`
      expect([400, 404], shown).toContain(answer.status)
      expect(answer.text, shown).not.toContain("Secret")
    }
    expect([await readAll(world.api, ours), await readAll(their, theirs)]).toEqual(before)
    for (const query of [`space=${theirs["spaceId"]}`, `collection=${theirs["collectionId"]}`]) {
      expect((await world.api.get(`${org()}/link-invites?${query}`)).status, query).toBe(404)
    }
    for (const path of [
      `${org()}/sites?space=${theirs["spaceId"]}`,
      `${org()}/teams?owner=${theirs["userId"]}`,
      `${org()}/audit-events?target=${theirs["spaceId"]}`,
      `${org()}/audit-events?actor=${theirs["userId"]}`
    ]) {
      expect((await world.api.get(path)).body.count, path).toBe(0)
    }
  })

  it("4: what is derived holds nothing of what the caller may not read: items, counts, titles", async () => {
    const guest = await world.member(null)
    const shelf = await newCollection()
    const hidden = (await world.api.post(`${org()}/spaces`, { title: "Hidden book", parent: shelf })).body.id
    await world.api.post(`/v1/spaces/${hidden}/content`, page("# Hidden page\n\nHidden words"))
    await world.api.post(`/v1/spaces/${hidden}/change-requests`, { subject: "Hidden change" })
    await world.api.patch(`/v1/collections/${shelf}`, { title: "Hidden shelf" })
    const open = (await world.api.post(`${org()}/spaces`, { title: "Open book", parent: shelf })).body.id
    const { body: hiddenPages } = await world.api.get(`/v1/spaces/${hidden}/content/pages`)
    const linked = await world.api.post(
      `/v1/spaces/${open}/content`,
      page(`# Open page\n\n[there](${world.origin}/s/${hidden}/${hiddenPages.pages[0].id})`)
    )
    await world.api.post(`/v1/spaces/${open}/permissions`, { role: "edit", users: [guest.id] })
    const request = (await guest.client.post(`/v1/spaces/${open}/change-requests`, { subject: "Open change" })).body
    await guest.client.patch(`/v1/spaces/${open}/change-requests/${request.id}`, { status: "open" })
    const ids: Ids = {
      ...ours,
      collectionId: shelf,
      spaceId: open,
      changeRequestId: request.id,
      revisionId: linked.body.revision,
      pageId: linked.body.changes[0].page.id
    }
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      for (const query of [{}, { limit: "0" }, { limit: "1000" }, { query: "Hidden" }]) {
        const answer = await guest.client.get(urlOf(operation, ids, query))
        expect(answer.text, `${operation.id} ${JSON.stringify(query)}`).not.toMatch(
          /Hidden (?:book|page|words|change|shelf)/
        )
        expect(answer.status, operation.id).toBeLessThan(500)
      }
    }
    const counts = async (path: string) => (await guest.client.get(path)).body.count
    expect(await counts(`${org()}/spaces`)).toBe(1)
    expect(await counts(`${org()}/spaces?limit=0`)).toBe(1)
    expect(await counts(`${org()}/collections`)).toBe(0)
    expect(await counts(`${org()}/collections?nested=false`)).toBe(0)
    expect(await counts(`${org()}/change-requests`)).toBe(1)
    expect(await counts(`${org()}/members/${guest.id}/spaces`)).toBe(1)
    expect((await guest.client.get(`/v1/collections/${shelf}/spaces`)).status).toBe(404)
    expect((await guest.client.get(`/v1/spaces/${open}/permissions/aggregate`)).status).toBe(403)
    // of a member who sees more than the caller, the caller learns of what both see
    const wide = await world.member("read")
    const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Owned", members: [wide.id] } }))
      .body.id
    await world.api.request("PUT", `${org()}/teams/${team}/members/${guest.id}`, { body: { role: "owner" } })
    expect((await guest.client.get(`${org()}/members/${wide.id}/spaces`)).status).toBe(403)
  })

  it("5: who was removed, and what was deleted, is absent on the very next request", async () => {
    const leaver = await world.member("edit")
    const path = `${space()}/content`
    const etag = (await leaver.client.get(path)).headers.get("etag")!
    expect((await leaver.client.get(path, { headers: { "if-none-match": etag } })).status).toBe(304)
    const page = (await leaver.client.get(`${org()}/spaces?limit=1`)).body.next.page
    await world.api.delete(`${org()}/members/${leaver.id}`)
    expect((await leaver.client.get(path, { headers: { "if-none-match": etag } })).status).toBe(404)
    expect((await leaver.client.get(`${org()}/spaces?page=${encodeURIComponent(page)}`)).status).toBe(404)
    for (const operation of document.operations) {
      if (namesOf(operation).length === 0 || operation.id === "joinOrganizationWithInvite") continue
      const answer = await ask(leaver.client, operation, ours)
      // the own profile and what is nobody's; everything of the organization is gone
      expect(answer.status, `${operation.id}: ${answer.text}`).toBe(operation.method === "DELETE" ? 204 : 404)
    }

    // a grant that is taken back, a team that is left
    const guest = await world.member(null)
    const shared = await newSpace()
    const at = `/v1/spaces/${shared}`
    const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Here", members: [guest.id] } }))
      .body.id
    await world.api.post(`${at}/permissions`, { role: "edit", teams: [team] })
    expect((await guest.client.get(at)).status).toBe(200)
    await world.api.delete(`${org()}/teams/${team}/members/${guest.id}`)
    expect((await guest.client.get(at)).status).toBe(404)
    await world.api.request("PUT", `${org()}/teams/${team}/members/${guest.id}`, { body: {} })
    expect((await guest.client.get(at)).status).toBe(200)
    await world.api.delete(`${org()}/teams/${team}`)
    expect((await guest.client.get(at)).status).toBe(404)

    // a deleted space, for its admin too
    const gone = { ...ours, spaceId: shared }
    expect((await world.api.delete(at)).status).toBe(205)
    for (const operation of document.operations.filter((one) => one.path.startsWith("/v1/spaces/{spaceId}"))) {
      if (operation.id === "restoreSpace") continue
      const answer = await ask(world.api, operation, gone)
      expect(answer.status, operation.id).toBe(operation.method === "DELETE" ? 204 : 404)
    }
    const listed = await world.api.get(`${org()}/spaces?limit=1000`)
    expect(listed.text).not.toContain(shared)
    expect(listed.body.items).toHaveLength(listed.body.count)
    expect((await world.api.post(`${at}/restore`)).status).toBe(200)
    expect((await world.api.get(at)).status).toBe(200)
  })

  describe("6: nobody gets above the own role", () => {
    it("by members, invites, teams, grants, links or default levels", async () => {
      const creator = await world.member("create")
      const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Mine", members: [] } })).body.id
      await world.api.request("PUT", `${org()}/teams/${team}/members/${creator.id}`, { body: { role: "owner" } })
      const before = await readAll(world.api, ours)
      const refused: ReadonlyArray<readonly [string, string, unknown]> = [
        ["PATCH", `${org()}/members/${creator.id}`, { role: "admin" }],
        ["POST", `${org()}/invites`, { emails: ["boss@threat.test"], role: "admin" }],
        ["POST", `${org()}/link-invites`, { role: "read" }],
        ["POST", `${org()}/link-invites`, { level: "admin", space: ours["spaceId"] }],
        ["PATCH", `${org()}/link-invites/${ours["inviteId"]}`, { role: "admin" }],
        ["PUT", `${org()}/teams`, { title: "Boss", members: [creator.id] }],
        ["PUT", `${org()}/teams/${ours["teamId"]}/members`, { add: [creator.id] }],
        ["PUT", `${org()}/teams/${ours["teamId"]}/members/${creator.id}`, { role: "owner" }],
        ["POST", `${org()}/saml`, { label: "Mine", defaultRole: "admin" }],
        ["PATCH", `${org()}/saml/${ours["samlProviderId"]}`, { defaultRole: "admin" }],
        ["POST", `${space()}/permissions`, { role: "admin", users: [creator.id] }],
        ["POST", `${space()}/permissions`, { role: "admin", teams: [team] }],
        ["PATCH", `${space()}/permissions/users/${ours["userId"]}`, { role: "admin" }],
        ["POST", `/v1/collections/${ours["collectionId"]}/permissions`, { role: "admin", users: [creator.id] }],
        ["PATCH", space(), { defaultLevel: "admin" }],
        ["PATCH", `/v1/collections/${ours["collectionId"]}`, { defaultLevel: "admin" }],
        ["PATCH", org(), { defaultRole: "create" }]
      ]
      for (const [method, path, body] of refused) {
        expect((await creator.client.request(method, path, { body })).status, `${method} ${path}`).toBe(403)
      }
      expect(await readAll(world.api, ours)).toEqual(before)
      // even an admin does not make everybody one
      expect((await world.api.patch(org(), { defaultRole: "admin" })).status).toBe(400)
    })

    it("as an admin of one space, in the organization or elsewhere", async () => {
      const guest = await world.member(null)
      const own = await newSpace()
      const at = `/v1/spaces/${own}`
      await world.api.post(`${at}/permissions`, { role: "admin", users: [guest.id] })
      expect((await guest.client.post(`${at}/permissions`, { role: "admin", users: [ours["userId"]] })).status).toBe(
        204
      )
      expect((await guest.client.post(`${org()}/link-invites`, { level: "admin", space: own })).status).toBe(201)
      for (const [method, path, body] of [
        ["POST", `${org()}/link-invites`, { role: "read" }],
        ["POST", `${org()}/invites`, { emails: ["friend@threat.test"], role: null }],
        ["PATCH", `${org()}/members/${guest.id}`, { role: "read" }]
      ] as const) {
        expect((await guest.client.request(method, path, { body })).status, path).toBe(403)
      }
      // what the guest may not know of
      expect((await guest.client.post(`${org()}/link-invites`, { level: "read", space: ours["spaceId"] })).status).toBe(
        400
      )
      expect((await guest.client.post(`${space()}/permissions`, { role: "read", users: [guest.id] })).status).toBe(404)
      expect((await guest.client.post(`${at}/permissions`, { role: "read", users: [theirs["userId"]] })).status).toBe(
        404
      )
    })

    it("by moving content to where one is more", async () => {
      const creator = await world.member("create")
      const shelf = await newCollection()
      const book = await newSpace()
      await world.api.post(`/v1/collections/${shelf}/permissions`, { role: "admin", users: [creator.id] })
      expect((await creator.client.post(`/v1/spaces/${book}/move`, { parent: shelf })).status).toBe(403)
      expect((await world.api.get(`/v1/spaces/${book}`)).body.parent).toBeUndefined()
    })

    it("and the last admin stays, however many leave at once", async () => {
      const { admin, id } = await world.neighbour()
      const second = await world.member("admin", id)
      const at = `/v1/orgs/${id}/members`
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all([
          admin.client.patch(`${at}/${second.id}`, { role: "read" }),
          second.client.patch(`${at}/${admin.id}`, { role: "read" }),
          admin.client.delete(`${at}/${admin.id}`),
          second.client.delete(`${at}/${second.id}`)
        ])
        for (const { status } of answers) expect([200, 205, 403, 404]).toContain(status)
        const { items } = await world.operate(
          Effect.flatMap(Members, (members) => members.list(id, { role: "admin" }, {}))
        )
        expect(items).toHaveLength(1)
        for (const person of [admin, second]) {
          await world.operate(Effect.flatMap(Members, (members) => members.put(id, person.id, "admin")))
        }
      }
    })
  })

  it("7: guessed, revoked, foreign and turned-off invites are absent; an unverified address is linked to nothing", async () => {
    const person = await world.stranger()
    const join = (inviteId: string, organization = ours["organizationId"]) =>
      person.client.post(`/v1/orgs/${organization}/invites/${inviteId}`)
    const link = (await world.api.post(`${org()}/link-invites`, { role: "admin" })).body.id as string
    expect(link.length).toBeGreaterThanOrEqual(22)
    const absent = shapeOf(await join("z".repeat(link.length)))
    expect(absent[0]).toBe(404)
    const near = link.slice(0, -1) + (link.endsWith("a") ? "b" : "a")
    for (const id of [
      near,
      link.toLowerCase() === link ? link.toUpperCase() : link.toLowerCase(),
      theirs["inviteId"]!
    ]) {
      expect(shapeOf(await join(id)), id).toEqual(absent)
    }
    expect(shapeOf(await join(link, secret))).toEqual(absent)
    await world.api.patch(org(), { inviteLinks: false })
    expect(shapeOf(await join(link))).toEqual(absent)
    await world.api.patch(org(), { inviteLinks: true })
    await world.api.delete(`${org()}/link-invites/${link}`)
    expect(shapeOf(await join(link))).toEqual(absent)
    expect((await person.client.get("/v1/orgs")).body.count).toBe(0)

    // an address that somebody named, and nobody verified: a member without a way in
    const invited = await world.api.post(`${org()}/invites`, { emails: ["Victim@Threat.Test"], role: "edit" })
    const again = await their.post(`/v1/orgs/${secret}/invites`, { emails: ["victim@threat.test"], role: "admin" })
    expect(again.body.users).toEqual(invited.body.users)
    const { length } = world.logs.filter((line) => /oct_\w{20}/.test(line))
    expect(length).toBe(0)
    // addresses of a domain, and addresses that look like it
    await world.api.patch(org(), { emailDomains: ["ctavo.test", "octavo.tes", "x.octavo.test"] })
    expect((await person.client.post(`${org()}/join`)).status).toBe(404)
    expect((await world.stranger().then((one) => one.client.post(`/v1/orgs/${secret}/join`))).status).toBe(404)
    await world.api.patch(org(), { emailDomains: [] })
  })

  it("8: expired, revoked and narrow tokens do nothing, on any operation", async () => {
    const tokens = "/v1/user/tokens"
    const revoked = (await world.api.post(tokens, { label: "revoked" })).body
    const expiring = (await world.api.post(tokens, { label: "expiring", expiresAt: soon(500) })).body
    const narrow = (await world.api.post(tokens, { label: "narrow", scopes: ["openapi:write"] })).body
    const other = (await world.api.post(tokens, { label: "other", scopes: ["openapi:read"] })).body
    // what the narrow one is for
    const within = new Set([
      "createOpenAPISpec",
      "createOrUpdateOpenAPISpecBySlug",
      "updateOpenAPISpecBySlug",
      "deleteOpenAPISpecBySlug"
    ])
    await world.api.delete(`${tokens}/${revoked.id}`)
    await new Promise((resolve) => setTimeout(resolve, 600))
    const before = await readAll(world.api, ours)
    for (const operation of document.operations) {
      for (const { label, token } of [revoked, expiring]) {
        expect((await ask(world.api.as(token), operation, ours)).status, `${operation.id} ${label}`).toBe(401)
      }
      // any caller may ask what is published, and which version this is
      if (operation.path === "/v1/urls/published" || operation.id === "getApiInformation") continue
      const { token } = within.has(operation.id) ? other : narrow
      const answer = await ask(world.api.as(token), operation, ours)
      expect(answer.status, `${operation.id} narrow: ${answer.text.slice(0, 200)}`).toBe(403)
    }
    expect(await readAll(world.api, ours)).toEqual(before)
  })

  it("9: secrets are read back by nobody: not in answers, logs, the trail or the store", async () => {
    const made = (await world.api.post("/v1/user/tokens", { label: "secret" })).body
    const reader = await world.member("read")
    for (const client of [world.api, reader.client]) {
      for (const [id, answer] of Object.entries(await readAll(client, ours))) {
        const text = String((answer as Array<unknown>)[1])
        expect(text, id).not.toContain(password)
        expect(text, id).not.toMatch(/oct_\w{20}/)
      }
    }
    expect((await reader.client.get(`${org()}/link-invites`)).status).toBe(403)
    for (const path of [`${space()}/git/operations`, `${space()}/git/operations/${ours["operationId"]}`]) {
      expect((await reader.client.get(path)).text).toMatch(/^(?=.*127\.0\.0\.1:1)(?!.*hunter2)/)
    }
    const trail = (await world.api.get(`${org()}/audit-events?limit=1000`)).body.items
    for (const { urls } of trail) {
      const { text } = await world.api.get(urls.location)
      // the id of a link lets people in
      for (const word of [password, made.token, ours["inviteId"]!]) expect(text).not.toContain(word)
    }
    const logged = world.logs.join("\n")
    for (const word of [password, made.token, world.admin.token]) expect(logged).not.toContain(word)
    if (store.name === "SQLite") {
      const bytes = rawSqlite(world.database)
      expect(bytes.includes("Own book")).toBe(true)
      for (const word of [password, made.token]) expect(bytes.includes(word), word).toBe(false)
    }
  })

  it("10: fields that are not a caller's to set are ignored, on every operation with a body", async () => {
    const forged = {
      id: "forged",
      object: "forged",
      organization: secret,
      organizationId: secret,
      permissions: { admin: false, view: false },
      published: true,
      deletedAt: "2001-01-01T00:00:00.000Z",
      createdAt: "2001-01-01T00:00:00.000Z",
      createdBy: { id: theirs["userId"] },
      revision: theirs["revisionId"],
      number: 9999,
      comments: 9999,
      redundant: false,
      verifiedAt: "2001-01-01T00:00:00.000Z",
      email: "forged@threat.test",
      userId: theirs["userId"],
      token: "oct_forged",
      urls: { location: "https://evil.example" }
    }
    const own: Ids = { ...ours, userId: world.admin.id, spaceId: await newSpace(), collectionId: await newCollection() }
    let tried = 0
    for (const operation of document.operations.filter(({ id }) => bodies[id] !== undefined)) {
      if (/^(?:transfer|resolve|export|import)|^update(?:ChangeRequest|Member)/.test(operation.id)) continue
      // who is changed by it must stay what they are
      const ids = operation.id === "updateUserById" ? own : { ...own, userId: ours["userId"]! }
      const body: any = bodies[operation.id]!(ids)
      const overlay = operation.id === "transferSpace" ? {} : forged
      const answer = await world.api.request(operation.method, urlOf(operation, ids), { body: { ...overlay, ...body } })
      expect(answer.status, `${operation.id}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
      if (answer.status >= 300) continue
      tried++
      for (const [name, value] of Object.entries(forged)) {
        if (name in body || answer.body?.[name] === undefined) continue
        expect(answer.body[name], `${operation.id} ${name}`).not.toEqual(value)
      }
      expect(answer.text, operation.id).not.toMatch(/forged|evil\.example|2001-01-01/)
    }
    expect(tried).toBeGreaterThan(15)
    expect((await their.get(`/v1/orgs/${secret}/spaces?limit=1000`)).text).not.toContain("Changed")
  })

  it("11: addresses and names do not tell who is here", async () => {
    // an address that is known, and one that is not
    const { email } = await world.stranger()
    const invite = async (address: string) => {
      const answer = await world.api.post(`${org()}/invites`, { emails: [address], role: "read" })
      return [answer.status, answer.body.invited, answer.body.users.length, Object.keys(answer.body)]
    }
    expect(await invite(email)).toEqual(await invite("nobody-yet@threat.test"))
    // people of other organizations, and none
    for (const id of [theirs["userId"]!, turned(theirs["userId"]!)]) {
      expect((await world.api.get(`/v1/users/${id}`)).status).toBe(404)
    }
    const outsider = await world.stranger()
    const join = async (organization: string) => shapeOf(await outsider.client.post(`/v1/orgs/${organization}/join`))
    expect(await join(secret)).toEqual(await join(turned(secret)))
  })

  it("42: NUL, broken UTF-8 and half characters in a query are refused or taken as text, on every operation", async () => {
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      for (const { name } of operation.definition["parameters"].filter((one: { in: string }) => one.in === "query")) {
        for (const value of ["%00", "a%00b", "%ed%a0%80", "%ff", "%F0%9F%98%80", "x".repeat(5000)]) {
          const path = urlOf(operation, ours).split("?")[0]
          const { status, text } = await world.api.get(`${path}?${name}=${value}`)
          const shown = `${operation.id} ${name}=${value.slice(0, 20)}: ${text.slice(0, 200)}`
          if (value.includes("%00")) expect(status, shown).toBe(400)
          else expect(status, shown).toBeLessThan(500)
        }
      }
    }
  })

  it("49: of 100 merges at once of one change request there is one merge revision", async () => {
    const book = await newSpace()
    const at = `/v1/spaces/${book}`
    const { body: request } = await world.api.post(`${at}/change-requests`, {})
    await world.api.post(`${at}/change-requests/${request.id}/content`, page("# Merged"))
    const before = (await world.api.get(`${at}/revisions`)).body.count
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => world.api.post(`${at}/change-requests/${request.id}/merge`))
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    expect(new Set(done.map(({ body }) => body.revision)).size).toBe(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const after = (await world.api.get(`${at}/revisions`)).body
    expect(after.count).toBe(before + 1)
    expect(after.items[0]).toMatchObject({ id: done[0]!.body.revision, type: "merge" })
    expect((await world.api.get(`${at}/content/pages`)).body.pages).toHaveLength(1)
    expect((await world.api.get(`${at}/change-requests/${request.id}`)).body).toMatchObject({
      status: "merged",
      revisionMerged: done[0]!.body.revision
    })
  })

  describe("50: no update is lost", () => {
    /** The trail of one object tells a serial order: each change begins where the one before ended. */
    const expectSerial = async (target: string, action: string, field: string, last: unknown, changes: number) => {
      const { body } = await world.api.get(`${org()}/audit-events?target=${target}&action=${action}&limit=1000`)
      expect(body.count).toBe(changes)
      const steps = []
      for (const { urls } of body.items) steps.push((await world.api.get(urls.location)).body.payload[field])
      const byBefore = new Map(steps.map((step) => [step.before, step.after]))
      expect(byBefore.size, "two changes began at the same state").toBe(changes)
      const afters = new Set(steps.map(({ after }) => after))
      const [first, ...others] = steps.map(({ before }) => before).filter((before) => !afters.has(before))
      expect(others).toEqual([])
      let at: unknown = first
      for (let i = 0; i < changes; i++) at = byBefore.get(at)
      expect(at).toBe(last)
    }

    it("of 100 writers of a space, a collection, a team, a site, an organization", async () => {
      const shelf = await newCollection()
      const book = await newSpace()
      const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Before" } })).body.id
      const site = (await world.api.post(`${org()}/sites`, { title: "Before" })).body.id
      for (const [path, target, action] of [
        [`/v1/spaces/${book}`, book, "space.update"],
        [`/v1/collections/${shelf}`, shelf, "collection.update"],
        [`${org()}/teams/${team}`, team, "team.update"],
        [`${org()}/sites/${site}`, site, "site.update"],
        [org(), ours["organizationId"]!, "organization.update"]
      ] as const) {
        const known = (await world.api.get(`${org()}/audit-events?target=${target}&action=${action}&limit=0`)).body
          .count
        const { title } = (await world.api.get(path)).body
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, i) => world.api.patch(path, { title: `Written ${i}` }))
        )
        expect(new Set(answers.map(({ status }) => status)), path).toEqual(new Set([200]))
        const last = (await world.api.get(path)).body.title
        if (known === 0) await expectSerial(target, action, "title", last, 100)
        await world.api.patch(path, { title })
      }
    })

    it("of 100 people put in a team and 100 grants at once, and of numbers of change requests", async () => {
      const people = await Promise.all(Array.from({ length: 20 }, () => world.member("read")))
      const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Many" } })).body.id
      const book = await newSpace()
      await Promise.all(
        people.flatMap(({ id }) => [
          world.api.request("PUT", `${org()}/teams/${team}/members/${id}`, { body: {} }),
          world.api.request("PUT", `${org()}/teams/${team}/members`, { body: { add: [id] } }),
          world.api.post(`/v1/spaces/${book}/permissions`, { role: "edit", users: [id] }),
          world.api.post(`/v1/spaces/${book}/permissions`, { role: "edit", users: [id] })
        ])
      )
      expect((await world.api.get(`${org()}/teams/${team}`)).body.members).toBe(20)
      expect((await world.api.get(`/v1/spaces/${book}/permissions/users`)).body.count).toBe(20)
      const made = await Promise.all(
        Array.from({ length: 100 }, () => world.api.post(`/v1/spaces/${book}/change-requests`, {}))
      )
      expect(made.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, i) => i + 1)
      )
      expect((await world.api.get(`/v1/spaces/${book}`)).body).toMatchObject({
        changeRequests: 100,
        changeRequestsDraft: 100
      })
    })

    it("of 100 writers of one space's content", async () => {
      const book = await newSpace()
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, i) => world.api.post(`/v1/spaces/${book}/content`, page(`# Page ${i}`)))
      )
      const done = answers.filter(({ status }) => status === 200)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect((await world.api.get(`/v1/spaces/${book}/content/pages`)).body.pages).toHaveLength(done.length)
      // the first one and one for each
      expect((await world.api.get(`/v1/spaces/${book}/revisions`)).body.count).toBe(done.length + 1)
    })
  })

  it("51: a hundred moves, deletes, restores and transfers at once leave no cycle, no orphan and one order", async () => {
    const { admin, id: home } = await world.neighbour("Tree")
    const { client } = admin
    const at = `/v1/orgs/${home}`
    const shelves: Array<string> = []
    const books: Array<string> = []
    for (let i = 0; i < 8; i++) {
      const parent = i < 3 ? {} : { parent: shelves[i % 3]! }
      shelves.push((await client.post(`${at}/collections`, { title: `Shelf ${i}`, ...parent })).body.id)
      books.push((await client.post(`${at}/spaces`, { title: `Book ${i}`, parent: shelves[i]! })).body.id)
    }
    const one = <A>(all: ReadonlyArray<A>, i: number): A => all[i % all.length]!
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const shelf = one(shelves, i)
        const book = one(books, i * 5)
        const parent = one([null, ...shelves], i * 3)
        const beside = i % 2 === 0 ? { after: { type: "space", space: one(books, i * 7) } } : {}
        switch (i % 6) {
          case 0:
            return client.post(`/v1/collections/${shelf}/move`, { parent: one(shelves, i + 1) })
          case 1:
            return client.post(`/v1/spaces/${book}/move`, { parent, position: beside })
          case 2:
            return client.delete(`/v1/spaces/${book}`)
          case 3:
            return client.post(`/v1/spaces/${book}/restore`)
          case 4:
            return i % 24 === 4
              ? client.delete(`/v1/collections/${shelf}`)
              : client.post(`/v1/spaces/${book}/duplicate`)
          default:
            return client.post(`/v1/collections/${shelf}/move`, { parent })
        }
      })
    )
    for (const { status, text } of answers) expect([200, 201, 204, 205, 400, 404, 409], text).toContain(status)
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(10)
    await Promise.all(books.map((book) => client.post(`/v1/spaces/${book}/restore`)))
    const collections = (await client.get(`${at}/collections?limit=1000`)).body.items
    const spaces = (await client.get(`${at}/spaces?limit=1000`)).body.items
    const parents = new Map<string, string | undefined>(
      collections.map(({ id, parent }: { id: string; parent?: string }) => [id, parent])
    )
    for (const start of [...parents.keys()]) {
      const seen = new Set<string>()
      for (let id: string | undefined = start; id !== undefined; id = parents.get(id)) {
        expect(seen.has(id), "a cycle").toBe(false)
        expect(parents.has(id), "an orphan").toBe(true)
        seen.add(id)
      }
    }
    // every book is there, and stands in a collection's list exactly where it says that it does
    expect(spaces.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(books))
    const standing = new Map<string, string>()
    for (const shelf of parents.keys()) {
      const { items } = (await client.get(`/v1/collections/${shelf}/spaces?limit=1000`)).body
      for (const { id } of items) {
        expect(standing.has(id)).toBe(false)
        standing.set(id, shelf)
      }
    }
    for (const { id, parent } of spaces) expect(standing.get(id)).toBe(parent)
  })

  /** The server's clock, which lives in this process, set to a time and standing there. */
  const setClock = (ms: number) => vi.spyOn(Date, "now").mockReturnValue(ms)
  const week = 7 * 24 * 60 * 60 * 1000
  const sweep = () => world.operate(Effect.flatMap(SpacePurge, (purge) => purge.sweep))
  it("58: at the end of the seventh day restore and purge meet: one wins, and nothing is half gone", async () => {
    const books: Array<string> = []
    for (let i = 0; i < 12; i++) {
      const book = await newSpace(`Seventh ${i}`)
      await world.api.post(`/v1/spaces/${book}/content`, page("# Kept"))
      books.push(book)
    }
    const noon = Date.now()
    setClock(noon - week)
    for (const book of books) expect((await world.api.delete(`/v1/spaces/${book}`)).status).toBe(205)
    // to the millisecond: for the last time it may come back, for the first time it may go
    setClock(noon)
    expect(await sweep()).toBe(books.length)
    // the worker looks for jobs of other processes twice a second: restoring begins before it does, and goes on after
    const answers = await Promise.all(
      books.map(async (book, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 60))
        return world.api.post(`/v1/spaces/${book}/restore`)
      })
    )
    // a moment later the worker has taken what was not brought back
    const trail = async (action: string) =>
      (await world.api.get(`${org()}/audit-events?action=${action}&limit=1000`)).body.items.map(
        ({ target }: { target: { id: string } }) => target.id
      )
    vi.restoreAllMocks()
    await settled(async () => {
      await sweep()
      const purged = await trail("space.purge")
      return books.every((book, i) => answers[i]!.status === 200 || purged.includes(book))
    })
    const purged = await trail("space.purge")
    for (const [i, book] of books.entries()) {
      const at = `/v1/spaces/${book}`
      const { status } = answers[i]!
      expect([200, 404]).toContain(status)
      expect(purged.includes(book)).toBe(status === 404)
      expect((await world.api.get(at)).status).toBe(status)
      expect((await world.api.get(`${at}/content/pages`)).body.pages?.length).toBe(status === 200 ? 1 : undefined)
      if (status === 404) {
        expect((await world.api.post(`${at}/restore`)).status).toBe(404)
        expect((await world.api.delete(at)).status).toBe(204)
      }
    }
  })

  it("56: a clock that jumps eight days ahead removes nothing early, nor does one that jumps back", async () => {
    const book = await newSpace()
    await world.api.delete(`/v1/spaces/${book}`)
    const today = Date.now()
    setClock(today + 8 * 24 * 60 * 60 * 1000)
    expect(await sweep()).toBe(0)
    setClock(today - 2 * 24 * 60 * 60 * 1000)
    expect(await sweep()).toBe(0)
    vi.restoreAllMocks()
    expect(await sweep()).toBe(0)
    expect((await world.api.post(`/v1/spaces/${book}/restore`)).status).toBe(200)
    // after its time there is no way back
    setClock(today - week - 1000)
    await world.api.delete(`/v1/spaces/${book}`)
    vi.restoreAllMocks()
    expect((await world.api.post(`/v1/spaces/${book}/restore`)).status).toBe(404)
  })
})

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()

const settled = async (isDone: () => Promise<boolean>) => {
  for (let i = 0; i < 200; i++) {
    if (await isDone()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("it did not come to an end")
}
