/** A host of pictures on loopback: good ones, moved ones, and whatever else a host of the web answers. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { picture } from "./largePicture.ts"

export interface PictureHost {
  /** Without a slash at the end. */
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly asked: Array<string>
  /** Most requests that it had open at a time. */
  readonly mostAtOnce: () => number
  /** Answers what it answers with 503 to begin with. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

const drawing = (words: string) =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><script>parent.document.title = "taken"</script><rect width="60" height="30" fill="#0a7"/><title>${words}</title></svg>`

/** A transparent pixel, as they come. */
const onePixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")

export const startPictureHost = async (): Promise<PictureHost> => {
  const asked: Array<string> = []
  let open = 0
  let most = 0
  let isMended = false
  const send = (response: ServerResponse, type: string, body: string | Buffer) => {
    response.writeHead(200, { "content-type": type })
    response.end(body)
  }
  const large = picture(64, 32)
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    "/a.png": (response) => send(response, "image/png", large),
    "/dark.png": (response) => send(response, "image/png", picture(32, 32)),
    "/cover.png": (response) => send(response, "image/png", picture(300, 100)),
    // told from its bytes, whatever its server says
    "/unnamed": (response) => send(response, "text/html", picture(20, 10)),
    "/moved.png": (response) => response.writeHead(302, { location: "/there/b.png" }).end(),
    "/there/b.png": (response) => send(response, "image/png", picture(16, 8)),
    "/loop.png": (response) => response.writeHead(302, { location: "/loop.png" }).end(),
    "/lying.png": (response) => send(response, "image/png", "<html><body><svg></svg>No picture</body></html>"),
    "/drawing.svg": (response) => send(response, "image/svg+xml", drawing("A drawing")),
    "/seen": (response) => send(response, "image/gif", onePixel),
    "/huge.png": (response) => {
      // without an end, and without saying so
      response.writeHead(200, { "content-type": "image/png" })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000_000))) {}
      }
      response.on("drain", more)
      more()
    },
    "/slow.png": () => {},
    "/later.png": (response) =>
      isMended
        ? send(response, "image/png", picture(10, 10))
        : response.writeHead(503, { "retry-after": "3600" }).end("Too much")
  }
  const server = createServer((request, response) => {
    const path = request.url!.split("?")[0]!
    asked.push(path)
    open++
    most = Math.max(most, open)
    response.on("close", () => open--)
    const answer = answers[path]
    if (answer === undefined) response.writeHead(404, { "content-type": "image/png" }).end(large)
    else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mostAtOnce: () => most,
    mend: () => {
      isMended = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
