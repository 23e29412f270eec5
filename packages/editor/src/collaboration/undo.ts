/**
 * Undo that is mine alone. To take back what I did is to take away what stands in its place now, and that may have words
 * of others in it: they are put back.
 */
import { redo as redoAll, undo as undoAll } from "prosemirror-history"
import type { Command, EditorState, Transaction } from "prosemirror-state"
import { lostBy } from "./others.ts"
import { asTheirs, othersOf } from "./session.ts"

const withOthers =
  (command: Command): Command =>
  (state, dispatch, view) => {
    if (dispatch === undefined) return command(state)
    return command(state, (tr) => {
      dispatch(tr)
      const back = putBack(state, tr, view?.state ?? state.apply(tr))
      if (back !== undefined) dispatch(back)
    })
  }

/** Others' words that the transaction took away, in a transaction behind it that no undo takes back. */
const putBack = (before: EditorState, tr: Transaction, after: EditorState): Transaction | undefined => {
  const lost = lostBy(othersOf(before), tr)
  if (lost.length === 0) return undefined
  const back = after.tr
  for (const { at, slice } of lost) {
    const place = back.mapping.map(at, 1)
    back.replaceRange(place, place, slice)
  }
  return asTheirs(after, back)
}

/** Takes back what this person did last. */
export const undo: Command = withOthers(undoAll)

/** Does again what this person took back last. */
export const redo: Command = withOthers(redoAll)
