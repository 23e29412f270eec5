/** Webhooks over real HTTP: a receiver on loopback that checks signatures, refuses, hangs and breaks off. */
import { createHmac } from "node:crypto"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { make } from "@octavo/outbound/receiver"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { exportOk, importOk, main, type Operation, runImport } from "../src/imports.ts"
import { lookAgain } from "../src/lookAgain.ts"
import { startChild } from "../src/process.ts"
import { parseMetrics, sumOf } from "../src/prometheus.ts"
import { sampleFiles } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Got {
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
  readonly event: { readonly type: string; readonly eventId: string; readonly [field: string]: unknown }
}

/** What to do with the next requests to a path, in order; 200 when nothing is said. */
type Answering = (response: ServerResponse) => void

const startReceiver = async () => {
  const got: Array<Got> = []
  const answers = new Map<string, Array<Answering>>()
  const server: Server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (piece) => {
      body += piece
    })
    request.on("end", () => {
      const path = request.url!
      got.push({ path, headers: request.headers, body, event: JSON.parse(body) })
      const answer = answers.get(path)?.shift()
      if (answer === undefined) response.end("ok")
      else answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    at: (path: string) => got.filter((one) => one.path === path),
    answer: (path: string, ...how: ReadonlyArray<Answering>) => void answers.set(path, [...how]),
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const answers =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ""): Answering =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

const until = async <A>(what: string, look: () => A | undefined | Promise<A | undefined>): Promise<A> => {
  const again = lookAgain()
  for (const end = Date.now() + 60_000; Date.now() < end; await again()) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`not within a minute: ${what}`)
}

/** As the guide tells receivers to. */
const isSigned = ({ body, headers }: Got, secret: string): boolean => {
  const [t, v1] = String(headers["x-octavo-signature"]).split(",")
  const wanted = createHmac("sha256", secret)
    .update(`${t!.slice(2)}.${body}`)
    .digest("hex")
  return v1 === `v1=${wanted}` && Math.abs(Date.now() / 1000 - Number(t!.slice(2))) < 300
}

const events = ["change_request_created", "change_request_updated", "change_request_status_updated"]

onBothStores("Webhooks", (store) => {
  let world: World
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let space: string
  beforeAll(async () => {
    receiver = await startReceiver()
    world = await startWorld(store)
    space = await world.space()
  })
  afterAll(async () => {
    await world.stop()
    receiver.close()
  })

  const hook = async (path: string, more: object = {}) => {
    const answer = await world.api.post(`/v1/spaces/${space}/webhooks`, {
      url: receiver.origin + path,
      events,
      ...more
    })
    expect(answer.status, answer.text).toBe(201)
    return { at: new URL(answer.body.urls.location).pathname, secret: answer.body.secret as string }
  }
  const deliveries = async (at: string, state = "") => (await world.api.get(`${at}/deliveries${state}`)).body.items
  /** Only one webhook hears at a time. */
  const done = (at: string) => world.api.patch(at, { active: false })

  it("are sent what happened in its order, signed, and once more when that is asked for", async () => {
    const { at, secret } = await hook("/order")
    const requests = `/v1/spaces/${space}/change-requests`
    const { body } = await world.api.post(requests, { subject: "0" })
    for (let i = 1; i <= 3; i++) await world.api.patch(`${requests}/${body.id}`, { subject: `${i}` })
    await world.api.patch(`${requests}/${body.id}`, { status: "open" })
    const got = await until("five events", () =>
      receiver.at("/order").length >= 5 ? receiver.at("/order") : undefined
    )
    expect(got.map(({ event }) => event.type)).toEqual([events[0], events[1], events[1], events[1], events[2]])
    for (const one of got) expect([isSigned(one, secret), isSigned(one, "whsec_other")]).toEqual([true, false])
    expect(got[0]!.event).toMatchObject({
      organizationId: world.organization,
      spaceId: space,
      changeRequestId: body.id,
      user: { id: world.admin.id }
    })
    const log = await until("the log", async () => {
      const items = await deliveries(at, "?state=delivered")
      return items.length === 5 ? items : undefined
    })
    const first = log[4]
    expect(first).toMatchObject({
      id: got[0]!.headers["x-octavo-delivery"],
      attempts: 1,
      response: { status: 200, body: "ok" }
    })
    const again = await world.api.post(`${at}/deliveries/${first.id}/replay`)
    expect([again.status, again.body.replayOf]).toEqual([201, first.id])
    const replayed = await until("the replay", () => receiver.at("/order")[5])
    expect([replayed.body, replayed.headers["x-octavo-delivery"]]).toEqual([got[0]!.body, again.body.id])
    await done(at)
  })

  it("are tried again under the same id: refused, busy, broken off, redirected", async () => {
    const path = "/outages"
    receiver.answer(path, answers(500, {}, "x".repeat(100_000)), answers(429, { "retry-after": "1" }), (response) =>
      response.destroy()
    )
    const { at } = await hook(path)
    await world.api.post(`${at}/ping`)
    const [waiting] = await until("a first attempt", async () => {
      const items = await deliveries(at)
      return items[0].attempts > 0 && items[0].response?.status === 500 ? items : undefined
    })
    expect(waiting).toMatchObject({ state: "pending", failure: "The receiver answered 500" })
    expect(waiting.response.body).toBe("x".repeat(4096))
    // does not wait for the minutes that the next one takes; what was tried often enough meanwhile stays as it is
    const hurry = (attempt: number) =>
      world.operate(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE webhook_deliveries SET next_attempt_at = created_at WHERE state = 'pending'
            AND attempts < ${attempt} AND webhook_id = ${at.split("/").at(-1)!}`
        ).pipe(Effect.orDie)
      )
    const attempt = (n: number) =>
      until(`attempt ${n}`, async () => {
        await hurry(n)
        const [one] = await deliveries(at)
        return one.attempts >= n && one.lastAttemptAt !== undefined && one.nextAttemptAt !== one.createdAt
          ? one
          : undefined
      })
    await attempt(2)
    await attempt(3)
    const sent = await until("an end", async () => {
      await hurry(4)
      return (await deliveries(at, "?state=delivered"))[0]
    })
    expect(sent.attempts).toBe(4)
    expect(new Set(receiver.at(path).map(({ headers }) => headers["x-octavo-delivery"])).size).toBe(1)

    receiver.answer("/moved", answers(302, { location: `${receiver.origin}/elsewhere` }))
    const moved = await hook("/moved")
    await world.api.post(`${moved.at}/ping`)
    const [failed] = await until("a redirect", async () => {
      const items = await deliveries(moved.at)
      return items[0].failure === undefined ? undefined : items
    })
    expect(failed.failure).toMatch(/answered 302; redirects are not followed/)
    expect(receiver.at("/elsewhere")).toEqual([])
    await done(at)
    await done(moved.at)
  })

  it("are told of Git synchronization, how it began and how it ended", async () => {
    const root = join(world.database.directory, "repositories")
    await commitFiles(join(root, "told.git"), sampleFiles, "First words")
    const git = await startGitServer(root, { push: true })
    try {
      const { at } = await hook("/git", { events: ["space_gitsync_started", "space_gitsync_completed"] })
      const body = { url: `${git.url}/told.git`, ref: main }
      const imported = await importOk(world.api, space, body)
      const { body: page } = await world.api.get(`/v1/spaces/${space}/content/path/guides/start/install`)
      const changes = [{ operation: "update_page", page: page.id, title: "Set up" }]
      expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
      const exported = await exportOk(world.api, space, body)
      const missing = await runImport(world.api, space, { ...body, url: `${git.url}/none.git` })
      expect([imported.state, exported.state, missing.state]).toEqual(["completed", "completed", "failed"])
      const got = await until("six events", () => (receiver.at("/git").length >= 6 ? receiver.at("/git") : undefined))
      const told = (operation: Operation, kind: string, state?: string) => ({
        type: state === undefined ? "space_gitsync_started" : "space_gitsync_completed",
        spaceId: space,
        operation: { id: operation.id, kind },
        ...(state === undefined ? {} : { state })
      })
      expect(got.map(({ event }) => event)).toMatchObject([
        told(imported, "import"),
        { ...told(imported, "import", "success"), revisionId: imported.revision, commitId: imported.commit },
        { ...told(exported, "export"), commitId: imported.commit },
        { ...told(exported, "export", "success"), commitId: exported.commit },
        { ...told(missing, "import"), commitId: exported.commit },
        { ...told(missing, "import", "failure"), commitId: exported.commit }
      ])
      expect(got[0]!.event).toMatchObject({ commitId: null })
      await done(at)
    } finally {
      await git.close()
    }
  })

  it("are counted by what came of each attempt, and while they wait", async () => {
    const scrape = async () => parseMetrics((await world.api.as(undefined).get("/metrics")).text)
    const before = await scrape()
    const counted = async (outcome: string) =>
      sumOf(await scrape(), "octavo_webhook_attempts_total", { outcome }) -
      sumOf(before, "octavo_webhook_attempts_total", { outcome })
    receiver.answer("/counted", answers(500), answers(500))
    const { at } = await hook("/counted")
    await world.api.post(`${at}/ping`)
    await until("a failure", async () => ((await counted("postponed")) > 0 ? true : undefined))
    const now = await scrape()
    expect(sumOf(now, "octavo_webhook_deliveries_waiting")).toBe(1)
    expect(sumOf(now, "octavo_webhook_deliveries_oldest_seconds")).toBeGreaterThan(0)
    await until("an end", async () => ((await counted("delivered")) === 1 ? true : undefined))
    expect(sumOf(await scrape(), "octavo_webhook_deliveries_waiting")).toBe(0)
    await done(at)
  })

  it("are told what a server wrote down that was killed", async () => {
    await world.stop()
    const mortal = await startWorld(store, { worker: false })
    const path = "/killed"
    let held = 0
    // takes the event, and the server dies before it hears of it
    receiver.answer(path, () => void held++)
    const spaceId = await mortal.space()
    const hooks = `/v1/spaces/${spaceId}/webhooks`
    await mortal.api.post(hooks, { url: receiver.origin + path, events })
    const first = await startChild(mortal.database)
    try {
      const api = makeClient(first.origin, mortal.admin.token)
      const { body } = await api.post(`/v1/spaces/${spaceId}/change-requests`, { subject: "0" })
      await until("a first attempt", () => (held === 1 ? true : undefined))
      await api.patch(`/v1/spaces/${spaceId}/change-requests/${body.id}`, { subject: "1" })
      await first.kill()
      const second = await startChild(mortal.database)
      const got = await until("the rest", () => (receiver.at(path).length >= 3 ? receiver.at(path) : undefined))
      expect(got.map(({ event }) => event.type)).toEqual([events[0], events[0], events[1]])
      expect(got[1]!.headers["x-octavo-delivery"]).toBe(got[0]!.headers["x-octavo-delivery"])
      await second.stop()
    } finally {
      await first.kill()
      await mortal.stop()
      world = await startWorld(store)
      space = await world.space()
    }
  })
})

describe("The sender of webhooks", () => {
  it("gives up on whoever does not answer, and reaches no private network", async () => {
    const receiver = await startReceiver()
    receiver.answer("/silent", () => undefined)
    receiver.answer("/slow", (response) => void response.writeHead(200).write("a"))
    const post = (url: string, allowPrivateNetworks: boolean) =>
      Effect.runPromise(Effect.flip(make({ allowPrivateNetworks, timeoutMs: 200 }).post(url, "{}", {})))
    for (const path of ["/silent", "/slow"]) {
      expect((await post(receiver.origin + path, true)).message).toBe("did not answer within 0.2 seconds")
    }
    expect((await post("http://127.0.0.1:1/", true)).message).toBe("cannot be reached (ECONNREFUSED)")
    const port = new URL(receiver.origin).port
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "[::ffff:7f00:1]",
      "169.254.169.254",
      "[::1]",
      "0.0.0.0"
    ]) {
      expect((await post(`http://${host}:${port}/in`, false)).message, host).toMatch(/private or reserved network/)
    }
    expect((await post("file:///etc/passwd", false)).message).toMatch(/http/)
    expect(receiver.at("/in")).toEqual([])
    receiver.close()
  })
})
