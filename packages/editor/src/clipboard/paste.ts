/** Pasting where the selection is: code takes lines, text takes text and links, and blocks stand between blocks. */
import { Fragment, type Node, type ResolvedPos } from "prosemirror-model"
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction
} from "prosemirror-state"
import { CellSelection } from "prosemirror-tables"
import { itemOf } from "../commands/change.ts"
import { deleteText } from "../commands/delete.ts"
import { codeLine } from "../commands/into.ts"
import { setLink } from "../commands/marks.ts"
import { isEmptyText, isItem, isList, isText, mayStand } from "../commands/nodes.ts"
import { storable } from "./collector.ts"
import { linkRef } from "./fromHtml.ts"
import { type Clipboard, type PasteOptions, readPaste } from "./index.ts"
import { inlinesOf } from "./pastedTable.ts"

/** Pastes the clipboard; false where it cannot be, for which `onProblem` hears the reason. */
export const paste =
  (clipboard: Clipboard, options: PasteOptions = {}): Command =>
  (state, dispatch) => {
    if (isInCode(state)) return pasteLines(clipboard.text ?? "", state, dispatch)
    const ref = lonelyAddress(clipboard, options)
    if (ref !== undefined) {
      const at = withoutEnds(state)
      const text = at.selection.empty ? clipboard.text!.trim() : undefined
      if (setLink({ ref }, text)(at, dispatch)) return true
    }
    const read = readPaste(clipboard, { size: sizeWithout(state), ...options })
    if ("slice" in read) return insertBlocks(read.slice.content.content)(state, dispatch)
    if (dispatch !== undefined) options.onProblem?.(read.problem)
    return false
  }

/** How much is on the page besides what is selected. */
const sizeWithout = ({ doc, selection: { from, to } }: EditorState): number => doc.content.size - (to - from)

/** With the caret where nothing is selected but the end of a block, as two clicks behind a word do. */
const withoutEnds = (state: EditorState): EditorState => {
  const { $from, empty, from, to } = state.selection
  const isText = state.selection instanceof TextSelection
  if (empty || !isText || state.doc.textBetween(from, to, "", "\ufffc") !== "") return state
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, $from.pos)))
}

/** What the clipboard leads to, if it is one address and nothing else. */
const lonelyAddress = ({ text = "" }: Clipboard, { refOf = () => undefined }: PasteOptions) => {
  const address = text.trim()
  return /^(?:https?:\/\/|mailto:)[^\s<>]{1,2000}$/i.test(address) ? linkRef(address, refOf) : undefined
}

const isInCode = ({ selection: { $from, $to } }: EditorState): boolean =>
  $from.parent.type.spec.code === true && $to.parent.type.spec.code === true

/** Lines of code in place of what is selected. */
const pasteLines = (text: string, state: EditorState, dispatch: Parameters<Command>[1]): boolean => {
  if (text === "") return false
  const { tr } = state
  tr.deleteSelection()
  const [first, ...rest] = storable(text).replace(/\r\n?/g, "\n").split("\n")
  const { $from } = tr.selection
  tr.insertText(first!, $from.pos)
  if (rest.length > 0) {
    const at = $from.pos + first!.length
    const { type } = $from.parent
    tr.split(at, 1, [{ type }])
    const lines = rest.slice(0, -1).map((line) => type.create(null, codeLine(line).content))
    tr.insert(at + 1, lines)
    const last = at + 1 + lines.reduce((sum, { nodeSize }) => sum + nodeSize, 0) + 1
    tr.insertText(rest.at(-1)!, last)
    tr.setSelection(TextSelection.create(tr.doc, last + rest.at(-1)!.length))
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Puts blocks where the selection is: paragraphs at their ends become one with the text there. */
export const insertBlocks =
  (blocks: ReadonlyArray<Node>): Command =>
  (state, dispatch) => {
    if (blocks.length === 0 || state.selection instanceof CellSelection) return false
    const { tr } = state
    const { selection } = tr
    if (selection instanceof NodeSelection && selection.node.isBlock) {
      if (!inPlace(tr, selection.from, selection.to, blocks)) return false
    } else {
      if (!selection.empty) deleteText(tr)
      if (!tr.selection.$from.parent.inlineContent) return false
      place(tr, tr.selection.$from, blocks)
    }
    dispatch?.(tr.scrollIntoView().setMeta("paste", true).setMeta("uiEvent", "paste"))
    return true
  }

const place = (tr: Transaction, $from: ResolvedPos, blocks: ReadonlyArray<Node>): void => {
  const [first] = blocks
  if (blocks.length === 1 && first!.type.name === "paragraph") addText(tr, $from.pos, first!.children)
  else if ($from.depth > 1 && isItem($from.node(-1)) && blocks.length === 1 && isList(first!))
    addItems(tr, $from, first!)
  else if (!fits($from, blocks)) addText(tr, $from.pos, inlinesOf(blocks))
  else if (!isEmptyText($from.parent) || !inPlace(tr, $from.before(), $from.after(), blocks)) between(tr, $from, blocks)
}

/** Whether blocks may stand beside the text at a place: not beside a title. */
const fits = ($from: ResolvedPos, blocks: ReadonlyArray<Node>): boolean => {
  if (!isText($from.parent)) return false
  return mayStand($from.doc.resolve($from.after()), Fragment.from([...blocks]))
}

const addText = (tr: Transaction, pos: number, nodes: ReadonlyArray<Node>): void => {
  tr.insert(pos, [...nodes])
  tr.setSelection(TextSelection.create(tr.doc, pos + Fragment.from([...nodes]).size))
}

/** Blocks in the place of others; the caret goes to their end. */
const inPlace = (tr: Transaction, from: number, to: number, blocks: ReadonlyArray<Node>): boolean => {
  const content = Fragment.from([...blocks])
  if (!mayStand(tr.doc.resolve(from), content, tr.doc.resolve(to).index())) return false
  tr.replaceWith(from, to, content)
  tr.setSelection(Selection.near(tr.doc.resolve(from + content.size), -1))
  return true
}

/** Items of a list that is pasted into an item: they follow it, or take its place where it is empty. */
const addItems = (tr: Transaction, $from: ResolvedPos, list: Node): void => {
  const [item, around] = [$from.node(-1), $from.node(-2)]
  const items = Fragment.from(list.children.map((one) => itemOf(around, one)))
  const isEmpty = item.childCount === 1 && isEmptyText($from.parent)
  const at = isEmpty ? $from.before(-1) : $from.after(-1)
  tr.replaceWith(at, $from.after(-1), items)
  tr.setSelection(Selection.near(tr.doc.resolve(at + items.size), -1))
}

/** Blocks in the middle of a text, which goes on behind them. */
const between = (tr: Transaction, $from: ResolvedPos, blocks: ReadonlyArray<Node>): void => {
  const isParagraph = (node: Node | undefined): boolean => node?.type.name === "paragraph"
  const head = isParagraph(blocks[0]) ? blocks[0]!.content : Fragment.empty
  const hasRest = $from.parentOffset < $from.parent.content.size
  const tail = hasRest && isParagraph(blocks.at(-1)) ? blocks.at(-1)!.content : undefined
  const middle = blocks.slice(isParagraph(blocks[0]) ? 1 : 0, tail === undefined ? undefined : -1)
  const at = $from.pos + head.size
  tr.insert($from.pos, head)
  if (hasRest) tr.split(at, 1, [{ type: $from.parent.type }])
  const end = at + 1 + Fragment.from(middle).size
  tr.insert(at + 1, middle)
  if (tail !== undefined) tr.insert(end + 1, tail)
  const caret =
    tail === undefined ? Selection.near(tr.doc.resolve(end), -1) : TextSelection.create(tr.doc, end + 1 + tail.size)
  tr.setSelection(caret)
}
