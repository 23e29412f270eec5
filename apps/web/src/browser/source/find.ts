/** Words that are looked for in the text, for the bar that asks for them. */
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll as replaceEverywhere,
  replaceNext,
  SearchQuery,
  searchPanelOpen,
  setSearchQuery
} from "@codemirror/search"
import type { EditorState, Text } from "@codemirror/state"
import type { EditorView } from "@codemirror/view"

export interface Finding {
  readonly words: string
  readonly count: number
  /** Which of the places is selected, counted from 1; 0 for none. */
  readonly at: number
}

interface Place {
  readonly from: number
  readonly to: number
}

/** The places that have the words of a query, by the text that they are in: a caret that moves changes none of them. */
const known = new WeakMap<Text, { readonly query: SearchQuery; readonly places: ReadonlyArray<Place> }>()

const placesOf = ({ doc }: EditorState, query: SearchQuery): ReadonlyArray<Place> => {
  const found = known.get(doc)
  if (found?.query.eq(query)) return found.places
  const places: Array<Place> = []
  if (query.valid) {
    const cursor = query.getCursor(doc)
    for (let next = cursor.next(); !next.done; next = cursor.next()) places.push(next.value)
  }
  known.set(doc, { query, places })
  return places
}

/** What the bar shows; `undefined` while it is closed. */
export const findingOf = (state: EditorState): Finding | undefined => {
  if (!searchPanelOpen(state)) return undefined
  const query = getSearchQuery(state)
  const places = placesOf(state, query)
  const { from, to } = state.selection.main
  const at = places.findIndex((one) => one.from === from && one.to === to) + 1
  return { words: query.search, count: places.length, at }
}

const ask = (view: EditorView, words: string, replace = ""): void =>
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: words, replace, literal: true })) })

export const setWords = (view: EditorView, words: string): void => ask(view, words)

export const closeFind = (view: EditorView): void => {
  closeSearchPanel(view)
  view.focus()
}

/** Selects the next place, or the one before; round at the ends. */
export const goToMatch = (view: EditorView, direction: 1 | -1): void =>
  void (direction > 0 ? findNext(view) : findPrevious(view))

/** Puts other words in the place that is selected, and goes on to the next one; selects the next one where none is. */
export const replaceMatch = (view: EditorView, replacement: string): void => {
  ask(view, getSearchQuery(view.state).search, replacement)
  replaceNext(view)
}

/** @returns how many places it were */
export const replaceAll = (view: EditorView, replacement: string): number => {
  const count = findingOf(view.state)?.count ?? 0
  ask(view, getSearchQuery(view.state).search, replacement)
  replaceEverywhere(view)
  return count
}
