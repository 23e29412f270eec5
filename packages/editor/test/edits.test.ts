/** A word that is edited in the editor and saved changes its line of the page, and no other, and the editor goes on as it is. */
import type { Node } from "prosemirror-model"
import { EditorState, TextSelection } from "prosemirror-state"
import type { StepMap } from "prosemirror-transform"
import { describe, expect, it } from "vitest"
import { confirm, isDirty, schema, session, take, toEditor } from "../src/index.ts"
import { read, written } from "./documents.ts"
import { forms, hasCorpora, somePages } from "./pages.ts"

interface Word {
  /** The place behind it. */
  readonly end: number
  readonly text: string
}

/** The words that can be edited. */
const wordsOf = (doc: Node): Word[] => {
  const words: Word[] = []
  doc.descendants((node, at) => {
    for (const { 0: text, index } of node.text?.matchAll(/\p{L}+/gu) ?? []) {
      words.push({ end: at + index + text.length, text })
    }
  })
  return words
}

/** The words of what is kept as source: in the page, and not edited as text. */
const keptWords = (doc: Node): number => {
  let count = 0
  doc.descendants(({ attrs }) => {
    const kept: unknown = attrs["block"] ?? attrs["content"] ?? attrs["source"] ?? attrs["fragments"]
    if (kept !== undefined) count += JSON.stringify(kept).match(/\p{L}+/gu)?.length ?? 0
  })
  return count
}

/** The state with more letters at the end of a word, in its marks, and the caret behind them. */
const edited = (state: EditorState, { end }: Word): EditorState => {
  const { doc, tr } = state
  tr.insert(end, schema.text("zqz", doc.resolve(end - 1).marksAcross(doc.resolve(end)) ?? []))
  return state.apply(tr.setSelection(TextSelection.create(tr.doc, end + 3)))
}

/** The lines that differ, from the first to the last. */
const changedLines = (before: string, after: string): { before: string[]; after: string[] } => {
  const [was, is] = [before.split("\n"), after.split("\n")]
  let from = 0
  while (from < was.length && was[from] === is[from]) from++
  let tail = 0
  while (tail < Math.min(was.length, is.length) - from && was.at(-1 - tail) === is.at(-1 - tail)) tail++
  return { before: was.slice(from, was.length - tail), after: is.slice(from, is.length - tail) }
}

const isEmptyMap = (map: StepMap): boolean => {
  let isEmpty = true
  map.forEach(() => {
    isEmpty = false
  })
  return isEmpty
}

const changesOneLine = (text: string, doc: Node, word: Word, name: string, titled: boolean): void => {
  const state = edited(EditorState.create({ doc, plugins: [session()] }), word)
  const { document, tr } = take(state)
  const after = written(document, text, titled)
  const changed = changedLines(text, after)
  expect([changed.before.length, changed.after.length], `${name}: ${word.text}`).toEqual([1, 1])
  expect(changed.after[0]?.split("zqz").length, `${name}: ${word.text}`).toBe(2)
  const answer = confirm(state.apply(tr), read(after, titled), false)
  const saved = state.apply(tr).apply(answer)
  expect([isDirty(state), isDirty(saved)], `${name}: ${word.text}`).toEqual([true, false])
  expect(saved.doc.eq(toEditor(read(after, titled))), `${name}: ${word.text}`).toBe(true)
  expect(answer.mapping.maps.every(isEmptyMap), `${name}: ${word.text}`).toBe(true)
}

describe("one word is edited", () => {
  it.each(forms)("in %s", (name, text) => {
    const doc = toEditor(read(text, false))
    for (const word of wordsOf(doc)) changesOneLine(text, doc, word, name, false)
  })

  it.skipIf(!hasCorpora)("in pages of the corpora", () => {
    let [count, kept] = [0, 0]
    for (const { name, text } of somePages()) {
      const doc = toEditor(read(text))
      const words = wordsOf(doc)
      const every = Math.ceil(words.length / 12)
      kept += keptWords(doc)
      for (const word of words.filter((_, index) => index % every === 0)) {
        changesOneLine(text, doc, word, name, true)
        count++
      }
    }
    console.info(`${count} words edited; ${kept} words of these pages stand in sources and notes`)
    expect(count).toBeGreaterThan(400)
  })
})
