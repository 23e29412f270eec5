/** A plain HTTP client for tests: says what came back, judges nothing. */
import * as http from "node:http"
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
    const response = await fetch(path.startsWith("http") ? path : origin + path, {
      method,
      redirect: "manual",
      headers: {
        // tests of compression ask for it: packing every answer takes longer than making it
        "accept-encoding": "identity",
        ...ifDefined(bearer, (secret) => ({ authorization: `Bearer ${secret}` })),
        ...(json || options.raw !== undefined ? { "content-type": "application/json" } : {}),
        ...options.headers
      },
      ...defined({ body: json ? JSON.stringify(options.body) : options.raw })
    })
    const text = await textOf(response)
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
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

export const isStream = ({ headers }: Response): boolean => headers.get("content-type") === "text/event-stream"

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
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const request = http.request(
      { hostname, port, path, method: options.method ?? "GET", headers: options.headers ?? {}, agent: false },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
        )
      }
    )
    request.on("error", reject)
    request.end(options.body)
  })
