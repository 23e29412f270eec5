/** One operation of the table, asked of a server: with `fetch` and standard APIs alone, so that it runs everywhere. */
import { OctavoError } from "./OctavoError.ts"

/** Who asks which server. */
export interface Connection {
  readonly url: string | URL
  readonly token: string | undefined
  /** How often a read is tried again. */
  readonly retries: number
  /** Instead of the global one. */
  readonly fetch: typeof globalThis.fetch | undefined
  /** Instead of `JSON.stringify`. */
  readonly json: ((payload: unknown) => string | Uint8Array<ArrayBuffer>) | undefined
}

/** What goes into a request, by the names of the contract. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
}

/**
 * Sends an operation and reads its answer.
 * @param operation its line of the table: `GET /v1/spaces/:spaceId/content 200 304`
 */
export const request = async (connection: Connection, operation: string, parts: RequestParts): Promise<unknown> => {
  const [method, path, ...listed] = operation.split(" ") as [string, string, ...Array<string>]
  const { init, url } = prepare(connection, method, path, parts)
  const response = await send(connection, url, init)
  const answers = listed.length === 0 ? ["200"] : listed
  if (!answers.includes(`${response.status}`)) {
    const text = await response.text().catch(() => "")
    throw OctavoError.ofAnswer(response.status, text, response.headers.get("retry-after"))
  }
  if (answers.includes("none") || bodiless.has(response.status)) {
    await response.body?.cancel()
    return undefined
  }
  try {
    return JSON.parse(await response.text())
  } catch (cause) {
    throw new OctavoError(`The answer to ${told(init, url)} cannot be read${because(cause)}`, undefined, [], { cause })
  }
}

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

type Init = RequestInit & { readonly method: string }

/** The address and what is sent of an operation. */
export const prepare = (
  { json = JSON.stringify, token, url }: Connection,
  method: string,
  path: string,
  parts: RequestParts
) => {
  const headers: Record<string, string> = {}
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`
  try {
    const target = resolve(`${url}`.replace(/\/$/, "") + withParams(path, parts.params ?? {}))
    for (const [name, value] of Object.entries(parts.query ?? {}))
      for (const one of [value].flat()) if (one != null) target.searchParams.append(name, String(one))
    if (parts.payload === undefined) return { url: target, init: { method, headers } satisfies Init }
    headers["content-type"] = "application/json"
    // an answer to a question is streamed to who does not say so
    headers["accept"] = "application/json"
    return { url: target, init: { method, headers, body: json(parts.payload) } satisfies Init }
  } catch (cause) {
    throw new OctavoError(`The request cannot be made${because(cause)}`, undefined, [], { cause })
  }
}

/** Within a page, a path alone is one of the page's server. */
const resolve = (url: string): URL =>
  URL.canParse(url) ? new URL(url) : new URL(url, (globalThis as { location?: { href: string } }).location?.href)

/** A part that is empty, or that addresses resolve as a step, would lead to another operation; `?`: it may be empty. */
const withParams = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)(\??)/g, (_, name: string, mayBeEmpty: string) => {
    const value = params[name]
    if (typeof value !== "string" || value === "." || value === ".." || (value === "" && mayBeEmpty === ""))
      throw new TypeError(`params.${name} must be a text that can stand in a path`)
    return encodeURIComponent(value)
  })

/** Statuses that say that a later try may do better. */
export const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** The first pause before another try, in milliseconds; each is twice the one before. */
export const firstPause = 200

/** The longest time that is waited for another try, in milliseconds: who is to come later than that is told so. */
export const longestPause = 30_000

/** The last answer, of a read after as many tries as there may be. What changes something is sent once. */
const send = async ({ fetch, retries }: Connection, url: URL, init: Init): Promise<Response> => {
  const last = init.method === "GET" ? retries : 0
  for (let tried = 0; ; tried++) {
    let asked = 0
    try {
      const response = await (fetch ?? globalThis.fetch)(url, init)
      if (tried >= last || !transient.has(response.status)) return response
      asked = pauseOf(response.headers.get("retry-after"))
      if (asked > longestPause) return response
      await response.body?.cancel()
    } catch (cause) {
      if (tried >= last)
        throw new OctavoError(`No answer came to ${told(init, url)}${because(cause)}`, undefined, [], { cause })
    }
    const pause = Math.min(Math.max(firstPause * 2 ** tried, asked), longestPause)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** `Retry-After` in milliseconds, which is a number of seconds or a date; 0 when it says nothing. */
const pauseOf = (retryAfter: string | null): number => {
  const text = retryAfter?.trim() ?? ""
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now() || 0
}

/** `GET https://docs.acme.org/v1/user`, without its query. */
const told = ({ method }: Init, { origin, pathname }: URL): string => `${method} ${origin}${pathname}`

export const because = (cause: unknown): string =>
  cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : ""
