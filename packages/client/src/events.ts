/** An operation that is a stream of events, asked again whenever it ends: with `fetch` and standard APIs alone. */
import { OctavoError } from "./OctavoError.ts"
import { because, type Connection, firstPause, longestPause, prepare, type RequestParts, transient } from "./request.ts"

/** What goes into a request for events. */
export interface EventParts extends RequestParts {
  /** Ends the stream when it is aborted, also while nothing happens. */
  readonly signal?: AbortSignal
}

/** Servers say something every 15 seconds: who hears nothing for so many milliseconds has lost the connection. */
const longestSilence = 45_000

/** An event as it is sent. */
interface Sent {
  readonly id?: string
  readonly event: string
  readonly data: unknown
}

/**
 * Events for as long as somebody takes them. A connection that ends is made anew after a pause, and begins with how
 * things stand. Rejects with an `OctavoError` when the server refuses, and when it was never reached.
 */
export async function* events(
  connection: Connection,
  operation: string,
  { signal, ...parts }: EventParts
): AsyncGenerator<Sent, void, undefined> {
  const [method, path] = operation.split(" ") as [string, string]
  const { init, url } = prepare(connection, method, path, parts)
  const told = `${method} ${url.origin}${url.pathname}`
  let tries = connection.retries
  let lost = 0
  let lastId: string | undefined
  const isOver = () => signal?.aborted === true
  while (!isOver()) {
    const attempt = new AbortController()
    const giveUp = () => attempt.abort()
    signal?.addEventListener("abort", giveUp)
    let pause = Math.min(firstPause * 2 ** lost++, longestPause)
    try {
      const headers = {
        ...init.headers,
        accept: "text/event-stream",
        ...(lastId === undefined ? {} : { "last-event-id": lastId })
      }
      const response = await (connection.fetch ?? globalThis.fetch)(url, { ...init, headers, signal: attempt.signal })
      if (response.status !== 200 || response.body === null) {
        const text = await response.text()
        const error = OctavoError.ofAnswer(response.status, text, response.headers.get("retry-after"))
        if (!transient.has(response.status) || tries-- <= 0) throw error
        pause = Math.max(pause, (error.retryAfter ?? 0) * 1000)
      } else if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
        throw new OctavoError(`The answer to ${told} is no stream of events`, undefined)
      } else {
        tries = Number.POSITIVE_INFINITY
        for await (const field of fields(response.body, giveUp)) {
          lost = 0
          if ("retry" in field) pause = field.retry
          else {
            lastId = field.id ?? lastId
            yield field
          }
        }
      }
    } catch (cause) {
      if (isOver()) return
      if (cause instanceof OctavoError) throw cause
      if (tries-- <= 0) {
        throw new OctavoError(`No answer came to ${told}${because(cause)}`, undefined, [], { cause })
      }
    } finally {
      signal?.removeEventListener("abort", giveUp)
      attempt.abort()
    }
    await sleep(pause, signal)
  }
}

const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener("abort", done)
    if (signal?.aborted === true) done()
  })

/** What a body says, event by event. @param silent called when nothing comes, not even a word that keeps the connection */
async function* fields(
  body: ReadableStream<Uint8Array>,
  silent: () => void
): AsyncGenerator<Sent | { readonly retry: number }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (;;) {
    const timer = setTimeout(silent, longestSilence)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    text += decoder.decode(value, { stream: true })
    const blocks = text.split("\n\n")
    text = blocks.pop()!
    for (const block of blocks) {
      const of = new Map(
        block.split("\n").map((line) => {
          const [, name = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? []
          return [name, value] as const
        })
      )
      const [data, id, retry] = [of.get("data"), of.get("id"), of.get("retry")]
      if (data !== undefined)
        yield { ...(id === undefined ? {} : { id }), event: of.get("event") ?? "message", data: JSON.parse(data) }
      else if (retry !== undefined) yield { retry: Number(retry) }
    }
  }
}
