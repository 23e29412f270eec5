/** Single sign-on with SAML, with a provider from elsewhere: who comes in, with what, and how a session ends. */
import { EmailDomains } from "@octavo/core/people/email-domains/EmailDomains"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { codeOn, tokenRequest } from "../src/authorize.ts"
import { type Browser, makeBrowser } from "../src/browse.ts"
import { type IdentityProvider, type Subject, startIdentityProvider } from "../src/identityProvider.ts"
import { makeReview, type Review, sessionOf } from "../src/review.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

let people = 0
const somebody = (name = "Ada Lovelace"): Subject => {
  people++
  return { id: `subject-${people}`, email: `sso-${people}@octavo.test`, name }
}

onBothStores("Single sign-on", (store) => {
  let world: World
  let idp: IdentityProvider
  let provider: any
  let team: string
  let review: Review
  const org = () => `/v1/orgs/${world.organization}`

  /** Goes the whole way of somebody who signs in, to where it ends. */
  const signIn = async (who: Subject, how: object = {}, browser: Browser = makeBrowser(), to = "") => {
    idp.answersFor(who, { ...how })
    const start = `${provider.service.startURL}${to === "" ? "" : `?${new URLSearchParams({ to })}`}`
    const page = await browser.get(start)
    expect(page.url).toContain(new URL(idp.settings.ssoURL).origin)
    return { browser, page: await browser.submit(page) }
  }
  const memberOf = async (email: string) =>
    (await world.api.get(`${org()}/members?search=${encodeURIComponent(email)}`)).body.items[0]

  beforeAll(async () => {
    world = await startWorld(store)
    idp = await startIdentityProvider()
    team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Newcomers" } })).body.id
    const made = await world.api.post(`${org()}/saml`, {
      label: "Okta",
      ...idp.settings,
      defaultTeam: team,
      defaultRole: "read"
    })
    provider = made.body
    review = await makeReview(world)
  })
  afterAll(async () => {
    await idp.close()
    await world.stop()
  })

  it("brings somebody new in: member, role, team, flag and name, and leads to where they wanted to go", async () => {
    const who = somebody()
    const to = new URL(review.url).pathname
    const { browser, page } = await signIn(who, {}, undefined, to)
    expect([page.status, new URL(page.url).pathname]).toEqual([200, to])
    expect(page.text).toContain("Better words")
    const member = await memberOf(who.email)
    expect(member).toMatchObject({
      role: "read",
      sso: true,
      disabled: false,
      teams: 1,
      user: { displayName: who.name }
    })
    expect(member.lastSeenAt).toBeTypeOf("string")
    expect((await world.api.get(`${org()}/teams/${team}/members`)).body.items).toContainEqual(
      expect.objectContaining({ organization: expect.objectContaining({ id: member.id }) })
    )
    const { body } = await world.api.get(`${org()}/audit-events?action=member.sign-in&target=${member.id}`)
    expect(body.items).toMatchObject([{ actor: { type: "user", id: member.id } }])
    // a second time nothing is made
    await signIn(who, {}, browser)
    expect((await memberOf(who.email)).id).toBe(member.id)
    expect((await world.api.get(`${org()}/audit-events?action=member.sign-in&target=${member.id}`)).body.count).toBe(1)
  })

  it("keeps a session in a cookie that scripts and other sites do not get, until it is ended on every server", async () => {
    const { browser } = await signIn(somebody())
    idp.answersFor(somebody())
    const begun = await makeBrowser().ask(provider.service.startURL)
    expect(begun.headers.get("set-cookie")).toMatch(
      /^octavo-sign-in=[\w.-]+; Max-Age=900; Path=\/app; HttpOnly; SameSite=Lax$/
    )
    const [session] = browser.cookies()
    expect(browser.cookies().map(({ name }) => name)).toEqual(["octavo-session"])
    const cookie = `octavo-session=${session!.value}`
    const seen = async () => (await fetch(review.url, { headers: { cookie } })).status
    expect(await seen()).toBe(200)
    await browser.submit(await browser.get(review.url), {}, "/sign-out")
    expect(browser.cookies()).toEqual([])
    // whoever kept a copy has nothing
    expect(await seen()).toBe(401)
  })

  it("knows a person by the provider's name for them, and by the address when there is none that stays", async () => {
    const who = somebody()
    await signIn(who)
    const { id } = await memberOf(who.email)
    // the address changed at the provider
    const moved = await signIn({ ...who, email: "moved@octavo.test" })
    expect(moved.page.status).toBe(200)
    expect(await memberOf("moved@octavo.test")).toBeUndefined()
    // somebody else at the provider who says they have the address
    const thief = await signIn({ ...somebody("Mallory"), email: who.email })
    expect(thief.page.status).toBe(403)
    expect(thief.page.text).toContain("belongs to somebody else")
    const transient = { nameIdentifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }
    const other = somebody()
    await signIn(other, transient)
    const first = await memberOf(other.email)
    await signIn({ ...other, id: "_another-each-time" }, transient)
    expect((await memberOf(other.email)).id).toBe(first.id)
    expect(id).not.toBe(first.id)
  })

  it("recognises members by their address, and no others: not of elsewhere, not disabled, not removed", async () => {
    const invited = somebody()
    await world.api.post(`${org()}/invites`, { emails: [invited.email], role: "edit", sso: true })
    expect((await signIn(invited)).page.status).toBe(200)
    expect(await memberOf(invited.email)).toMatchObject({ role: "edit", sso: true })

    const member = await world.member("comment")
    expect((await signIn({ ...somebody(), email: member.email })).page.status).toBe(200)
    expect(await memberOf(member.email)).toMatchObject({ id: member.id, role: "comment", sso: true })

    const removed = await memberOf(invited.email)
    await world.api.delete(`${org()}/members/${removed.id}`)
    const { page } = await signIn(invited)
    expect(page.status).toBe(403)
    expect(page.text).toContain("invite you")
    expect(await memberOf(invited.email)).toBeUndefined()
  })

  it("counts in the organization of the provider alone, for the API too", async () => {
    const there = await world.neighbour()
    const both = await world.member("admin", there.id)
    await world.operate(Effect.flatMap(Members, (members) => members.put(world.organization, both.id, "edit")))
    const theirs = await there.admin.client.post(`/v1/orgs/${there.id}/spaces`, { title: "Theirs" })
    const draft = await there.admin.client.post(`/v1/spaces/${theirs.body.id}/change-requests`, { subject: "Secret" })
    const { browser } = await signIn({ ...somebody(), email: both.email })
    expect((await browser.get(review.url)).status).toBe(200)
    expect((await browser.get(draft.body.urls.app)).status).toBe(404)
    // with a token of their own they see both
    expect((await both.client.get(`/v1/spaces/${theirs.body.id}`)).status).toBe(200)
  })

  it("gives a program a token that counts there alone, when its owner says yes, once", async () => {
    const { browser } = await signIn(somebody())
    const { asked, verifier } = tokenRequest()
    const page = await browser.get(`${world.origin}/app/~/authorize?${asked}`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("in Acme")])
    const shown = await browser.submit(page, {}, "/authorize")
    const code = codeOn(shown)
    const exchange = async (changed: object = {}) => {
      const fields = { code, code_verifier: verifier, redirect_uri: asked.get("redirect_uri")!, ...changed }
      const answer = await fetch(`${world.origin}/app/~/token`, { method: "POST", body: new URLSearchParams(fields) })
      return { status: answer.status, body: (await answer.json()) as any }
    }
    const wrong = [
      { code_verifier: "w".repeat(43) },
      { redirect_uri: "http://127.0.0.1:1/" },
      { code: "a.b" },
      { code: "" }
    ]
    for (const one of wrong) expect((await exchange(one)).status, JSON.stringify(one)).toBe(400)
    const { body, status } = await exchange()
    expect([status, body.organization, body.label]).toEqual([200, world.organization, "octavo login on a laptop"])
    expect((await exchange()).status).toBe(400)
    const program = world.api.as(body.token)
    expect((await program.get("/v1/orgs")).body.items.map(({ id }: any) => id)).toEqual([world.organization])
    expect((await program.post("/v1/orgs", { title: "Another" })).status).toBe(403)
    // a session of a narrowed token gives no wider one
    const narrow = await world.api.post("/v1/user/tokens", { label: "narrow", scopes: ["user:read"] })
    const cookie = await sessionOf(world, narrow.body)
    const form = await fetch(`${world.origin}/app/~/authorize?${asked}`, { headers: { cookie } })
    const field = /name="form" value="([^"]*)"/.exec(await form.text())![1]!
    const refused = await fetch(`${world.origin}/app/~/authorize`, {
      method: "POST",
      headers: { cookie, origin: world.origin },
      body: new URLSearchParams([...asked, ["form", field]])
    })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("without scopes")])
  })

  it("takes the yes to a program from the page of the session that it was shown to alone", async () => {
    const { browser } = await signIn(somebody())
    const other = (await signIn(somebody())).browser
    const { asked } = tokenRequest()
    const address = `${world.origin}/app/~/authorize`
    const page = await browser.get(`${address}?${asked}`)
    const fields = Object.fromEntries(asked)
    const theirs = (await other.get(`${address}?${asked}`)).form("/authorize").fields.get("form")!
    for (const form of [undefined, "", "x", theirs]) {
      const refused = await browser.post(address, { ...fields, ...(form === undefined ? {} : { form }) }, world.origin)
      expect([refused.status, refused.text], form).toEqual([403, expect.stringContaining("another session")])
      expect(refused.text).not.toContain("<code")
    }
    expect(codeOn(await browser.submit(page, {}, "/authorize"))).toMatch(/^[\w.-]+$/)
    // signed out in between: the code is worth nothing
    const late = codeOn(await browser.submit(page, {}, "/authorize"))
    await browser.submit(page, {}, "/sign-out")
    const answer = await fetch(`${world.origin}/app/~/token`, {
      method: "POST",
      body: new URLSearchParams({ code: late, code_verifier: "v".repeat(43), redirect_uri: fields["redirect_uri"]! })
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: { code: 400, message: expect.stringContaining("session") } }
    ])
  })

  it("is found by the domain of an address, or by the organization, without scripts", async () => {
    await world.api.patch(org(), { emailDomains: ["octavo.test"] })
    const browser = makeBrowser()
    const to = new URL(review.url).pathname
    const asked = await browser.get(review.url)
    // the admin's own address is of the domain: that proves nothing
    const early = await browser.submit(asked, { email: "Somebody@Octavo.test" }, "/sign-in")
    expect(early.text).not.toContain("Continue with")
    await world.operate(Effect.flatMap(EmailDomains, ({ prove }) => prove(world.organization, "octavo.test")))
    const found = await browser.submit(asked, { email: "Somebody@Octavo.test" }, "/sign-in")
    expect(found.status).toBe(200)
    expect(found.text).toContain("Continue with Okta")
    expect(found.text).toContain("Acme")
    const href = /href="([^"]*\/start\?[^"]*)"/.exec(found.text)![1]!.replaceAll("&amp;", "&")
    idp.answersFor(somebody())
    const page = await browser.submit(await browser.get(href))
    expect([page.status, new URL(page.url).pathname]).toEqual([200, to])
    const none = await browser.submit(asked, { email: "somebody@elsewhere.test" }, "/sign-in")
    expect(none.text).not.toContain("Continue with")
    const direct = await browser.get(`${world.origin}/app/~/sign-in?organization=${world.organization}`)
    expect(direct.text).toContain("Continue with Okta")
    // an organization whose own the domain is not proven to be does not stand for it
    const there = await world.neighbour()
    const stranger = "claims.test"
    await there.admin.client.patch(`/v1/orgs/${there.id}`, { emailDomains: [stranger] })
    await there.admin.client.post(`/v1/orgs/${there.id}/saml`, { label: "Trap", ...idp.settings })
    const trap = await browser.submit(asked, { email: `somebody@${stranger}` }, "/sign-in")
    expect(trap.text).not.toContain("Trap")
    await world.api.patch(org(), { emailDomains: [] })
  })

  it("tells its metadata, of a provider that is not set up yet too", async () => {
    const pending = (await world.api.post(`${org()}/saml`, { label: "Later" })).body
    const answer = await fetch(pending.service.entityID)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/samlmetadata+xml"])
    const xml = await answer.text()
    expect(xml).toContain(`entityID="${pending.service.entityID}"`)
    expect(xml).toContain(`Location="${pending.service.acsURL}"`)
    expect(xml).toContain("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST")
    expect((await fetch(pending.service.startURL, { redirect: "manual" })).status).toBe(404)
    expect((await fetch(`${pending.service.entityID}x`)).status).toBe(404)
  })

  it("is begun here when a provider begins it, so that nobody is signed in by a link", async () => {
    const browser = makeBrowser()
    const who = somebody()
    idp.answersFor(who, { inResponseTo: " " })
    const xml = await idp.respond(
      { xml: "", id: "", acsURL: provider.service.acsURL, issuer: provider.service.entityID },
      who
    )
    const to = new URL(review.url).pathname
    const began = await browser.post(
      provider.service.acsURL,
      { SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: to },
      idp.issuer,
      false
    )
    expect(began.status).toBe(303)
    expect(began.headers.get("location")).toBe(`${provider.service.startURL}?${new URLSearchParams({ to })}`)
    expect(browser.cookies()).toEqual([])
    idp.answersFor(who)
    const page = await browser.submit(await browser.get(began.headers.get("location")!))
    expect([page.status, new URL(page.url).pathname]).toEqual([200, to])
  })

  it("leads nowhere else, whatever it is asked", async () => {
    for (const to of [
      ...["https://evil.test/", "//evil.test", "/\\evil.test", "/v1/user", "javascript:alert(1)"],
      // resolved first, then compared (threat: addresses resolved late)
      ...[
        "/app/s/../../x",
        "/app/s/%2e%2e/%2E./v1/user",
        "/app/s/..//evil.test",
        "/app/s/../~/sign-out",
        "http:/app/../x"
      ]
    ]) {
      const { page } = await signIn(somebody(), { RelayState: to }, makeBrowser(), to)
      expect([page.status, new URL(page.url).href], to).toEqual([200, `${world.origin}/app`])
    }
  })

  it("ends with its provider: nobody begins, nobody comes back, who is in is out", async () => {
    const other = (await world.api.post(`${org()}/saml`, { label: "Short", ...idp.settings })).body
    const kept = provider
    provider = other
    const who = somebody()
    const { browser } = await signIn(who)
    expect((await browser.get(review.url)).status).toBe(200)
    idp.answersFor(who)
    const late = await makeBrowser().get(other.service.startURL)
    expect((await world.api.delete(`${org()}/saml/${other.id}`)).status).toBe(205)
    expect((await browser.get(review.url)).status).toBe(401)
    expect((await makeBrowser().submit(late)).status).toBe(404)
    expect((await makeBrowser().get(other.service.startURL)).status).toBe(404)
    provider = kept
    // the person stays a member
    expect(await memberOf(who.email)).toMatchObject({ sso: true })
  })
})
