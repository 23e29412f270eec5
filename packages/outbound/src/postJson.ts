/**
 * One question to a provider that the operator configured, and its answer. The address is the operator's own setting, so
 * it may be in a private network; what it redirects to is never followed.
 */
export interface Posted {
  readonly status: number
  /** `undefined` for what is no JSON, too large, or was not wanted. */
  readonly json: unknown
  /** There was more than is read. */
  readonly isTooLarge: boolean
  /** How long the provider wants to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined
}

export interface PostOptions {
  /** Largest answer that is read, in bytes: 10 MB unless told otherwise. */
  readonly maxBytes?: number
  /** Whether the body of an answer of this status is read: always, unless told otherwise. */
  readonly wants?: (status: number) => boolean
}

/** Posts JSON; nothing of the answer's body has been read. */
export const post = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal
): Promise<Response> =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    signal,
    headers: { "content-type": "application/json", "user-agent": "Octavo", ...headers },
    body: JSON.stringify(body)
  })

/** Rejects when there is no answer: with a `TimeoutError` when it did not come in time. */
export const postJson = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { maxBytes = 10_000_000, wants = () => true }: PostOptions = {}
): Promise<Posted> => {
  const response = await post(url, body, headers, signal)
  const { status } = response
  if (!wants(status)) await response.body?.cancel()
  const text = wants(status) ? await textOf(response, maxBytes) : ""
  return {
    status,
    json: text === undefined ? undefined : parsed(text),
    isTooLarge: text === undefined,
    retryAfter: retryAfter(response.headers.get("retry-after"))
  }
}

/** `undefined` when it is larger than `maxBytes`. */
const textOf = async (response: Response, maxBytes: number): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxBytes) return undefined
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110). */
export const retryAfter = (value: string | null): number | undefined => {
  if (value === null) return undefined
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
