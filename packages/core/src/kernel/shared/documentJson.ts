/**
 * Documents that are there as JSON: made of Markdown beside the thread that answers, or kept by the store. They are read
 * only where somebody looks into them, and sent as they are: the document of a long text has 40 times its bytes, and
 * reading and writing it holds up everybody.
 */
import { noteTextLength } from "@octavo/document"
import { utf8 } from "./hash.ts"

/** How much longer a document is than its text, roughly: a short paragraph has so many bytes as a block of one. */
export const jsonPerText = 8

/** A document as it is sent. */
export interface DocumentJson {
  readonly json: Uint8Array<ArrayBuffer> | string
  /** Of that, where it is known. */
  readonly hash?: string
}

interface Document {
  readonly object: "document"
  readonly data: object
  readonly nodes: ReadonlyArray<unknown>
}

const made = new WeakMap<object, DocumentJson>()

/** What is being written as JSON leaves such documents out, and notes them here. */
let leftOut: Array<DocumentJson> | undefined

/** Most text that one answer shows as documents, in UTF-16 units: they have up to 50 times its bytes. */
export const maxShownAsDocuments = 500_000

/** Stands for a document that is left out; nobody can have thought of it who wrote a text. */
const standIn = crypto.randomUUID()

/** The document whose JSON this is. Its caller says what it is: nobody looks into it here. */
export const documentOfJson = <D extends Document>(encoded: DocumentJson): D => {
  const { json } = encoded
  let read: Document | undefined
  const parsed = (): Document => {
    if (read === undefined) {
      noteTextLength(json.length / jsonPerText)
      read = JSON.parse(typeof json === "string" ? json : utf8.decode(json)) as Document
    }
    return read
  }
  const document: Document = {
    object: "document",
    get data() {
      return parsed().data
    },
    get nodes() {
      return parsed().nodes
    }
  }
  Object.defineProperty(document, "toJSON", {
    value: () => {
      if (leftOut === undefined) return parsed()
      leftOut.push(encoded)
      return standIn
    }
  })
  made.set(document, encoded)
  return document as D
}

/** The JSON of a document, where it is there already. */
export const jsonOfDocument = (document: unknown): DocumentJson | undefined =>
  typeof document === "object" && document !== null ? made.get(document) : undefined

/** How long a document is as JSON; it is not written for that where it is there. */
export const lengthOfDocument = (document: unknown): number =>
  document === null ? 0 : (jsonOfDocument(document)?.json ?? JSON.stringify(document)).length

/** A value as JSON, but for the documents in it that are there as JSON: each stands between two of the texts. */
export const jsonAroundDocuments = (
  value: unknown
): { readonly texts: ReadonlyArray<string>; readonly documents: ReadonlyArray<DocumentJson> } => {
  const documents: Array<DocumentJson> = []
  leftOut = documents
  try {
    const json = JSON.stringify(value)
    return { texts: documents.length === 0 ? [json] : json.split(`"${standIn}"`), documents }
  } finally {
    leftOut = undefined
  }
}
