/** What strangers do makes no work for others: it is gathered, kept, and limited by address (threat: strangers make work). */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Strangers", (store) => {
  let world: World
  let receiver: Server
  const deliveries: Array<{ readonly type: string; readonly count: number }> = []
  let path: string
  let hook: string

  beforeAll(async () => {
    // they come from addresses of their own, as a proxy tells
    world = await startWorld(store, { rateLimits: "memory", trustedProxies: "127.0.0.1, ::1" })
    receiver = createServer(async (request, response) => {
      let body = ""
      for await (const piece of request) body += piece
      deliveries.push(JSON.parse(body))
      response.writeHead(204).end()
    })
    receiver.listen(0, "127.0.0.1")
    await once(receiver, "listening")
    const space = await world.space("Open")
    await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", slug: "here", document: { markdown: "# Here\n\nWords.\n" } }]
    })
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Open", spaces: [space] })
    const { body: published } = await world.api.post(`${sites}/${site.id}/publish`)
    const { body: settings } = await world.api.get(`${sites}/${site.id}/customization`)
    const look = await world.api.request("PUT", `${sites}/${site.id}/customization`, {
      body: { ...settings, pageActions: { items: ["pdf"] } }
    })
    expect(look.status, look.text).toBe(200)
    path = new URL(published.urls.published).pathname
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const made = await world.api.post(`${sites}/${site.id}/webhooks`, { url, events: ["site_view"] })
    expect(made.status, made.text).toBeLessThan(300)
    hook = `/v1/orgs/${world.organization}/webhooks/${made.body.id}`
  })
  afterAll(async () => {
    await world?.stop()
    receiver?.close()
  })

  const as = (address: string) => ({ headers: { "x-forwarded-for": address }, token: undefined })
  const look = (address: string, n: number) =>
    world.api.request("POST", `${path}~insights`, {
      ...as(address),
      raw: JSON.stringify({
        type: "page_view",
        path: `${path}here`,
        search: "",
        session: `s${n}`,
        visitor: `v${n}`,
        referrer: ""
      }),
      headers: { ...as(address).headers, origin: world.origin }
    })

  it("who look at pages are told of together, and one address is not noted without end", async () => {
    const statuses = new Map<number, number>()
    const begun = Date.now()
    for (let n = 0; n < 1000; n += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => look(`192.0.2.${(n + i) % 2}`, n + i)))
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    // two addresses, of which each may tell 300 things a minute
    expect(statuses.get(429)).toBeGreaterThan(0)
    expect(statuses.size).toBe(2)
    for (let turn = 0; turn < 200 && deliveries.length === 0; turn++) await sleep(100)
    // what is not told yet waits for its minute
    await sleep(6000)
    const { body } = await world.api.get(`${hook}/deliveries`)
    expect(deliveries.length).toBe(body.count)
    expect(body.count).toBeGreaterThan(0)
    expect(body.count).toBeLessThanOrEqual(1 + Math.floor((Date.now() - begun) / 60_000))
    expect(deliveries[0]).toMatchObject({ type: "site_view" })
  })

  it("get a PDF that was printed once, and no more than a few in a minute", async () => {
    const printed = async () =>
      Number(
        /octavo_cache_lookups_total\{cache="pdfs",result="hit"\} (\d+)/.exec(
          (await world.api.get("/metrics")).text
        )?.[1] ?? 0
      )
    const before = await printed()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => world.api.get(`${path}~pdf/pages.pdf`, as("198.51.100.7")))
    )
    const counts = new Map<number, number>()
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
    expect([...counts].sort()).toEqual([
      [200, 20],
      [429, 40]
    ])
    const again = await world.api.get(`${path}~pdf/pages.pdf`, as("198.51.100.8"))
    expect([again.status, again.headers.get("content-type")]).toEqual([200, "application/pdf"])
    expect(await printed()).toBeGreaterThan(before)
  })
})
