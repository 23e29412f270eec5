/** The pieces of text in a streamed chat completion: server-sent events of JSON, up to `[DONE]`. */

/** Longest line that is read: a piece is a few words. */
const maxLine = 200_000

/**
 * Nothing for what is no such stream. A provider that does not stream answers the whole at once: then that is the piece.
 * Rejects when the connection breaks. What is more than `maxBytes` is left unread.
 */
export async function* chatPieces(response: Response, maxBytes: number): AsyncGenerator<string, void> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
  const decoder = new TextDecoder()
  let size = 0
  let rest = ""
  for await (const bytes of response.body ?? []) {
    size += bytes.length
    if (size > maxBytes) return
    const lines = decoder.decode(bytes, { stream: true }).split("\n")
    lines[0] = rest + lines[0]
    rest = lines.pop()!
    if (!isStream) {
      // one JSON document: its lines are put together again below
      rest = [...lines, rest].join("\n")
      continue
    }
    if (rest.length > maxLine) return
    for (const line of lines) {
      const data = dataOf(line)
      if (data === "[DONE]") return
      const piece = data === undefined ? undefined : textOf(data, "delta")
      if (piece !== undefined) yield piece
    }
  }
  if (isStream) {
    // some end without a line feed
    const last = dataOf(rest)
    const piece = last === undefined || last === "[DONE]" ? undefined : textOf(last, "delta")
    if (piece !== undefined) yield piece
    return
  }
  const whole = textOf(rest + decoder.decode(), "message")
  if (whole !== undefined) yield whole
}

const dataOf = (line: string): string | undefined => (line.startsWith("data:") ? line.slice(5).trim() : undefined)

const textOf = (json: string, part: "delta" | "message"): string | undefined => {
  try {
    const content: unknown = JSON.parse(json)?.choices?.[0]?.[part]?.content
    return typeof content === "string" && content !== "" ? content : undefined
  } catch {
    return undefined
  }
}
