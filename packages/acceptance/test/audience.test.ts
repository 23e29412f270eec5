/** Who may read a published site: every address of it, at once and no longer than allowed (threats: share key guessing, forged visitor tokens, open redirects, host poisoning, proxy path confusion, cache leaks, hidden content listed). */
import { HtmlValidate } from "html-validate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, makeClient, rawRequest, shapeOf } from "../src/client.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { base64url, signed } from "../src/visitorToken.ts"
import { startWorld, type World } from "../src/world.ts"

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const secretPage = "Version"

onBothStores("The audience of a site", (store) => {
  let world: World
  let sample: Sample
  let serial = 0

  beforeAll(async () => {
    world = await startWorld(store)
    sample = await importSample(world)
  })
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
  })

  /** Nobody, with or without cookies. */
  const ask = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
    makeClient(world.origin).get(path, { headers: { ...(cookie === undefined ? {} : { cookie }), ...headers } })

  const newSite = async (visibility: string, more: object = {}) => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const title = `Audience ${store.name} ${serial++}`
    const { body } = await world.api.post(sites, { title, visibility, spaces: [sample.space] })
    const api = `${sites}/${body.id}`
    await world.api.post(`${api}/publish`)
    if (Object.keys(more).length > 0) await world.api.patch(api, more)
    const root = `/sites/${body.basename}/`
    return { api, id: body.id as string, root }
  }

  const newLink = async (api: string) => {
    const { body } = await world.api.post(`${api}/share-links`, { name: "Friends" })
    return {
      path: new URL(body.urls.published).pathname,
      id: body.id as string,
      key: body.urls.published.split("/").at(-2)
    }
  }

  const keyOf = async (api: string) => (await world.api.get(`${api}/publishing/auth`)).body.privateKey as string

  const cookiesOf = (answer: Answer) => answer.headers.getSetCookie()
  /** The `Cookie` header of a browser that was given these. */
  const kept = (answer: Answer) =>
    cookiesOf(answer)
      .map((line) => line.split(";")[0])
      .join("; ")

  /** Addresses of every kind, below the root of a site that shows the sample. */
  const addresses = async (root: string, cookie?: string) => {
    const { text } = await ask(root, cookie)
    const found = (pattern: RegExp) => {
      const [path] = pattern.exec(text) ?? []
      expect(path, String(pattern)).toBeDefined()
      return path!.slice(root.length)
    }
    return [
      "",
      "guides/start",
      "guides/start/install.md",
      "README.md",
      "llms.txt",
      "llms-full.txt",
      "robots.txt",
      "sitemap.xml",
      "nothing/here",
      found(new RegExp(`${root}_octavo/[^"]+\\.css`)),
      found(new RegExp(`${root}~files/[^"]+`)),
      "~navigation/en/0000000000000000",
      "~logout"
    ]
  }

  it("unlisted sites are open to people and closed to robots, at every address (threat: hidden content listed)", async () => {
    const open = await newSite("public")
    const unlisted = await newSite("unlisted")
    for (const path of await addresses(unlisted.root)) {
      const answer = await ask(unlisted.root + path)
      expect(answer.headers.get("x-robots-tag"), path).toBe("noindex")
      // a page that was answered before is written by another lane
      expect((await ask(unlisted.root + path)).headers.get("x-robots-tag"), path).toBe("noindex")
      if (path === "" || path === "guides/start") {
        expect(answer.text).toContain('<meta name="robots" content="noindex">')
        const other = await ask(open.root + path)
        expect(other.headers.get("x-robots-tag")).toBeNull()
        expect(other.text).not.toContain("noindex")
      }
    }
    expect((await ask(`${unlisted.root}robots.txt`)).text).toContain("Disallow: /")
    expect((await ask(`${unlisted.root}sitemap.xml`)).status).toBe(404)
    expect((await ask(`${open.root}sitemap.xml`)).status).toBe(200)
    expect((await ask(open.root)).headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
  })

  describe("share links", () => {
    it("12: without a key the site is like one that never was, at every address", async () => {
      const { api, root } = await newSite("share-link")
      const link = await newLink(api)
      const cookie = kept(await ask(link.path))
      const nowhere = `/sites/${root.slice(7, -1).replace(/[a-z]/g, "q")}/`
      for (const path of await addresses(root, cookie)) {
        for (const headers of [{}, { accept: "text/markdown" }, { range: "bytes=0-1" }]) {
          expect(shapeOf(await ask(root + path, undefined, headers)), path).toEqual(
            shapeOf(await ask(nowhere + path, undefined, headers))
          )
        }
      }
    })

    it("let in by the URL, then by a cookie of the site alone, and nothing of it is kept for others (threat: cache leaks)", async () => {
      const { api, root } = await newSite("share-link")
      const link = await newLink(api)
      expect(link.path).toBe(`${root}${link.key}/`)
      for (const path of [`${link.path}guides/start`, `${root}guides/start?shareKey=${link.key}`]) {
        const first = await ask(path)
        expect([first.status, first.text.includes(secretPage)], path).toEqual([200, true])
        expect(first.text).not.toContain(link.key)
        expect(cookiesOf(first)).toEqual([
          `octavo-share=${link.key}; Max-Age=2592000; Path=${root.slice(0, -1)}; HttpOnly; SameSite=Lax`
        ])
        expect(first.headers.get("cache-control")).toBe("private, no-cache")
        const second = await ask(`${root}guides/start`, kept(first))
        expect([second.status, second.text === first.text, cookiesOf(second)]).toEqual([200, true, []])
      }
      const cookie = `octavo-share=${link.key}`
      for (const path of await addresses(root, cookie)) {
        for (const headers of [{}, { accept: "text/markdown" }]) {
          const answer = await ask(root + path, cookie, headers)
          expect(answer.headers.get("cache-control"), path).toMatch(/^private, no-(?:cache|store)$|^no-store$/)
          expect(answer.headers.get("x-robots-tag"), path).toBe("noindex")
          expect(answer.headers.get("vary"), path).toContain("cookie")
          expect((await ask(root + path, undefined, headers)).status, path).toBe(404)
        }
      }
      // the site's own root, written either way, is in the cookie's path
      expect((await ask(root.slice(0, -1), cookie)).status).toBe(200)
    })

    it("12: guesses, near misses, keys of other sites and doubled parameters let nobody in", async () => {
      const { api, root } = await newSite("share-link")
      const { key } = await newLink(api)
      const other = await newLink((await newSite("share-link")).api)
      const absent = shapeOf(await ask(`${root}none`))
      const last = key.at(-1) === "a" ? "b" : "a"
      for (const guess of [
        "",
        key.slice(0, -1),
        `${key}a`,
        key.slice(0, -1) + last,
        key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase(),
        "0".repeat(22),
        other.key,
        "%00",
        "..%2f",
        "x".repeat(4000)
      ]) {
        const nowhere = `/sites/${"q".repeat(20)}/`
        for (const [path, cookie] of [
          [`${guess}/guides/start`],
          [`guides/start?shareKey=${guess}`],
          ["guides/start", `octavo-share=${guess}`]
        ] as const) {
          expect(shapeOf(await ask(root + path, cookie)), guess).toEqual(shapeOf(await ask(nowhere + path, cookie)))
        }
      }
      expect(shapeOf(await ask(`${root}?shareKey=${key}&shareKey=${key}`))).toEqual(absent)
      expect(shapeOf(await ask(`${root}?shareKey=${other.key}&shareKey=${key}`))).toEqual(absent)
      for (const url of [`${root}${other.key}/`, `${root}?shareKey=${key}&shareKey=${key}`, root]) {
        const answer = await world.api.post("/v1/urls/published", { url: world.origin + url })
        expect(answer.status, url).toBe(404)
      }
    })

    it("5: a link that is turned off, deleted, or whose site goes down, lets nobody in from then on", async () => {
      const { api, root } = await newSite("share-link")
      const [first, second] = [await newLink(api), await newLink(api)]
      const reads = async (link: typeof first) => [
        (await ask(link.path)).status,
        (await ask(root, `octavo-share=${link.key}`)).status,
        (await world.api.post("/v1/urls/published", { url: world.origin + link.path })).status
      ]
      expect([await reads(first), await reads(second)]).toEqual([
        [200, 200, 200],
        [200, 200, 200]
      ])
      await world.api.patch(`${api}/share-links/${first.id}`, { active: false })
      expect([await reads(first), await reads(second)]).toEqual([
        [404, 404, 404],
        [200, 200, 200]
      ])
      await world.api.patch(`${api}/share-links/${first.id}`, { active: true })
      expect(await reads(first)).toEqual([200, 200, 200])
      await world.api.delete(`${api}/share-links/${first.id}`)
      expect(await reads(first)).toEqual([404, 404, 404])
      await world.api.post(`${api}/unpublish`)
      expect(await reads(second)).toEqual([404, 404, 404])
      await world.api.post(`${api}/publish`)
      await world.api.patch(api, { visibility: "visitor-auth" })
      expect(await reads(second)).toEqual([403, 403, 404])
      // links are good for a site that opens to everybody
      await world.api.patch(api, { visibility: "public" })
      expect(await reads(second)).toEqual([200, 200, 200])
      await world.api.patch(api, { visibility: "share-link" })
      expect((await ask(root)).status).toBe(404)
    })

    it("with `shareKey`, reads of the API answer URLs that the key opens; another key changes nothing", async () => {
      const own = await world.space("Shared")
      const page = { operation: "insert_page", slug: "here", document: { markdown: "# Here\n" } }
      await world.api.post(`/v1/spaces/${own}/content`, { changes: [page] })
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body } = await world.api.post(sites, {
        title: `Shared ${serial++}`,
        visibility: "share-link",
        spaces: [own]
      })
      const api = `${sites}/${body.id}`
      const published = (await world.api.post(`${api}/publish`)).body.urls.published as string
      const { items } = (await world.api.get(`${api}/site-spaces`)).body
      const destination = { kind: "site-space", siteSpaceId: items[0].id }
      await world.api.post(`${api}/redirects`, { source: "/old", destination })
      const link = await newLink(api)
      const other = await newLink((await newSite("share-link")).api)
      const reads: ReadonlyArray<readonly [path: string, url: (answer: any) => string]> = [
        [`/v1/spaces/${own}?`, ({ urls }) => urls.published],
        [`${api}/published?`, ({ site }) => site.urls.published],
        [`${api}/structure?`, ({ structure }) => structure[0].urls.published],
        [`${api}/site-spaces?`, ({ items: [one] }) => one.urls.published],
        [`${api}/redirect?source=/old&`, ({ target }) => target]
      ]
      const check = async (key: string, expected: string) => {
        for (const [path, url] of reads) {
          const answer = await world.api.get(`${path}shareKey=${key}`)
          expect([path, answer.status, url(answer.body)]).toEqual([path, 200, expected])
        }
      }
      await check(link.key!, `${published}${link.key}/`)
      expect((await ask(new URL(`${published}${link.key}/`).pathname)).text).toContain("Here")
      await check(other.key!, published)
      await check("", published)
      // sections too
      await world.api.post(`${api}/sections`, { spaceId: sample.space, title: "More" })
      const sections = await world.api.get(`${api}/sections?shareKey=${link.key}`)
      expect(sections.body.items.map((one: any) => one.urls.published)).toEqual([
        `${published}${link.key}/`,
        `${published}${link.key}/${sections.body.items[1].path}/`
      ])
      await world.api.patch(`${api}/share-links/${link.id}`, { active: false })
      expect((await world.api.get(`/v1/spaces/${own}?shareKey=${link.key}`)).body.urls.published).toBe(published)
    })

    it("are what a renderer resolves, and its token reads the site until the link ends (threats: stale authority, token misuse)", async () => {
      const { api, id, root } = await newSite("share-link")
      const link = await newLink(api)
      const { body } = await world.api.post("/v1/urls/published", { url: `${world.origin}${link.path}guides/start` })
      expect(body).toMatchObject({
        site: id,
        space: sample.space,
        pathname: "/guides/start",
        basePath: link.path,
        siteBasePath: link.path,
        shareKey: link.key
      })
      expect(body.canonicalUrl).toBe(`${world.origin}${root}guides/start`)
      const reader = world.api.as(body.apiToken)
      const reads = async () => [
        (await reader.get(`/v1/spaces/${sample.space}`)).status,
        (await reader.get(`${api}/published`)).status,
        (await reader.get(`${api}/share-links`)).status,
        (await reader.get(`${api}/publishing/auth`)).status
      ]
      expect(await reads()).toEqual([200, 200, 403, 403])
      await world.api.patch(`${api}/share-links/${link.id}`, { active: false })
      expect(await reads()).toEqual([404, 404, 404, 404])
      expect(world.logs.join("\n")).not.toContain(link.key)
    })
  })

  describe("visitors who sign in", () => {
    const login = "https://login.example.test/in?from=docs"

    it("are sent to where they sign in, with where they were going; else a page says so (threat: open redirects)", async () => {
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

  it("members see a preview: unpublished, with drafts, as a visitor, for as long as they are members", async () => {
    const { api, root } = await newSite("share-link")
    await world.api.post(`${api}/unpublish`)
    const draft = (await world.api.post(`${api}/site-spaces`, { spaceId: await world.space("Plans"), draft: true }))
      .body
    const member = await world.member("read")
    const begin = async (query = "") => {
      const { body } = await member.client.get(`${api}/publishing/preview${query}`)
      expect(body.url).toContain(`${root}~preview/`)
      return new URL(body.url).pathname
    }
    const start = await begin("?target=guides/start")
    const token = start.slice(`${root}~preview/`.length).split("/")[0]!
    const preview = `${root}~preview/${token}/`
    expect(start).toBe(`${preview}guides/start`)
    const page = await ask(start)
    expect([
      page.status,
      page.headers.get("cache-control"),
      page.headers.get("x-robots-tag"),
      page.headers.get("referrer-policy")
    ]).toEqual([200, "private, no-cache", "noindex", "strict-origin"])
    // what lets in is the address, and nothing that a browser would send elsewhere
    expect(cookiesOf(page)).toEqual([])
    expect((await ask(`${root}guides/start`)).status).toBe(404)
    // all that the page leads to, and loads, is of the preview
    for (const path of await addresses(preview)) {
      const answer = await ask(preview + path)
      if (path !== "~logout") expect(cookiesOf(answer), path).toEqual([])
      expect(answer.text, path).not.toMatch(new RegExp(`(?:href|src)="${root}(?!~preview/)`))
    }
    expect(await begin(`?siteSpace=${draft.id}`)).toMatch(new RegExp(`/${draft.path}$`))
    // a published, public site at hand does not stand in the way, and draft=false shows what visitors see
    await world.api.patch(api, { visibility: "public" })
    await world.api.post(`${api}/publish`)
    const [with_, without] = [await begin(), await begin("?draft=false")]
    for (let time = 0; time < 2; time++) {
      expect((await ask(root)).text).not.toContain("Plans")
      expect((await ask(with_)).text).toContain("Plans")
      expect((await ask(without)).text).not.toContain("Plans")
    }
    // of another site, forged, or at another address: nothing
    const other = await newSite("public")
    for (const path of [
      `${root}~preview`,
      `${other.root}~preview/${token}`,
      `${root}~preview/${token.slice(0, -1)}x`,
      `${root}~preview/x.y`
    ]) {
      expect((await ask(path)).status, path).toBe(404)
      expect((await ask(`${path}/guides/start`)).status, path).toBe(404)
    }
    for (const query of ["claims=(", "target=..%2F..", "siteSpace=none", "target=//evil.test"]) {
      expect((await member.client.get(`${api}/publishing/preview?${query}`)).status, query).toBe(400)
    }
    await world.api.post(`${api}/unpublish`)
    expect((await ask(with_)).status).toBe(200)
    await world.api.delete(`/v1/orgs/${world.organization}/members/${member.id}`)
    expect((await ask(with_)).status).toBe(404)
    expect((await ask(start)).status).toBe(404)
  })

  it("a page that is at hand is not when its site closes", async () => {
    const { api, root } = await newSite("public")
    for (let time = 0; time < 3; time++) expect((await ask(`${root}guides/start`)).status).toBe(200)
    await world.api.patch(api, { visibility: "share-link" })
    expect((await ask(`${root}guides/start`)).status).toBe(404)
    const { path } = await newLink(api)
    expect((await ask(`${path}guides/start`)).status).toBe(200)
    for (let time = 0; time < 3; time++) expect((await ask(`${root}guides/start`)).status).toBe(404)
    await world.api.patch(api, { visibility: "public" })
    expect((await ask(`${root}guides/start`)).status).toBe(200)
  })

  it("what is not there, or not for this reader, is one page in a browser and one error for programs", async () => {
    const { root } = await newSite("share-link")
    const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
    const seen = ({ headers, status, text }: Answer) => [status, headers.get("content-type"), headers.get("vary"), text]
    const hidden = seen(await ask(root, undefined, browser))
    for (const path of ["/sites/nothing-of-this-name/", `${root}guides/start`, "/elsewhere"]) {
      expect(seen(await ask(path, undefined, browser)), path).toEqual(hidden)
    }
    expect(hidden.slice(0, 3)).toEqual([404, "text/html; charset=utf-8", "accept"])
    const { results } = await new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"]
    }).validateString(String(hidden[3]))
    expect(results).toEqual([])
    for (const [path, headers] of [
      [root, { accept: "application/json" }],
      [root, {}],
      ["/sites/nothing-of-this-name/", { accept: "*/*" }],
      ["/v1/nothing", { accept: "application/json" }]
    ] as const) {
      const { body, status } = await ask(path, undefined, headers)
      expect([path, status, body.error.code]).toEqual([path, 404, 404])
    }
    expect(seen(await ask("/v1/nothing", undefined, browser)).slice(0, 2)).toEqual([404, "text/html; charset=utf-8"])
    // the root of a site's own host is no door to the installation's first page
    const gone = await rawRequest(world.origin, "/", { headers: { host: "docs.gone.example", ...browser } })
    expect([gone.status, gone.body.toString()]).toEqual([404, hidden[3]])
    const own = await rawRequest(world.origin, "/", { headers: browser })
    expect([own.status, own.body.toString()]).toEqual([200, expect.stringContaining("What is published here")])
  })

  it("frames, scripts and forms of other sites get nothing (threats: stored scripts, requests across sites)", async () => {
    const { api, root } = await newSite("visitor-auth")
    const cookie = `octavo-visitor=${signed(await keyOf(api), {})}`
    const page = await ask(root, cookie, { origin: "https://evil.test" })
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self'")
    expect(page.headers.get("access-control-allow-origin")).toBeNull()
    const door = await ask(root)
    expect(door.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    // cookies of a site say nothing to the API
    expect((await ask(`/v1/spaces/${sample.space}`, cookie)).status).toBe(401)
  })
})
