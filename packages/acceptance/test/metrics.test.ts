/** What a server tells of its work: numbers for Prometheus, and the id of each request. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { jobsTable } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { parseMetrics, type Sample, sumOf } from "../src/prometheus.ts"
import { onBothStores } from "../src/stores.ts"
import { listen, startWorld, type World } from "../src/world.ts"

const until = async <A>(ask: () => Promise<A>, holds: (value: A) => boolean): Promise<A> => {
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const value = await ask()
    if (holds(value)) return value
    if (Date.now() > end) throw new Error("it did not come to be in time")
  }
}

onBothStores("The metrics of a server", (store) => {
  let world: World
  let spec: Server
  const scrape = async (): Promise<ReadonlyArray<Sample>> =>
    parseMetrics(await (await fetch(`${world.origin}/metrics`)).text())

  beforeAll(async () => {
    world = await startWorld(store)
    spec = createServer((_, response) => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} }))
    })
    await new Promise<void>((resolve) => spec.listen(0, "127.0.0.1", resolve))
  })
  afterAll(async () => {
    spec.close()
    await world.stop()
  })

  const write = async (space: string) => {
    const changes = [{ operation: "insert_page", document: { markdown: "# Read me" } }]
    expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
  }

  /** What moved between two scrapes. */
  const moved = async (does: () => Promise<unknown>) => {
    const before = await scrape()
    await does()
    const after = await scrape()
    return (name: string, labels: Readonly<Record<string, string>> = {}) =>
      sumOf(after, name, labels) - sumOf(before, name, labels)
  }

  it("counts requests by operation, never by path", async () => {
    const space = await world.space("Counted")
    const by = await moved(async () => {
      for (let i = 0; i < 3; i++) await world.api.get(`/v1/spaces/${space}`)
      await world.api.get("/v1/spaces/there-is-none")
      await world.api.get(`/v1/no/such/${space}`)
      await world.api.get("/sites/none/")
      await fetch(`${world.origin}/v1/user`, { method: "PROPFIND" })
    })
    const api = { method: "GET", area: "api" }
    const requests = "octavo_http_requests_total"
    expect(by(requests, { ...api, operation: "getSpaceById", status: "2xx" })).toBe(3)
    expect(by(requests, { ...api, operation: "getSpaceById", status: "4xx" })).toBe(1)
    expect(by(requests, { ...api, operation: "none", status: "4xx" })).toBe(1)
    expect(by(requests, { method: "GET", area: "site", operation: "site" })).toBe(1)
    expect(by(requests, { method: "other" })).toBe(1)
    expect(by("octavo_http_request_duration_seconds_count", { operation: "getSpaceById" })).toBe(4)
    expect(by("octavo_http_request_duration_seconds_bucket", { operation: "getSpaceById", le: "+Inf" })).toBe(4)
    expect(by("octavo_http_request_duration_seconds_sum", { operation: "getSpaceById" })).toBeGreaterThan(0)
    const text = await (await fetch(`${world.origin}/metrics`)).text()
    for (const secret of [space, world.organization, world.admin.token, "/v1/", "no/such"]) {
      expect(text).not.toContain(secret)
    }
  })

  it("counts in the lane of the hottest read, and what caches did", async () => {
    const space = await world.space("Hot")
    await write(space)
    const { body: content } = await world.api.get(`/v1/spaces/${space}/content`)
    const pages = await moved(async () => {
      for (let i = 0; i < 4; i++) {
        expect((await world.api.get(`/v1/spaces/${space}/content/page/${content.pages[0].id}`)).status).toBe(200)
      }
    })
    expect(pages("octavo_http_requests_total", { operation: "getPageById", status: "2xx" })).toBe(4)
    const by = await moved(async () => {
      for (let i = 0; i < 4; i++) {
        for (const path of ["", "/comments"]) await world.api.get(`/v1/spaces/${space}${path}`)
      }
    })
    expect(by("octavo_cache_lookups_total", { cache: "answers-by-part", result: "hit" })).toBeGreaterThanOrEqual(3)
    expect(sumOf(await scrape(), "octavo_cache_bytes", { cache: "answers-by-part" })).toBeGreaterThan(0)
    // on Postgres no other answer is kept between requests: a commit of another server could end it
    if (store.name === "SQLite") {
      expect(by("octavo_cache_lookups_total", { cache: "answers", result: "hit" })).toBeGreaterThanOrEqual(3)
      expect(sumOf(await scrape(), "octavo_cache_bytes", { cache: "answers" })).toBeGreaterThan(0)
    }
    expect(by("octavo_database_statements_total", { store: store.name.toLowerCase() })).toBeGreaterThan(0)
  })

  it("shows that of content that moves on one answer is kept, and not one of each revision", async () => {
    const space = await world.space("Moving on")
    await write(space)
    const id = (await world.api.get(`/v1/spaces/${space}/content/pages`)).body.pages[0].id
    const kept = async () => sumOf(await scrape(), "octavo_cache_bytes", { cache: "content" })
    const paragraphs = (n: number) => Array.from({ length: 200 }, (_, i) => `Paragraph ${i} of text ${n}.`).join("\n\n")
    const read = async (n: number) => {
      const changes = [{ operation: "update_page", page: id, document: { markdown: paragraphs(n) } }]
      const edited = await world.api.post(`/v1/spaces/${space}/content`, { changes })
      expect(edited.status, edited.text).toBe(200)
      const { text } = await world.api.get(`/v1/spaces/${space}/content/page/${id}`)
      expect(text).toContain(`Paragraph 199 of text ${n}.`)
      return text.length
    }
    const before = await kept()
    const length = await read(0)
    expect(await kept()).toBeGreaterThan(before + length)
    for (let n = 1; n < 5; n++) await read(n)
    expect(await kept()).toBeLessThan(before + 2 * length)
    // a revision that is asked for by its id is another thing
    const { body: revision } = await world.api.get(`/v1/spaces/${space}/content`)
    await world.api.get(`/v1/spaces/${space}/revisions/${revision.id}/page/${id}`)
    await read(5)
    expect(await kept()).toBeGreaterThan(before + 2 * length)
  })

  it("tells published pages by where they come from", async () => {
    const space = await world.space("Published")
    await write(space)
    const { body: site } = await world.api.post(`/v1/orgs/${world.organization}/sites`, {
      title: "Counted site",
      spaces: [space]
    })
    await world.api.post(`/v1/orgs/${world.organization}/sites/${site.id}/publish`, {})
    const home = new URL((await world.api.get(`/v1/orgs/${world.organization}/sites/${site.id}`)).body.urls.published)
    const by = await moved(async () => {
      for (let i = 0; i < 4; i++) await (await fetch(`${world.origin}${home.pathname}`)).text()
    })
    expect(by("octavo_published_pages_total", { lane: "drawn" })).toBeGreaterThan(0)
    expect(by("octavo_published_pages_total")).toBe(4)
    expect(by("octavo_published_pages_total", { lane: "kept" })).toBeGreaterThan(0)
  })

  it("counts jobs, their runs and what they ask other servers", async () => {
    const { port } = spec.address() as AddressInfo
    const before = await scrape()
    const made = await world.api.request("PUT", `/v1/orgs/${world.organization}/openapi/counted`, {
      body: { source: { url: `http://127.0.0.1:${port}/openapi.json` } }
    })
    expect(made.status, made.text).toBeLessThan(300)
    const after = await until(
      scrape,
      (now) =>
        sumOf(now, "octavo_job_runs_total", { queue: "openapi", outcome: "done" }) >
        sumOf(before, "octavo_job_runs_total", { queue: "openapi", outcome: "done" })
    )
    const outbound = { purpose: "fetch", outcome: "done" }
    expect(sumOf(after, "octavo_outbound_requests_total", outbound)).toBeGreaterThan(
      sumOf(before, "octavo_outbound_requests_total", outbound)
    )
    expect(sumOf(after, "octavo_job_duration_seconds_count", { queue: "openapi" })).toBeGreaterThan(0)

    // a job that waits since an hour, and one that failed for good
    await world.operate(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const hourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace("T", " ")
        for (const [id, state] of [
          ["waits", "pending"],
          ["dead", "failed"]
        ] as const) {
          yield* sql`INSERT INTO ${sql(jobsTable)} ${sql.insert({
            id,
            queue_name: "nobody-takes-these",
            element: "{}",
            state,
            attempts: 0,
            visible_at: hourAgo,
            created_at: hourAgo,
            updated_at: hourAgo
          })}`
        }
      }).pipe(Effect.orDie)
    )
    const now = await scrape()
    const queue = "nobody-takes-these"
    expect(sumOf(now, "octavo_jobs", { queue, state: "waiting" })).toBe(1)
    expect(sumOf(now, "octavo_jobs", { queue, state: "failed" })).toBe(1)
    expect(sumOf(now, "octavo_jobs", { queue, state: "running" })).toBe(0)
    const oldest = sumOf(now, "octavo_jobs_oldest_seconds", { queue })
    expect(oldest).toBeGreaterThan(3500)
    expect(oldest).toBeLessThan(4000)
  })

  it("tells for how long the thread that answers was held", async () => {
    const longest = async () => sumOf(await scrape(), "octavo_event_loop_lag_seconds", { quantile: "1" })
    // it is watched from the first look on
    await longest()
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const end = performance.now() + 400; performance.now() < end; );
    expect(await longest()).toBeGreaterThan(0.3)
  })

  it("tells how the process is", async () => {
    await scrape()
    const now = await scrape()
    for (const name of [
      "octavo_process_resident_memory_bytes",
      "octavo_process_heap_used_bytes",
      "octavo_process_cpu_seconds_total",
      "octavo_process_start_time_seconds"
    ]) {
      expect(sumOf(now, name), name).toBeGreaterThan(0)
    }
    expect(now.filter(({ name }) => name === "octavo_event_loop_lag_seconds")).toHaveLength(3)
    expect(now.some(({ name }) => name === "octavo_event_loop_utilization_ratio")).toBe(true)
    for (const name of ["octavo_compute_threads_busy", "octavo_compute_tasks_waiting", "octavo_compute_tasks_total"]) {
      expect(
        now.some((one) => one.name === name),
        name
      ).toBe(true)
    }
    // the scrape itself
    expect(sumOf(now, "octavo_http_requests_in_flight")).toBeGreaterThanOrEqual(1)
    if (store.name === "Postgres") expect(sumOf(now, "octavo_database_connections_max")).toBeGreaterThan(0)
  })

  it("counts refusals, and keeps the metrics to whom has their token", async () => {
    const token = "scrape-me-if-you-can"
    const running = await listen({
      ...world.config,
      worker: false,
      rateLimits: "memory",
      addressLimit: 2,
      metricsToken: token
    })
    try {
      await Effect.runPromise(running.server.ready)
      const api = makeClient(running.origin)
      const statuses = []
      for (let i = 0; i < 4; i++) statuses.push((await api.get("/v1/user")).status)
      expect(statuses).toContain(429)
      const of = (authorization?: string) =>
        fetch(`${running.origin}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
      for (const wrong of [undefined, "Bearer ", `Bearer ${token}x`, token]) {
        const answer = await of(wrong)
        expect(answer.status).toBe(401)
        expect(await answer.text()).not.toContain("octavo_http")
      }
      const right = await of(`Bearer ${token}`)
      expect(right.status).toBe(200)
      expect(
        sumOf(parseMetrics(await right.text()), "octavo_rate_limit_refusals_total", { limit: "address" })
      ).toBeGreaterThan(0)
    } finally {
      await running.close()
    }
  })
})

onBothStores("Every answer has an id", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  const ask = (path: string, id?: string, init: RequestInit = {}) =>
    fetch(`${world.origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${world.admin.token}`, ...(id === undefined ? {} : { "x-request-id": id }) }
    })

  it("of its own, whatever lane it comes from", async () => {
    const space = await world.space("Ids")
    const seen = new Set<string>()
    const paths = ["/healthz", "/readyz", "/metrics", "/v1/user", `/v1/spaces/${space}`, `/v1/spaces/${space}`]
    for (const path of [...paths, "/v1/none", "/sites/none/", "/docs", "/"]) {
      const answer = await ask(path, undefined, { redirect: "manual" })
      const id = answer.headers.get("x-request-id")
      expect(id, path).toMatch(/^[\w-]{8,64}$/)
      seen.add(id!)
    }
    expect(seen.size).toBe(paths.length + 4)
  })

  it("or the caller's, when it can stand anywhere", async () => {
    for (const sane of ["abc", "01HF/zzz.x:9+=", "a".repeat(128)]) {
      expect((await ask("/v1/user", sane)).headers.get("x-request-id")).toBe(sane)
    }
    for (const insane of ["a".repeat(129), "two words", 'quo"te', "ä", "<b>", "a,b", ""]) {
      const answer = await ask("/v1/user", insane)
      expect(answer.headers.get("x-request-id"), insane).not.toBe(insane)
      expect(answer.headers.get("x-request-id"), insane).toMatch(/^[\w-]{8,64}$/)
    }
  })

  describe("that the log tells", () => {
    it("of a fault, which its answer names too", async () => {
      const space = await world.space("Broken")
      // what no operation does: rules that are no JSON
      await world.operate(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE spaces SET merge_rules = '?' || merge_rules WHERE id = ${space}`
        ).pipe(Effect.orDie)
      )
      try {
        const answer = await ask(`/v1/orgs/${world.organization}/spaces?limit=7`, "the-broken-one")
        const body = (await answer.json()) as { error: { code: number; message: string } }
        expect(answer.headers.get("x-request-id")).toBe("the-broken-one")
        expect(body.error.code).toBe(answer.status)
        expect(answer.status).toBe(500)
        expect(body.error.message).toContain("the-broken-one")
        const lines = world.logs.map((line) => JSON.parse(line)).filter(({ level }) => level === "ERROR")
        expect(lines.at(-1)?.annotations?.requestId).toBe("the-broken-one")
      } finally {
        await world.operate(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`UPDATE spaces SET merge_rules = substr(merge_rules, 2) WHERE id = ${space}`
          ).pipe(Effect.orDie)
        )
      }
      expect((await ask(`/v1/spaces/${space}`)).status).toBe(200)
    })

    it("of a job that the request asked for", async () => {
      const answer = await fetch(`${world.origin}/v1/orgs/${world.organization}/invites`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${world.admin.token}`,
          "content-type": "application/json",
          "x-request-id": "invited-by-this"
        },
        body: JSON.stringify({ emails: ["somebody@octavo.test"], role: "read" })
      })
      expect(answer.status, await answer.text()).toBeLessThan(300)
      const line = await until(
        async () => world.logs.map((text) => JSON.parse(text)).find(({ annotations }) => annotations?.queue === "mail"),
        (found) => found !== undefined
      )
      expect(line.annotations).toMatchObject({ queue: "mail", requestId: "invited-by-this" })
    })
  })
})
