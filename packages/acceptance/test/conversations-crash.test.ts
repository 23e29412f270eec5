/** Conversations that are read by a server that is killed in the middle of it. */
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { makeRandom } from "../src/kills.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const kills = 2
const topics = ["invoice download", "password reset", "broken image upload", "slow search results", "export to PDF"]
const count = 400

onBothStores("A server that is killed while it reads conversations", (store) => {
  let world: World
  let server: ServerProcess
  beforeAll(async () => {
    world = await startWorld(store, { worker: false })
    server = await startChild(world.database)
  })
  afterAll(async () => {
    await server.kill()
    await world.stop()
  })

  const all = async (path: string): Promise<ReadonlyArray<any>> => {
    const items: Array<any> = []
    for (let page: string | undefined = ""; page !== undefined; ) {
      const { body } = await world.api.get(`/v1/orgs/${world.organization}/${path}?limit=100${page}`)
      items.push(...body.items)
      page = body.next === undefined ? undefined : `&page=${body.next.page}`
    }
    return items
  }

  it("reads each of them once", async () => {
    const random = makeRandom(7)
    const conversations = Array.from({ length: count }, (_, i) => {
      const topic = topics[i % topics.length]!
      const body = `The ${topic} does not work for customer ${i}: ${topic} fails since ${["monday", "may", "noon"][i % 3]}.`
      return { id: `ticket-${i}`, subject: topic, parts: [{ type: "message", role: "user", body }] }
    })
    for (let kill = 0; kill < kills; kill++) {
      const some = conversations.slice((kill * count) / kills, ((kill + 1) * count) / kills)
      const sent = await makeClient(server.origin, world.admin.token).post(
        `/v1/orgs/${world.organization}/conversations`,
        some
      )
      expect(sent.status).toBeLessThan(300)
      await sleep(random() * 400)
      await server.kill()
      server = await startChild(world.database)
    }
    let read: ReadonlyArray<any> = []
    for (
      const end = Date.now() + 60_000;
      read.length < count || read.some(({ processedAt }) => processedAt === undefined);
    ) {
      if (Date.now() > end) throw new Error(`only ${read.filter(({ processedAt }) => processedAt).length} were read`)
      await sleep(50)
      read = await all("conversations")
    }
    expect(new Set(read.map(({ id }) => id)).size).toBe(count)
    // one issue each, and each in one cluster that counts it
    const issues = await all("conversations-issues")
    const ofConversation = issues.map(({ conversation }) => conversation)
    expect([issues.length, new Set(ofConversation).size]).toEqual([count, count])
    const clusters = await all("conversations-clusters")
    const total = clusters.reduce((sum, { stats }) => sum + stats.issues, 0)
    expect([total, clusters.length >= 2]).toEqual([count, true])
  })
})
