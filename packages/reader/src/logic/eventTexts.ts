/** Events as servers send them (HTML, server-sent events), out of a text that comes in pieces. Pure. */

export interface SentEvent {
  readonly name: string
  readonly data: string
}

/**
 * Takes the events that are whole.
 * @param text what has come and was not taken yet
 * @returns what is left, too
 */
export const takeEvents = (text: string): readonly [ReadonlyArray<SentEvent>, string] => {
  const parts = text.split("\n\n")
  const rest = parts.pop()!
  const events = parts.flatMap((part): ReadonlyArray<SentEvent> => {
    const fields = part.split("\n").map((line): readonly [string, string] => {
      const at = line.indexOf(":")
      return [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")]
    })
    const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value)
    const data = valuesOf("data")
    // a comment keeps the connection
    return data.length === 0 ? [] : [{ name: valuesOf("event")[0] ?? "message", data: data.join("\n") }]
  })
  return [events, rest]
}
