/**
 * The load: GET requests over raw keep-alive connections, each with one request on its way, as `wrk` makes them. Runs in
 * a process of its own, so that what it costs is not counted.
 */
import { connect, type Socket } from "node:net"
import { answerParent } from "./child.ts"

export interface Load {
  readonly port: number
  readonly paths: ReadonlyArray<string>
  readonly token: string
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Every path is asked for with each of these. */
  readonly cookies?: ReadonlyArray<string> | undefined
  readonly connections: number
  readonly milliseconds: number
}

export interface Loaded {
  readonly answers: number
  readonly failures: number
}

/** Requests until the time is over and the last answer is in. */
const run = async ({
  connections,
  cookies = [""],
  headers = {},
  milliseconds,
  paths,
  port,
  token
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
  let answers = 0
  let failures = 0
  const next = () => (performance.now() < end ? requests[sent++ % requests.length] : undefined)
  const onAnswer = (status: number) => {
    answers++
    if (status !== 200) failures++
  }
  await Promise.all(Array.from({ length: connections }, () => converse(port, next, onAnswer)))
  return { answers, failures }
}

/** One connection: sends what `next` gives, one after the other. */
const converse = (port: number, next: () => Buffer | undefined, onAnswer: (status: number) => void) =>
  new Promise<void>((resolve, reject) => {
    const read = makeReader((status) => {
      onAnswer(status)
      const request = next()
      if (request === undefined) socket.end()
      else socket.write(request)
    })
    const onread = {
      buffer: Buffer.allocUnsafe(256 * 1024),
      callback: (size: number, buffer: Uint8Array) => {
        read(buffer as Buffer, size)
        return true
      }
    }
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, () => socket.write(next()!))
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
