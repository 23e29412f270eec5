/** Words that are looked for in the page, marked where they are. The page is walked when the words change, not with keys. */
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "prosemirror-state"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import { type Found, findIn } from "../../../logic/find.ts"

interface FindState {
  readonly isOpen: boolean
  readonly words: string
  readonly matches: DecorationSet
  readonly count: number
}

const key = new PluginKey<FindState>("find")

const closed: FindState = { isOpen: false, words: "", matches: DecorationSet.empty, count: 0 }

export const findOf = (state: EditorState): FindState => key.getState(state) ?? closed

/** Places of the words in texts, in the order of the page. */
const placesOf = (state: EditorState, words: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  if (words !== "") {
    state.doc.descendants((node, pos) => {
      if (!node.isTextblock) return true
      // an inline without text counts as one character, as it does in the document
      const text = node.textBetween(0, node.content.size, "\ufffc", "\ufffc")
      for (const { from, to } of findIn(text, words)) found.push({ from: pos + 1 + from, to: pos + 1 + to })
      return false
    })
  }
  return found
}

const look = (state: EditorState, words: string): FindState => {
  const found = placesOf(state, words)
  const marks = found.map(({ from, to }) => Decoration.inline(from, to, { class: "found" }))
  return { isOpen: true, words, matches: DecorationSet.create(state.doc, marks), count: found.length }
}

const set = (tr: Transaction, next: { readonly words: string } | "close"): Transaction => tr.setMeta(key, next)

/** Milliseconds after the last key until the page is looked through again. */
const pause = 300

export const find = (): Plugin =>
  new Plugin<FindState>({
    key,
    state: {
      init: () => closed,
      apply: (tr, before, _, state) => {
        const next: { readonly words: string } | "close" | undefined = tr.getMeta(key)
        if (next === "close") return closed
        if (next !== undefined) return look(state, next.words)
        return tr.docChanged && before.isOpen ? { ...before, matches: before.matches.map(tr.mapping, tr.doc) } : before
      }
    },
    props: {
      decorations: (state) => key.getState(state)?.matches,
      handleKeyDown: (view, event) => {
        if (event.key === "Escape" && findOf(view.state).isOpen) {
          closeFind(view)
          return true
        }
        if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
          return false
        openFind(view)
        return true
      }
    },
    view: () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      return {
        update: (view, before) => {
          const { isOpen, words } = findOf(view.state)
          if (!isOpen || words === "" || view.state.doc === before.doc) return
          clearTimeout(timer)
          timer = setTimeout(() => {
            const now = findOf(view.state)
            if (now.isOpen) view.dispatch(set(view.state.tr, { words: now.words }))
          }, pause)
        },
        destroy: () => clearTimeout(timer)
      }
    }
  })

export const openFind = (view: EditorView): void => {
  const { doc, selection } = view.state
  const selected = doc.textBetween(selection.from, selection.to, "\n")
  const words = selected !== "" && !selected.includes("\n") ? selected : findOf(view.state).words
  view.dispatch(set(view.state.tr, { words }))
}

export const setFindWords = (view: EditorView, words: string): void => view.dispatch(set(view.state.tr, { words }))

export const closeFind = (view: EditorView): void => {
  view.dispatch(set(view.state.tr, "close"))
  view.focus()
}

const matchesIn = (state: EditorState): ReadonlyArray<Found> =>
  findOf(state)
    .matches.find()
    .toSorted((a, b) => a.from - b.from)

/** Which of the places is selected, counted from 1; 0 for none. */
export const currentMatch = (state: EditorState): number => {
  const { from, to } = state.selection
  return matchesIn(state).findIndex((one) => one.from === from && one.to === to) + 1
}

/** Selects the next place, or the one before; round at the ends. */
export const goToMatch = (view: EditorView, by: 1 | -1): void => {
  const all = matchesIn(view.state)
  const { from, to } = view.state.selection
  const next =
    by > 0
      ? (all.find((one) => one.from > from || (one.from === from && one.to !== to)) ?? all[0])
      : (all.findLast((one) => one.from < from) ?? all.at(-1))
  if (next === undefined) return
  const { tr } = view.state
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, next.from, next.to)))
  intoView(view, next.from)
}

/** The editor follows the selection of the window, which is in the bar while somebody looks for words. */
const intoView = (view: EditorView, place: number): void => {
  const { node, offset } = view.domAtPos(place, 1)
  const found = node instanceof Element ? (node.childNodes[offset] ?? node) : node
  const element = found instanceof Element ? found : found.parentElement
  element?.scrollIntoView({ block: "nearest", inline: "nearest" })
}

/** Puts other words in the place that is selected, and goes on to the next one; selects the next one where none is. */
export const replaceMatch = (view: EditorView, words: string): void => {
  const { from, to } = view.state.selection
  if (currentMatch(view.state) > 0) {
    view.dispatch(set(replaced(view.state.tr, { from, to }, words), { words: findOf(view.state).words }))
  }
  goToMatch(view, 1)
}

/** @returns how many places it were */
export const replaceAllMatches = (view: EditorView, words: string): number => {
  const places = placesOf(view.state, findOf(view.state).words)
  const { tr } = view.state
  for (const place of places.toReversed()) replaced(tr, place, words)
  view.dispatch(set(tr, { words: findOf(view.state).words }))
  return places.length
}

/** With the marks that the words had. */
const replaced = (tr: Transaction, { from, to }: Found, words: string): Transaction =>
  words === "" ? tr.delete(from, to) : tr.insertText(words, from, to)
