/** Answers as the bytes of their JSON. Documents in them that are there as JSON go in as they are, wherever they stand. */
import { type DocumentJson, jsonAroundDocuments } from "@octavo/core/kernel/shared/documentJson"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"

const bytesOf = ({ json }: DocumentJson): Uint8Array => (typeof json === "string" ? utf8.encode(json) : json)

/** Each document stands between two of the texts. */
const joined = (texts: ReadonlyArray<string>, documents: ReadonlyArray<DocumentJson>): Uint8Array => {
  if (documents.length === 0) return utf8.encode(texts.join(""))
  const parts = texts.flatMap((text, at) => [
    utf8.encode(text),
    ...documents.slice(at, at + 1).map((document) => bytesOf(document))
  ])
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The JSON of a value. */
export const encodedJson = (value: unknown): Uint8Array => {
  const { documents, texts } = jsonAroundDocuments(value)
  return joined(texts, documents)
}

/** The same with a hash that equal answers share. */
export const hashedJson = (value: unknown): { readonly body: Uint8Array; readonly hash: string } => {
  const { documents, texts } = jsonAroundDocuments(value)
  const body = joined(texts, documents)
  if (documents.length === 0) return { body, hash: contentHash(body) }
  // that of a long document is known
  const hashes = documents.map((document) => document.hash ?? contentHash(bytesOf(document)))
  return { body, hash: contentHash(utf8.encode(JSON.stringify([texts, hashes]))) }
}
