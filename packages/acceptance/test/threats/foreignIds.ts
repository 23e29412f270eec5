import { expect, it } from "vitest"
import { type Ids, page } from "../../src/furnished.ts"
import { shapeOf, type Threats } from "./given.ts"

export const foreignIds = (given: Threats): void => {
  it("1, 11: another organization's ids answer as ids that never were, on every operation, and nothing changes", async () => {
    const { ask, document, missing, namesOf, readAll, their, theirs, world } = given()
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
    const { ask, document, missing, namesOf, newSpace, ours, readAll, space, their, theirs, world } = given()
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
    const { org, ours, readAll, secret, space, their, theirs, world } = given()
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
    const { document, newCollection, org, ours, urlOf, world } = given()
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
}
