/**
 * The load: requests over raw keep-alive connections, each with one request on its way, as `wrk` makes them. Runs in
 * a process of its own, so that what it costs is not counted.
 */
import { connect, type Socket } from "node:net"
import { answerParent } from "./child.ts"

/** A request that changes something. */
export interface Write {
  readonly method: "POST" | "PATCH"
  readonly path: string
  /** JSON; `$N` becomes another number each time. */
  readonly body: string
}

export interface Load {
  readonly port: number
  /** More servers, which the connections are spread over. */
  readonly otherPorts?: ReadonlyArray<number>
  readonly paths: ReadonlyArray<string>
  readonly token: string
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Every path is asked for with each of these. */
  readonly cookies?: ReadonlyArray<string> | undefined
  /** Of ten requests one is the next of these; all are reads when there are none, and writes when there are no paths. */
  readonly writes?: ReadonlyArray<Write>
  readonly connections: number
  readonly milliseconds: number
  /** Ends after so many requests, if that is sooner. */
  readonly requests?: number
}

export interface Loaded {
  readonly answers: number
  readonly failures: number
  /** What 99 of 100 answers took at most, in milliseconds. */
  readonly p99: number
  /** What the slowest answer took, in milliseconds. */
  readonly slowest: number
}

/** Requests until the time is over and the last answer is in. */
const run = async ({
  connections,
  cookies = [""],
  headers = {},
  milliseconds,
  otherPorts = [],
  paths,
  port,
  requests: most = Number.POSITIVE_INFINITY,
  token,
  writes = []
}: Load): Promise<Loaded> => {
  const all = Object.entries({ host: "localhost", authorization: `Bearer ${token}`, ...headers })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  const requests = paths.flatMap((path) =>
    cookies.map((cookie) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\n${lines}${cookie === "" ? "" : `cookie: ${cookie}\r\n`}\r\n`)
    )
  )
  const end = performance.now() + milliseconds
  let sent = 0
  let failures = 0
  const times: Array<number> = []
  const write = (one: Write) => {
    const body = one.body.replaceAll("$N", String(written++))
    const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
    return Buffer.from(`${one.method} ${one.path} HTTP/1.1\r\n${lines}${length}\r\n\r\n${body}`)
  }
  const next = () => {
    if (performance.now() >= end || sent >= most) return undefined
    const n = sent++
    if (writes.length > 0 && (n % 10 === 9 || requests.length === 0)) return write(writes[written % writes.length]!)
    return requests[n % requests.length]
  }
  const onAnswer = (status: number, milliseconds: number) => {
    times.push(milliseconds)
    if (status < 200 || status >= 300) failures++
  }
  const ports = [port, ...otherPorts]
  await Promise.all(Array.from({ length: connections }, (_, i) => converse(ports[i % ports.length]!, next, onAnswer)))
  const sorted = Float64Array.from(times).sort()
  const p99 = sorted[Math.ceil(times.length * 0.99) - 1] ?? 0
  return { answers: times.length, failures, p99, slowest: sorted.at(-1) ?? 0 }
}

/** Counts on over the runs: what was written before is never written again. */
let written = 0

/** One connection: sends what `next` gives, one after the other. */
const converse = (
  port: number,
  next: () => Buffer | undefined,
  onAnswer: (status: number, milliseconds: number) => void
) =>
  new Promise<void>((resolve, reject) => {
    let begun = 0
    const send = () => {
      const request = next()
      begun = performance.now()
      if (request === undefined) socket.end()
      else socket.write(request)
    }
    const read = makeReader((status) => {
      onAnswer(status, performance.now() - begun)
      send()
    })
    const onread = {
      buffer: Buffer.allocUnsafe(256 * 1024),
      callback: (size: number, buffer: Uint8Array) => {
        read(buffer as Buffer, size)
        return true
      }
    }
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, send)
    socket.once("error", reject)
    socket.once("close", () => resolve())
  })

const headerEnd = Buffer.from("\r\n\r\n")

/** Finds the ends of answers with a content-length in what arrives; there is never more than one on its way. */
const makeReader = (onAnswer: (status: number) => void) => {
  let header = ""
  let status = 0
  let rest = 0
  return (buffer: Buffer, size: number): void => {
    let from = 0
    if (rest === 0) {
      const end = buffer.subarray(0, size).indexOf(headerEnd)
      from = end === -1 ? size : end + headerEnd.length
      header += buffer.toString("latin1", 0, from)
      if (end === -1) return
      status = Number(header.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(header)
      if (length === null) throw new Error(`an answer without content-length:\n${header}`)
      rest = Number(length[1])
      header = ""
    }
    rest -= size - from
    if (rest === 0) onAnswer(status)
  }
}

answerParent(run)
