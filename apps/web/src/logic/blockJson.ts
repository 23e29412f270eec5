/**
 * JSON as bytes, of values in which there are documents: a block of a document is written once, as long as it is the same
 * one. So a long page in which one paragraph was edited costs that paragraph, whenever it is kept and sent.
 */

const encoder = new TextEncoder()
const written = new WeakMap<object, Uint8Array>()

/** What `JSON.stringify` makes of plain values, in UTF-8. */
export const jsonBytes = (value: unknown): Uint8Array<ArrayBuffer> => {
  const parts: Array<Uint8Array> = []
  let text = ""
  const endText = (): void => {
    if (text !== "") parts.push(encoder.encode(text))
    text = ""
  }
  const write = (one: unknown): void => {
    if (typeof one !== "object" || one === null || "toJSON" in one) text += JSON.stringify(one) ?? "null"
    else if (isBlock(one)) {
      endText()
      parts.push(bytesOf(one))
    } else if (Array.isArray(one)) {
      text += "["
      one.forEach((item, at) => {
        if (at > 0) text += ","
        write(item)
      })
      text += "]"
    } else {
      text += "{"
      let isFirst = true
      for (const [name, field] of Object.entries(one)) {
        if (field === undefined) continue
        text += `${isFirst ? "" : ","}${JSON.stringify(name)}:`
        isFirst = false
        write(field)
      }
      text += "}"
    }
  }
  write(value)
  endText()
  return joined(parts)
}

const isBlock = (value: object): boolean => (value as { readonly object?: unknown }).object === "block"

const bytesOf = (block: object): Uint8Array => {
  const found = written.get(block)
  if (found !== undefined) return found
  const made = encoder.encode(JSON.stringify(block))
  written.set(block, made)
  return made
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
