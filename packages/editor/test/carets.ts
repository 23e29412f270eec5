/** States of the editor written as Markdown, with a caret in it: `a¦b`. Two of them are a selection. */
import { type Command, EditorState, NodeSelection, type Plugin, type Selection, TextSelection } from "prosemirror-state"
import { fromEditor, schema, toEditor } from "../src/index.ts"
import { read, written } from "./documents.ts"

const caret = "¦"

/** The state that a text says. */
export const stateOf = (text: string, plugins: Plugin[] = []): EditorState => {
  const doc = toEditor(read(text, false))
  let state = EditorState.create({ doc, plugins })
  const places: number[] = []
  const { tr } = state
  doc.descendants((node, pos) => {
    for (const { index } of node.text?.matchAll(/¦/g) ?? []) {
      places.push(tr.mapping.map(pos + index))
      tr.delete(tr.mapping.map(pos + index), tr.mapping.map(pos + index + 1))
    }
  })
  const [anchor = 1, head = anchor] = places
  tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
  state = state.apply(tr)
  return state.reconfigure({ plugins })
}

/** The state after a command; undefined where it does nothing. */
export const after = (state: EditorState, command: Command): EditorState | undefined => {
  let next: EditorState | undefined
  const isDone = command(state, (tr) => {
    next = state.apply(tr)
  })
  return isDone ? (next ?? state) : undefined
}

/** The Markdown of a state with its caret; `[name]` in front for a block that is selected. */
export const textOf = (state: EditorState): string => {
  const { selection, tr } = state
  if (selection instanceof NodeSelection) return `[${selection.node.type.name}] ${written(fromEditor(state.doc))}`
  const { $from, $to, empty } = selection
  if (!empty) tr.insert($to.pos, schema.text(caret, $to.marks()))
  if ($from.parent.inlineContent) tr.insert($from.pos, schema.text(caret, $from.marks()))
  return written(fromEditor(tr.doc), "", false)
}

/** What a command makes of a text; undefined where it does nothing. */
export const done = (text: string, ...commands: ReadonlyArray<Command>): string | undefined => {
  let state: EditorState | undefined = stateOf(text)
  for (const command of commands) state = state && after(state, command)
  return state && textOf(state)
}

/** A state in which the first node of a type is selected. */
export const selecting = (state: EditorState, name: string): EditorState => {
  let at: number | undefined
  state.doc.descendants((node, pos) => {
    if (at === undefined && node.type.name === name) at = pos
    return at === undefined
  })
  if (at === undefined) throw new Error(`There is no ${name}`)
  const selection: Selection = NodeSelection.create(state.doc, at)
  return state.apply(state.tr.setSelection(selection))
}
