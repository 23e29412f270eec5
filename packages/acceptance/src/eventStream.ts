/** A stream of server-sent events, as whoever listens reads it. */
import { ifDefined } from "@octavo/core/kernel/shared/defined"

export interface Heard {
  readonly id?: string
  readonly event: string
  readonly data: any
}

export interface EventStream {
  readonly status: number
  readonly headers: Headers
  /** The next event for which it holds, or any; `undefined` when the stream ended before. */
  readonly next: (holds?: (event: Heard) => boolean) => Promise<Heard | undefined>
  /** Everything that came, as it is on the wire. */
  readonly text: () => string
  readonly close: () => void
}

const eventOf = (block: string): Heard | undefined => {
  const fields = new Map(block.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
  const data = fields.get("data")
  return data === undefined
    ? undefined
    : { ...ifDefined(fields.get("id"), (id) => ({ id })), event: fields.get("event")!, data: JSON.parse(data) }
}

/** Opens a stream. An answer that is none has its text at once. */
export const openEvents = async (
  url: string,
  token: string,
  headers: Record<string, string> = {}
): Promise<EventStream> => {
  const abort = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal
  })
  let wire = ""
  let rest = ""
  if (response.status !== 200) wire = await response.text()
  const reader = response.bodyUsed ? undefined : response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const nextBlock = async (): Promise<string | undefined> => {
    for (;;) {
      const end = rest.indexOf("\n\n")
      if (end >= 0) {
        const block = rest.slice(0, end)
        rest = rest.slice(end + 2)
        return block
      }
      const part = await reader?.read().catch(() => undefined)
      if (part?.value === undefined) return undefined
      rest += part.value
      wire += part.value
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    next: async (holds = () => true) => {
      for (;;) {
        const block = await nextBlock()
        if (block === undefined) return undefined
        const event = eventOf(block)
        if (event !== undefined && holds(event)) return event
      }
    },
    text: () => wire,
    close: () => abort.abort()
  }
}
