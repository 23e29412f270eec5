/** Documents for the tests of the mapping: what they say, written and read. */
import { type RichDocument, readDocument, writeDocument } from "@octavo/document"
import type { Node } from "prosemirror-model"
import { references } from "../../document/test/rich/references.ts"

export const read = (text: string, titled = true): RichDocument => readDocument(text, references, { titled })

export const write = (document: unknown, base = "", titled = true) =>
  writeDocument(document, references, { base, titled })

/** As the application has it written: what Markdown cannot hold as it is gets the nearest form. */
export const writeNearest = (document: unknown, base = "") =>
  writeDocument(document, references, { base, titled: false, nearest: true })

/** Its text; fails with the problem. */
export const written = (document: unknown, base = "", titled = true): string => {
  const result = write(document, base, titled)
  if ("problem" in result) throw new Error(`${result.problem.path}: ${result.problem.message}`)
  return result.text
}

/** What a document says, keys and all: an absent list or object is an empty one; anchors of headings are only read. */
export const said = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one: unknown) => {
      if (name === "meta" || name === "isVoid") return undefined
      const isList = name === "nodes" || name === "fragments" || name === "marks" || name === "data"
      return isList && typeof one === "object" && one !== null && Object.keys(one).length === 0 ? undefined : one
    })
  )

/** The nodes of a name in a document of the editor. */
export const nodesOf = (doc: Node, name: string): Node[] => {
  const found: Node[] = []
  doc.descendants((node) => {
    if (node.type.name === name) found.push(node)
  })
  return found
}
