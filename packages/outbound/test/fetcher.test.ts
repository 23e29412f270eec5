import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import type { FetchError } from "@octavo/core/kernel/outbound/Fetcher"
import { Resolver } from "@octavo/outbound/resolver"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { make } from "../src/fetcher.ts"

const servers: Array<Server> = []
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const open = make({ allowPrivateNetworks: true, timeoutMs: 1500 })
const closed = make({ allowPrivateNetworks: false, timeoutMs: 1500 })
const get = (url: string, maxBytes = 1000) => Effect.runPromise(open.fetch(url, { maxBytes }))
const refused = (effect: Effect.Effect<unknown, FetchError>) => Effect.runPromise(Effect.flip(effect))

describe("fetching", () => {
  it("answers the bytes and their type", async () => {
    const url = await serve((_, response) => response.setHeader("content-type", "image/png; x=y").end("abc"))
    const { bytes, contentType } = await get(url)
    expect([new TextDecoder().decode(bytes), contentType]).toEqual(["abc", "image/png"])
  })

  it("unpacks, and stops where the unpacked bytes pass the limit", async () => {
    const small = gzipSync("x".repeat(500))
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const url = await serve((request, response) =>
      response.setHeader("content-encoding", "gzip").end(request.url === "/bomb" ? bomb : small)
    )
    expect((await get(url)).bytes.length).toBe(500)
    expect((await refused(open.fetch(`${url}/bomb`, { maxBytes: 10_000 }))).reason).toBe("too-large")
  })

  it("stops at the limit, whatever the length says", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/said") response.setHeader("content-length", "5000")
      response.end("x".repeat(5000))
    })
    for (const path of ["/said", "/unsaid"]) {
      expect((await refused(open.fetch(url + path, { maxBytes: 1000 }))).reason).toBe("too-large")
    }
  })

  it("asks only for what is new, and says what names it", async () => {
    const url = await serve((request, response) => {
      response.setHeader("etag", '"v2"')
      if (request.headers["if-none-match"] === '"v2"') response.writeHead(304).end()
      else response.end("new")
    })
    expect(await get(url)).toMatchObject({ etag: '"v2"' })
    const ask = (etag: string) => Effect.runPromise(open.fetch(url, { maxBytes: 10, etag }))
    expect(await ask('"v2"')).toMatchObject({ unchanged: true, etag: '"v2"' })
    expect(new TextDecoder().decode((await ask('"v1"')).bytes)).toBe("new")
  })

  it("stops after a while", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/drip") {
        response.write("x")
        setInterval(() => response.write("x"), 200).unref()
      }
    })
    for (const path of ["/silent", "/drip"]) {
      expect((await refused(open.fetch(url + path, { maxBytes: 1000 }))).reason).toBe("timeout")
    }
  })

  it("follows redirects, not for ever", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/end") return response.end("here")
      response.writeHead(302, { location: request.url === "/once" ? "/end" : "/loop" }).end()
    })
    expect(new TextDecoder().decode((await get(`${url}/once`)).bytes)).toBe("here")
    expect((await refused(open.fetch(`${url}/loop`, { maxBytes: 10 }))).message).toContain("redirects")
  })

  it("says what went wrong", async () => {
    const url = await serve((request, response) =>
      request.url === "/busy" ? response.writeHead(503, { "retry-after": "120" }).end() : response.writeHead(404).end()
    )
    expect(await refused(open.fetch(url, { maxBytes: 10 }))).toMatchObject({ message: "answers 404", status: 404 })
    expect(await refused(open.fetch(`${url}/busy`, { maxBytes: 10 }))).toMatchObject({
      status: 503,
      retryAfter: 120_000
    })
    expect((await refused(open.fetch("http://127.0.0.1:9", { maxBytes: 10 }))).reason).toBe("unreachable")
  })

  it.each([
    "file:///etc/passwd",
    "ftp://example.org/x",
    "http://user:secret@example.org/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost/",
    "http://10.0.0.1/",
    "nonsense"
  ])("refuses %s (threat: fetches towards private networks)", async (url) => {
    const inward = await refused(closed.fetch(url, { maxBytes: 10 }))
    // goes on after what was asked: the website, the address
    expect([inward.reason, inward.message]).toEqual(["refused", expect.stringMatching(/^(must|cannot) /)])
  })

  it("refuses a name with a private address, and one that a redirect leads to", async () => {
    const resolving = (addresses: Record<string, string>) =>
      Effect.provideService(Resolver, (host: string) => Effect.succeed([addresses[host] ?? "127.0.0.1"]))
    const inward = closed.fetch("http://docs.example/", { maxBytes: 10 }).pipe(resolving({}))
    expect((await refused(inward)).reason).toBe("refused")
  })

  it("connects to the address that was checked, not to what the name says next", async () => {
    const url = new URL(await serve((request, response) => response.end(request.headers.host)))
    let asked = 0
    const pinned = closed.fetch(`http://rebind.example:${url.port}/`, { maxBytes: 100 }).pipe(
      Effect.provideService(Resolver, () => {
        asked++
        // a public address that answers nobody: had it been asked again, loopback would have answered
        return Effect.succeed([asked === 1 ? "203.0.114.1" : "127.0.0.1"])
      })
    )
    expect(["timeout", "unreachable"]).toContain((await refused(pinned)).reason)
    expect(asked).toBe(1)
  })
})
