import { expect, it } from "vitest"
import { bodies, type Ids, password } from "../../src/furnished.ts"
import { rawSqlite } from "../../src/stores.ts"
import { shapeOf, type Threats } from "./given.ts"

export const revealed = (given: Threats): void => {
  it("9: secrets are read back by nobody: not in answers, logs, the trail or the store", async () => {
    const { org, ours, readAll, space, store, world } = given()
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
    const { document, newCollection, newSpace, ours, secret, their, theirs, urlOf, world } = given()
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
    const { org, secret, theirs, turned, world } = given()
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
    const { document, ours, urlOf, world } = given()
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
}
