/** The editor as what saves a page sees it: its text, and what of it the server has. */
import {
  confirm,
  fromEditor,
  isDirty,
  receive,
  redo,
  release,
  stepsBetween,
  take,
  toEditor,
  undo
} from "@octavo/editor"
import type { EditorState, Transaction } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { located } from "./locate.ts"
import { openFind } from "./plugins/find.ts"
import type { PageBodyHandle } from "./services.ts"
import { shownBlocks } from "./shownBlocks.ts"
import { typeText } from "./typeText.ts"

/** Says of a transaction that no person who writes here made it. */
const others = (transaction: Transaction): Transaction => transaction.setMeta("others", true)

/** Whether a transaction brings what others wrote, or only notes what was sent. */
export const isOfOthers = (transaction: Transaction): boolean => transaction.getMeta("others") === true

export const handleOf = (view: EditorView): PageBodyHandle => {
  /** The state after the view is gone: what was taken is still being saved. */
  let left: EditorState | undefined
  const state = () => left ?? view.state
  const dispatch = (transaction: Transaction) => {
    if (view.isDestroyed) left = state().apply(transaction)
    else view.dispatch(transaction)
  }
  return {
    isDirty: () => isDirty(state()),
    now: () => fromEditor(state().doc),
    take: () => {
      const { document, tr } = take(state())
      dispatch(others(tr))
      return document
    },
    confirm: (document, isMerged) => dispatch(others(confirm(state(), document, isMerged))),
    release: () => dispatch(others(release(state()))),
    receive: (document) => dispatch(others(receive(state(), document))),
    replace: (document) => {
      const { doc, tr } = state()
      dispatch(stepsBetween(doc, toEditor(document)).reduce((whole, one) => whole.step(one), tr))
    },
    focus: () => view.focus(),
    type: (text) => {
      typeText(view, text)
      view.focus()
    },
    undo: () => void undo(view.state, view.dispatch),
    redo: () => void redo(view.state, view.dispatch),
    find: () => openFind(view),
    locate: (path) => located(view, path),
    blocks: shownBlocks(view)
  }
}
