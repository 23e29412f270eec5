/** Exports of sites of a server that is killed in the middle of them. */
import { setTimeout as sleep } from "node:timers/promises"
import { verify } from "@octavo/runtime/backups"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { makeRandom } from "../src/kills.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Fewer than the five times that a run is tried. */
const kills = 3
const pages = 150

onBothStores("A server that is killed while it makes files of a site", (store) => {
  let world: World
  let server: ServerProcess
  let path = ""
  const api = (): Client => makeClient(server.origin, world.admin.token)

  /** A published site of a space of its own. */
  const publish = async (title: string, count: number) => {
    const space = await world.space(title)
    for (let from = 0; from < count; from += 50) {
      const changes = Array.from({ length: Math.min(50, count - from) }, (_, i) => ({
        operation: "insert_page",
        title: `Page ${from + i}`,
        document: { markdown: `# Page ${from + i}\n\n${"Some words of a page. ".repeat(100)}\n` }
      }))
      const written = await world.api.post(`/v1/spaces/${space}/content`, { changes })
      expect(written.status, written.text).toBe(200)
    }
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title, spaces: [space] })
    expect((await world.api.post(`${sites}/${site.id}/publish`)).status).toBe(200)
    return `${sites}/${site.id}`
  }

  beforeAll(async () => {
    world = await startWorld(store, { worker: false })
    path = await publish("Killed", pages)
    server = await startChild(world.database)
  })
  afterAll(async () => {
    await server.kill()
    await world.stop()
  })

  const look = async (location: string) => (await world.api.get(location)).body
  const ended = (location: string) => expect.poll(async () => (await look(location)).status, { timeout: 60_000 })

  it("ends with the whole zip, and names no bytes before", async () => {
    const random = makeRandom(7)
    const started = await api().post(`${path}/exports`, {})
    expect(started.status, started.text).toBe(201)
    const location = `${path}/exports/${started.body.id}`
    for (let kill = 1; kill <= kills; kill++) {
      for (const end = Date.now() + 30_000; (await look(location)).status === "pending"; await sleep(2)) {
        if (Date.now() > end) throw new Error("no run began")
      }
      await sleep(random() * 300)
      await server.kill()
      const { status, ...one } = await look(location)
      if (status !== "completed") expect(one).not.toHaveProperty("downloadURL")
      server = await startChild(world.database)
    }
    // asked of the server that made it: another process sees a commit before its disk has it
    await expect.poll(async () => (await api().get(location)).body.status, { timeout: 60_000 }).toBe("completed")
    const done = (await api().get(location)).body
    expect(done.pages).toBe(pages)
    const zip = await fetch(`${server.origin}${new URL(done.downloadURL).pathname}`)
    expect(zip.status).toBe(200)
    expect((await zip.arrayBuffer()).byteLength).toBe(done.size)
  })

  it("in every run of one: it ends with words and holds up no other", async () => {
    await server.kill()
    const other = await publish("Sound", 3)
    // what five processes leave that died in the middle
    const { body: deadly } = await world.api.post(`${path}/exports`, {})
    await world.operate(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE site_exports SET status = 'in-progress' WHERE id = ${deadly.id}`
        yield* sql`UPDATE octavo_jobs SET attempts = 5 WHERE queue_name = 'site-exports' AND id = ${deadly.id}`
      }).pipe(Effect.orDie)
    )
    const { body: sound } = await world.api.post(`${other}/exports`, {})
    server = await startChild(world.database)
    await ended(`${path}/exports/${deadly.id}`).toBe("failed")
    expect((await look(`${path}/exports/${deadly.id}`)).reason).toMatch(/stopped again and again .*ask for it again/)
    await ended(`${other}/exports/${sound.id}`).toBe("completed")
    expect((await Effect.runPromise(verify(world.config, () => Effect.void))).problems).toEqual([])
  })
})
