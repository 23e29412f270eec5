/** A plain HTTP client for tests: says what came back, judges nothing. */
import * as http from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; `undefined` when it is empty or is none. */
  readonly body: any
}

export interface RequestOptions {
  readonly body?: unknown
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  readonly token?: string | undefined
}

export interface Client {
  readonly origin: string
  readonly token: string | undefined
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  readonly get: (path: string, options?: RequestOptions) => Promise<Answer>
  readonly post: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  readonly patch: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  readonly delete: (path: string, options?: RequestOptions) => Promise<Answer>
  /** The same server, another caller; `undefined` is nobody. */
  readonly as: (token: string | undefined) => Client
}

export const makeClient = (origin: string, token?: string): Client => {
  const request: Client["request"] = async (method, path, options = {}) => {
    const bearer = "token" in options ? options.token : token
    const json = options.raw === undefined && options.body !== undefined
    const { hostname, pathname, port, search } = new URL(path.startsWith("http") ? path : origin + path)
    const answer = await exchange({
      hostname,
      port,
      path: pathname + search,
      method,
      agent,
      headers: {
        accept: "*/*",
        // tests of compression ask for it: packing every answer takes longer than making it
        "accept-encoding": "identity",
        ...ifDefined(bearer, (secret) => ({ authorization: `Bearer ${secret}` })),
        ...(json || options.raw !== undefined ? { "content-type": "application/json" } : {}),
        ...options.headers
      },
      body: json ? JSON.stringify(options.body) : options.raw
    })
    const text = new TextDecoder().decode(unpacked(answer))
    return { status: answer.status, headers: headersOf(answer), text, body: parsed(text) }
  }
  return {
    origin,
    token,
    request,
    get: (path, options) => request("GET", path, options),
    post: (path, body, options) => request("POST", path, { ...options, ...defined({ body }) }),
    patch: (path, body, options) => request("PATCH", path, { ...options, ...defined({ body }) }),
    delete: (path, options) => request("DELETE", path, options),
    as: (other) => makeClient(origin, other)
  }
}

/** Connections are kept, as `fetch` keeps them, which takes three times the processor for a request. */
const agent = new http.Agent({ keepAlive: true })

/** One request and all of its answer; of a stream of events, which goes on, what comes first. */
const exchange = ({
  body,
  ...options
}: http.RequestOptions & { readonly body?: string | Uint8Array | undefined }): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const request = http.request(options, (response) => {
      const chunks: Array<Buffer> = []
      const done = (): void => {
        const { headers, rawHeaders, statusCode: status = 0 } = response
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) })
      }
      const isEndless = response.headers["content-type"] === eventStream
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isEndless) return
        done()
        response.destroy()
      })
      response.on("error", reject)
      response.on("end", done)
    })
    request.on("error", reject)
    // left to itself, Node says nothing of the length of what goes with a DELETE
    if (body !== undefined && !request.hasHeader("content-length") && !request.hasHeader("transfer-encoding"))
      request.setHeader("content-length", Buffer.byteLength(body))
    request.end(body)
  })

const headersOf = ({ rawHeaders }: RawAnswer): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

const codings: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

/** What was sent, before it was packed. An answer without a body may name a coding, too. */
export const unpacked = ({ body, headers }: Pick<RawAnswer, "body" | "headers">): Buffer =>
  body.length === 0 ? body : (codings[headers["content-encoding"] ?? ""]?.(body) ?? body)

const eventStream = "text/event-stream"

export const isStream = ({ headers }: Response): boolean => headers.get("content-type") === eventStream

/** What an answer says; of a stream of events, which goes on, what comes first. */
export const textOf = async (response: Response): Promise<string> => {
  if (!isStream(response)) return response.text()
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface RawAnswer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** Names and values in turns, as they came. */
  readonly rawHeaders: ReadonlyArray<string>
  readonly body: Buffer
}

const ownOfEach = new Set(["date", "x-request-id"])

/** All of an answer that could tell it from another one. */
export const shapeOf = ({ headers, status, text }: Answer) => [
  status,
  text,
  [...headers].filter(([name]) => !ownOfEach.has(name)).sort()
]

/** Without what `fetch` adds or forbids: the request target, the headers and the encoding are the caller's. */
export const rawRequest = (
  origin: string,
  path: string,
  options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: Uint8Array } = {}
): Promise<RawAnswer> => {
  const { hostname, port } = new URL(origin)
  return exchange({ hostname, port, path, agent: false, ...options })
}
