import { describe, expect, it } from "vitest"
import { base64url, signed } from "../../src/visitorToken.ts"
import { type Audience, inAnHour, secretPage } from "./given.ts"

export const visitors = (given: Audience): void => {
  describe("visitors who sign in", () => {
    const login = "https://login.example.test/in?from=docs"

    it("are sent to where they sign in, with where they were going; else a page says so (threat: open redirects)", async () => {
      const { ask, newSite, world } = given()
      const { api, root } = await newSite("visitor-auth")
      const page = await ask(`${root}guides/start`)
      expect([page.status, page.text.includes(secretPage), page.headers.get("cache-control")]).toEqual([
        403,
        false,
        "no-store"
      ])
      expect(page.text).toContain("Sign in to read this site")
      await world.api.patch(`${api}/publishing/auth`, { backend: "custom", fallbackURL: login })
      for (const [path, location] of [
        ["", ""],
        ["guides/start", "guides/start"],
        ["guides/start?jwt_token=bad&x=1", "guides/start"],
        ["~files/a/b/c", "~files/a/b/c"],
        ["a%20b%23", "a%20b%23"],
        ["_octavo/site.css", "_octavo/site.css"],
        ["llms.txt", "llms.txt"]
      ]) {
        const answer = await ask(root + path)
        expect([answer.status, answer.headers.get("cache-control")], path).toEqual([307, "no-store"])
        const to = new URL(answer.headers.get("location")!)
        expect(to.origin + to.pathname).toBe("https://login.example.test/in")
        expect([to.searchParams.get("from"), to.searchParams.get("location")], path).toEqual(["docs", location])
      }
      const url = `${world.origin}${root}guides/start`
      const redirect = {
        target: "external",
        site: api.split("/").at(-1),
        redirect: "https://login.example.test/in?from=docs&location=guides%2Fstart"
      }
      const resolve = (more: object) => world.api.post("/v1/urls/published", { url, ...more })
      // without a token there is nothing wrong: the switch is about tokens that are
      for (const more of [{}, { redirectOnError: false }, { redirectOnError: true }]) {
        expect((await resolve(more)).body, JSON.stringify(more)).toEqual(redirect)
      }
      const visitor = { jwtToken: "wrong" }
      expect((await resolve({ visitor })).status).toBe(404)
      expect((await resolve({ visitor, redirectOnError: false })).status).toBe(404)
      expect((await resolve({ visitor, redirectOnError: true })).body).toEqual(redirect)
    })

    it("come with a token that leaves the URL at once, and stay by a cookie of the site until it ends", async () => {
      const { addresses, ask, cookiesOf, kept, keyOf, newSite, sample, world } = given()
      const { api, root } = await newSite("visitor-auth")
      const key = await keyOf(api)
      const token = signed(key, { sub: "u1", exp: inAnHour() })
      const first = await ask(`${root}guides/start?a=1&jwt_token=${token}&b=%26`)
      expect([first.status, first.headers.get("location"), first.headers.get("cache-control")]).toEqual([
        307,
        `${root}guides/start?a=1&b=%26`,
        "no-store"
      ])
      expect(cookiesOf(first)).toEqual([
        expect.stringMatching(
          new RegExp(
            `^octavo-visitor=${token}; Max-Age=3(?:600|59\\d); Path=${root.slice(0, -1)}; HttpOnly; SameSite=Lax$`
          )
        )
      ])
      const page = await ask(`${root}guides/start`, kept(first))
      expect([page.status, page.headers.get("cache-control"), page.text.includes(secretPage)]).toEqual([
        200,
        "private, no-cache",
        true
      ])
      // one that ends much later, like one whose end is in milliseconds, is kept for as long as browsers keep anything
      for (const exp of [Date.now() * 1000, 1e308]) {
        const late = await ask(`${root}?jwt_token=${signed(key, { exp })}`)
        expect([late.status, cookiesOf(late)], String(exp)).toEqual([
          307,
          [expect.stringContaining("; Max-Age=34560000;")]
        ])
      }
      // a cookie that the customer's own server sets
      expect((await ask(root, `gitbook-visitor-token=${token}`)).status).toBe(200)
      for (const path of await addresses(root, kept(first))) {
        const answer = await ask(root + path, kept(first))
        expect(answer.headers.get("cache-control"), path).toMatch(/^private, no-(?:cache|store)$|^no-store$/)
        expect((await ask(root + path)).status, path).toBe(path === "~logout" ? 307 : 403)
      }
      const { body } = await world.api.post("/v1/urls/published", {
        url: `${world.origin}${root}`,
        visitor: { jwtToken: token }
      })
      const reader = world.api.as(body.apiToken)
      expect((await reader.get(`/v1/spaces/${sample.space}`)).status).toBe(200)

      const left = await ask(`${root}~logout`, kept(first))
      expect([left.status, left.headers.get("location")]).toEqual([307, root])
      expect(cookiesOf(left)).toContainEqual(expect.stringMatching(/^octavo-visitor=; Max-Age=0; Path=/))
      await world.api.patch(`${api}/publishing/auth`, { backend: "custom", logoutURL: "https://example.org/bye" })
      expect((await ask(`${root}~logout`)).headers.get("location")).toBe("https://example.org/bye")

      await world.api.post(`${api}/publishing/auth/regenerate`)
      expect((await ask(root, kept(first))).status).toBe(403)
      expect((await reader.get(`/v1/spaces/${sample.space}`)).status).toBe(404)
      expect(world.logs.join("\n")).not.toContain(key)
      expect(world.logs.join("\n")).not.toContain(token)
    })

    it("13: forged, expired and foreign tokens let nobody in", async () => {
      const { ask, cookiesOf, keyOf, newSite, world } = given()
      const { api, root } = await newSite("visitor-auth")
      const key = await keyOf(api)
      const other = await keyOf((await newSite("visitor-auth")).api)
      const exp = inAnHour()
      const good = signed(key, { exp })
      const [header, , signature] = good.split(".")
      for (const token of [
        "",
        "x",
        `${base64url('{"alg":"none"}')}.${base64url(JSON.stringify({ exp }))}.`,
        signed(key, { exp }, { alg: "none" }),
        signed(key, { exp }, { alg: "HS512" }),
        signed(key, { exp }, { alg: "RS256" }),
        signed(other, { exp }),
        signed(other, { exp }, { alg: "HS256", jwk: { kty: "oct", k: base64url(other) } }),
        signed(other, { exp }, { alg: "HS256", kid: "../key", jku: "https://evil.test/keys" }),
        signed(key, { exp: exp - 3700 }),
        signed(key, { exp, nbf: exp }),
        `${header}.${base64url(JSON.stringify({ exp, admin: true }))}.${signature}`,
        good.slice(0, -1),
        `${good}.x`
      ]) {
        for (const answer of [
          await ask(`${root}?jwt_token=${token}`),
          await ask(root, `octavo-visitor=${token}`),
          await ask(root, `gitbook-visitor-token=${token}`)
        ]) {
          expect([answer.status, cookiesOf(answer), answer.text.includes("Welcome")], token).toEqual([403, [], false])
        }
        const { status } = await world.api.post("/v1/urls/published", {
          url: `${world.origin}${root}`,
          visitor: { jwtToken: token }
        })
        expect(status, token).toBe(404)
      }
      const huge = signed(key, { exp, fill: "x".repeat(1024 * 1024) })
      const answer = await world.api.post("/v1/urls/published", {
        url: `${world.origin}${root}`,
        visitor: { jwtToken: huge }
      })
      expect(answer.status).toBe(404)
      expect((await ask(`${root}?jwt_token=${good}&jwt_token=${good}`)).status).toBe(403)
      expect((await ask(root, `octavo-visitor=${good}`)).status).toBe(200)
    })

    it("come in by the second visit too when the first was somebody else, and a cookie of one site opens no other", async () => {
      const { ask, keyOf, newSite } = given()
      const [one, two] = [await newSite("visitor-auth"), await newSite("visitor-auth")]
      const cookie = `octavo-visitor=${signed(await keyOf(one.api), { exp: inAnHour() })}`
      for (let time = 0; time < 3; time++) {
        expect((await ask(`${one.root}guides/start`, cookie)).status).toBe(200)
        expect((await ask(`${one.root}guides/start`)).status).toBe(403)
        expect((await ask(`${two.root}guides/start`, cookie)).status).toBe(403)
      }
    })
  })

  it("23: an answer for one visitor is given to no other, whatever its address looks like", async () => {
    const { ask, cookiesOf, keyOf, newSite, world } = given()
    const { api, root } = await newSite("visitor-auth", { adaptiveContent: { enabled: true } })
    const key = await keyOf(api)
    const ann = `octavo-visitor=${signed(key, { name: "ann", exp: inAnHour() })}`
    for (const path of [
      "guides/start",
      "guides/start.md",
      "guides/start/page.css",
      "llms.txt",
      "",
      "~search?q=start"
    ]) {
      for (let time = 0; time < 2; time++) {
        const answer = await ask(root + path, ann, { "x-forwarded-host": "evil.test", origin: "https://evil.test" })
        expect(answer.headers.get("cache-control"), path).toMatch(/^private, no-(?:cache|store)$|^no-store$/)
        expect(answer.headers.get("vary"), path).toContain("cookie")
        expect(answer.headers.get("cross-origin-resource-policy"), path).toBe("same-origin")
        expect(answer.headers.get("access-control-allow-origin"), path).toBeNull()
        expect(answer.text).not.toContain("evil.test")
        expect((await ask(root + path)).status, path).toBe(403)
      }
    }
    await world.api.patch(api, { visibility: "public" })
    // what a visitor says in the URL stays for the next page
    const said = await ask(`${root}?visitor.plan=pro`)
    expect(cookiesOf(said)).toEqual([
      `gitbook-visitor-public-octavo=%7B%22plan%22%3A%22pro%22%7D; Path=${root.slice(0, -1)}; HttpOnly; SameSite=Lax`
    ])
    const url = `${world.origin}${root}`
    const context = async (visitor: object) =>
      (await world.api.post("/v1/urls/published", { url, visitor })).body.contextId as string | undefined
    const jwtToken = signed(key, { name: "ann" })
    const ids = [
      await context({}),
      await context({ jwtToken }),
      await context({ jwtToken: signed(key, { name: "bob" }) }),
      await context({ unsignedClaims: { name: "ann" } })
    ]
    expect(ids[0]).toBeUndefined()
    expect(new Set(ids).size).toBe(4)
    expect(await context({ jwtToken: signed(key, { name: "ann", iat: 5, exp: inAnHour() }) })).toBe(ids[1])
    expect(await context({ jwtToken: "forged", unsignedClaims: { ["__proto__"]: { a: 1 } } })).toBeUndefined()
  })
}
