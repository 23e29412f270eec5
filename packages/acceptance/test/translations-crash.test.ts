/** Translations of servers that are killed in the middle of a run. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const blocks = 60
const kills = 3

/** A LibreTranslate that translates each text after a moment, and notes what it answered. */
const startProvider = async () => {
  const asked: Array<ReadonlyArray<string>> = []
  const server: Server = createServer(async (request, response) => {
    let text = ""
    for await (const piece of request) text += piece
    const texts: ReadonlyArray<string> = JSON.parse(text).q
    asked.push(texts)
    await sleep(60)
    response.end(JSON.stringify({ translatedText: texts.map((one) => one.toUpperCase()) }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

onBothStores("A server that is killed while it translates", (store) => {
  let world: World
  let server: ServerProcess
  let provider: Awaited<ReturnType<typeof startProvider>>
  const start = () =>
    startChild(world.database, { OCTAVO_TRANSLATOR: "libretranslate", OCTAVO_TRANSLATOR_URL: provider.url })
  const api = (): Client => makeClient(server.origin, world.admin.token)

  beforeAll(async () => {
    world = await startWorld(store, { worker: false })
    provider = await startProvider()
    server = await start()
  })
  afterAll(async () => {
    await server.kill()
    provider.close()
    await world.stop()
  })

  it("goes on where it was, and asks for no text twice that it had the answer of", async () => {
    const space = await world.space("Killed")
    const text = (n: number) => `block ${n} is ${"long ".repeat(380)}.`
    const markdown = Array.from({ length: blocks }, (_, n) => text(n)).join("\n\n")
    await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", title: "Page", slug: "page", document: { markdown } }]
    })
    const org = `/v1/orgs/${world.organization}/translations`
    const made = await world.api.post(org, { language: "fr", source: { space, language: "en" } })
    const path = `${org}/${made.body.id}`
    expect((await api().post(`${path}/run`)).status).toBe(204)

    let underWay = 0
    for (let kill = 1; kill <= kills; kill++) {
      // what is asked for by now was answered before, but for the requests that go on at the same time
      const until = provider.asked.length + 5
      for (const end = Date.now() + 30_000; provider.asked.length < until; await sleep(5)) {
        if (Date.now() > end) throw new Error(`only ${provider.asked.length} requests came`)
      }
      await server.kill()
      underWay += 4
      expect((await world.api.get(path)).body).toMatchObject({ status: "running", stats: { runs: 0 } })
      server = await start()
    }
    const follow = async () => {
      for (const end = Date.now() + 30_000; ; await sleep(20)) {
        const { body } = await world.api.get(path)
        if (body.status === "completed") return body
        if (Date.now() > end) throw new Error(`the run did not end: ${JSON.stringify(body)}`)
      }
    }
    const done = await follow()
    expect(done.error).toBeUndefined()
    expect(done.stats.runs).toBe(1)
    const times = new Map<string, number>()
    for (const one of provider.asked.flat()) times.set(one, (times.get(one) ?? 0) + 1)
    const again = provider.asked.filter((texts) => texts.some((one) => times.get(one)! > 1))
    // each of them was under way in one of the kills, and no more often than there were kills
    expect(new Set(again.map((texts) => texts[0])).size).toBeLessThanOrEqual(underWay)
    expect(Math.max(...times.values())).toBeLessThanOrEqual(1 + kills)
    expect(times.size).toBeGreaterThanOrEqual(blocks)

    const page = await world.api.get(`/v1/spaces/${done.result.space}/content/path/page?format=markdown`)
    for (let n = 0; n < blocks; n++) expect(page.body.markdown).toContain(`BLOCK ${n} IS`)
    // paid for once, it is free from now on
    const before = provider.asked.length
    expect((await api().post(`${path}/run`)).status).toBe(204)
    await sleep(50)
    const second = await follow()
    expect(second.stats).toMatchObject({ runs: 2, latestWords: 0, totalWords: done.stats.totalWords })
    expect(second.result).toEqual(done.result)
    expect(provider.asked.length).toBe(before)
  }, 120_000)
})
