/** What a bare server does to send the same answers: headers and bytes at hand. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { reportServer } from "../support/serverProcess.ts"

export interface SentPage {
  readonly path: string
  /** The `Cookie` header that it answers; empty for none. */
  readonly cookie: string
  readonly headers: Readonly<Record<string, string>>
  /** Base64. */
  readonly body: string
}

const pages = new Map(
  (JSON.parse(readFileSync(process.argv[2]!, "utf8")) as ReadonlyArray<SentPage>).map(
    ({ body, cookie, headers, path }) => [`${path} ${cookie}`, { body: Buffer.from(body, "base64"), headers }] as const
  )
)

const server = createServer((request, response) => {
  const page = pages.get(`${request.url} ${request.headers.cookie ?? ""}`)
  if (page === undefined) return response.writeHead(404).end()
  response.writeHead(200, page.headers).end(page.body)
})
server.keepAliveTimeout = 65_000
server.listen(0, "127.0.0.1", () => reportServer((server.address() as AddressInfo).port))
