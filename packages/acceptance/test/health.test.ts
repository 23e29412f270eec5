/** How a server says how it is, and what it does when its store goes away and comes back. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, type Client, makeClient } from "../src/client.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { type Database, emptyDatabase, onBothStores, type Store } from "../src/stores.ts"
import { configOf, listen, startWorld, type World } from "../src/world.ts"

const patience = 240_000

/** A store that can be taken away and brought back, as each kind of it goes away. */
interface Outage {
  readonly database: Database
  readonly away: () => Promise<void>
  readonly back: () => Promise<void>
  readonly stop: () => Promise<void>
}

const outageOf = async (store: Store): Promise<Outage> => {
  const database = await emptyDatabase(store)
  if (store.name === "Postgres") {
    const server = await startPostgres()
    return {
      database: { ...database, url: server.url },
      away: () => server.halt("immediate"),
      back: server.start,
      stop: async () => {
        await server.stop()
        await database.drop()
      }
    }
  }
  // a file where the directory of the database should be: as when the volume is not mounted yet
  const volume = join(database.directory, "volume")
  return {
    database: { ...database, url: `sqlite:${join(volume, "octavo.db")}` },
    away: async () => {
      rmSync(volume, { recursive: true, force: true })
      writeFileSync(volume, "")
    },
    back: async () => {
      rmSync(volume, { force: true })
      mkdirSync(volume)
    },
    stop: database.drop
  }
}

const until = async (ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> => {
  for (const end = Date.now() + 90_000; ; await sleep(100)) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (Date.now() > end) throw new Error(`still ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
}

onBothStores("A server", (store) => {
  describe("that is well", () => {
    let world: World
    beforeAll(async () => {
      world = await startWorld(store)
    })
    afterAll(() => world.stop())

    it("says so to whoever asks", async () => {
      const nobody = world.api.as(undefined)
      const health = await nobody.get("/healthz")
      expect([health.status, health.body]).toEqual([200, { status: "ok" }])
      const ready = await nobody.get("/readyz")
      expect([ready.status, ready.body]).toEqual([200, { status: "ready" }])
      for (const answer of [health, ready]) expect(answer.headers.get("content-type")).toBe("application/json")
    })

    it("counts what it answers, in the form of Prometheus", async () => {
      const nobody = world.api.as(undefined)
      const count = async (labels: string) => {
        const { text } = await nobody.get("/metrics")
        return text
          .split("\n")
          .filter((one) => one.startsWith("octavo_http_requests_total{") && has(one, labels))
          .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)
      }
      const has = (line: string, labels: string) => labels.split(",").every((label) => line.includes(label))
      const before = await count('method="GET",area="api",status="2xx"')
      for (let i = 0; i < 5; i++) await world.api.get("/v1/user")
      await nobody.get("/v1/user")
      expect(await count('method="GET",area="api",status="2xx"')).toBe(before + 5)
      expect(await count('method="GET",area="api",status="4xx"')).toBeGreaterThan(0)
      const metrics = await nobody.get("/metrics")
      expect(metrics.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/)
      expect(metrics.text).toMatch(/^# TYPE octavo_http_requests_total counter$/m)
      expect(metrics.text).toMatch(/^# TYPE octavo_http_request_duration_seconds histogram$/m)
      expect(metrics.text).toMatch(/^octavo_process_resident_memory_bytes \d+/m)
      for (const line of metrics.text.trim().split("\n")) {
        expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[^}]*\})? [-+0-9.eInf]+)$/)
      }
      // few series, and no id, token or path in them
      expect(metrics.text).not.toContain(world.organization)
      expect(metrics.text).not.toContain("/v1/user")
    })
  })

  it(
    "listens when its store is not there, says why, and serves when it comes",
    async () => {
      const outage = await outageOf(store)
      await outage.away()
      const running = await listen(configOf(outage.database))
      try {
        const api = makeClient(running.origin)
        // the first attempt has to fail before it can say why
        const health = await until(
          () => api.get("/healthz"),
          ({ text }) => /can't be reached/.test(text)
        )
        expect(health.status).toBe(503)
        expect(health.body.error.code).toBe(503)
        expect(health.text).not.toMatch(/postgres:\/\/|password/)
        for (const path of ["/readyz", "/v1/user", "/", "/sites/x/", "/openapi.json"]) {
          const answer = await api.get(path)
          expect([answer.status, answer.body?.error?.code], path).toEqual([503, 503])
        }
        expect((await api.get("/metrics")).status).toBe(200)
        await outage.back()
        await until(
          () => api.get("/healthz"),
          ({ status }) => status === 200
        )
        await Effect.runPromise(running.server.ready)
        expect((await api.get("/readyz")).status).toBe(200)
        expect((await api.get("/v1/user")).status).toBe(401)
      } finally {
        await running.close()
        await outage.stop()
      }
    },
    patience
  )

  it("refuses a store that a newer version has changed, and touches nothing (threat: two servers)", async () => {
    const silent = createServer()
    const asked = once(silent, "connection")
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const world = await startWorld(store)
    const { api } = world
    const onStore = <A>(ask: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
      world.operate(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, ask)))
    const jobs = () =>
      onStore((sql) => sql`SELECT state, attempts, acquired_by FROM octavo_jobs WHERE queue_name = 'git'`)
    try {
      const space = await world.space("Before")
      const { port } = silent.address() as { port: number }
      await api.post(`/v1/spaces/${space}/git/import`, {
        url: `http://127.0.0.1:${port}/a.git`,
        ref: "refs/heads/main"
      })
      await asked
      await onStore((sql) => {
        const row = { id: 999, name: "from the future", applied_at: "2099-01-01T00:00:00.000Z" }
        return sql`INSERT INTO octavo_migrations ${sql.insert(row)}`
      })
      const running = await listen(world.config)
      const failure = await Effect.runPromise(Effect.flip(running.server.ready))
      expect(String((failure as Error).message)).toMatch(/schema version 999.*start a newer Octavo/)
      const late = makeClient(running.origin, world.admin.token)
      for (const path of ["/healthz", "/readyz", "/v1/user"]) {
        const answer = await late.get(path)
        expect(answer.status, path).toBe(503)
        expect(answer.body.error.message, path).toMatch(/start a newer Octavo/)
      }
      await running.close()

      // the server that was running says so too; it lets read what it can, and changes nothing
      for (const path of ["/healthz", "/readyz"]) {
        const answer = await until(
          () => api.get(path),
          ({ status }) => status === 503
        )
        expect(answer.body.error.message, path).toMatch(/schema version 999.*start a newer Octavo/)
      }
      for (const write of [
        () => api.post(`/v1/orgs/${world.organization}/spaces`, { title: "After" }),
        () => api.patch(`/v1/spaces/${space}`, { title: "After" }),
        () => api.delete(`/v1/spaces/${space}`)
      ]) {
        const answer = await write()
        expect([answer.status, answer.body.error.message]).toEqual([503, expect.stringMatching(/A newer Octavo/)])
      }
      expect(await titlesOf(api, world.organization)).toEqual(["Before"])
      // and gives back the job that it ran, as one that was not begun
      await expect.poll(jobs, { timeout: 60_000 }).toEqual([{ state: "pending", attempts: 0, acquired_by: null }])
      expect(world.logs.join("\n")).toMatch(/takes no more jobs.*schema version 999/)
    } finally {
      await world.stop()
      silent.close()
    }
  })

  it("says which port is in use", async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve))
    const { port } = taken.address() as { port: number }
    const database = await emptyDatabase(store)
    try {
      const failed = await startChild(database, { OCTAVO_PORT: String(port) }).then(
        () => "it started",
        (error: Error) => error.message
      )
      expect(failed).toContain("code 1")
      expect(failed).toContain(`Port ${port} on 127.0.0.1 is in use`)
      expect(failed).not.toMatch(/\n\s+at /)
    } finally {
      taken.close()
      await database.drop()
    }
  })

  it(
    "lets running requests end when it is told to stop, and exits cleanly",
    async () => {
      const world = await startWorld(store, { worker: false })
      const child = await startChild(world.database)
      try {
        const api = makeClient(child.origin, world.admin.token)
        // asked while it stops: each is answered, or never taken
        const asked = Array.from({ length: 40 }, async (_, i) => {
          await sleep(i * 5)
          return api.post(`/v1/orgs/${world.organization}/spaces`, { title: `Stop ${i}` }).then(
            ({ status }) => status,
            () => "refused" as const
          )
        })
        await sleep(60)
        const code = await child.stop()
        const statuses = await Promise.all(asked)
        expect(code).toBe(0)
        expect(child.output()).toMatch(/stopping/)
        for (const status of statuses) expect(["refused", 201, 503]).toContain(status)
        const made = await titlesOf(world.api, world.organization)
        for (const [i, status] of statuses.entries()) {
          if (status === 201) expect(made.filter((title) => title === `Stop ${i}`)).toHaveLength(1)
        }
      } finally {
        await child.kill()
        await world.stop()
      }
    },
    patience
  )

  it(
    "keeps every write that it acknowledged when it is killed, and applies none twice",
    async () => {
      const world = await startWorld(store, { worker: false })
      let child: ServerProcess | undefined
      try {
        const acknowledged = new Set<string>()
        const attempted: Array<string> = []
        for (let round = 0; round < 3; round++) {
          child = await startChild(world.database)
          const api = makeClient(child.origin, world.admin.token)
          let stopped = false
          const writers = Array.from({ length: 8 }, async (_, writer) => {
            for (let i = 0; !stopped; i++) {
              const title = `r${round} w${writer} n${i}`
              attempted.push(title)
              const status = await api.post(`/v1/orgs/${world.organization}/spaces`, { title }).then(
                (answer) => answer.status,
                () => undefined
              )
              if (status === undefined) return
              expect(status).toBe(201)
              acknowledged.add(title)
            }
          })
          const target = acknowledged.size + 25
          while (acknowledged.size < target) await sleep(5)
          await child.kill()
          stopped = true
          await Promise.all(writers)
        }
        child = await startChild(world.database)
        const api = makeClient(child.origin, world.admin.token)
        const titles = await titlesOf(api, world.organization)
        expect(new Set(titles).size).toBe(titles.length)
        for (const title of acknowledged) expect(titles, title).toContain(title)
        for (const title of titles) expect(attempted).toContain(title)
        // and every one of them is whole
        const { body } = await api.get(`/v1/orgs/${world.organization}/spaces?limit=1000`)
        for (const space of body.items) {
          expect((await api.get(`/v1/spaces/${space.id}/content`)).body.id).toBe(space.revision)
        }
        await child.stop()
      } finally {
        await child?.kill()
        await world.stop()
      }
    },
    patience
  )
})

onBothStores("A store that stops answering under load", (store) => {
  it(
    "makes 503 of requests, never 500, and loses and repeats nothing (threat: database restarts)",
    async () => {
      const blocked = store.name === "Postgres" ? await outageOf(store) : undefined
      const under: Store =
        blocked === undefined
          ? store
          : { name: "Postgres", fresh: async () => ({ ...blocked.database, drop: blocked.stop }) }
      const world = await startWorld(under)
      const { api, organization } = world
      const lock = blocked === undefined ? writeLock(world.database) : { away: blocked.away, back: blocked.back }
      let running = true
      let everyone: Promise<unknown> = Promise.resolve()
      try {
        const space = await world.space("Read me")
        const acknowledged = new Set<string>()
        const attempted = new Set<string>()
        const seen = new Map<number | string, number>()
        const note = (status: number | string) => seen.set(status, (seen.get(status) ?? 0) + 1)
        const writers = Array.from({ length: 6 }, async (_, writer) => {
          for (let i = 0; running; i++) {
            const title = `w${writer} n${i}`
            attempted.add(title)
            const answer = await api.post(`/v1/orgs/${organization}/spaces`, { title })
            note(answer.status)
            if (answer.status === 201) acknowledged.add(title)
            else {
              expect(answer.status, answer.text).toBe(503)
              expect(answer.body.error.message).toMatch(/try again|can't be reached/)
              expect(answer.text).not.toMatch(/postgres:|INSERT INTO/)
              await sleep(50)
            }
          }
        })
        const reader = (async () => {
          while (running) {
            const { status, text } = await api.get(`/v1/spaces/${space}`)
            note(`read ${status}`)
            expect([200, 503], text).toContain(status)
            await sleep(20)
          }
        })()
        everyone = Promise.all([...writers, reader])
        // seen below; until then a failure must not end the run
        everyone.catch(() => {})
        const enough = async (count: () => number, more: number) => {
          for (const target = count() + more, end = Date.now() + 90_000; count() < target; await sleep(20)) {
            if (Date.now() > end) throw new Error(`waited in vain: ${JSON.stringify([...seen])}`)
          }
        }
        await enough(() => seen.get(201) ?? 0, 20)
        await lock.away()
        await enough(() => seen.get(503) ?? 0, 3)
        if (blocked !== undefined) {
          const health = await until(
            () => api.get("/healthz"),
            ({ status }) => status === 503
          )
          expect(health.body.error.message).toMatch(/database/i)
        } else {
          // readers of the file do not wait for its writer
          await enough(() => seen.get("read 200") ?? 0, 10)
        }
        await lock.back()
        await enough(() => seen.get(201) ?? 0, 20)
        await until(
          () => api.get("/healthz"),
          ({ status }) => status === 200
        )
        running = false
        await everyone
        const titles = (await titlesOf(api, organization)).filter((title) => title !== "Read me")
        expect(new Set(titles).size).toBe(titles.length)
        for (const title of acknowledged) expect(titles, title).toContain(title)
        for (const title of titles) expect(attempted.has(title)).toBe(true)
      } finally {
        running = false
        await everyone.catch(() => {})
        await world.stop()
      }
    },
    patience
  )
})

/** Takes the write lock of the file and holds it until its standard input ends. */
const holder = `
const { DatabaseSync } = require("node:sqlite")
const database = new DatabaseSync(process.argv[1], { timeout: 30000 })
database.exec("BEGIN IMMEDIATE")
process.stdout.write("held")
process.stdin.on("end", () => { database.exec("ROLLBACK"); process.exit(0) }).resume()`

/** Another process that writes to the file and does not let go. Locks are the process's: one of our own would not do. */
const writeLock = ({ directory }: Database) => {
  let child: ReturnType<typeof spawn> | undefined
  return {
    away: async () => {
      child = spawn(process.execPath, ["--no-warnings", "-e", holder, join(directory, "octavo.db")], {
        stdio: ["pipe", "pipe", "inherit"]
      })
      await once(child.stdout!, "data")
    },
    back: async () => {
      const gone = once(child!, "exit")
      child!.stdin!.end()
      await gone
    }
  }
}

const titlesOf = async (api: Client, organization: string): Promise<Array<string>> => {
  const titles: Array<string> = []
  for (let page = ""; ; ) {
    const { body } = await api.get(`/v1/orgs/${organization}/spaces?limit=1000${page}`)
    titles.push(...body.items.map(({ title }: { title: string }) => title))
    if (body.next === undefined) return titles
    page = `&page=${encodeURIComponent(body.next.page)}`
  }
}
