/**
 * Documents that were made elsewhere: as they are sent, and read only where somebody looks into them. The document of a
 * long page has 40 times its bytes, and reading it holds up everybody.
 */
import type { RichDocument } from "@octavo/document"
import { utf8 } from "../../kernel/shared/hash.ts"
import type { DocumentJson } from "./documentTasks.ts"

const made = new WeakMap<object, DocumentJson>()

/** The document whose JSON this is. */
export const documentOfJson = (encoded: DocumentJson): RichDocument => {
  let nodes: RichDocument["nodes"] | undefined
  const document = {
    object: "document" as const,
    data: {},
    get nodes() {
      nodes ??= (JSON.parse(utf8.decode(encoded.json)) as RichDocument).nodes
      return nodes
    }
  }
  made.set(document, encoded)
  return document as RichDocument
}

/** The JSON of a document, where it is there already. */
export const jsonOfDocument = (document: unknown): DocumentJson | undefined =>
  typeof document === "object" && document !== null ? made.get(document) : undefined
