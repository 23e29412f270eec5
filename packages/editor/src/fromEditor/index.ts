/** The document of the editor as the structured document of the API. */
import type { RichDocument } from "@octavo/document/rich/model"
import type { Node } from "prosemirror-model"
import { dataOf } from "../schema/attributes.ts"
import { blocksOf } from "./blocks.ts"
import { withoutRepeatedKeys } from "./keys.ts"

/** What the document of the editor says. Blocks keep their keys; of those that have one key the first does. Pure. */
export const fromEditor = (doc: Node): RichDocument => ({
  object: "document",
  data: dataOf(doc),
  nodes: withoutRepeatedKeys(blocksOf(doc.children))
})
