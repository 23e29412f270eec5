/**
 * Bounds on how slowly a client may send and read (threat: slow clients and floods). Heads are bounded by Node itself; bodies are watched here,
 * because one bound does not fit all: what an operation takes is small and must come at once, an upload may take as long
 * as it makes progress.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** In milliseconds. */
export interface Patience {
  /** Until the head of a request is there. */
  readonly head: number
  /** Until a body is there that is no upload. */
  readonly body: number
  /** Until an upload is there. */
  readonly upload: number
  /** In each such time an upload brings at least `slowest`, and a client reads something of its answer. */
  readonly progress: number
  /** A connection without a request is kept for so long. */
  readonly idle: number
  /** How often it is looked after those who are late. */
  readonly check: number
}

export const patience: Patience = {
  head: 15_000,
  body: 60_000,
  upload: 3_600_000,
  progress: 30_000,
  idle: 65_000,
  check: 5_000
}

/** Bytes in a second. */
const slowest = 1000

/** Most bytes of a request's target and headers. */
export const maxHeadBytes = 16_384

interface Receiving {
  readonly response: ServerResponse
  readonly begun: number
  readonly upload: boolean
  /** The socket's bytes at the last look, and when that was. */
  bytes: number
  since: number
}

/** Looks after bodies that come. */
export const makeBodyWatch = (times: Patience) => {
  const receiving = new Map<IncomingMessage, Receiving>()

  const isLate = (request: IncomingMessage, one: Receiving, now: number): boolean => {
    if (now - one.begun > (one.upload ? times.upload : times.body)) return true
    if (!one.upload || now - one.since < times.progress) return false
    const bytes = request.socket.bytesRead
    // what waits to be read here is not the client's fault
    const late = request.readableLength === 0 && bytes - one.bytes < (slowest * (now - one.since)) / 1000
    one.bytes = bytes
    one.since = now
    return late
  }

  const check = (): void => {
    const now = performance.now()
    for (const [request, one] of receiving) {
      if (request.complete || request.destroyed) receiving.delete(request)
      else if (isLate(request, one, now)) {
        receiving.delete(request)
        cutOff(request, one.response)
      }
    }
  }
  const timer = setInterval(check, times.check).unref()

  return {
    /** Watches the body of a request, if it has one. */
    watch: (request: IncomingMessage, response: ServerResponse): void => {
      const { headers, method, socket, url = "" } = request
      if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0") return
      const now = performance.now()
      const upload = method === "PUT" && url.startsWith("/~uploads/")
      receiving.set(request, { response, begun: now, upload, bytes: socket.bytesRead, since: now })
    },
    stop: (): void => clearInterval(timer)
  }
}

/** Past the response, which whoever still works on it then sees as closed, and gives up. */
const cutOff = ({ socket }: IncomingMessage, response: ServerResponse): void => {
  if (response.headersSent) socket.destroy()
  else refuse(socket, 408)
}

const refuse = (socket: Socket, status: number): void => {
  const body = JSON.stringify({ error: { code: status, message: messages[status] } })
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy()
  )
}

/**
 * For sockets on which nothing has happened for a while: ends those that wait for a request, and those of clients that read
 * nothing of their answer. One whose answer is still being made is left alone.
 */
export const makeStallWatch = () => {
  // one listener for the server, in place of one for each answer
  const answers = new WeakMap<Socket, ServerResponse>()
  return {
    answering: (socket: Socket, response: ServerResponse): void => void answers.set(socket, response),
    onTimeout: (socket: Socket): void => {
      const response = answers.get(socket)
      if (response === undefined || response.writableFinished || socket.writableLength > 0) socket.destroy()
    }
  }
}

/** Answers what is no request of HTTP, or not in time, in the shape of every other error. */
export const onClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy()
  else refuse(socket, statuses[error.code ?? ""] ?? 400)
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large"
}

const messages: Readonly<Record<number, string>> = {
  400: "This is no request of HTTP",
  408: "The request did not come in time; send it again, faster",
  413: "The extensions of a chunk are too large",
  431: `The target and headers of a request are at most ${maxHeadBytes} bytes`
}
