/**
 * How nodes are drawn: each kind has a function that makes its elements, and one that brings them up to date. A page may
 * have thousands of blocks, so there is no component for each of them.
 */
import { commands } from "@octavo/editor"
import type { Node as EditorNode } from "prosemirror-model"
import type { EditorView, NodeView, NodeViewConstructor, ViewMutationRecord } from "prosemirror-view"
import type { Data } from "../../../logic/document.ts"
import type { Surroundings } from "../surroundings.ts"

/** Elements of a node. */
export interface Drawing {
  readonly dom: HTMLElement
  /** Where its content is edited; absent for what has none. */
  readonly contentDOM?: HTMLElement
  /** Brings the elements up to date; false where others are needed. Without it others are made when attributes change. */
  readonly update?: (node: EditorNode) => boolean
  /** Draws anew what depends on nodes beside or around it. */
  readonly refresh?: () => void
  /** Edits in place what it shows of elsewhere. */
  readonly edit?: () => void
  readonly destroy?: () => void
}

/** What a drawing may do with its node, and where it stands. */
export interface Hold {
  readonly view: EditorView
  readonly surroundings: Surroundings
  readonly node: () => EditorNode
  /** Undefined once it is gone. */
  readonly position: () => number | undefined
  /** Changes fields of what the dialect says of it; undefined takes a field away. */
  readonly change: (fields: Data) => void
}

export type Draw = (node: EditorNode, hold: Hold) => Drawing

/** A block that is drawn: what handles and menus find by its element. */
export interface DrawnBlock {
  readonly node: () => EditorNode
  readonly position: () => number | undefined
  readonly refresh?: (() => void) | undefined
  readonly edit?: (() => void) | undefined
}

const drawn = new WeakMap<Node, DrawnBlock>()

/** The block that an element draws. */
export const blockOfElement = (element: Node): DrawnBlock | undefined => drawn.get(element)

const controls = "input, textarea, select, button, [role=checkbox], [role=listbox], [role=option]"

/** Whether an event or a mutation is of a control in a block, and not of its text. */
export const isOfControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(controls) !== null

export const nodeView =
  (draw: Draw, surroundings: Surroundings): NodeViewConstructor =>
  (first, view, getPos): NodeView => {
    let node = first
    const hold: Hold = {
      view,
      surroundings,
      node: () => node,
      position: getPos,
      change: (fields) => {
        const at = getPos()
        if (at !== undefined) commands.setData(at, fields)(view.state, view.dispatch)
      }
    }
    const drawing = draw(node, hold)
    const { contentDOM, destroy, dom, update } = drawing
    if (node.isBlock)
      drawn.set(dom, { node: () => node, position: getPos, refresh: drawing.refresh, edit: drawing.edit })
    return {
      dom,
      ...(contentDOM && { contentDOM }),
      update: (next) => {
        if (next.type !== node.type || !(update?.(next) ?? next.sameMarkup(node))) return false
        node = next
        return true
      },
      ignoreMutation: (mutation) => isOutside(mutation, contentDOM),
      stopEvent: (event) => isOfControl(event.target),
      ...(destroy && { destroy })
    }
  }

const isOutside = (mutation: ViewMutationRecord, contentDOM: HTMLElement | undefined): boolean => {
  if (mutation.type === "selection") return isOfControl(mutation.target)
  if (mutation.type === "attributes") return true
  return contentDOM === undefined || !contentDOM.contains(mutation.target)
}
