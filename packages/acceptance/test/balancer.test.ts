/** The load balancer of the tests: what it says of an answer is so, whatever its servers do in the midst of one. */
import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Balancer, servedBy, startBalancer } from "../src/balancer.ts"
import { type Client, makeClient } from "../src/client.ts"

describe("The load balancer of the tests", () => {
  let server: http.Server
  let balancer: Balancer
  let client: Client

  const answers: Record<string, (request: http.IncomingMessage, response: http.ServerResponse) => void> = {
    "/whole": (request, response) => request.pipe(response.writeHead(201, { "x-own": "1" })),
    "/no-answer": (request) => request.socket.destroy(),
    "/head-alone": (request, response) => {
      response.writeHead(200, { "content-length": 100 }).flushHeaders()
      setImmediate(() => request.socket.destroy())
    },
    "/half": (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half")
      setImmediate(() => request.socket.destroy())
    },
    "/half-of-pieces": (request, response) => {
      response.write("half")
      setImmediate(() => request.socket.destroy())
    }
  }

  beforeAll(async () => {
    server = http.createServer({ keepAliveTimeout: 65_000 }, (request, response) =>
      answers[request.url!]!(request, response)
    )
    server.listen(0, "127.0.0.1")
    const gone = http.createServer().listen(0, "127.0.0.1")
    await Promise.all([once(server, "listening"), once(gone, "listening")])
    const ports = [gone, server].map((one) => (one.address() as AddressInfo).port)
    await new Promise((resolve) => gone.close(resolve))
    balancer = await startBalancer(ports)
    client = makeClient(balancer.origin)
  })
  afterAll(async () => {
    await balancer?.close()
    server?.closeAllConnections()
    server?.close()
  })

  it("hands on what a server says, and nothing of the connection to it", async () => {
    const { headers, status, text } = await client.post("/whole", { a: 1 })
    expect([status, text, headers.get("x-own"), headers.get(servedBy)]).toEqual([201, '{"a":1}', "1", "1"])
    expect(headers.get("keep-alive")).toBeNull()
  })

  it.each(["/no-answer", "/head-alone", "/half", "/half-of-pieces"])("answers 502 for %s", async (path) => {
    expect((await client.post(path, {})).status).toBe(502)
    expect((await client.get("/whole")).status).toBe(201)
  })
})
