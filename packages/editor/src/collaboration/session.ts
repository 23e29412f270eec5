/**
 * What the server has of a document that is being written. The plugin holds the document that the server is known to have,
 * from which mine was made, and what was taken to be sent; all else follows from documents, not from steps: two that are
 * merged go in one transaction, which is not in my undo history and leaves the caret in its words.
 */
import type { RichDocument } from "@octavo/document/rich/model"
import type { Node } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "prosemirror-state"
import { fromEditor } from "../fromEditor/index.ts"
import { toEditor } from "../toEditor/index.ts"
import { withBlanksOf, withoutBlanks } from "./blanks.ts"
import { merge } from "./merge.ts"
import { makeNumbering } from "./numbering.ts"
import { othersAfter, type Range } from "./others.ts"
import { reword } from "./reword.ts"
import { stepsBetween } from "./stepsBetween.ts"

export interface Session {
  /** The document of the server that mine is made from. */
  readonly base: Node
  /** What mine was when the server had all of it: like the base, but for what Markdown does not keep. */
  readonly clean: Node
  /** Documents that were sent and came back without an answer, the oldest first: whether the server has one is not known. */
  readonly sent: ReadonlyArray<Node>
  /** The document that is on its way. */
  readonly taken: Node | undefined
}

/** The session, and where others' words are. */
interface Known {
  readonly session: Session
  readonly others: ReadonlyArray<Range>
}

const key = new PluginKey<Known>("session")

/** The plugin that knows what the server has: at the beginning, the document of the state. */
export const session = (): Plugin =>
  new Plugin<Known>({
    key,
    // each key that I typed stays a step of its own for undo: what others put between two of them is not taken back with them
    historyPreserveItems: true,
    state: {
      init: (_, { doc }) => ({ session: { base: doc, clean: doc, sent: [], taken: undefined }, others: [] }),
      apply: (tr, { others, session }) => {
        const { isTheirs = false, session: next = session } = (tr.getMeta(key) ?? {}) as Partial<Told>
        return { session: next, others: othersAfter(others, tr, isTheirs) }
      }
    }
  })

/** What a transaction says to the plugin. */
interface Told {
  readonly session: Session
  readonly isTheirs: boolean
}

const told = (tr: Transaction, session: Session, isTheirs = false): Transaction =>
  tr.setMeta(key, { session, isTheirs })

/** What the state knows of the server. Throws where the plugin is missing. */
export const sessionOf = (state: EditorState): Session => {
  const found = key.getState(state)
  if (found === undefined) throw new Error("The state has no session")
  return found.session
}

/** Where others' words are which came in while the document is open. */
export const othersOf = (state: EditorState): ReadonlyArray<Range> => key.getState(state)?.others ?? []

/** The transaction puts in what others wrote. */
export const asTheirs = (state: EditorState, tr: Transaction): Transaction =>
  told(tr, sessionOf(state), true).setMeta("addToHistory", false)

/** Whether there is something that the server is not known to have. What Markdown does not keep is nothing. */
export const isDirty = (state: EditorState): boolean => {
  const { clean, taken } = sessionOf(state)
  return taken !== undefined || !withoutBlanks(state.doc).eq(withoutBlanks(clean))
}

/** The document that is to be sent. Until it is confirmed or released nothing else can be taken or received. */
export const take = (state: EditorState): { readonly document: RichDocument; readonly tr: Transaction } => {
  const before = sessionOf(state)
  if (before.taken !== undefined) throw new Error("A document is on its way already")
  return { document: fromEditor(state.doc), tr: told(state.tr, { ...before, taken: state.doc }) }
}

/**
 * The server has what was taken; its document is now this one. What I did since goes on top.
 * @param isMerged whether others wrote in it, too; if not, it is what was taken in the server's words
 */
export const confirm = (state: EditorState, document: RichDocument, isMerged: boolean): Transaction => {
  const taken = takenOf(state)
  return onTop(state, { base: taken, clean: taken }, toEditor(document, taken), isMerged ? merge : reword)
}

/** What was taken did not arrive, as far as one knows: it is mine again. */
export const release = (state: EditorState): Transaction => {
  const taken = takenOf(state)
  const before = sessionOf(state)
  const others = before.sent.filter((one) => !one.eq(taken)).slice(-mostSent)
  return told(state.tr, { ...before, sent: [...others, taken], taken: undefined })
}

/** Of documents without an answer so many are remembered. */
const mostSent = 15

/** The document that the server has now, made by others while nothing of mine was on its way. */
export const receive = (state: EditorState, document: RichDocument): Transaction => {
  const before = sessionOf(state)
  if (before.taken !== undefined) throw new Error("What is on its way has to be confirmed or released first")
  const theirs = toEditor(document, before.base)
  const arrived = arrivedOf(before, theirs)
  return onTop(state, arrived === undefined ? before : { base: arrived, clean: arrived }, theirs)
}

const takenOf = (state: EditorState): Node => {
  const { taken } = sessionOf(state)
  if (taken === undefined) throw new Error("Nothing was taken")
  return taken
}

/** The last of the documents that were sent which is in that of the server: to merge it once more does nothing. */
export const arrivedOf = ({ base, sent }: Pick<Session, "base" | "sent">, theirs: Node): Node | undefined => {
  if (sent.length === 0) return undefined
  const numberOf = makeNumbering()
  const wanted = numberOf(withoutBlanks(theirs))
  return sent.findLast(
    (one) => numberOf(withoutBlanks(merge(withoutBlanks(base), withoutBlanks(one), theirs))) === wanted
  )
}

type Merge = typeof merge

/** What I made of the document that both come from goes on top of what it became elsewhere. */
const onTop = (
  state: EditorState,
  from: Pick<Session, "base" | "clean">,
  theirs: Node,
  how: Merge = merge
): Transaction => {
  const tr = changed(state, merged(from.base, state.doc, theirs, how))
  const clean = state.doc.eq(from.clean) ? tr.doc : merged(from.base, from.clean, theirs, how)
  return told(tr, { base: theirs, clean, sent: [], taken: undefined }, how === merge).setMeta("addToHistory", false)
}

/** Both in one, with the blanks of mine that are no words: what the server makes of the same has none of them. */
const merged = (from: Node, mine: Node, theirs: Node, how: Merge = merge): Node => {
  const [base, written] = [withoutBlanks(from), withoutBlanks(mine)]
  const doc = how(base, written, theirs)
  return written === mine ? doc : withBlanksOf(how(base, mine, theirs), doc, makeNumbering())
}

/** What was made elsewhere of documents of the server, in the state that has the one which is there now. */
export const putOnTop = (
  state: EditorState,
  { base, sent }: Pick<Session, "base" | "sent">,
  mine: Node
): Transaction => {
  const origin = arrivedOf({ base, sent }, state.doc) ?? base
  return changed(state, merged(origin, mine, state.doc)).setMeta("addToHistory", false)
}

/** The document is another, and the person is where they were. */
const changed = (state: EditorState, doc: Node): Transaction => {
  const { selection, storedMarks, tr } = state
  for (const step of stepsBetween(state.doc, doc)) tr.step(step)
  if (!tr.docChanged) return tr
  if (selection instanceof TextSelection) {
    const [anchor, head] = [selection.$anchor, selection.$head].map(({ parentOffset, pos }) =>
      tr.doc.resolve(tr.mapping.map(pos, parentOffset === 0 ? 1 : -1))
    )
    if (anchor!.parent.inlineContent && head!.parent.inlineContent) tr.setSelection(new TextSelection(anchor!, head!))
  }
  return tr.setStoredMarks(storedMarks)
}
