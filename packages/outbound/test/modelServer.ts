/** A server that models are asked at: it keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request with its JSON. */
export interface Asked {
  readonly headers: IncomingMessage["headers"]
  readonly url: string
  readonly body: any
}

export interface ModelServer {
  /** Up to the port. */
  readonly origin: string
  readonly asked: Array<Asked>
  readonly stop: () => void
}

export const startModelServer = async (
  answer: (response: ServerResponse, request: IncomingMessage) => void
): Promise<ModelServer> => {
  const asked: Array<Asked> = []
  const server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece) => pieces.push(piece))
    request.on("end", () => {
      asked.push({ headers: request.headers, url: request.url!, body: JSON.parse(Buffer.concat(pieces).toString()) })
      answer(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
