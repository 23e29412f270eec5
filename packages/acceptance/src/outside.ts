/** A server somewhere else: a description of an API lies there, and it translates as LibreTranslate does, into capitals. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { pets } from "./openapi.ts"

/** What stands between the marks of a text. */
const inCapitals = (text: string): string =>
  text.replace(/<[^>]*>|[^<]+/g, (part) => (part.startsWith("<") ? part : part.toUpperCase()))

/** Its `description` is what is answered from now on, at every address but that of translations. */
export const startOutside = async () => {
  const description = { status: 200, text: pets }
  const server: Server = createServer(async (request, response) => {
    if (request.url !== "/translate") return response.writeHead(description.status).end(description.text)
    let body = ""
    for await (const piece of request) body += piece
    const texts: ReadonlyArray<string> = JSON.parse(body).q
    response.end(JSON.stringify({ translatedText: texts.map(inCapitals) }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    description,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
