/** Slow clients and floods of connections (threats: body abuse, slow clients and floods): they are cut off, and others are served meanwhile. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { announce, bytesOf } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

/** A connection, what came over it, and its end. */
const open = async (world: World) => {
  const socket = connect(world.server.port, "127.0.0.1")
  let text = ""
  socket.setEncoding("latin1").on("data", (piece: string) => {
    text += piece
  })
  // the server may close it at any time
  socket.on("error", () => {})
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  await once(socket, "connect")
  return { socket, closed, text: () => text, status: () => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] }
}

/** Sends a text in pieces, with a pause after each. */
const trickle = async (socket: Socket, text: string, pieces: number, pause: number): Promise<void> => {
  const size = Math.ceil(text.length / pieces)
  for (let at = 0; at < text.length && socket.writable; at += size) {
    socket.write(text.slice(at, at + size))
    await sleep(pause)
  }
}

onBothStores("Slow clients", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store, { patience: { head: 1000, body: 1000, progress: 300, check: 50 } })
  })
  afterAll(() => world?.stop())

  it("48: 300 connections that send a byte now and then are cut off, and others are served meanwhile", async () => {
    const slow = await Promise.all(Array.from({ length: 300 }, () => open(world)))
    const begin = (at: number): string =>
      at % 2 === 0
        ? "GET /v1/user HTTP/1.1\r\nhost: x\r\nx-slow: "
        : "POST /v1/urls/published HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{"
    for (const [at, { socket }] of slow.entries()) socket.write(begin(at))
    const drip = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write(" ")
    }, 100)
    try {
      const asked = Array.from({ length: 40 }, () => world.api.get("/v1/user"))
      await Promise.race(asked)
      // how many are cut off before the last answer depends on the machine
      expect(slow.some(({ socket }) => !socket.destroyed)).toBe(true)
      const answers = await Promise.all(asked)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      await Promise.all(slow.map(({ closed }) => closed))
    } finally {
      clearInterval(drip)
    }
    const ends = slow.map(({ status, text }) => `${status()} ${text().includes('{"error":{"code":408,')}`)
    expect(new Set(ends)).toEqual(new Set(["408 true"]))
    expect((await world.api.get("/v1/user")).status).toBe(200)
  })

  it("uploads may take as long as they make progress, and no longer", async () => {
    const bytes = bytesOf("# A guide\n".repeat(600))
    const ask = async () => {
      const named = { kind: "import_file", name: "guide.md", type: "text/markdown" }
      const { body, text } = await announce(world.api, world.organization, bytes, named)
      expect(body.url, text).toBeDefined()
      const { socket, ...rest } = await open(world)
      socket.write(
        `PUT ${new URL(body.url).pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: text/markdown\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`
      )
      return { socket, ...rest }
    }
    const [steady, stuck] = await Promise.all([ask(), ask()])
    stuck.socket.write("# A guide\n")
    // longer than any other body may take
    await trickle(steady.socket, new TextDecoder().decode(bytes), 15, 100)
    await Promise.all([steady.closed, stuck.closed])
    expect([steady.status(), stuck.status()], steady.text()).toEqual(["200", "408"])
  })

  it("48: who reads nothing of a large answer is cut off", async () => {
    const whole = (await world.api.get("/openapi.json")).text.length
    const { closed, socket, text } = await open(world)
    socket.pause()
    // more than the systems at both ends hold
    const asked = Math.ceil(24_000_000 / whole)
    socket.write("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(asked))
    await sleep(1500)
    socket.resume()
    await closed
    expect(text().length).toBeGreaterThan(0)
    expect(text().length).toBeLessThan(whole * asked)
  })

  it("41: what is no HTTP, and heads that are too large, are refused in the shape of every other error", async () => {
    for (const [request, status] of [
      ["nonsense\r\n\r\n", "400"],
      [`GET /v1/user HTTP/1.1\r\nhost: x\r\nx-large: ${"x".repeat(20_000)}\r\n\r\n`, "431"],
      [`GET /v1/${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, "431"]
    ] as const) {
      const connection = await open(world)
      connection.socket.write(request)
      await connection.closed
      expect(connection.status()).toBe(status)
      const body = JSON.parse(connection.text().split("\r\n\r\n")[1]!)
      expect(body).toEqual({ error: { code: Number(status), message: expect.any(String) } })
    }
    expect((await world.api.get("/v1/user")).status).toBe(200)
  })
})

it("48: connections above the most are closed at once, and there is room again when others end", async () => {
  const world = await startWorld(sqlite, { maxConnections: 20 })
  try {
    const open20 = await Promise.all(Array.from({ length: 20 }, () => open(world)))
    const more = await open(world)
    await more.closed
    expect(more.text()).toBe("")
    for (const { socket } of open20) socket.destroy()
    await Promise.all(open20.map(({ closed }) => closed))
    // the server hears of it a moment later
    let status = 0
    for (let i = 0; i < 50 && status !== 200; i++) {
      status = await makeClient(world.origin)
        .get("/healthz")
        .then(
          (answer) => answer.status,
          () => sleep(20, 0)
        )
    }
    expect(status).toBe(200)
  } finally {
    await world.stop()
  }
})
