/** Three servers on one Postgres behind a load balancer, killed and started again at random under a mixed load. */
import { setTimeout as sleep } from "node:timers/promises"
import { Members } from "@octavo/core/people/members/Members"
import { migrations } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Balancer, servedBy, startBalancer } from "../src/balancer.ts"
import { type Answer, type Client, makeClient } from "../src/client.ts"
import { walkStore } from "../src/consistency.ts"
import { readHistory } from "../src/history.ts"
import { makeRandom } from "../src/kills.ts"
import { followSpec } from "../src/openapi.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { type Database, postgres } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const seed = Number(process.env["OCTAVO_SEED"] ?? Date.now() % 1_000_000)
const ends = Number(process.env["OCTAVO_KILLS"] ?? 6)

/** Milliseconds that people think, so that servers on a small machine have time to start. */
const pause = 60

describe("Three servers on one Postgres", () => {
  let world: World
  let servers: Array<ServerProcess>
  let balancer: Balancer
  let api: Client

  let database: Database
  const start = () => startChild(database, { OCTAVO_RATE_LIMITS: "off" })
  const portOf = ({ origin }: ServerProcess) => Number(new URL(origin).port)

  beforeAll(async () => {
    database = await postgres.fresh()
    servers = await Promise.all([start(), start(), start()])
    // looks on and runs no job: the processes do the work
    world = await startWorld({ ...postgres, fresh: async () => database }, { worker: false })
    balancer = await startBalancer(servers.map(portOf))
    api = makeClient(balancer.origin, world.admin.token)
  })
  afterAll(async () => {
    await balancer?.close()
    await Promise.all((servers ?? []).map((server) => server.kill()))
    await world?.stop()
  })

  it("migrate an empty store together, once (threat: two servers)", async () => {
    const ran = await world.operate(
      SqlClient.SqlClient.use((sql) => sql<{ name: string }>`SELECT name FROM octavo_migrations ORDER BY id`).pipe(
        Effect.orDie
      )
    )
    expect(ran.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
    for (const server of servers) {
      expect(server.output()).not.toMatch(/"level":"(?:WARN|ERROR|FATAL)"/i)
      expect((await makeClient(server.origin).get("/healthz")).status).toBe(200)
    }
  })

  it("keep what any of them acknowledged, show it at once, and run each job to one result", {
    timeout: 120_000 + ends * 20_000
  }, async () => {
    console.log(`OCTAVO_SEED=${seed}`)
    const random = makeRandom(seed)
    const counts = new Map<string, number>()
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    let running = true

    /** `undefined` when it is unknown whether it was done: the server went away. */
    const write = async (method: string, path: string, body?: unknown): Promise<Answer | undefined> => {
      const answer = await api.request(method, path, { body })
      count(`writes ${answer.status}`)
      if (answer.status === 502 || answer.status === 503) return undefined
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
      return answer
    }
    /** Asked again for as long as servers go away. */
    const read = async (path: string, client = api): Promise<Answer> => {
      for (;;) {
        const answer = await client.get(path)
        if (answer.status !== 502 && answer.status !== 503) return answer
        count("reads again")
        await sleep(20)
      }
    }
    /** What was acknowledged is there for whoever asks next, and often that is another server. */
    const seen = async (written: Answer, path: string, holds: (answer: Answer) => void, client = api) => {
      for (let i = 0; i < 2; i++) {
        const answer = await read(path, client)
        count(answer.headers.get(servedBy) === written.headers.get(servedBy) ? "reads here" : "reads elsewhere")
        holds(answer)
      }
    }

    const attempted = new Set<string>()
    const acknowledged = new Map<string, Set<string>>()
    const titlesOf = ({ body }: Answer): Array<string> => body.pages.map((page: { title: string }) => page.title)
    const insert = (title: string) => ({
      changes: [{ operation: "insert_page", title, document: { markdown: `Text of ${title}` } }]
    })

    const edit = async (space: string, name: string) => {
      for (let i = 0; running; i++, await sleep(pause)) {
        const title = `${name} ${i}`
        attempted.add(title)
        const written = await write("POST", `/v1/spaces/${space}/content`, insert(title))
        if (written === undefined) continue
        acknowledged.get(space)!.add(title)
        await seen(written, `/v1/spaces/${space}/content/pages`, (answer) => expect(titlesOf(answer)).toContain(title))
      }
    }

    const merged = new Map<string, string>()
    const merge = async (space: string, name: string) => {
      const base = `/v1/spaces/${space}/change-requests`
      for (let i = 0; running; i++, await sleep(pause)) {
        const title = `${name} ${i}`
        attempted.add(title)
        const made = await write("POST", base, { subject: title })
        if (made === undefined) continue
        const draft = `${base}/${made.body.id}`
        const drafted = await write("POST", `${draft}/content`, insert(title))
        if (drafted === undefined) continue
        await seen(drafted, `${draft}/content/pages`, (answer) => expect(titlesOf(answer)).toContain(title))
        const done = await write("POST", `${draft}/merge`)
        if (done === undefined) continue
        acknowledged.get(space)!.add(title)
        merged.set(made.body.id, done.body.revision)
        await seen(done, `/v1/spaces/${space}/content/pages`, (answer) => expect(titlesOf(answer)).toContain(title))
        await seen(done, draft, ({ body }) => expect(body.status).toBe("merged"))
      }
    }

    const specs: Array<string> = []
    const describeApis = async () => {
      for (let i = 0; running; i++) {
        const path = `/v1/orgs/${world.organization}/openapi/api-${i}`
        const text = JSON.stringify({ openapi: "3.1.0", info: { title: `API ${i}`, version: "1" }, paths: {} })
        const written = await write("PUT", path, { source: { text } })
        if (written === undefined) continue
        specs.push(path)
        await seen(written, path, ({ status }) => expect(status).toBe(200))
        // reading one takes a thread of its own
        await sleep(500)
      }
    }

    /** Rights that are taken away on one server are gone on the others. */
    const comeAndGo = async (space: string) => {
      const person = await world.member("read")
      const client = makeClient(balancer.origin, person.token)
      const member = `/v1/orgs/${world.organization}/members/${person.id}`
      for (; running; await sleep(pause)) {
        const removed = await write("DELETE", member)
        if (removed !== undefined)
          await seen(removed, `/v1/spaces/${space}`, ({ status }) => expect([403, 404]).toContain(status), client)
        await world.operate(Effect.flatMap(Members, (members) => members.put(world.organization, person.id, "read")))
        expect((await read(`/v1/spaces/${space}`, client)).status).toBe(200)
      }
    }

    const spaces = await Promise.all(["One", "Two", "Shared"].map((title) => world.space(title)))
    for (const space of spaces) acknowledged.set(space, new Set())
    const [one, two, shared] = spaces as [string, string, string]
    const load = Promise.all([
      edit(one, "a"),
      edit(one, "b"),
      edit(two, "c"),
      merge(shared, "d"),
      merge(shared, "e"),
      describeApis(),
      comeAndGo(one)
    ]).finally(() => {
      running = false
    })
    load.catch(() => {})

    for (let i = 0; i < ends && running; i++) {
      await sleep(100 + random() * 700)
      const at = Math.floor(random() * servers.length)
      // sometimes two at once, and sometimes as an operator does
      const also = random() < 0.25 ? (at + 1) % servers.length : undefined
      const gone = [at, ...(also === undefined ? [] : [also])]
      const how = random() < 0.25 ? "stop" : "kill"
      await Promise.all(gone.map((index) => servers[index]![how]()))
      count(how)
      await sleep(random() * 300)
      await Promise.all(
        gone.map(async (index) => {
          servers[index] = await start()
          balancer.ports[index] = portOf(servers[index])
        })
      )
    }
    running = false
    await load

    const history = await readHistory(world, shared)
    expect(history.problems).toEqual([])
    const byId = new Map(history.changeRequests.map((found) => [found.id, found]))
    for (const [id, revision] of merged) expect(byId.get(id)!.merged).toBe(revision)
    for (const [space, titles] of acknowledged) {
      expect((await walkStore(world, space)).problems).toEqual([])
      const found = titlesOf(await read(`/v1/spaces/${space}/content/pages`))
      expect(new Set(found).size).toBe(found.length)
      for (const title of titles) expect(found).toContain(title)
      for (const title of found) expect(attempted).toContain(title)
    }
    for (const path of specs) expect((await followSpec(api, path)).processingState).toBe("complete")

    const look = () =>
      world.operate(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const jobs = yield* sql<{ state: string }>`SELECT DISTINCT state FROM octavo_jobs`
          const results = yield* sql<{ n: number }>`SELECT count(v.id) AS n FROM openapi_specs s
            LEFT JOIN openapi_versions v ON v.spec_id = s.id GROUP BY s.id`
          return { jobs: jobs.map(({ state }) => state), results: results.map(({ n }) => n) }
        }).pipe(Effect.orDie)
      )
    // also what was taken in without an answer
    for (const end = Date.now() + 60_000; (await look()).jobs.includes("pending"); await sleep(50)) {
      if (Date.now() > end) throw new Error("jobs were not run")
    }
    const { jobs, results } = await look()
    expect(jobs).toEqual(["completed"])
    expect(results.length).toBeGreaterThanOrEqual(specs.length)
    expect([...new Set(results)]).toEqual([1])

    console.log(JSON.stringify(Object.fromEntries([...counts].sort())))
    // it was no idle load, and it went through other servers
    expect(merged.size).toBeGreaterThan(3)
    expect(specs.length).toBeGreaterThan(3)
    expect(counts.get("reads elsewhere")).toBeGreaterThan(50)
  })
})
