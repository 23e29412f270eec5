/** How people come in, over HTTP and with real mail: invited, verified by the link, joined by a link, and recorded. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { startMailServer } from "../src/mailServer.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const eventually = async <A>(find: () => A | undefined): Promise<A> => {
  for (let i = 0; i < 500; i++) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error("it did not come")
}

onBothStores("People", (store) => {
  let world: World
  let mail: Awaited<ReturnType<typeof startMailServer>>
  const org = () => `/v1/orgs/${world.organization}`
  const mailTo = (address: string) => eventually(() => mail.mails.find(({ to }) => to.includes(address)))

  beforeAll(async () => {
    mail = await startMailServer()
    world = await startWorld(store, { smtpUrl: mail.url, mailFrom: "Octavo <octavo@docs.test>" })
  })
  afterAll(async () => {
    await world.stop()
    await mail.close()
  })

  it("come in through the link in a real mail, once", async () => {
    const invited = await world.api.post(`${org()}/invites`, { emails: ["ada@mail.test"], role: "edit" })
    expect([invited.status, invited.body.invited, invited.body.users.length]).toEqual([200, 1, 1])
    const { text } = await mailTo("ada@mail.test")
    expect(text).toMatch(/From: Octavo <octavo@docs\.test>/)
    const link = /http\S+\/auth\/verify\?token=\w+/.exec(text)![0]
    // programs that follow links in mails change nothing
    for (let i = 0; i < 3; i++) {
      const page = await world.api.as(undefined).get(link)
      expect(page.status).toBe(200)
      expect(page.headers.get("cache-control")).toBe("no-store")
      expect(page.headers.get("referrer-policy")).toBe("no-referrer")
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(page.text).toContain('<form method="post"')
    }
    const confirmed = await fetch(link, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: ""
    })
    expect(confirmed.status).toBe(200)
    const token = /oct_\w{43}/.exec(await confirmed.text())![0]
    const ada = makeClient(world.origin, token)
    expect((await ada.get("/v1/user")).body).toMatchObject({ id: invited.body.users[0], email: "ada@mail.test" })
    expect((await fetch(link, { method: "POST" })).status).toBe(404)
    expect((await fetch(`${world.origin}/auth/verify`)).status).toBe(404)
    expect((await fetch(`${world.origin}/auth/verify?token=${"x".repeat(43)}`, { method: "POST" })).status).toBe(404)
    // neither link nor token is in the log, where mail is configured
    expect(world.logs.join("\n")).not.toContain(new URL(link).searchParams.get("token"))
    expect(world.logs.join("\n")).not.toContain(token)
  })

  it("join with links, and every answer has its Location", async () => {
    const made = await world.api.post(`${org()}/link-invites`, { role: "read" })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({ object: "invite", id: made.body.id, role: "read", redundant: true })
    const found = await world.api.get(made.headers.get("location")!)
    expect(found.body).toEqual(made.body)
    const person = await world.stranger()
    const joined = await person.client.post(`${org()}/invites/${made.body.id}`)
    expect([joined.status, joined.body]).toEqual([200, {}])
    expect((await person.client.get(org())).status).toBe(200)
    expect((await person.client.post(`${org()}/invites/${made.body.id}x`)).status).toBe(404)
    const team = await world.api.request("PUT", `${org()}/teams`, { body: { title: "T", members: [person.id] } })
    expect(team.status).toBe(201)
    expect((await world.api.get(team.headers.get("location")!)).body).toMatchObject({ id: team.body.id, members: 1 })
    expect((await world.api.delete(`${org()}/link-invites/${made.body.id}`)).status).toBe(205)
    expect((await world.api.delete(`${org()}/link-invites/${made.body.id}`)).status).toBe(204)
  })

  it("join by their domain", async () => {
    const { body } = await world.api.patch(org(), { emailDomains: ["octavo.test"], defaultRole: "comment" })
    expect(body.defaultRole).toBe("comment")
    const person = await world.stranger()
    expect((await person.client.post(`${org()}/join`)).status).toBe(204)
    expect((await person.client.post(`${org()}/join`)).status).toBe(204)
    expect((await world.api.get(`${org()}/members/${person.id}`)).body.role).toBe("comment")
    expect((await person.client.post("/v1/orgs/nowhere/join")).status).toBe(404)
  })

  it("leave a trail that names the address they came from, and no secret", async () => {
    const { body } = await world.api.get(`${org()}/audit-events?action=invite.send`)
    expect(body.count).toBe(1)
    const details = (await world.api.get(body.items[0].urls.location)).body
    expect(details).toMatchObject({ action: "invite.send", actor: { type: "user", id: world.admin.id }, source: "api" })
    expect(details.ip).toMatch(/127\.0\.0\.1$|^::1$/)
    const all = (await world.api.get(`${org()}/audit-events?limit=1000`)).text
    expect(all).not.toMatch(/oct_\w{20}/)
    for (const query of ["from=never", "limit=1001", "page=x"]) {
      expect((await world.api.get(`${org()}/audit-events?${query}`)).status, query).toBe(400)
    }
    const { body: actions } = await world.api.get(`${org()}/audit-event-actions`)
    expect(actions.items).toContainEqual({
      object: "audit-event-action",
      id: "invite.send",
      label: "Invited by e-mail"
    })
  })

  it("without a mail server, the link is told in the log", async () => {
    const other = await startWorld(store)
    try {
      await other.api.post(`/v1/orgs/${other.organization}/invites`, { emails: ["laptop@mail.test"] })
      const line = await eventually(() => other.logs.find((text) => text.includes("/auth/verify?token=")))
      expect(line).toContain("OCTAVO_SMTP_URL")
      // for whom it is, and at a level that is shown by default
      expect(JSON.parse(line)).toMatchObject({ level: "WARN", annotations: { to: "laptop@mail.test" } })
      const link = /http[^"\s]+\/auth\/verify\?token=\w+/.exec(line)![0]
      expect((await fetch(link, { method: "POST" })).status).toBe(200)
    } finally {
      await other.stop()
    }
  })
})
