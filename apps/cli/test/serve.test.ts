import { once } from "node:events"
import { writeFileSync } from "node:fs"
import * as http from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startPostgres } from "@octavo/storage-postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, eventually, initialized, octavo, type Serving, serve, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
let made: any
beforeAll(async () => {
  made = await initialized(database)
})

const health = async (server: Serving, path = "/healthz") => {
  const response = await fetch(server.url + path)
  return { status: response.status, body: await response.text() }
}

const ready = (server: Serving) =>
  eventually(
    () => health(server),
    ({ status }) => status === 200
  )

describe("octavo serve", () => {
  it("answers health, readiness, metrics and the API, and stops with exit code 0", async () => {
    const server = await serve(["--database", database])
    expect(await ready(server)).toEqual({ status: 200, body: '{"status":"ok"}' })
    expect((await health(server, "/readyz")).status).toBe(200)
    expect((await health(server, "/metrics")).body).toContain("octavo_process_resident_memory_bytes")
    const get = (token: string) => fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await get(made.token)).json()).toMatchObject({ email: "ada@acme.org" })
    expect((await get("oct_wrong")).status).toBe(401)
    expect(await server.stop("SIGINT")).toBe(0)
  })

  it("logs JSON lines on stderr, at the level that is set", async () => {
    const server = await serve(["--database", database])
    await ready(server)
    await server.stop()
    const lines = server
      .log()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines.map(({ message }) => message)).toContain("ready")
    expect(lines.every(({ level, timestamp }) => level === "INFO" && Date.parse(timestamp) > 0)).toBe(true)
  })

  it("tells in its log where an empty store is set up, at each start with another key, until that is done", async () => {
    const empty = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
    const told = async (server: Serving) => {
      await ready(server)
      await eventually(
        async () => server.log(),
        (log) => log.includes('"ready"')
      )
      await server.stop()
      return /not set up: open (\S+) within 24 hours/.exec(server.log())?.[1]
    }
    const first = await serve(["--database", empty])
    const [address, again] = [await told(first), await told(await serve(["--database", empty]))]
    expect(address).toMatch(new RegExp(`^${first.url}/app/~/set-up\\?key=`))
    expect(new URL(again!).search).not.toBe(new URL(address!).search)
    await initialized(empty)
    expect(await told(await serve(["--database", empty]))).toBeUndefined()
  })

  it("sees people that the command line adds meanwhile", async () => {
    const server = await serve(["--database", database])
    await ready(server)
    const person = ["--organization", "Acme", "--email", "bob@acme.org", "--name", "Bob", "--role", "read"]
    const { json } = await octavo(["user", "create", "--database", database, ...person, "--json"])
    const headers = { authorization: `Bearer ${json.token}` }
    expect((await fetch(`${server.url}/v1/orgs/${made.organization.id}`, { headers })).status).toBe(200)
    await octavo([
      "token",
      "revoke",
      "--database",
      database,
      "--user",
      "bob@acme.org",
      (await tokens("bob@acme.org"))[0].id
    ])
    expect((await fetch(`${server.url}/v1/user`, { headers })).status).toBe(401)
    await server.stop()
  })

  it("lets a running request end when it is told to stop, and takes no new one", async () => {
    const server = await serve(["--database", database])
    await ready(server)
    const body = JSON.stringify({ title: "Made while stopping" })
    const request = http.request(`${server.url}/v1/orgs`, {
      method: "POST",
      agent: new http.Agent({ keepAlive: true }),
      headers: {
        authorization: `Bearer ${made.token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      }
    })
    request.write(body.slice(0, 5))
    await sleep(200)
    const gone = once(server.process, "exit")
    // a launcher passes on the signal that the process got as well
    server.process.kill("SIGTERM")
    server.process.kill("SIGTERM")
    await sleep(200)
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
    request.end(body.slice(5))
    const [response] = (await once(request, "response")) as [http.IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(201)
    expect((await gone)[0]).toBe(0)
  })

  it("stops by itself although requests never end or nobody reads their answers, and at once on a second signal", {
    timeout: 120_000
  }, async () => {
    const server = await serve(["--database", database])
    await ready(server)
    const request = http.request(`${server.url}/v1/orgs`, { method: "POST", headers: { "content-length": 10 } })
    request.on("error", () => {})
    request.write("{")
    await sleep(100)
    const gone = once(server.process, "exit")
    server.process.kill("SIGTERM")
    await sleep(1500)
    server.process.kill("SIGTERM")
    expect((await gone)[0]).toBe(143)

    const patient = await serve(["--database", database])
    await ready(patient)
    const port = Number(new URL(patient.url).port)
    const get = "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n"
    const hanging = [
      "POST /v1/orgs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{",
      "GET /openapi.json HTTP/1.1\r\nhost: loc",
      "",
      // more than any buffer between the two takes, and nobody reads it
      get.repeat(100)
    ].map((sent) => {
      const socket = connect(port, "localhost").on("error", () => {})
      socket.pause()
      socket.write(sent)
      return socket
    })
    await sleep(500)
    expect(await patient.stop()).toBe(0)
    for (const socket of hanging) socket.destroy()
  })

  it("says that its port is in use", async () => {
    const server = await serve(["--database", database])
    const port = new URL(server.url).port
    const { code, stderr } = await octavo(["serve", "--database", database, "--port", port, "--log-level", "None"])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `octavo: Port ${port} on 127.0.0.1 is in use; choose another with --port ${Number(port) + 1} (OCTAVO_PORT=${Number(port) + 1})\n`
    })
    await server.stop()
  })
})

describe("octavo serve on Postgres", () => {
  it("shares the database with the command line, and doctor finds it well", async () => {
    const postgres = await startPostgres()
    const data = ["--database", postgres.url, "--data", temporaryDirectory()]
    try {
      const server = await serve(data)
      await ready(server)
      const person = ["--title", "On Postgres", "--email", "ada@acme.org", "--name", "Ada"]
      const { json } = await octavo(["init", ...data, ...person, "--json"])
      const docs = temporaryDirectory()
      writeFileSync(join(docs, "README.md"), "# Elephant\n\nNever forgets.\n")
      const imported = await octavo(["import", docs, ...data, "--url", server.url, "--publish", "--json"])
      const headers = { authorization: `Bearer ${json.token}` }
      const spaces = await fetch(`${server.url}/v1/orgs/${json.organization.id}/spaces`, { headers })
      expect(await spaces.json()).toMatchObject({ count: 1, items: [{ id: imported.json.space.id }] })
      expect(await (await fetch(imported.json.site.urls.published)).text()).toContain("Never forgets.")
      expect(await octavo(["doctor", ...data, "--port", new URL(server.url).port, "--json"])).toMatchObject({
        code: 0,
        json: { healthy: true }
      })
      expect(await server.stop()).toBe(0)
    } finally {
      await postgres.stop()
    }
  })
})

describe("octavo serve without its database", () => {
  it("starts, says in /healthz what is missing, and recovers", async () => {
    const postgres = await startPostgres()
    try {
      await postgres.halt()
      const server = await serve(["--database", postgres.url, "--data", temporaryDirectory()])
      const waiting = await eventually(
        () => health(server),
        ({ body }) => body.includes("database")
      )
      expect(waiting.status).toBe(503)
      expect(JSON.parse(waiting.body).error.message).toMatch(/^The database can't be reached: .*ECONNREFUSED/)
      await postgres.start()
      await ready(server)
      await postgres.halt("immediate")
      expect(
        (
          await eventually(
            () => health(server),
            ({ status }) => status === 503
          )
        ).body
      ).toContain("database")
      await postgres.start()
      await ready(server)
      expect(await server.stop()).toBe(0)
    } finally {
      await postgres.stop()
    }
  })
})

const tokens = async (user: string) =>
  (await octavo(["token", "list", "--database", database, "--user", user, "--json"])).json.items
