/** The structured document of the API as the document of the editor. */
import type { RichDocument } from "@octavo/document/rich/model"
import type { Node } from "prosemirror-model"
import { schema } from "../schema/schema.ts"
import { blocksOf } from "./blocks.ts"
import { nodesLike } from "./like.ts"

/**
 * The document of the editor. Nothing is left out: what the schema has no node for, or cannot hold as it is, becomes a
 * `source` that holds its JSON. Pure; never throws for a document whose shape was read.
 * @param like a document that most of it is like: blocks that say what nodes of it say are these nodes
 */
export const toEditor = ({ data, nodes }: RichDocument, like?: Node): Node =>
  schema.node("doc", { data }, blocksOf(nodes, like && nodesLike(nodes, like)))
