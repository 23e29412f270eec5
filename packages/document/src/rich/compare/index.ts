/** Comparing two states of a page: one document in which both stand, with what changed marked inside of its blocks. */
import type { RichDocument } from "../model.ts"
import { compareBlocks } from "./blocks.ts"
import type { ComparedDocument } from "./model.ts"
import { withMoves } from "./moves.ts"

/** Words that are the same stand once, those of one state alone are marked; a block that went elsewhere is a move. */
export const compareDocuments = (before: RichDocument, after: RichDocument): ComparedDocument => ({
  ...after,
  nodes: withMoves(compareBlocks(before.nodes, after.nodes))
})

export { followBlocks } from "./follow.ts"
export type {
  BlockChange,
  ComparedBlock,
  ComparedContent,
  ComparedDocument,
  ComparedFragment,
  ComparedInline,
  PartChange
} from "./model.ts"
export { deletedMark, insertedMark } from "./model.ts"
export { sideOfDocument } from "./sides.ts"
