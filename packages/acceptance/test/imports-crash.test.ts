/** Imports of a server that is killed in the middle of them. */
import { setTimeout as sleep } from "node:timers/promises"
import { verify } from "@octavo/runtime/backups"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { countRevisions } from "../src/inspect.ts"
import { makeRandom } from "../src/kills.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { onBothStores } from "../src/stores.ts"
import { announce, bytesOf, send } from "../src/uploads.ts"
import { pagesOfWebsite, startWebsite, type Website } from "../src/website.ts"
import { startWorld, type World } from "../src/world.ts"

/** Fewer than the five times that a run is tried. */
const kills = 2
const pagesOfArchive = 400

const archive = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (let i = 0; i < pagesOfArchive; i++) {
    const text = `# Page ${i}\n\n![](a-${i % 20}.bin) [next](page-${(i + 1) % pagesOfArchive}.md)\n`
    await writer.add(`page-${i}.md`, new Uint8ArrayReader(bytesOf(text)), { level: 0 })
  }
  for (let i = 0; i < 20; i++) {
    await writer.add(`a-${i}.bin`, new Uint8ArrayReader(new Uint8Array(50_000).fill(i)), { level: 0 })
  }
  return writer.close()
}

onBothStores("A server that is killed while it imports", (store) => {
  let world: World
  let server: ServerProcess
  let site: Website
  const api = (): Client => makeClient(server.origin, world.admin.token)

  beforeAll(async () => {
    world = await startWorld(store, { worker: false })
    site = await startWebsite(15)
    server = await startChild(world.database)
  })
  afterAll(async () => {
    await server.kill()
    site.close()
    await world.stop()
  })

  const sources = {
    "a website": async () => ({ source: { type: "website", url: `${site.origin}/docs/` }, pages: pagesOfWebsite }),
    "an archive": async () => {
      const bytes = await archive()
      const file = { kind: "import_file", name: "docs.zip", type: "application/zip" }
      const { body } = await announce(api(), world.organization, bytes, file)
      expect((await send(api(), body.url, bytes, file.type)).status).toBe(200)
      return { source: { type: "file", files: [body.key] }, pages: pagesOfArchive }
    }
  }

  it.each(Object.entries(sources))("%s: comes whole or not at all, once", async (name, sourceOf) => {
    const random = makeRandom(name.length)
    const { pages, source } = await sourceOf()
    const space = await world.space("Killed")
    const before = await countRevisions(world, space)
    const started = await api().post(`/v1/org/${world.organization}/imports`, { source, target: { space } })
    expect(started.status).toBe(201)
    const look = async () => {
      const run = await world.api.get(`/v1/org/${world.organization}/imports/${started.body.id}`)
      const content = await world.api.get(`/v1/spaces/${space}/content/pages`)
      return { run: run.body, count: countOf(content.body.pages) }
    }
    for (let kill = 1; kill <= kills; kill++) {
      for (const end = Date.now() + 30_000; (await look()).run.status === "pending"; await sleep(2)) {
        if (Date.now() > end) throw new Error("no run began")
      }
      await sleep(random() * 500)
      await server.kill()
      const { count, run } = await look()
      expect([`in-progress 0`, `pending 0`, `completed ${pages}`]).toContain(`${run.status} ${count}`)
      server = await startChild(world.database)
    }
    for (const end = Date.now() + 60_000; ; await sleep(20)) {
      const { count, run } = await look()
      if (run.status === "completed") {
        expect([count, run.pages.length, await countRevisions(world, space)]).toEqual([pages, pages, before + 1])
        return
      }
      if (Date.now() > end || run.status === "failed") throw new Error(`the import did not end: ${JSON.stringify(run)}`)
    }
  })

  it("in every run of one: it ends with words and holds up no other", async () => {
    await server.kill()
    const asked = async () => {
      const space = await world.space("Deadly")
      const body = { source: { type: "website", url: `${site.origin}/docs/` }, target: { space } }
      const { body: run } = await world.api.post(`/v1/org/${world.organization}/imports`, body)
      return { id: run.id as string, space, before: await countRevisions(world, space) }
    }
    const look = async (id: string) => (await world.api.get(`/v1/org/${world.organization}/imports/${id}`)).body
    const ended = (id: string) => expect.poll(async () => (await look(id)).status, { timeout: 60_000 })
    // what five processes leave that died before they began, and in the middle
    const deadly = { pending: await asked(), "in-progress": await asked() }
    await world.operate(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const [status, { id }] of Object.entries(deadly)) {
          yield* sql`UPDATE import_runs SET status = ${status} WHERE id = ${id}`
          yield* sql`UPDATE octavo_jobs SET attempts = 5 WHERE queue_name = 'imports' AND id = ${id}`
        }
      }).pipe(Effect.orDie)
    )
    const sound = await asked()
    server = await startChild(world.database)
    for (const { before, id, space } of Object.values(deadly)) {
      await ended(id).toBe("failed")
      expect((await look(id)).reason).toMatch(/stopped again and again .*ask for it again/)
      expect(await countRevisions(world, space)).toBe(before)
    }
    await ended(sound.id).toBe("completed")
    expect((await Effect.runPromise(verify(world.config, () => Effect.void))).problems).toEqual([])
  })
})

const countOf = (pages: ReadonlyArray<any>): number =>
  pages.reduce((sum, { pages: below }) => sum + 1 + countOf(below ?? []), 0)
