/** How much a client may ask for in a minute, and what it is told (`docs/contributing/wire.md#rate-limits`; threat: slow clients and floods). */
import { type OctavoError, octavoClient } from "@octavo/client"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, type Client, makeClient, rawRequest } from "../src/client.ts"
import { readDocument } from "../src/document.ts"
import { onBothStores } from "../src/stores.ts"
import { listen, startWorld, type World } from "../src/world.ts"

const allowanceOf = ({ headers }: Answer) =>
  ["limit", "remaining", "reset"].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`)
    return value === null ? null : Number(value)
  })

const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status)

/** So many requests, one after the other. */
const inTurn = async (times: number, ask: (turn: number) => Promise<Answer>): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  for (let turn = 0; turn < times; turn++) answers.push(await ask(turn))
  return answers
}

/** A person is told in words. */
const expectPage = async (url: URL) => {
  const shown = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } })
  expect([shown.status, shown.headers.get("content-type")], url.pathname).toEqual([429, "text/html; charset=utf-8"])
  expect(Number(shown.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await shown.text()).toMatch(/<h1>Too many requests<\/h1>.*More than \d+ requests came in a minute/s)
}

const expectTooMuch = (answer: Answer, limit: number) => {
  expect(answer.status).toBe(429)
  expect(answer.body).toEqual({ error: { code: 429, message: expect.stringMatching(/try again in \d+ seconds$/) } })
  const wait = Number(answer.headers.get("retry-after"))
  expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true)
  expect(answer.headers.get("content-type")).toBe("application/json")
  expect(answer.headers.get("cache-control")).toBe("no-store")
  expect(answer.body.error.message).toContain(`More than ${limit} requests`)
}

/** A published site with one page; answers its path. */
const publish = async (world: World): Promise<string> => {
  const space = await world.space("Limited")
  const page = { operation: "insert_page", slug: "here", document: { markdown: "# Here\n" } }
  await world.api.post(`/v1/spaces/${space}/content`, { changes: [page] })
  const sites = `/v1/orgs/${world.organization}/sites`
  const { body } = await world.api.post(sites, { title: `Limited ${world.store.name}`, spaces: [space] })
  const { body: published } = await world.api.post(`${sites}/${body.id}/publish`)
  return new URL(published.urls.published).pathname
}

onBothStores("Rate limits", (store) => {
  describe("as they are without a setting", () => {
    let world: World
    beforeAll(async () => {
      world = await startWorld(store, { rateLimits: undefined })
    })
    afterAll(() => world?.stop())

    it("tell with every answer of the API what is left, and let a crawler of one's own go on", async () => {
      const now = Date.now() / 1000
      // a new token is seen to be good first
      expect(allowanceOf(await world.api.get("/v1/user")).slice(0, 2)).toEqual([3000, 2999])
      for (const [path, status] of [
        ["/v1/user", 200],
        [`/v1/orgs/${world.organization}`, 200],
        ["/v1/spaces/none", 404],
        ["/v1/nothing", 404],
        ["/v1/user?limit=%00", 400]
      ] as const) {
        const answer = await world.api.get(path)
        const [limit, left, reset] = allowanceOf(answer)
        expect([answer.status, limit], path).toEqual([status, 30_000])
        expect(left).toBeGreaterThan(29_900)
        expect(reset).toBeGreaterThanOrEqual(Math.floor(now))
        expect(reset).toBeLessThanOrEqual(now + 62)
      }
      const nobody = await world.api.as(undefined).get("/v1/user")
      expect([nobody.status, allowanceOf(nobody)[0]]).toEqual([401, 3000])
      const answers = await Promise.all(Array.from({ length: 500 }, () => world.api.get("/v1/user")))
      expect(new Set(statuses(answers))).toEqual(new Set([200]))
    })

    it("tell it in all lanes: kept answers, pages by id, conditional reads, writes and what has no body", async () => {
      const space = await world.space("Lanes")
      const page = { operation: "insert_page", slug: "here", document: { markdown: "# Here\n" } }
      await world.api.post(`/v1/spaces/${space}/content`, { changes: [page] })
      const { body } = await world.api.get(`/v1/spaces/${space}/content`)
      const path = `/v1/spaces/${space}/content/page/${body.pages[0].id}`
      const first = await world.api.get(path)
      const answers = [
        first,
        await world.api.get(path),
        await world.api.get(path, { headers: { "if-none-match": first.headers.get("etag")! } }),
        await world.api.patch(`/v1/spaces/${space}`, { title: "Renamed" }),
        await world.api.delete(`/v1/spaces/${space}`)
      ]
      expect(statuses(answers)).toEqual([200, 200, 304, 200, 205])
      const left = answers.map((answer) => allowanceOf(answer)[1]!)
      expect(left.every((count) => count > 29_000)).toBe(true)
      expect(first.headers.get("access-control-expose-headers")).toContain("x-ratelimit-remaining")
    })

    it("are not told with published pages, which others keep", async () => {
      const site = await publish(world)
      for (const answer of await inTurn(3, () => makeClient(world.origin).get(site))) {
        expect([answer.status, ...allowanceOf(answer)]).toEqual([200, null, null, null])
      }
    })
  })

  describe("that are small", () => {
    let world: World
    let site: string
    beforeAll(async () => {
      const small = { tokenLimit: 20, addressLimit: 30, pageLimit: 10, trustedProxies: "192.0.2.1" }
      world = await startWorld(store, { rateLimits: undefined, ...small })
      site = await publish(world)
    })
    afterAll(() => world?.stop())

    it("hold for each token by itself, and end with the answer that says when to come again", async () => {
      const [one, other] = [await world.stranger(), await world.stranger()]
      const answers = await inTurn(25, () => one.client.get("/v1/user"))
      expect(statuses(answers)).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
      expectTooMuch(answers.at(-1)!, 20)
      const [limit, left, reset] = allowanceOf(answers.at(-1)!)
      expect([limit, left]).toEqual([20, 0])
      expect(Math.abs(reset! - Date.now() / 1000 - Number(answers.at(-1)!.headers.get("retry-after")))).toBeLessThan(2)
      expect((await other.client.get("/v1/user")).status).toBe(200)

      const { problemOf } = await readDocument(other.client)
      expect(problemOf("getAuthenticatedUser", 429, answers.at(-1)!.body)).toBeUndefined()
      const client = octavoClient({ url: world.origin, token: one.token, retries: 0 })
      const error: OctavoError = await client.users.getAuthenticatedUser().then(
        () => expect.unreachable("it was not refused"),
        (error) => error
      )
      expect(error).toMatchObject({ status: 429, message: expect.stringContaining("More than 20 requests") })
      expect(error.retryAfter! >= 1 && error.retryAfter! <= 60).toBe(true)
    })

    it("48: hold for an address whatever it says of itself, and whichever tokens it makes up", async () => {
      const nobody = makeClient(world.origin)
      const one = await world.stranger()
      expect((await one.client.get("/v1/user")).status).toBe(200)
      const ask = (turn: number) =>
        nobody.get("/v1/user", {
          token: `oct_${"x".repeat(40)}${turn}`,
          headers: {
            "x-forwarded-for": `198.51.100.${turn}`,
            forwarded: `for=198.51.100.${turn}`,
            "x-real-ip": `198.51.100.${turn}`
          }
        })
      const answers = await inTurn(40, ask)
      expectTooMuch(answers.at(-1)!, 30)
      expect(new Set(statuses(answers))).toEqual(new Set([401, 429]))
      await expectPage(new URL("/v1/user", world.origin))
      // the API is the API however its address is written
      for (const path of ["//v1/user", "///v1//user", `${world.origin}/v1/user`]) {
        expect((await rawRequest(world.origin, path)).status, path).toBe(429)
      }
      expect((await rawRequest(world.origin, "/V1/user")).status).toBe(404)
      // the operator is told once, for it may be a proxy
      expect(world.logs.filter((line) => line.includes("--trusted-proxies"))).toHaveLength(1)
      // tokens that are known to be good are not the address's
      expect((await one.client.get("/v1/user")).status).toBe(200)
    })

    it("hold for published pages by the address, on the way to any of them, and not for health checks", async () => {
      const nobody = makeClient(world.origin)
      const answers = await inTurn(12, (turn) => nobody.get(turn % 2 === 0 ? site : `${site}none-${turn}`))
      expect(statuses(answers).slice(-2)).toEqual([429, 429])
      expectTooMuch(answers.at(-1)!, 10)
      for (const path of [site, "/"]) await expectPage(new URL(path, world.origin))
      expect((await nobody.get("/healthz")).status).toBe(200)
      expect((await nobody.get("/metrics")).status).toBe(200)
    })
  })

  it("48: count the address that a trusted proxy tells, and no further back", async () => {
    const world = await startWorld(store, { rateLimits: undefined, addressLimit: 3, trustedProxies: "127.0.0.0/8" })
    try {
      const from = (forwarded: string) =>
        makeClient(world.origin).get("/v1/user", { headers: { "x-forwarded-for": forwarded } })
      const spoofed = await inTurn(4, (turn) => from(`203.0.113.${turn}, 198.51.100.1, 127.0.0.9`))
      expect(statuses(spoofed)).toEqual([401, 401, 401, 429])
      expect((await from("198.51.100.2")).status).toBe(401)
      expect((await from("2001:db8:0:1::1")).status).toBe(401)
      expect(allowanceOf(await from("2001:db8:0:1::2"))[1]).toBe(1)
      await world.api.patch(
        `/v1/orgs/${world.organization}`,
        { title: "Seen" },
        { headers: { "x-forwarded-for": "198.51.100.7" } }
      )
      const events = `/v1/orgs/${world.organization}/audit-events`
      const { body } = await world.api.get(`${events}?limit=1`)
      expect((await world.api.get(`${events}/${body.items[0].id}`)).text).toContain("198.51.100.7")
    } finally {
      await world.stop()
    }
  })

  it("are one for all servers of a store that share their counts", async () => {
    const shared = { rateLimits: "database", tokenLimit: 50 }
    const world = await startWorld(store, shared)
    const second = await listen({ ...world.config, url: world.origin })
    await Effect.runPromise(second.server.ready)
    try {
      const one = await world.stranger()
      const clients: ReadonlyArray<Client> = [one.client, makeClient(second.origin, one.token)]
      for (const client of clients) expect((await client.get("/v1/user")).status).toBe(200)
      const answers = await inTurn(90, (turn) => clients[turn % 2]!.get("/v1/user"))
      const through = statuses(answers).filter((status) => status === 200).length
      // each server may be a tenth too late
      expect(through).toBeGreaterThanOrEqual(48)
      expect(through).toBeLessThanOrEqual(60)
      expect(statuses(answers.slice(-2))).toEqual([429, 429])
      expectTooMuch(answers.at(-1)!, 50)
    } finally {
      await second.close()
      await world.stop()
    }
  })
})
