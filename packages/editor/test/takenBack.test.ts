/** What somebody takes back while it is on its way to the server is not there again when the answer comes. */
import { history } from "prosemirror-history"
import { type Command, EditorState, TextSelection } from "prosemirror-state"
import { tableEditing } from "prosemirror-tables"
import { describe, expect, it } from "vitest"
import { blockKinds, commands, confirm, fromEditor, isDirty, session, take, toEditor, undo } from "../src/index.ts"
import { answers } from "./acts.ts"
import { copies } from "./copies.ts"
import { read, writeNearest, written } from "./documents.ts"

const text = "Before.\n\nEnd.\n"

/** What commands made is sent, taken back, and answered by the server that has it. */
const takenBack = (made: ReadonlyArray<Command>): void => {
  const plugins = [history({ newGroupDelay: 0 }), session(), tableEditing({ allowTableNodeSelection: true })]
  const doc = toEditor(read(text, false))
  let state = EditorState.create({ doc, plugins, selection: TextSelection.create(doc, 8) })
  const apply = (command: Command): boolean => command(state, (tr) => (state = state.apply(tr)))
  apply(commands.enter)
  for (const command of made) apply(command)
  expect(state.doc.eq(doc)).toBe(false)
  const { document, tr } = take(state)
  state = state.apply(tr)
  const answer = writeNearest(document, text)
  if ("problem" in answer) throw new Error(answer.problem.message)
  while (apply(undo));
  state = state.apply(confirm(state, read(answer.text, false), false))
  expect(written(fromEditor(state.doc), text, false)).toBe(text)
  // and the server does not know yet
  expect(isDirty(state)).toBe(answer.text !== text)
}

const typing: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.insertText("new"))
  return true
}

describe("what is taken back while it is saved", () => {
  it.each(blockKinds.map((kind) => [kind.name, kind] as const))("is not there again: %s", (_, kind) => {
    takenBack([commands.insertBlock(kind, kind.needs && { ...answers[kind.needs] }), typing])
  })

  it.each(copies)("is not there again: a copy of %s", (_, html, markdown) => {
    takenBack([commands.paste({ html, text: "" }), typing])
    takenBack([commands.paste({ text: markdown }), typing])
  })
})
