/** Events as a program takes them: whole, again after a connection was lost, and for as long as it wants. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { octavoClient } from "../src/index.ts"

type Answer = (response: http.ServerResponse, headers: http.IncomingHttpHeaders, url: string) => void

let server: http.Server | undefined

/** A client of a server that answers one request after the other so; further ones as the last. */
const listening = async (...answers: ReadonlyArray<Answer>) => {
  let asked = 0
  server = http.createServer(({ headers, url }, response) => {
    answers[Math.min(asked++, answers.length - 1)]!(response, headers, url!)
  })
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const abort = new AbortController()
  const { events } = octavoClient({ url, token: "oct_secret", retries: 1 })
  const request = { params: { spaceId: "docs" }, query: { page: "p1" }, signal: abort.signal }
  return { stream: events.streamSpaceEvents(request), abort, asked: () => asked }
}

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const begin = (response: http.ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" })

const refuse =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ error: { code: status, message: "No" } }))

describe("events", () => {
  it("come whole, wherever the parts of the text were cut", async () => {
    const text = `event: head\ndata: {"revision":"r1"}\n\n:\n\nid: 7\nevent: presence\ndata: {"people":[{"id":"é: 😀"}]}\n\n`
    const bytes = Buffer.from(text)
    for (const size of [1, 2, 7, bytes.length]) {
      const { abort, stream } = await listening(async (response, { authorization }, url) => {
        expect([authorization, url]).toEqual(["Bearer oct_secret", "/v1/spaces/docs/events?page=p1"])
        begin(response)
        for (let at = 0; at < bytes.length; at += size) {
          response.write(bytes.subarray(at, at + size))
          await new Promise((resolve) => setImmediate(resolve))
        }
      })
      expect((await stream.next()).value).toEqual({ event: "head", data: { revision: "r1" } })
      expect((await stream.next()).value).toEqual({
        id: "7",
        event: "presence",
        data: { people: [{ id: "é: 😀" }] }
      })
      abort.abort()
      expect((await stream.next()).done).toBe(true)
      server!.closeAllConnections()
      server!.close()
    }
  })

  it("go on after an end, a lost connection, and a server that is away for a while", async () => {
    const seen: Array<unknown> = []
    const say =
      (id: string, end: (response: http.ServerResponse) => void): Answer =>
      (response, headers) => {
        seen.push(headers["last-event-id"])
        begin(response).write(`id: ${id}\nevent: head\ndata: {"revision":"${id}"}\n\n`, () => end(response))
      }
    const { abort, stream } = await listening(
      say("1", (response) => response.end("retry: 1\n\n")),
      say("2", (response) => response.destroy()),
      refuse(503),
      refuse(502),
      say("3", () => undefined)
    )
    for (const id of ["1", "2", "3"]) expect((await stream.next()).value).toMatchObject({ id })
    expect(seen).toEqual([undefined, "1", "2"])
    // also while nothing comes
    const next = stream.next()
    abort.abort()
    expect((await next).done).toBe(true)
  })

  it("are over for who is refused, at once or later", async () => {
    const { asked, stream } = await listening(
      (response) => begin(response).end(`event: head\ndata: {}\n\nretry: 1\n\n`),
      refuse(404)
    )
    expect((await stream.next()).value).toEqual({ event: "head", data: {} })
    await expect(stream.next()).rejects.toMatchObject({ status: 404, message: "No" })
    expect(asked()).toBe(2)
  })

  it("are tried for as often as a read where the server was never there", async () => {
    const { asked, stream } = await listening(refuse(503))
    await expect(stream.next()).rejects.toMatchObject({ status: 503 })
    expect(asked()).toBe(2)
    const lost = await listening((response) => response.destroy())
    await expect(lost.stream.next()).rejects.toMatchObject({ status: undefined })
    expect(lost.asked()).toBe(2)
    const page = await listening((response) => response.end("<html>"))
    await expect(page.stream.next()).rejects.toThrow(/is no stream of events$/)
    expect(page.asked()).toBe(1)
  })
})
