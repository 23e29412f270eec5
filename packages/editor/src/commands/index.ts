/** The commands of the editor. */
export { insertBlocks, paste } from "../clipboard/paste.ts"
export { selectBeside } from "./arrows.ts"
export * from "./blocks.ts"
export { tabInCode } from "./code.ts"
export { setColumn, setValue } from "./columns.ts"
export { backspace, deleteForward, deleteSelection, joinBackward, joinForward } from "./delete.ts"
export { toEdge } from "./edges.ts"
export { enter, exitBlock, hardBreak, splitBlock } from "./enter.ts"
export { insertBlock, insertNode } from "./insert.ts"
export * from "./lists.ts"
export * from "./marks.ts"
export { addColumn, addStep, addTab, addUpdate } from "./parts.ts"
export { replaceBlock } from "./replace.ts"
export {
  addCard,
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  cellBeside,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  moveColumn,
  moveRow,
  nextCell,
  previousCell,
  splitCell
} from "./tables.ts"
export { turnInto } from "./turn.ts"
export { movedUnitsOf } from "./units.ts"
