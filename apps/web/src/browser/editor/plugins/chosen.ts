/** The block whose menu is open: it is marked, and found again, wherever others move it and however it is drawn anew. */
import type { Node } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey } from "prosemirror-state"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"

/** A block by its first words, which stay where they are when others make another kind of block of it. */
interface Choice {
  readonly words: number
  /** So many blocks around the words are in it, itself among them; none is in one that has no words. */
  readonly depth: number
}

const key = new PluginKey<Choice | undefined>("chosen")

export interface ChosenBlock {
  /** In front of it. */
  readonly at: number
  readonly node: Node
}

/** Nothing for none, and for one that somebody deleted meanwhile. */
export const chosenBlock = (state: EditorState): ChosenBlock | undefined => {
  const choice = key.getState(state)
  if (choice === undefined) return undefined
  const $words = state.doc.resolve(choice.words)
  if ($words.depth < choice.depth) return undefined
  const at = choice.depth === 0 ? choice.words : $words.before($words.depth - choice.depth + 1)
  const node = state.doc.nodeAt(at)
  return node === null ? undefined : { at, node }
}

/** @param at in front of the block; undefined for none */
export const chooseBlock = (view: EditorView, at: number | undefined): void => {
  if (view.isDestroyed || (at === undefined && key.getState(view.state) === undefined)) return
  const node = at === undefined ? null : view.state.doc.nodeAt(at)
  const depth = node === null ? 0 : depthOfWords(node)
  view.dispatch(view.state.tr.setMeta(key, { choice: at === undefined ? undefined : { words: at + depth, depth } }))
}

const depthOfWords = (node: Node): number => {
  if (node.isAtom) return 0
  return node.inlineContent || node.firstChild === null ? 1 : 1 + depthOfWords(node.firstChild)
}

export const chosen = (): Plugin<Choice | undefined> =>
  new Plugin<Choice | undefined>({
    key,
    state: {
      init: () => undefined,
      apply: (tr, before) => {
        const set: { readonly choice: Choice | undefined } | undefined = tr.getMeta(key)
        if (set !== undefined) return set.choice
        if (before === undefined || !tr.docChanged) return before
        const { deletedAcross, deletedAfter, pos } = tr.mapping.mapResult(before.words)
        const isGone = before.depth === 0 ? deletedAfter : deletedAcross
        return isGone ? undefined : { ...before, words: pos }
      }
    },
    props: {
      decorations: (state) => {
        const block = chosenBlock(state)
        if (block === undefined) return DecorationSet.empty
        const mark = Decoration.node(block.at, block.at + block.node.nodeSize, { class: "chosen" })
        return DecorationSet.create(state.doc, [mark])
      }
    }
  })
