/** A small website on loopback, with what makes crawls go wrong. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { pixel } from "./sample.ts"

export interface Website {
  readonly origin: string
  /** Paths that were asked for, in order. */
  readonly asked: Array<string>
  readonly close: () => void
}

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title} | Site</title></head><body><nav><a href="/docs/">Home</a></nav><main><h1>${title}</h1>${body}</main></body></html>`

/** How many pages below `/docs/` there are to read, the first one with them. */
export const pagesOfWebsite = 30

/**
 * `/docs/` leads to two dozen pages in a chain and a circle, to redirects, to a page that is slow, to one that is broken
 * off, to what robots.txt forbids, to files, and away.
 * @param pauseMs before each answer
 */
export const startWebsite = async (pauseMs = 0): Promise<Website> => {
  const asked: Array<string> = []
  const chain = Array.from({ length: 24 }, (_, i) => `/docs/chain/${i}.html`)
  const pages = new Map<string, string>([
    [
      "/docs/",
      page(
        "Home",
        `<p><a href="chain/0.html">chain</a> <a href="old">old</a> <a href="loop-a">loop</a> <a href="slow">slow</a>
         <a href="broken">broken</a> <a href="error">error</a> <a href="private/secret">secret</a> <a href="file.pdf">file</a>
         <a href="latin">latin</a> <a href="away">away</a> <a href="/blog/">blog</a> <a href="guide/">guide</a></p>
         <p><img src="a.png" alt="Picture"></p>`
      )
    ],
    ...chain.map((path, i): [string, string] => [
      path,
      page(`Link ${i}`, `<p><a href="${(i + 1) % chain.length}.html#x">next</a> <a href="../">home</a></p>`)
    ]),
    ["/docs/guide/", page("Guide", '<p><a href="start">start</a></p>')],
    [
      "/docs/guide/start",
      page("Start", '<p><a href="../old">moved</a></p><table><tr><th>a</th></tr><tr><td>b</td></tr></table>')
    ],
    ["/docs/new", page("New", "<p>Moved here.</p>")],
    ["/docs/slow", page("Slow", "<p>At last.</p>")],
    ["/docs/private/secret", page("Secret", "<p>secret</p>")],
    ["/blog/", page("Blog", "<p>blog</p>")]
  ])
  const redirects = new Map([
    ["/docs/old", "/docs/new"],
    ["/docs/loop-a", "/docs/loop-b"],
    ["/docs/loop-b", "/docs/loop-a"],
    ["/docs/away", "/blog/"]
  ])
  const server: Server = createServer(async (request, response) => {
    const path = request.url!
    asked.push(path)
    if (pauseMs > 0) await sleep(pauseMs)
    const to = redirects.get(path)
    if (to !== undefined) return void response.writeHead(302, { location: to }).end()
    if (path === "/robots.txt") return void response.end("User-agent: *\nDisallow: /docs/private/\n")
    if (path === "/docs/slow") await sleep(400)
    if (path === "/docs/error") return void response.writeHead(500).end("no")
    if (path === "/docs/broken") {
      response.writeHead(200, { "content-type": "text/html", "content-length": "100000" }).write("<h1>Broken")
      return void setImmediate(() => response.destroy())
    }
    if (path === "/docs/file.pdf")
      return void response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF")
    if (path.endsWith(".png"))
      return void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from(pixel))
    if (path === "/docs/latin") {
      const text = page("Caf\u00e9", "<p>\u00fc</p>")
      return void response.writeHead(200, { "content-type": "text/html" }).end(Buffer.from(text, "latin1"))
    }
    const text = pages.get(path)
    if (text === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
