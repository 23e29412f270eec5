/** The Enter key: the next paragraph, item or line, and the way out of what is at its end. */
import { chainCommands } from "prosemirror-commands"
import type { Attrs, Node, NodeType, ResolvedPos } from "prosemirror-model"
import { type Command, NodeSelection, Selection, TextSelection, type Transaction } from "prosemirror-state"
import { canSplit } from "prosemirror-transform"
import { dataOf } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { addParagraph } from "./blocks.ts"
import { deleteText } from "./delete.ts"
import { codeLine } from "./into.ts"
import { outdentItem } from "./lists.ts"
import { depthOf, isCode, isItem, isSoft, nodeType, paragraph } from "./nodes.ts"
import { isLeft } from "./units.ts"

/** What is selected gives way to what is typed. */
const cleared = (tr: Transaction): Transaction => {
  if (!tr.selection.empty) deleteText(tr)
  return tr
}

/** Fences typed and confirmed by Enter: the paragraph becomes code. */
const openFence: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  const language = /^(?:```|~~~)([\w+#.-]*)$/.exec(parent.textContent)?.[1]
  if (!empty || parent.type.name !== "paragraph" || language === undefined || parent.childCount > 1) return false
  const at = $from.before()
  const code = schema.node("code_block", { data: language === "" ? {} : { syntax: language } }, [codeLine("")])
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.index(-1) + 1, code.type)) return false
  const { tr } = state
  tr.replaceWith(at, at + parent.nodeSize, code)
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView())
  return true
}

/** In code: the next line, indented as this one. */
const newLine: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!isCodeLine($from.parent)) return false
  const indent = /^[ \t]*/.exec($from.parent.textBetween(0, $from.parentOffset, "", "\ufffc"))![0]
  const tr = cleared(state.tr)
  const { parent } = tr.selection.$from
  const at = tr.selection.from
  tr.split(at, 1, [{ type: parent.type }])
  if (indent !== "") tr.insertText(indent, at + 2)
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 2 + indent.length)).scrollIntoView())
  return true
}

const isCodeLine = ({ type }: Node): boolean => type.spec.code === true

/** From a title into what it is the title of, with what stands behind the caret. */
const intoBody: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.name !== "expandable_title") return false
  const tr = cleared(state.tr)
  const { $from: $at } = tr.selection
  const rest = $at.parent.content.cut($at.parentOffset)
  const body = $at.after()
  const first = tr.doc.nodeAt(body)!
  if (rest.size > 0 || !first.isTextblock || first.childCount > 0) {
    tr.delete($at.pos, $at.end())
    tr.insert(tr.mapping.map(body, -1), paragraph(rest))
  }
  const at = tr.selection.$from.after() + 1
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at)).scrollIntoView())
  return true
}

/** From a caption behind its picture; from a column's title to the cell below. */
const outOfPart: Command = (state, dispatch) => {
  const { $from } = state.selection
  const { tr } = state
  if ($from.parent.type.name === "table_header") {
    const depth = $from.depth - 2
    const row = $from.node(depth).maybeChild(1)
    if (row === null || row.childCount === 0) return true
    const at = $from.start(depth) + $from.node(depth).child(0).nodeSize
    const column = Math.min($from.index(-1), row.childCount - 1)
    const start = row.children.slice(0, column).reduce((sum, { nodeSize }) => sum + nodeSize, at + 1)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(start + 1))).scrollIntoView())
    return true
  }
  return depthOf($from, ({ type }) => type.name === "caption") !== undefined && exitBlock(state, dispatch)
}

/** In a cell of one text: a line more in it, for cells of several blocks need another kind of table. */
const lineInCell: Command = (state, dispatch) => {
  const { $from } = state.selection
  const isAlone = $from.depth > 0 && $from.node(-1).type.name === "table_cell" && $from.node(-1).childCount === 1
  return isAlone && $from.parent.type.name === "paragraph" && hardBreak(state, dispatch)
}

/** An empty item goes out of its list. */
const leaveItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.content.size > 0 || $from.depth < 2 || !isItem($from.node(-1))) return false
  const item = $from.node(-1)
  const isAlone = item.childCount === 1
  return isAlone && outdentItem(state, dispatch)
}

/** An empty paragraph at the end of a quotation and the like goes out of it. */
const leaveSoft: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== "paragraph" || $from.parent.content.size > 0 || $from.depth < 2) return false
  const around = $from.node(-1)
  const isBody = around.type.name === "expandable" && around.childCount > 2
  if (!isBody && !(isSoft(around) && around.childCount > 1)) return false
  if ($from.index(-1) < around.childCount - 1) return false
  const outer = $from.after(-1)
  const $outer = state.doc.resolve(outer)
  if (!$outer.parent.canReplaceWith($outer.index(), $outer.index(), nodeType("paragraph"))) return false
  const { tr } = state
  tr.insert(outer, paragraph()).delete($from.before(), $from.after())
  const at = tr.mapping.map(outer, -1) + 1
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at)).scrollIntoView())
  return true
}

/** Behind a block that is selected: a paragraph. */
const behindSelected: Command = (state, dispatch) =>
  state.selection instanceof NodeSelection && state.selection.node.isBlock && addParagraph(state, dispatch)

/** Splits the text in two, and with it the item that it begins. The second half is a block of its own. */
export const splitBlock: Command = (state, dispatch) => {
  if (state.selection instanceof NodeSelection && state.selection.node.isBlock) return false
  const tr = cleared(state.tr)
  const { $from } = tr.selection
  const { parent } = $from
  if (!parent.isTextblock || $from.depth === 0) return false
  const isInItem = isItem($from.node(-1)) && $from.index(-1) === 0
  const atEnd = $from.parentOffset === parent.content.size
  const atStart = $from.parentOffset === 0 && !atEnd
  const type = atEnd && !atStart ? nodeType("paragraph") : parent.type
  const after: Array<{ type: NodeType; attrs?: Attrs }> = [{ type, attrs: { data: halfOf(parent) } }]
  if (isInItem) after.unshift({ type: nodeType("list_item"), attrs: { data: boxOf($from.node(-1)) } })
  if (!canSplit(tr.doc, $from.pos, after.length, after)) return false
  tr.split($from.pos, after.length, after)
  if (atStart) swapKeys(tr, $from, after.length)
  const at = $from.pos + after.length * 2
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at)).scrollIntoView())
  return true
}

/** What a half of a text keeps. */
const halfOf = (node: Node): Record<string, unknown> => {
  const { align, depth } = dataOf(node)
  return { ...(align !== undefined && { align }), ...(depth !== undefined && { depth }) }
}

const boxOf = (item: Node): Record<string, unknown> =>
  typeof dataOf(item)["checked"] === "boolean" ? { checked: false } : {}

/** Nothing was split off: the second half is the block that was there, the first a new one. */
const swapKeys = (tr: Transaction, $at: ResolvedPos, depth: number): void => {
  for (let level = 0; level < depth; level++) {
    const node = $at.node($at.depth - level)
    const second = $at.pos + depth + (depth - 1 - level)
    tr.setNodeMarkup(second, null, node.attrs)
    const isText = node.isTextblock
    const attributes = { key: null, data: isText ? {} : boxOf(node) }
    tr.setNodeMarkup($at.before($at.depth - level), isText ? nodeType("paragraph") : null, attributes)
  }
}

/** A line feed in the text. */
export const hardBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (isCodeLine($from.parent)) return newLine(state, dispatch)
  const type = nodeType("hard_break")
  if (!$from.parent.inlineContent || !$from.parent.type.contentMatch.matchType(type)) return false
  const tr = cleared(state.tr)
  const { $from: $at } = tr.selection
  if (!$at.parent.inlineContent || !$at.parent.canReplaceWith($at.index(), $at.index(), type)) return false
  dispatch?.(tr.replaceSelectionWith(type.create()).scrollIntoView())
  return true
}

/** A paragraph behind the code, quotation, hint, table or list that the caret is in. */
export const exitBlock: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = depthOf($from, isLeft)
  if (depth === undefined || depth === 0) return addParagraph(state, dispatch)
  const start = isCode($from.node(depth)) && $from.node(depth - 1).type.name === "prompt" ? depth - 1 : depth
  for (let at = start; at > 0; at--) {
    const $after = state.doc.resolve($from.after(at))
    if (!$after.parent.canReplaceWith($after.index(), $after.index(), nodeType("paragraph"))) continue
    const { tr } = state
    tr.insert($after.pos, paragraph())
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $after.pos + 1)).scrollIntoView())
    return true
  }
  return false
}

export const enter: Command = chainCommands(
  openFence,
  newLine,
  intoBody,
  outOfPart,
  behindSelected,
  leaveItem,
  lineInCell,
  leaveSoft,
  splitBlock
)
