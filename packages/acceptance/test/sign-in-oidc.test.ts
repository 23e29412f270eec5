/** Signing in with OpenID Connect, with a provider from elsewhere: who comes in, as what, and what is not believed. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { codeOn, tokenRequest } from "../src/authorize.ts"
import { type Browser, makeBrowser } from "../src/browse.ts"
import { type Forgery, type OpenIdProvider, otherKey, type Person, startOpenIdProvider } from "../src/openIdProvider.ts"
import { makeReview } from "../src/review.ts"
import { onBothStores } from "../src/stores.ts"
import { listen, startWorld, type World } from "../src/world.ts"

let people = 0
const somebody = (more: object = {}): Person => {
  people++
  const email = `oidc-${people}@octavo.test`
  return { sub: `subject-${people}`, email, email_verified: true, name: "Ada Lovelace", groups: [], ...more }
}

onBothStores("Signing in with OpenID Connect", (store) => {
  let world: World
  let idp: OpenIdProvider
  let front: Awaited<ReturnType<typeof listen>>
  /** Another server on the same store: without an organization, for one domain alone. */
  let strict: typeof front
  let teams: Record<"writers" | "readers" | "others", string>
  let page: string
  const org = () => `/v1/orgs/${world.organization}`

  const start = (origin: string, to = "") => `${origin}/app/~/oidc/start${to && `?${new URLSearchParams({ to })}`}`
  /** Goes the whole way of somebody who signs in, to where it ends. */
  const signIn = async (who: Person, how?: Forgery, browser: Browser = makeBrowser(), to = "", at = front) => {
    idp.answersFor(who, how)
    return { browser, page: await browser.get(start(at.origin, to)) }
  }
  const session = (browser: Browser) => browser.cookies().find(({ name }) => name === "octavo-session")?.value
  const memberOf = async (who: Person) =>
    (await world.api.get(`${org()}/members?search=${encodeURIComponent(String(who["email"]))}`)).body.items[0]
  const teamsOf = async (who: Person): Promise<Array<string>> =>
    (await world.api.get(`${org()}/members/${(await memberOf(who)).id}/teams`)).body.items.map(
      ({ team }: any) => team.title
    )
  /** The way up to the address that the provider sends the browser back to, which is not opened. */
  const answered = async (who: Person, browser: Browser, change: (url: URL) => void = () => {}) => {
    idp.answersFor(who)
    let url = new URL((await browser.ask(start(front.origin))).headers.get("location")!)
    change(url)
    for (let i = 0; i < 5 && !url.pathname.endsWith("/callback"); i++) {
      const next = await browser.ask(url.href)
      url = new URL(next.headers.get("location") ?? "about:none", url)
    }
    return url.href
  }

  beforeAll(async () => {
    ;[world, idp] = await Promise.all([startWorld(store), startOpenIdProvider()])
    const team = async (title: string) =>
      (await world.api.request("PUT", `${org()}/teams`, { body: { title } })).body.id
    teams = { writers: await team("Writers"), readers: await team("Readers"), others: await team("Others") }
    const groups = {
      writers: { role: "edit", team: teams.writers },
      readers: { team: teams.readers },
      gone: { team: "x" }
    }
    front = await listen(
      {
        ...world.config,
        ...idp.settings,
        oidcOrganization: world.organization,
        oidcRole: "comment",
        oidcGroups: JSON.stringify(groups)
      },
      world.logs
    )
    strict = await listen({ ...world.config, ...idp.settings, oidcDomains: "octavo.test" })
    await Promise.all([front, strict].map(({ server }) => server.ready.pipe(Effect.runPromise)))
    idp.open(front.origin, strict.origin)
    page = new URL((await makeReview(world)).url).pathname
  })
  afterAll(async () => {
    await Promise.all([front.close(), strict.close(), idp.close()])
    await world.stop()
  })

  it("brings somebody new in, as a member whose address is verified, where they wanted to go", async () => {
    const who = somebody()
    idp.answersFor(who)
    const browser = makeBrowser()
    const asked = await browser.get(`${front.origin}${page}`)
    expect([asked.status, asked.text]).toEqual([401, expect.stringContaining("Continue with Keycloak")])
    const href = /href="([^"]*\/oidc\/start\?[^"]*)"/.exec(asked.text)![1]!.replaceAll("&amp;", "&")
    const there = await browser.get(`${front.origin}${href}`)
    expect([there.status, there.url]).toEqual([200, `${front.origin}${page}`])
    expect(there.text).toContain("Better words")
    const member = await memberOf(who)
    expect(member).toMatchObject({ role: "comment", sso: true, user: { displayName: "Ada Lovelace" } })
    const audit = async () =>
      (await world.api.get(`${org()}/audit-events?action=member.sign-in&target=${member.id}`)).body
    expect((await audit()).items).toMatchObject([{ actor: { type: "user", id: member.id } }])
    expect(browser.cookies().filter(({ origin }) => origin === front.origin)).toMatchObject([
      { name: "octavo-session", path: "/app" }
    ])
    // a second time nothing is made
    expect((await signIn(who)).page.status).toBe(200)
    expect((await audit()).count).toBe(1)
    // where the server has no provider there is no way
    expect((await makeBrowser().get(start(world.origin))).status).toBe(404)
    expect((await makeBrowser().get(`${world.origin}/app/~/oidc/callback?state=a&code=b`)).status).toBe(404)
  })

  it("asks with PKCE, a state and a nonce of its own, and a code is good for this request alone", async () => {
    const browser = makeBrowser()
    const asked = [await browser.ask(start(front.origin)), await browser.ask(start(front.origin))]
    expect(asked[0]!.headers.get("set-cookie")).toMatch(/; Path=\/app; HttpOnly; SameSite=Lax$/)
    const seen = asked.map((one) => new URL(one.headers.get("location")!).searchParams)
    for (const one of seen) {
      expect([one.get("code_challenge_method"), one.get("response_type")]).toEqual(["S256", "code"])
      expect(one.get("code_challenge")).toMatch(/^[\w-]{43}$/)
    }
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(new Set(seen.map((one) => one.get(name))).size, name).toBe(2)
    }
    // a challenge of somebody else's verifier: the provider gives nothing for the code
    const challenge = createHash("sha256").update("v".repeat(43)).digest("base64url")
    const other = await answered(somebody(), browser, (url) => url.searchParams.set("code_challenge", challenge))
    const refused = await browser.get(other)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("does not take this code")])
    // without any it does not even ask
    const without = await answered(somebody(), browser, (url) => url.searchParams.delete("code_challenge"))
    expect((await browser.get(without)).status).toBe(403)
    expect(session(browser)).toBeUndefined()
  })

  it("takes an answer once, in the browser that began, with the state that it gave", async () => {
    const browser = makeBrowser()
    const url = await answered(somebody(), browser)
    const elsewhere = makeBrowser()
    await elsewhere.ask(start(front.origin))
    expect((await elsewhere.get(url)).status).toBe(403)
    expect((await makeBrowser().get(url)).status).toBe(403)
    const changed = (name: string, value: string) => {
      const other = new URL(url)
      other.searchParams.set(name, value)
      return browser.get(other.href)
    }
    for (const state of ["", "a.b", `${new URL(url).searchParams.get("state")}x`]) {
      expect((await changed("state", state)).status, state).toBe(400)
    }
    expect(session(browser)).toBeUndefined()
    const kept = browser.cookies().find(({ name }) => name === "octavo-sign-in")!.value
    expect((await browser.get(url)).status).toBe(200)
    expect(session(browser)).toBeDefined()
    // with all that the browser had
    const again = await fetch(url, { headers: { cookie: `octavo-sign-in=${kept}` }, redirect: "manual" })
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining("used already")])
    // another answer's issuer
    const mixed = new URL(await answered(somebody(), browser))
    mixed.searchParams.set("iss", "https://evil.test")
    expect((await browser.get(mixed.href)).status).toBe(403)
  })

  it("believes no token that is not signed, for this service, this sign-in, and now", async () => {
    const now = Math.floor(Date.now() / 1000)
    const forgeries: Record<string, Forgery> = {
      nonce: { claims: (claims) => ({ ...claims, nonce: "another" }) },
      "no nonce": { claims: ({ nonce, ...claims }) => claims },
      audience: { claims: (claims) => ({ ...claims, aud: "another" }) },
      issuer: { claims: (claims) => ({ ...claims, iss: "https://evil.test" }) },
      expired: { claims: (claims) => ({ ...claims, iat: now - 600, exp: now - 90 }) },
      "another key": { key: otherKey },
      "no signature": { header: { alg: "none" } },
      "no subject": { claims: ({ sub, ...claims }) => claims },
      "a subject that is too long": { claims: (claims) => ({ ...claims, sub: "s".repeat(256) }) },
      "a subject that can't be stored": { claims: (claims) => ({ ...claims, sub: "a\0b" }) },
      "half of a character": { claims: (claims) => ({ ...claims, sub: "a\ud800" }) },
      "made tomorrow": { claims: (claims) => ({ ...claims, iat: now + 86_400, exp: now + 90_000 }) },
      "signed in tomorrow": { claims: (claims) => ({ ...claims, auth_time: now + 86_400 }) },
      "times that are none": { claims: (claims) => ({ ...claims, auth_time: "tomorrow" }) },
      "somebody else's information": { userinfo: (claims) => ({ ...claims, sub: "somebody-else" }) }
    }
    for (const [name, how] of Object.entries(forgeries)) {
      const who = somebody()
      const { browser, page: shown } = await signIn(who, how)
      expect([shown.status, shown.text], name).toEqual([403, expect.stringContaining("You are not signed in")])
      expect(session(browser), name).toBeUndefined()
      expect(await memberOf(who), name).toBeUndefined()
    }
    // clocks may differ by a minute
    const late: Forgery = { claims: (claims) => ({ ...claims, iat: now - 600, exp: now - 20 }) }
    expect((await signIn(somebody(), late)).page.status).toBe(200)
  })

  it("takes an address, and whether it is verified, from one and the same document", async () => {
    const victim = await world.member("create")
    const own = somebody()
    const mixtures: Record<string, Forgery> = {
      "verified is another one": { claims: (claims) => ({ ...claims, email: victim.email }) },
      "verified is another one, this one is not": {
        claims: (claims) => ({ ...claims, email: victim.email, email_verified: false })
      },
      "verified is none": {
        claims: (claims) => ({ ...claims, email_verified: true }),
        userinfo: ({ email_verified, ...claims }) => ({ ...claims, email: victim.email })
      },
      "not verified is the one of the other document": {
        claims: (claims) => ({ ...claims, email_verified: true }),
        userinfo: (claims) => ({ ...claims, email: victim.email, email_verified: false })
      }
    }
    for (const [name, how] of Object.entries(mixtures)) {
      const { browser, page: shown } = await signIn(somebody(), how)
      expect([shown.status, shown.text], name).toEqual([403, expect.stringContaining("verified")])
      expect(session(browser), name).toBeUndefined()
    }
    expect(await memberOf({ sub: "", email: victim.email })).toMatchObject({ sso: false })
    // both documents whole: the signed one counts
    const both: Forgery = { claims: (claims) => ({ ...claims, email: own["email"], email_verified: true }) }
    expect((await signIn({ ...own, email: victim.email, email_verified: false }, both)).page.status).toBe(200)
    expect(await memberOf(own)).toMatchObject({ user: { email: own["email"] } })
  })

  it("stores names as every store can, whatever the provider writes", async () => {
    for (const name of ["Ada\0Lovelace", "Ada \ud800", "\u202eeulb", "x".repeat(5000), "\0"]) {
      const who = somebody({ name })
      expect((await signIn(who)).page.status, JSON.stringify(name)).toBe(200)
      expect((await memberOf(who)).user.displayName).toMatch(/^[\x20-\x7e]{1,64}$/)
    }
    const groups = ["writers", "a\0b", ...Array.from({ length: 3000 }, (_, n) => `group-${n}`)]
    const who = somebody({ groups })
    expect((await signIn(who)).page.status).toBe(200)
    expect(await teamsOf(who)).toEqual(["Writers"])
  })

  it("knows people by the issuer's name for them, and links an account by a verified address alone", async () => {
    const unverified = [{ email_verified: false }, { email_verified: undefined }, { email: undefined }, { email: "x" }]
    for (const more of unverified) {
      const { page: shown } = await signIn(somebody(more))
      expect([shown.status, shown.text]).toEqual([403, expect.stringContaining("verified")])
    }
    const member = await world.member("create")
    const taken = await signIn(somebody({ email: member.email, email_verified: false }))
    expect([taken.page.status, session(taken.browser)]).toEqual([403, undefined])
    const who = somebody({ email: member.email.toUpperCase() })
    expect((await signIn(who)).page.status).toBe(200)
    expect(await memberOf({ sub: "", email: member.email })).toMatchObject({ id: member.id, sso: true })
    // somebody else who says they have the address
    const thief = await signIn(somebody({ email: member.email }))
    expect([thief.page.status, thief.page.text]).toEqual([403, expect.stringContaining("belongs to somebody else")])
    // the address changes at the provider, or is verified no more: still the same person
    const { browser } = await signIn({ ...who, email: "moved@octavo.test", email_verified: false })
    expect((await browser.get(`${front.origin}${page}`)).status).toBe(200)
    expect(await memberOf({ sub: "", email: "moved@octavo.test" })).toBeUndefined()
  })

  it("keeps teams and role as the groups say at each sign-in, and touches no other team", async () => {
    const who = somebody({ groups: ["writers", "readers", "gone", "unknown"] })
    await signIn(who)
    expect([(await teamsOf(who)).sort(), (await memberOf(who)).role]).toEqual([["Readers", "Writers"], "edit"])
    const { id } = await memberOf(who)
    await world.api.request("PUT", `${org()}/teams/${teams.others}/members/${id}`, { body: {} })
    expect((await teamsOf(who)).sort()).toEqual(["Others", "Readers", "Writers"])
    await signIn({ ...who, groups: ["readers"] })
    expect([(await teamsOf(who)).sort(), (await memberOf(who)).role]).toEqual([["Others", "Readers"], "comment"])
    await signIn({ ...who, groups: undefined })
    expect(await teamsOf(who)).toEqual(["Others"])
    // more groups than it tells: everything stays
    const full: Forgery = { claims: (claims) => ({ ...claims, _claim_names: { groups: "src1" } }) }
    await signIn({ ...who, groups: ["writers"] })
    await signIn({ ...who, groups: undefined }, full)
    expect((await teamsOf(who)).sort()).toEqual(["Others", "Writers"])
    expect(world.logs.some((line) => line.includes("does not name all groups"))).toBe(true)
    // who was removed is not brought back by a group
    await world.api.delete(`${org()}/members/${id}`)
    await signIn({ ...who, groups: ["writers"] })
    expect(await memberOf(who)).toBeUndefined()
    // the last admin stays one
    const admin = somebody({ email: world.admin.email, groups: ["readers"] })
    expect((await signIn(admin)).page.status).toBe(200)
    expect(await memberOf(admin)).toMatchObject({ role: "admin" })
  })

  it("lets in only those of its domains, and without an organization only those who have an account", async () => {
    const outside = await signIn(somebody({ email: "ada@elsewhere.test" }), undefined, undefined, "", strict)
    expect([outside.page.status, outside.page.text]).toEqual([403, expect.stringContaining("domains")])
    const stranger = await signIn(somebody(), undefined, undefined, "", strict)
    expect([stranger.page.status, stranger.page.text]).toEqual([403, expect.stringContaining("no account")])
    const member = await world.member("read")
    const known = somebody({ email: member.email })
    const { browser } = await signIn(known, undefined, undefined, page, strict)
    expect(session(browser)).toBeDefined()
    // the address must be of the domain each time
    const moved = await signIn({ ...known, email: "ada@elsewhere.test" }, undefined, undefined, "", strict)
    expect(moved.page.status).toBe(403)
  })

  it("says so when the provider says no, or is away, and forgets it when it is back", async () => {
    idp.answersFor(somebody())
    idp.denies()
    const denied = await makeBrowser().get(start(front.origin))
    expect([denied.status, denied.text]).toEqual([403, expect.stringContaining("not allowed at Keycloak")])
    const browser = makeBrowser()
    const url = await answered(somebody(), browser)
    idp.fail()
    const away = await browser.get(url)
    expect([away.status, away.text]).toEqual([503, expect.stringContaining("Keycloak can't be used at the moment")])
    const dead = await listen({ ...world.config, ...idp.settings, oidcIssuer: "http://127.0.0.1:9/" })
    await dead.server.ready.pipe(Effect.runPromise)
    expect((await makeBrowser().get(start(dead.origin))).status).toBe(503)
    await dead.close()
    idp.open(front.origin, strict.origin)
    expect((await signIn(somebody())).page.status).toBe(200)
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
      const { page: shown } = await signIn(somebody(), undefined, makeBrowser(), to)
      expect([shown.status, shown.url], to).toEqual([200, `${front.origin}/app`])
    }
  })

  it("ends here at once, and tells where it can be ended at the provider", async () => {
    const { browser, page: shown } = await signIn(somebody(), undefined, makeBrowser(), page)
    const cookie = `octavo-session=${session(browser)}`
    const out = await browser.submit(shown, {}, "/sign-out")
    expect([out.status, session(browser)]).toEqual([200, undefined])
    expect((await fetch(`${front.origin}${page}`, { headers: { cookie } })).status).toBe(401)
    const href = new URL(/href="([^"]*\/session\/end[^"]*)"/.exec(out.text)![1]!.replaceAll("&amp;", "&"))
    expect(href.origin).toBe(idp.issuer)
    expect(href.searchParams.get("post_logout_redirect_uri")).toBe(`${front.origin}/app/~/sign-in`)
    expect((await fetch(href)).status).toBe(200)
  })

  it("gives octavo login its token", async () => {
    const who = somebody()
    idp.answersFor(who)
    const browser = makeBrowser()
    const { asked, verifier } = tokenRequest()
    const asking = await browser.get(`${front.origin}/app/~/authorize?${asked}`)
    const href = /href="([^"]*\/oidc\/start\?[^"]*)"/.exec(asking.text)![1]!.replaceAll("&amp;", "&")
    const shown = await browser.submit(await browser.get(`${front.origin}${href}`), {}, "/authorize")
    const code = codeOn(shown)
    const answer = await fetch(`${front.origin}/app/~/token`, {
      method: "POST",
      body: new URLSearchParams({ code, code_verifier: verifier, redirect_uri: asked.get("redirect_uri")! })
    })
    const { token } = (await answer.json()) as any
    const known = await fetch(`${front.origin}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
    expect(await known.json()).toMatchObject({ email: who["email"] })
    // where the provider is none of the server's any more, what began with it is over
    expect((await world.api.as(token).get("/v1/user")).status).toBe(401)
    const cookie = `octavo-session=${session(browser)}`
    expect((await fetch(`${front.origin}${page}`, { headers: { cookie } })).status).toBe(200)
    expect((await fetch(`${world.origin}${page}`, { headers: { cookie } })).status).toBe(401)
  })
})
