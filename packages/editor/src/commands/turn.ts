/** Blocks turned into another kind. */
import { Fragment, type Node, NodeRange } from "prosemirror-model"
import { type Command, NodeSelection, type Selection, TextSelection } from "prosemirror-state"
import type { BlockKind } from "../kinds/kind.ts"
import { firstText, nodesIn, selected } from "./change.ts"
import { isItem, mayStand } from "./nodes.ts"
import { unitsOf } from "./units.ts"

/**
 * Turns the selected blocks into a kind. A list becomes another list as a whole; items that become something else leave
 * it. False where the other kind cannot hold what the blocks say.
 */
export const turnInto =
  (kind: BlockKind): Command =>
  (state, dispatch) => {
    const units = unitsOf(state.selection)
    if (kind.into === undefined || units === undefined) return false
    const made = madeOf(kind.into, units)
    if (made === undefined) return false
    const { content, range } = made
    const $start = state.doc.resolve(range.start)
    if (!content.every((node) => node.type.validContent(node.content))) return false
    if (range.parent.type === content[0]?.type || !mayStand($start, Fragment.from(content), range.endIndex))
      return false
    const offset = charactersBefore(state.doc, range.start, state.selection.head)
    const { tr } = state
    tr.replaceWith(range.start, range.end, content)
    tr.setSelection(
      state.selection instanceof NodeSelection && content.length === 1
        ? selected(tr.doc, range.start)
        : atCharacter(tr.doc, range.start, tr.mapping.map(range.end), offset)
    )
    dispatch?.(tr.scrollIntoView())
    return true
  }

interface Made {
  readonly content: ReadonlyArray<Node>
  /** What it takes the place of. */
  readonly range: NodeRange
}

const madeOf = (into: NonNullable<BlockKind["into"]>, units: NodeRange): Made | undefined => {
  const nodes = nodesIn(units)
  if (!isItem(nodes[0]!)) {
    if (!nodes.every(({ type }) => type.isInGroup("block"))) return undefined
    const content = into(nodes)
    return content === undefined ? undefined : { content, range: units }
  }
  const { $from, $to, depth, endIndex, parent, startIndex } = units
  const range = new NodeRange($from, $to, depth - 1)
  const asList = into([parent])
  if (asList?.length === 1 && asList[0]!.type.name.startsWith("list_")) return { content: asList, range }
  const content = into(nodes.flatMap(({ children }) => children))
  if (content === undefined) return undefined
  const rest = (from: number, until: number): Node[] =>
    from === until ? [] : [parent.type.create(from === 0 ? parent.attrs : null, parent.children.slice(from, until))]
  return { content: [...rest(0, startIndex), ...content, ...rest(endIndex, parent.childCount)], range }
}

/** How many characters of text stand between two places. */
const charactersBefore = (doc: Node, from: number, to: number): number =>
  doc.textBetween(from, Math.max(from, to), "\n", "\ufffc").length

/** The place behind as many characters. */
const atCharacter = (doc: Node, from: number, to: number, offset: number): Selection => {
  let left = offset
  let found: number | undefined
  doc.nodesBetween(from, to, (node, pos) => {
    if (found !== undefined) return false
    if (!node.isTextblock) return true
    const { length } = node.textBetween(0, node.content.size, "", "\ufffc")
    if (left <= length) found = pos + 1 + Math.min(left, node.content.size)
    left -= length + 1
    return false
  })
  return found === undefined ? firstText(doc, from) : TextSelection.create(doc, found)
}
