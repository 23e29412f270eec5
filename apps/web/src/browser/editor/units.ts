/** The blocks that a person takes as one: what has a handle, is moved, turned into others, duplicated, deleted. */
import { blockKinds, schema } from "@octavo/editor"
import type { Node, ResolvedPos } from "prosemirror-model"
import { NodeSelection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { blockOfElement } from "./views/nodeView.ts"

export interface Unit {
  /** As the menu names its kind. */
  readonly name: string
  readonly dom: HTMLElement
  readonly node: () => Node
  readonly position: () => number | undefined
}

const parts: Readonly<Record<string, string>> = {
  list_item: "List item",
  tabs_item: "Tab",
  stepper_step: "Step",
  column: "Column",
  update: "Update",
  image: "Image",
  drawing: "Drawing",
  swagger: "OpenAPI operation",
  integration: "Integration",
  marked_code_block: "Code",
  unknown_element: "Element",
  unknown_tag: "Tag",
  raw_html: "Source",
  raw_tag: "Source",
  source: "Source"
}

const namesByType = new Map(
  blockKinds.map((kind) => {
    const { type } = kind.make({ ref: { kind: "file", file: "" } })
    return [type.name, kind.name] as const
  })
)

/** As the menu at the stroke names it. */
export const nameOf = (node: Node): string => {
  const { name } = node.type
  if (name === "table")
    return (node.attrs["data"] as { view?: { type?: unknown } }).view?.type === "cards" ? "Cards" : "Table"
  return parts[name] ?? namesByType.get(name) ?? "Block"
}

const holdsBlocks = (node: Node): boolean =>
  node.type.contentMatch.matchType(schema.nodes["paragraph"]!) !== null && !node.type.inlineContent

/** The depth of the innermost unit around a place, of those that lie in no table; `undefined` for none. */
const depthAround = ($pos: ResolvedPos, deepest: number): number | undefined => {
  let found: number | undefined
  for (let depth = 1; depth <= deepest; depth++) {
    const [node, parent] = [$pos.node(depth), $pos.node(depth - 1)]
    if (isUnit(node, parent, $pos.index(depth - 1))) found = depth
    if (node.type.name === "table") break
  }
  return found
}

/** Blocks whose first block is taken as the whole: an item of a list by its text, a hint by its first words. */
const headed = new Set(["list_item", "expandable", "blockquote", "hint", "if", "unknown_element", "unknown_tag"])

/** A caption belongs to its picture. */
const isUnit = (node: Node, parent: Node, index: number): boolean => {
  const { name } = node.type
  if (name === "list_item") return true
  if (name === "image") return parent.childCount > 1
  if (!node.type.isInGroup("block") || parent.type.name === "caption") return false
  if (headed.has(parent.type.name)) return index > 0
  return holdsBlocks(parent)
}

const unitOf = (view: EditorView, dom: Node | globalThis.Node | null): Unit | undefined => {
  const drawn = dom instanceof HTMLElement ? blockOfElement(dom) : undefined
  if (drawn === undefined || !(dom instanceof HTMLElement) || !view.dom.contains(dom)) return undefined
  return { name: nameOf(drawn.node()), dom, ...drawn }
}

/** The unit that the selection is in. */
export const unitAround = (view: EditorView): Unit | undefined => {
  const { selection } = view.state
  const { $from } = selection
  if (
    selection instanceof NodeSelection &&
    selection.node.isBlock &&
    isUnit(selection.node, $from.parent, $from.index())
  )
    return unitOf(view, view.nodeDOM(selection.from))
  const depth = depthAround($from, $from.depth)
  return depth === undefined ? undefined : unitOf(view, view.nodeDOM($from.before(depth)))
}

/** The unit that begins at a place. */
export const unitAt = (view: EditorView, at: number): Unit | undefined => unitOf(view, view.nodeDOM(at))

/** The unit under the pointer, or to the right of it. */
export const unitAtPointer = (view: EditorView, x: number, y: number): Unit | undefined => {
  const box = view.dom.getBoundingClientRect()
  const inside = Math.min(Math.max(x, box.left + 2), box.right - 2)
  for (const element of document.elementsFromPoint(inside, y)) {
    if (!view.dom.contains(element) || element === view.dom) continue
    for (let dom: Element | null = element; dom !== null && dom !== view.dom; dom = dom.parentElement) {
      const position = blockOfElement(dom)?.position()
      // what is shown of another document has places of its own
      if (position === undefined || dom.closest(".ProseMirror") !== view.dom) continue
      const $pos = view.state.doc.resolve(position)
      const node = $pos.nodeAfter
      if (node !== null && isUnit(node, $pos.parent, $pos.index()) && !isInTable($pos)) return unitOf(view, dom)
    }
    return undefined
  }
  return undefined
}

const isInTable = ($pos: ResolvedPos): boolean => {
  for (let depth = $pos.depth; depth > 0; depth--) if ($pos.node(depth).type.name === "table") return true
  return false
}

export const selectUnit = (view: EditorView, unit: Unit): void => {
  const at = unit.position()
  if (at !== undefined) view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
}
