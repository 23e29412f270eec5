import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { shapeOf, type Threats } from "./given.ts"

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()

export const authority = (given: Threats): void => {
  it("5: who was removed, and what was deleted, is absent on the very next request", async () => {
    const { ask, document, namesOf, newSpace, org, ours, space, world } = given()
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
      const { org, ours, readAll, space, world } = given()
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
      const { newSpace, org, ours, space, theirs, world } = given()
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
      const { newCollection, newSpace, world } = given()
      const creator = await world.member("create")
      const shelf = await newCollection()
      const book = await newSpace()
      await world.api.post(`/v1/collections/${shelf}/permissions`, { role: "admin", users: [creator.id] })
      expect((await creator.client.post(`/v1/spaces/${book}/move`, { parent: shelf })).status).toBe(403)
      expect((await world.api.get(`/v1/spaces/${book}`)).body.parent).toBeUndefined()
    })

    it("and the last admin stays, however many leave at once", async () => {
      const { world } = given()
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
    const { org, ours, secret, their, theirs, world } = given()
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
    const { ask, document, ours, readAll, world } = given()
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
}
