/** Streams of events over HTTP: what servers tell who listens to any of them, for how long, and how many. */
import * as http from "node:http"
import { octavoClient } from "@octavo/client"
import { SpaceEventStore } from "@octavo/core/connections/events/SpaceEventStore"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type Heard, openEvents } from "../src/eventStream.ts"
import { startChild } from "../src/process.ts"
import { ownPath, scripted } from "../src/sessionClient.ts"
import { onBothStores } from "../src/stores.ts"
import { listen, startWorld, type World } from "../src/world.ts"

onBothStores("Events", (store) => {
  let world: World
  let other: Awaited<ReturnType<typeof listen>>
  let space: string
  let path: string
  let draft: string
  const opened: Array<{ close: () => void }> = []

  const open = async (url: string, token = world.admin.token, headers?: Record<string, string>) => {
    const stream = await openEvents(url, token, headers)
    opened.push(stream)
    return stream
  }
  const say = (text: string) => world.api.post(`/v1/spaces/${space}/comments`, { body: { markdown: text } })
  const people =
    (...expected: ReadonlyArray<string>) =>
    ({ data, event }: Heard) =>
      event === "presence" && data.people.map((one: any) => one.id).join() === expected.join()

  beforeAll(async () => {
    // connections that are idle for longer are looked at by the server's watches
    const times = { eventTimes: { keepAlive: 200, check: 200, silence: 12_000 } }
    world = await startWorld(store, { ...times, streamsLimit: 6, patience: { progress: 500, idle: 500, check: 100 } })
    other = await listen(world.config)
    await Effect.runPromise(other.server.ready)
    space = await world.space()
    path = `/v1/spaces/${space}/events`
    const { body } = await world.api.post(`/v1/spaces/${space}/change-requests`, { subject: "Draft" })
    draft = `/v1/spaces/${space}/change-requests/${body.id}`
  }, 120_000)
  afterEach(() => {
    for (const { close } of opened.splice(0)) close()
  })
  afterAll(async () => {
    await other?.close()
    await world?.stop()
  })

  it("are told by every server, as text that nobody keeps or packs", async () => {
    const ann = await world.member("read")
    const here = await open(`${world.origin + draft}/events?page=p1`, ann.token, { "accept-encoding": "gzip, br" })
    const there = await open(`${other.origin + draft}/events`)
    expect(Object.fromEntries(here.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no"
    })
    expect(here.headers.get("content-encoding")).toBeNull()
    const before = (await world.api.get(draft)).body.revision
    expect(await there.next()).toEqual({ event: "head", data: { revision: before } })
    expect(await here.next(people(world.admin.id, ann.id))).toBeDefined()
    const changes = [{ operation: "insert_page", document: { markdown: "# Page" } }]
    await world.api.post(`${draft}/content`, { changes })
    const { revision } = (await world.api.get(draft)).body
    for (const stream of [here, there]) {
      const moved = await stream.next(({ event }) => event === "head")
      // the first one said where it stood
      const head = moved?.data.revision === before ? await stream.next(({ event }) => event === "head") : moved
      expect(head).toEqual({
        id: expect.stringMatching(/^\d+$/),
        event: "head",
        data: { revision, by: world.admin.id }
      })
    }
    // who comes back is told how it stands, whatever was missed
    here.close()
    expect(await there.next(people(world.admin.id))).toBeDefined()
    const again = await open(`${world.origin + draft}/events`, ann.token, { "last-event-id": "1" })
    expect(await again.next()).toEqual({ event: "head", data: { revision } })
    for (const stream of [there, again]) stream.close()
  })

  it("come on a connection that is kept, however little happens", async () => {
    const stream = await open(world.origin + path)
    let pauses = 0
    // many times as long as an idle connection is kept
    while (pauses < 15) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      void stream.next(() => false)
      pauses = stream.text().split("\n:\n").length - 1
    }
    const said = await say("Still there?")
    await expect.poll(() => stream.text(), { timeout: 60_000 }).toContain(said.body.id)
    stream.close()
  })

  it("end for who may not any more (threat: stale authority)", async () => {
    const [gone, revoked, inBrowser] = [
      await world.member("read"),
      await world.member("read"),
      await world.member("read")
    ]
    const { headers } = await scripted(world, inBrowser)
    const hidden = await world.space("Hidden")
    const url = (id: string) => `${other.origin}/v1/spaces/${id}/events`
    const streams = [
      await open(url(space), gone.token),
      await open(url(space), revoked.token),
      await open(world.origin + ownPath(path), "none", headers),
      await open(url(hidden))
    ]
    await world.api.delete(`/v1/orgs/${world.organization}/members/${gone.id}`)
    // a session ends with the token that it began with
    for (const { client } of [revoked, inBrowser]) {
      const { body } = await client.get("/v1/user/tokens")
      await client.delete(`/v1/user/tokens/${body.items[0].id}`)
    }
    await world.api.delete(`/v1/spaces/${hidden}`)
    for (const stream of streams) {
      expect(await stream.next(() => false)).toBeUndefined()
      expect(stream.text()).toMatch(/retry: \d+\n\n$/)
    }
    expect((await open(url(space), gone.token)).status).toBe(404)
    expect((await open(url(space), revoked.token)).status).toBe(401)
    expect((await open(url(hidden))).status).toBe(404)
  })

  it("have a largest number for one person, in words", async () => {
    const ann = await world.member("read")
    const streams = await Promise.all(Array.from({ length: 6 }, () => open(world.origin + path, ann.token)))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const more = await open(world.origin + path, ann.token)
    expect(more.status).toBe(429)
    expect(more.headers.get("retry-after")).toMatch(/^\d+$/)
    expect(JSON.parse(more.text()).error).toEqual({
      code: 429,
      message: expect.stringMatching(/^You have 6 streams of events open on this server, .*close some/)
    })
    expect((await open(world.origin + path)).status).toBe(200)
    for (const { close } of streams) close()
    await expect
      .poll(async () => (await open(world.origin + path, ann.token)).status, { timeout: 60_000, interval: 200 })
      .toBe(200)
  })

  it("do not wait in memory for who does not read (threat: slow clients and floods)", async () => {
    const [ann, ben] = [await world.member("read"), await world.member("read")]
    const reader = await open(world.origin + path, ann.token)
    const headers = { authorization: `Bearer ${ben.token}` }
    const idle = http.get(world.origin + path, { headers }, (response) => response.pause()).on("error", () => undefined)
    opened.push({ close: () => idle.destroy() })
    expect(await reader.next(people(ben.id, ann.id))).toBeDefined()
    const long = "x".repeat(60_000)
    const note = (comment: string) =>
      world.operate(
        Effect.flatMap(SpaceEventStore, (events) =>
          events.note({
            spaceId: space,
            changeRequestId: null,
            kind: "comment",
            data: { comment, change: "posted" }
          })
        )
      )
    const alone = people(ann.id)
    let gone = false
    for (let i = 0; i < 600; i++) {
      await note(long + i)
      // who reads is told all of it, and that the other one is gone
      const told = (event: Heard) => {
        gone ||= alone(event)
        return event.data.comment === long + i
      }
      if (i % 50 === 49) expect(await reader.next(told)).toBeDefined()
    }
    if (!gone) expect(await reader.next(alone)).toBeDefined()
  })

  it("end when a server stops, which waits for none of them, and a client goes on elsewhere", async () => {
    const stopping = await listen(world.config)
    await Effect.runPromise(stopping.server.ready)
    const stream = await open(stopping.origin + path)
    const abort = new AbortController()
    let origin = stopping.origin
    const client = octavoClient({
      url: "http://octavo.test",
      token: world.admin.token,
      // as a balancer would
      fetch: (url, init) => fetch(String(url).replace("http://octavo.test", origin), init)
    })
    const heard: Array<string> = []
    const listening = (async () => {
      const request = { params: { spaceId: space }, query: {}, signal: abort.signal }
      for await (const { data, event } of client.events.streamSpaceEvents(request)) {
        heard.push(event)
        if (event === "comment") return data.comment
      }
      return undefined
    })()
    await expect.poll(() => heard.length, { timeout: 60_000 }).toBeGreaterThan(1)
    origin = other.origin
    // the test would not wait for so long
    await Effect.runPromise(stopping.server.drain(3_600_000))
    expect(await stream.next(() => false)).toBeUndefined()
    await stopping.close()
    await expect.poll(() => heard.filter((event) => event === "head").length, { timeout: 60_000 }).toBe(2)
    const said = await say("Moved on")
    expect(await listening).toBe(said.body.id)
    // one that is refused tells why
    const refused = client.events.streamSpaceEvents({ params: { spaceId: "none" } })
    await expect(refused.next()).rejects.toMatchObject({ status: 404 })
  })

  it("show nobody as here whose server crashed", async () => {
    const ann = await world.member("read")
    const child = await startChild(world.database, { OCTAVO_RATE_LIMITS: "off" })
    const here = await open(`${world.origin + draft}/events`)
    await open(`${child.origin}${draft}/events`, ann.token)
    expect(await here.next(people(ann.id, world.admin.id))).toBeDefined()
    const said = await world.api.post(`${draft}/comments`, { body: { markdown: "Hello" } })
    await child.kill()
    expect(await here.next(({ data }) => data.comment === said.body.id)).toBeDefined()
    expect(await here.next(people(world.admin.id))).toBeDefined()
  })
})
