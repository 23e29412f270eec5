/** A small load balancer: each request goes to the next server. What it can't bring to any is 502. */
import http from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

export interface Balancer {
  readonly origin: string
  /** Port by server; one that refuses connections is passed over, as a health check would have it. */
  readonly ports: Array<number>
  readonly close: () => Promise<void>
}

/** Which server answered, by its place in `ports`. */
export const servedBy = "x-served-by"

/** Headers that are about one connection (RFC 9110, 7.6.1): the other side of a proxy has one of its own. */
const ofConnection = ["connection", "keep-alive", "transfer-encoding"]

/** Those of a message that a proxy hands on. */
export const endToEnd = (headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)))

export const startBalancer = async (ports: ReadonlyArray<number>): Promise<Balancer> => {
  const targets = [...ports]
  let turn = 0
  // it closes no connection of its own accord: who is just sending on it would not know whether that arrived
  const proxy = http.createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await buffer(request)
    const fail = () => response.writeHead(502).end()
    const attempt = (tries: number): void => {
      if (tries === 3 * targets.length) return void fail()
      const at = turn++ % targets.length
      const { method, url } = request
      const headers = { ...endToEnd(request.headers), "content-length": body.length }
      http
        .request({ host: "127.0.0.1", port: targets[at], method, path: url, headers, agent: false }, (answer) =>
          // whole or not at all: a server may go away in the midst of it
          buffer(answer).then(
            (text) =>
              response.writeHead(answer.statusCode!, { ...endToEnd(answer.headers), [servedBy]: String(at) }).end(text),
            fail
          )
        )
        // only what certainly never arrived may be sent again
        .on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNREFUSED" ? attempt(tries + 1) : fail()))
        .end(body)
    }
    attempt(0)
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ports: targets,
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    }
  }
}
