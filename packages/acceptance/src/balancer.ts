/** A small load balancer: each request goes to the next server. What it can't bring to any is 502. */
import http from "node:http"
import type { AddressInfo } from "node:net"

export interface Balancer {
  readonly origin: string
  /** Port by server; one that refuses connections is passed over, as a health check would have it. */
  readonly ports: Array<number>
  readonly close: () => Promise<void>
}

/** Which server answered, by its place in `ports`. */
export const servedBy = "x-served-by"

export const startBalancer = async (ports: ReadonlyArray<number>): Promise<Balancer> => {
  const targets = [...ports]
  let turn = 0
  const proxy = http.createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const fail = () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    }
    const attempt = (tries: number): void => {
      if (tries === 3 * targets.length) {
        fail()
        return
      }
      const at = turn++ % targets.length
      const { headers, method, url } = request
      http
        .request({ host: "127.0.0.1", port: targets[at], method, path: url, headers, agent: false }, (answer) => {
          response.writeHead(answer.statusCode!, { ...answer.headers, [servedBy]: String(at) })
          answer.on("error", fail).pipe(response)
        })
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
