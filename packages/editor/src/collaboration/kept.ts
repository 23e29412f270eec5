/** What the server may not have yet, to be kept where a closed tab or a lost line leaves it alone. */
import type { RichDocument } from "@octavo/document/rich/model"
import type { EditorState, Transaction } from "prosemirror-state"
import { fromEditor } from "../fromEditor/index.ts"
import { toEditor } from "../toEditor/index.ts"
import { putOnTop, sessionOf } from "./session.ts"

/** Documents as the API has them, and no steps: the schema of the editor may be another when they are opened again. */
export interface Kept {
  /** The document of the server that mine was made from. */
  readonly base: RichDocument
  /** Documents that were on their way, the oldest first: the server may have one of them. */
  readonly sent: ReadonlyArray<RichDocument>
  readonly mine: RichDocument
}

export const kept = (state: EditorState): Kept => {
  const { base, sent, taken } = sessionOf(state)
  return {
    base: fromEditor(base),
    sent: [...sent, ...(taken === undefined ? [] : [taken])].map(fromEditor),
    mine: fromEditor(state.doc)
  }
}

/** What was kept, on top of the document of the state, which is the one that the server has now. */
export const restored = (state: EditorState, { base, mine, sent }: Kept): Transaction =>
  putOnTop(state, { base: toEditor(base), sent: sent.map((one) => toEditor(one)) }, toEditor(mine))
