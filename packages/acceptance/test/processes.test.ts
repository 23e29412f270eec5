/** A server in several processes: one listens, all answer, and they are started anew without a refused request. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { setTimeout } from "node:timers/promises"
import { program } from "@octavo/programs"
import { freePort } from "@octavo/storage-postgres/testing"
import { expect, it, vi } from "vitest"
import { makeClient } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld } from "../src/world.ts"

/** The status of a request, over a connection of its own or one that is kept. */
const statusOf = (url: string, agent: Agent | false): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (response) => {
      response.resume()
      response.once("end", () => resolve(response.statusCode!))
    })
    asked.once("error", reject)
    asked.end()
  })

onBothStores("A server in two processes", (store) => {
  // it starts seven servers, one after the other
  it("answers with both, sees what either wrote, takes the place of those that end, and starts anew without a refusal", {
    timeout: 300_000
  }, async () => {
    const world = await startWorld(store, { worker: false })
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const child: ChildProcess = spawn(
      process.execPath,
      [...(await program("octavo")), "serve", "--processes", "2", "--port", String(port), "--url", origin],
      {
        stdio: ["ignore", "ignore", "pipe"],
        env: {
          PATH: process.env["PATH"],
          HOME: world.database.directory,
          OCTAVO_DATABASE_URL: world.database.url,
          OCTAVO_DATA: world.database.directory,
          // on a slow machine many more than a minute's requests are asked before it has started anew
          OCTAVO_RATE_LIMITS: "off"
        }
      }
    )
    let log = ""
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      log += text
    })
    const gone = once(child, "exit") as Promise<[number | null]>
    try {
      const ready = () => log.match(/"ready"/g)?.length ?? 0
      const processes = async () => {
        const text = await (
          await fetch(`${origin}/metrics`, {
            headers: { connection: "close" },
            // one that was killed took the connection with it
            signal: AbortSignal.timeout(5000)
          })
        ).text()
        const lines = [...text.matchAll(/^octavo_cache_budget_bytes\{process="(\d+)"\}/gm)]
        return lines.map(([, id]) => Number(id)).sort((a, b) => a - b)
      }
      await vi.waitUntil(() => ready() === 2, { timeout: 60_000, interval: 100 })
      expect(await processes()).toEqual([1, 2])

      // each request is answered by one or the other
      const api = makeClient(origin, world.admin.token)
      const space = await world.space("Shared")
      const askOnce = async (method: string, path: string, body?: object) => {
        const sent = body === undefined ? {} : { body: JSON.stringify(body) }
        const headers = {
          authorization: `Bearer ${world.admin.token}`,
          "content-type": "application/json",
          connection: "close"
        }
        const response = await fetch(`${origin}${path}`, { method, headers, ...sent })
        expect(response.status).toBe(200)
        return (await response.json()) as any
      }
      for (let n = 0; n < 30; n++) {
        await askOnce("PATCH", `/v1/spaces/${space}`, { title: `Title ${n}` })
        expect((await askOnce("GET", `/v1/spaces/${space}`)).title).toBe(`Title ${n}`)
      }
      const edits = Array.from({ length: 20 }, (_, n) =>
        api.post(`/v1/spaces/${space}/content`, {
          changes: [{ operation: "insert_page", title: `Page ${n}`, document: { markdown: `Words ${n}` } }]
        })
      )
      for (const { status } of await Promise.all(edits)) expect(status).toBe(200)
      expect((await askOnce("GET", `/v1/spaces/${space}/content/pages`)).pages).toHaveLength(20)

      // anew, while many ask, over connections of their own and ones that are kept
      const kept = new Agent({ keepAlive: true })
      const statuses = new Map<number, number>()
      let asking = true
      const ask = async (agent: Agent | false) => {
        while (asking) {
          const status = await statusOf(`${origin}/v1/spaces/${space}`, agent)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          // the processes that come up want the processor as well
          await setTimeout(20)
        }
      }
      const clients = [false, false, kept, kept].map((agent) => ask(agent as Agent | false))
      child.kill("SIGHUP")
      await vi.waitUntil(async () => (await processes()).join() === "3,4", { timeout: 60_000, interval: 200 })
      asking = false
      await Promise.all(clients)
      kept.destroy()
      // without a token it is 401, from whoever answers
      expect([...statuses.keys()]).toEqual([401])

      // Linux tells of children
      const children = `/proc/${child.pid}/task/${child.pid}/children`
      if (existsSync(children)) {
        const pids = () => readFileSync(children, "utf8").trim().split(" ").map(Number)
        // those that were there before answer nobody any more, but need not have ended
        await vi.waitUntil(() => pids().length === 2, { timeout: 60_000, interval: 50 })
        process.kill(pids()[0]!, "SIGKILL")
        await vi.waitUntil(async () => (await processes().catch((): Array<number> => [])).includes(5), {
          timeout: 60_000,
          interval: 200
        })
        expect(await processes()).toHaveLength(2)

        // one that ends while the new one that is to take its place comes up is not replaced twice
        child.kill("SIGHUP")
        await vi.waitUntil(() => log.match(/starting anew/g)?.length === 2, { timeout: 10_000, interval: 10 })
        process.kill(pids()[0]!, "SIGKILL")
        await vi.waitUntil(async () => (await processes().catch((): Array<number> => [])).join() === "6,7", {
          timeout: 60_000,
          interval: 200
        })
      }
      child.kill("SIGTERM")
      expect((await gone)[0], log).toBe(0)
    } finally {
      child.kill("SIGKILL")
      await world.stop()
    }
  })
})
