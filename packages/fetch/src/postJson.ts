/**
 * One question to a provider that the operator configured, and its answer. The address is the operator's own setting, so
 * it may be in a private network; what it redirects to is never followed.
 */
export interface Posted {
  readonly status: number
  /** `undefined` for what is no JSON. */
  readonly json: unknown
  /** How long the provider wants to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined
}

/** Largest answer that is read, in bytes. */
const maxBytes = 10_000_000

/** Rejects when there is no answer: with a `TimeoutError` when it did not come in time. */
export const postJson = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal
): Promise<Posted> => {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    signal,
    headers: { "content-type": "application/json", "user-agent": "Octavo", ...headers },
    body: JSON.stringify(body)
  })
  return {
    status: response.status,
    json: parsed(await textOf(response)),
    retryAfter: retryAfter(response.headers.get("retry-after"))
  }
}

const textOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxBytes) return ""
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
const retryAfter = (value: string | null): number | undefined => {
  if (value === null) return undefined
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
