/** Changes of a document that several commands make. */
import { Fragment, type Node, type NodeRange } from "prosemirror-model"
import { NodeSelection, Selection, TextSelection, type Transaction } from "prosemirror-state"
import { changed, isItem, isList, mayStand, nodeType, paragraph } from "./nodes.ts"
import { ofParts } from "./units.ts"

/** The nodes of a range. */
export const nodesIn = ({ endIndex, parent, startIndex }: NodeRange): ReadonlyArray<Node> =>
  parent.children.slice(startIndex, endIndex)

/**
 * Takes blocks away. What held nothing else gets an empty paragraph; where it cannot hold one it goes, too.
 */
export const removeBlocks = (tr: Transaction, from: number, to: number): void => {
  const $from = tr.doc.resolve(from)
  const { parent } = $from
  const until = tr.doc.resolve(to).index()
  const filler = Fragment.from(paragraph())
  if (parent.canReplace($from.index(), until)) tr.delete(from, to)
  else if (parent.canReplace($from.index(), until, filler)) tr.replaceWith(from, to, filler)
  else removeBlocks(tr, $from.before(), $from.after())
}

/** The item as one of a list: those of tasks have a box, and no others get one by moving. */
export const itemOf = (list: Node, item: Node): Node => {
  const data = item.attrs["data"] as Record<string, unknown>
  const isTask = list.type.name === "list_tasks"
  if (isTask === (typeof data["checked"] === "boolean")) return item
  return item.type.create({ ...item.attrs, data: changed(data, { checked: isTask ? false : undefined }) }, item.content)
}

/** A form in which nodes, which stood in `source`, may stand at a place, and how deep they are in it. */
export const fitted = (
  doc: Node,
  pos: number,
  source: Node,
  nodes: ReadonlyArray<Node>
): { readonly nodes: Fragment; readonly depth: number } | undefined => {
  const $pos = doc.resolve(pos)
  const { parent } = $pos
  const forms: Array<{ readonly nodes: ReadonlyArray<Node>; readonly depth: number }> = []
  if (isList(parent)) {
    if (nodes.every(isItem)) forms.push({ nodes: nodes.map((item) => itemOf(parent, item)), depth: 0 })
    else forms.push({ nodes: [itemOf(parent, nodeType("list_item").create(null, [...nodes]))], depth: 1 })
  } else {
    if (source.type.name !== "table" || parent.eq(source)) forms.push({ nodes, depth: 0 })
    if (ofParts.has(source.type.name)) {
      const data = source.attrs["data"] as Record<string, unknown>
      forms.push({ nodes: [source.type.create({ data: changed(data, { start: undefined }) }, [...nodes])], depth: 1 })
    }
  }
  for (const form of forms) {
    const content = Fragment.from(form.nodes)
    if (form.nodes.every((node) => node.type.validContent(node.content)) && mayStand($pos, content)) {
      return { nodes: content, depth: form.depth }
    }
  }
  return undefined
}

/** Moves blocks to a place between others, with the selection in them; false where they cannot stand there. */
export const relocate = (tr: Transaction, range: NodeRange, pos: number): boolean => {
  const { end, parent, start } = range
  if (pos >= start && pos <= end) return false
  const form = fitted(tr.doc, pos, parent, nodesIn(range))
  if (form === undefined) return false
  const { anchor, head } = tr.selection
  const isNode = tr.selection instanceof NodeSelection
  tr.insert(pos, form.nodes)
  const [from, to] = [tr.mapping.map(start, 1), tr.mapping.map(end, -1)]
  const steps = tr.steps.length
  removeBlocks(tr, from, to)
  const at = tr.mapping.slice(steps).map(pos, -1) + form.depth
  const inside = (place: number): number => Math.min(tr.doc.content.size, Math.max(0, place - start + at))
  if (isNode && anchor >= start && anchor < end) tr.setSelection(selected(tr.doc, inside(anchor)))
  else tr.setSelection(TextSelection.between(tr.doc.resolve(inside(anchor)), tr.doc.resolve(inside(head))))
  return true
}

/** The node at a place selected, or what can be near it. */
export const selected = (doc: Node, pos: number): Selection => {
  const node = doc.nodeAt(pos)
  return node !== null && NodeSelection.isSelectable(node)
    ? NodeSelection.create(doc, pos)
    : Selection.near(doc.resolve(pos))
}

/** The first place for text in the node at a place, or the node itself where it has none. */
export const firstText = (doc: Node, pos: number): Selection => {
  const node = doc.nodeAt(pos)
  if (node === null) return Selection.near(doc.resolve(pos))
  if (node.isTextblock) return TextSelection.create(doc, pos + 1)
  const isCards = (node.attrs["data"] as { view?: { type?: unknown } } | undefined)?.view?.type === "cards"
  let found: number | undefined
  node.descendants((child, offset) => {
    if (found !== undefined || (isCards && child.type.name === "table_head")) return false
    if (child.isTextblock) found = pos + 1 + offset + 1
    return true
  })
  return found === undefined ? selected(doc, pos) : TextSelection.create(doc, found)
}
