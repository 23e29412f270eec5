/** More parts of blocks that have them: tabs, steps, columns, updates. */
import type { Attrs, Node } from "prosemirror-model"
import type { Command } from "prosemirror-state"
import { schema } from "../schema/schema.ts"
import { firstText } from "./change.ts"
import { depthOf, paragraph } from "./nodes.ts"

export const newTab = (title?: string): Node => part("tabs_item", { data: title === undefined ? {} : { title } })

export const newStep = (): Node => schema.node("stepper_step", null, [schema.node("heading_3"), paragraph()])

export const newColumn = (): Node => part("column")

/** An update of a day, `2026-01-31`. */
export const newUpdate = (date: string): Node => part("update", { data: { date } })

const part = (name: string, attributes?: Attrs): Node => schema.node(name, attributes, [paragraph()])

/** A part behind the one that the selection is in, or at the end of the block that is selected; the caret goes there. */
const addPart =
  (holder: string, make: () => Node): Command =>
  (state, dispatch) => {
    const { $from, from } = state.selection
    const here = state.doc.nodeAt(from)
    const depth = depthOf($from, ({ type }) => type.name === holder)
    const isSelected = here?.type.name === holder && state.selection.to === from + here.nodeSize
    if (!isSelected && depth === undefined) return false
    const at = isSelected ? from + here.nodeSize - 1 : $from.depth > depth! ? $from.after(depth! + 1) : from
    const { tr } = state
    tr.insert(at, make())
    dispatch?.(tr.setSelection(firstText(tr.doc, at)).scrollIntoView())
    return true
  }

export const addTab: Command = addPart("tabs", () => newTab("New tab"))

export const addStep: Command = addPart("stepper", newStep)

export const addColumn: Command = addPart("columns", newColumn)

/** An update of today. */
export const addUpdate: Command = addPart("updates", () => newUpdate(new Date().toISOString().slice(0, 10)))
