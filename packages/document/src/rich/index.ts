export type {
  RichBlock,
  RichContent,
  RichDocument,
  RichFragment,
  RichProblem,
  RichRef,
  RichReferences
} from "./model.ts"
export { type RichOptions, readDocument } from "./read.ts"
export { revertBlocks } from "./revert.ts"
export { type RichLimits, readShape } from "./shape.ts"
export { type WriteDocumentOptions, writeDocument } from "./write.ts"
