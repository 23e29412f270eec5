/** Guessing (threats: enumeration, share key guessing): who fails too often is refused, and answers about nothing tell nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient, shapeOf } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/** Well-formed keys that are none. */
const guess = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => letters[byte % letters.length]).join("")

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

onBothStores("Guessing", (store) => {
  const limit = 5
  let world: World
  let space: string
  let serial = 0

  beforeAll(async () => {
    world = await startWorld(store, { rateLimits: undefined, triesLimit: limit, trustedProxies: "127.0.0.1" })
    space = await world.space("Book")
    const page = { operation: "insert_page", slug: "here", document: { markdown: "# Here\n" } }
    await world.api.post(`/v1/spaces/${space}/content`, { changes: [page] })
  })
  afterAll(() => world?.stop())

  /** Somebody at an address that nobody else has. */
  const somebody = () => {
    const address = `198.51.100.${++serial}`
    const ask = (path: string, cookie?: string) =>
      makeClient(world.origin).get(path, {
        headers: { "x-forwarded-for": address, ...(cookie === undefined ? {} : { cookie }) }
      })
    return { address, ask, headers: { "x-forwarded-for": address } }
  }

  const hiddenSite = async () => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const title = `Guess ${store.name} ${serial++}`
    const { body } = await world.api.post(sites, { title, visibility: "share-link", spaces: [space] })
    const api = `${sites}/${body.id}`
    await world.api.post(`${api}/publish`)
    const { body: link } = await world.api.post(`${api}/share-links`, { name: "Friends" })
    const path = new URL(link.urls.published).pathname
    return { root: `/sites/${body.basename}/`, path, key: path.split("/").at(-2)! }
  }

  const forms: ReadonlyArray<readonly [string, (root: string, key: string) => readonly [string, string?]]> = [
    ["in the path", (root, key) => [`${root}${key}/`]],
    ["in the query", (root, key) => [`${root}?shareKey=${key}`]],
    ["in a cookie", (root, key) => [root, `octavo-share=${key}`]]
  ]

  it.each(forms)(
    "12: keys of share links %s are refused after some, at this site, from this address",
    async (_, at) => {
      const [site, other] = [await hiddenSite(), await hiddenSite()]
      const [guesser, friend] = [somebody(), somebody()]
      for (let i = 0; i < limit; i++) expect((await guesser.ask(...at(site.root, guess()))).status).toBe(404)
      const refused = await guesser.ask(...at(site.root, guess()))
      expect(refused.status).toBe(429)
      expect(refused.body).toEqual({ error: { code: 429, message: expect.stringContaining("Too many tries") } })
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
      // the right one is no exception: else there would be no end of guesses
      expect((await guesser.ask(...at(site.root, site.key))).status).toBe(429)
      expect((await guesser.ask(...at(other.root, other.key))).status).toBe(200)
      expect((await friend.ask(...at(site.root, site.key))).status).toBe(200)
      // a site that never was is as one that is hidden
      const nowhere = `/sites/nowhere-${serial}/`
      for (let i = 0; i < limit; i++) await guesser.ask(...at(nowhere, guess()))
      expect((await guesser.ask(...at(nowhere, guess()))).status).toBe(429)
    }
  )

  it("12: so are keys at /urls/published; what could not be right, and what is over, is no try", async () => {
    const site = await hiddenSite()
    const { ask, headers } = somebody()
    const resolve = (path: string, more: object = {}) =>
      world.api.post("/v1/urls/published", { url: world.origin + path, ...more }, { headers })
    const old = `${btoa('{"alg":"HS256"}')}.${btoa('{"exp":1000}').replaceAll("=", "")}.c2lnbmF0dXJl`
    for (let i = 0; i < limit + 1; i++) {
      expect((await resolve(`${site.root}?shareKey=short`, { visitor: { jwtToken: old } })).status).toBe(404)
      expect((await ask(`${site.root}some-page`)).status).toBe(404)
    }
    for (let i = 0; i < limit; i++) expect((await resolve(`${site.root}${guess()}/`)).status).toBe(404)
    const refused = await resolve(site.path)
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect((await resolve("/sites/elsewhere/")).status).toBe(404)
  })

  describe("12: there is an end to guesses", () => {
    const origin = () => ({ origin: world.origin })
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const tries: ReadonlyArray<readonly [what: string, method: string, path: () => string, status: number]> = [
      ["API tokens in the form to sign in", "POST", () => "/app/~/sign-in", 401],
      ["mailed links", "GET", () => `/app/~/sign-in-link?token=${guess()}`, 403],
      ["mailed links that are used", "POST", () => "/app/~/sign-in-link", 403],
      ["codes of programs", "POST", () => "/app/~/token", 400],
      ["codes to finish with", "GET", () => `/app/~/sign-in/finish?code=${guess()}`, 400],
      ["answers of providers", "POST", () => "/app/~/saml/nobody/acs", 404],
      ["mails that are asked for", "POST", () => "/app/~/sign-in-mail", 303],
      ["secrets of invited people", "POST", () => `/auth/verify?token=${guess()}${guess().slice(1)}`, 404],
      ["upload URLs", "PUT", () => `/~uploads/${guess()}`, 404]
    ]
    it.each(tries)("of %s", async (_, method, path, status) => {
      const { headers } = somebody()
      const attempt = () =>
        makeClient(world.origin).request(method, path(), {
          headers: { ...headers, ...form, ...origin() },
          ...(method === "GET" || path().startsWith("/auth/")
            ? {}
            : { raw: `token=${guess()}&code=${guess()}&email=nobody@octavo.test` })
        })
      for (let i = 0; i < limit; i++) expect((await attempt()).status).toBe(status)
      const refused = await attempt()
      expect([refused.status, refused.body?.error.code]).toEqual([429, 429])
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    })

    it("of invitations", async () => {
      const { headers } = somebody()
      const stranger = await world.stranger()
      const join = () =>
        stranger.client.post(`/v1/orgs/${world.organization}/invites/${guess()}`, undefined, { headers })
      for (let i = 0; i < limit; i++) expect((await join()).status).toBe(404)
      expect((await join()).status).toBe(429)
    })
  })

  it("11, 12: hidden and missing are alike in status, body, headers and time", async () => {
    const { key, root } = await hiddenSite()
    const near = (turn: number) => key.slice(0, 21) + letters[(letters.indexOf(key[21]!) + 1 + turn) % 62]
    const kinds: ReadonlyArray<(turn: number) => string> = [
      () => `${root}${guess()}/`,
      (turn) => `${root}${near(turn)}/`,
      () => `/sites/never-was/${guess()}/`,
      () => root,
      () => "/sites/never-was/"
    ]
    const shapes = new Set<string>()
    /** How much longer the slowest kind takes than the quickest one. */
    const measure = async (round: number): Promise<number> => {
      const times: Array<Array<number>> = kinds.map(() => [])
      for (let turn = 0; turn < 21; turn++) {
        // each from an address of its own, and each kind in its turn
        for (const [i, path] of kinds.entries()) {
          const headers = { "x-forwarded-for": `203.0.${113 + round}.${turn * kinds.length + i}` }
          const begun = performance.now()
          const answer = await makeClient(world.origin).get(path(turn), { headers })
          times[i]!.push(performance.now() - begun)
          shapes.add(JSON.stringify(shapeOf(answer)))
        }
      }
      const medians = times.map(median)
      return Math.max(...medians) / Math.min(...medians)
    }
    // all wait for the same moment; a machine that is busy is looked at again, and a difference that is there stays
    const ratios: Array<number> = []
    do ratios.push(await measure(ratios.length))
    while (ratios.at(-1)! >= 1.5 && ratios.length < 4)
    expect(shapes.size).toBe(1)
    expect(Math.min(...ratios), ratios.join(", ")).toBeLessThan(1.5)
  })
})
