/** Two people who write one page: whatever happens between, no word that either typed is lost. */
import fc from "fast-check"
import { history } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import { EditorState, TextSelection } from "prosemirror-state"
import { describe, expect, it } from "vitest"
import {
  confirm,
  fromEditor,
  isDirty,
  kept,
  receive,
  redo,
  release,
  restored,
  schema,
  session,
  take,
  toEditor,
  undo
} from "../src/index.ts"
import { read } from "./documents.ts"
import { type Act, actNames, type Line, Server, Writer, wordsOf } from "./writers.ts"

const page = `## The garden

A tree grows slowly in the garden.

- apples
- pears and plums

{% hint style="info" %}
Water it.

Not too often.
{% endhint %}

| What | When |
| ---- | ---- |
| tree | May |
| rose | June |

The end of the page.
`

const short = "One two three.\n\nFour five.\n"

const move = fc.record({
  who: fc.nat(1),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Act>(...actNames) },
    { weight: 4, arbitrary: fc.constant<Act>("type") },
    { weight: 3, arbitrary: fc.constantFrom<Line>("good", "good", "lost on its way", "lost on its way back", "slow") },
    { weight: 2, arbitrary: fc.constantFrom("hear" as const, "receive" as const) },
    { weight: 1, arbitrary: fc.constant("reopen" as const) }
  ),
  a: fc.nat(1000),
  b: fc.nat(1000)
})

const moves = fc.array(move, { minLength: 10, maxLength: 40, size: "max" })

const isAct = (what: string): what is Act => actNames.some((name) => name === what)

/** Until both have what the other wrote. */
const settle = (server: Server, writers: ReadonlyArray<Writer>): void => {
  for (const writer of writers) writer.hear()
  for (let round = 0; round < 6; round++) {
    for (const writer of writers) {
      writer.receive(server)
      writer.send(server, "good")
    }
  }
  for (const writer of writers) writer.receive(server)
}

describe("two people in one page", () => {
  it("lose no word, see the same in the end, and undo what is theirs", () => {
    const count = { runs: 0, typed: 0, taken: 0, collided: 0, doubled: 0, stuck: 0 }
    fc.assert(
      fc.property(fc.constantFrom(page, short), moves, (text, drawn) => {
        const server = new Server(text)
        const writers = [new Writer("A", server), new Writer("B", server)] as const
        const isTaken = (word: string): boolean => writers.some(({ deleted }) => deleted.has(word))
        for (const { a, b, what, who } of drawn) {
          const writer = writers[who === 0 ? 0 : 1]
          const before = writer.words
          if (isAct(what)) {
            writer.act(what, a, b)
            continue
          }
          if (what === "hear") writer.hear()
          else if (what === "receive") writer.receive(server)
          else if (what === "reopen") writer.reopen(server)
          else writer.send(server, what)
          for (const word of before) expect(writer.words.has(word) || isTaken(word), `${word} by ${what}`).toBe(true)
        }
        settle(server, writers)
        const there = wordsOf(toEditor(server.document))
        for (const writer of writers) {
          for (const word of writer.typed) expect(there.includes(word) || isTaken(word), word).toBe(true)
          expect(isDirty(writer.state)).toBe(false)
          expect(lettersOf(writer.state.doc)).toBe(lettersOf(toEditor(server.document)))
        }
        for (const [one, other] of [writers, [writers[1], writers[0]] as const]) {
          const before = [...one.words].filter((word) => word.startsWith(other.name))
          one.undoAll()
          for (const word of before) expect(one.words.has(word), word).toBe(true)
          count.stuck += [...one.words].filter((word) => one.typed.indexOf(word) >= one.forgotten).length
        }
        count.runs++
        count.typed += writers[0].typed.length + writers[1].typed.length
        count.taken += writers[0].deleted.size + writers[1].deleted.size
        count.collided += server.collided
        if (new Set(there).size < there.length) count.doubled++
      }),
      { numRuns: 120 }
    )
    console.info(count)
    expect(count.collided).toBeGreaterThan(10)
    expect(count.typed - count.taken).toBeGreaterThan(count.typed / 2)
    // where both changed one word in which somebody had typed, it is there twice
    expect(count.doubled).toBeLessThan(count.runs / 10)
    expect(count.stuck).toBeLessThan(count.typed / 20)
  })
})

const lettersOf = (doc: Node): string => doc.textContent.replace(/\s+/g, "")

// ---------------------------------------------------------------- one person

const open = (text: string): EditorState =>
  EditorState.create({ doc: toEditor(read(text, false)), plugins: [session(), history({ newGroupDelay: 0 })] })

/** Types at the end of the text that has these words. */
const typeBehind = (state: EditorState, words: string, text: string): EditorState => {
  const at = placeBehind(state.doc, words)
  const { tr } = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
  return state.apply(tr.insertText(text))
}

const placeBehind = (doc: Node, words: string): number => {
  let found = -1
  doc.descendants((node, at) => {
    const index = node.text?.indexOf(words) ?? -1
    if (index >= 0) found = at + index + words.length
  })
  return found
}

const before = (state: EditorState): string => {
  const { $head } = state.selection
  return $head.parent.textBetween(0, $head.parentOffset)
}

const textsOf = (doc: Node): string[] => {
  const texts: string[] = []
  doc.descendants((node) => {
    if (node.isTextblock) texts.push(node.textContent)
  })
  return texts
}

describe("what the server has", () => {
  it("is what was taken, when it is confirmed, and nothing else of mine", () => {
    let state = typeBehind(open("One two.\n"), "One", " new")
    expect(isDirty(state)).toBe(true)
    const { document, tr } = take(state)
    state = typeBehind(state.apply(tr), "two", " later")
    const answer = confirm(state, read("Before.\n\nOne new two.\n", false), true)
    expect(document).toEqual(fromEditor(toEditor(document)))
    state = state.apply(answer)
    expect(textsOf(state.doc)).toEqual(["Before.", "One new two later."])
    expect([before(state), isDirty(state)]).toEqual(["One new two later", true])
    state = state.apply(take(state).tr)
    state = state.apply(confirm(state, read("Before.\n\nOne new two later.\n", false), false))
    expect(isDirty(state)).toBe(false)
    state = state.apply(take(state).tr)
    expect(confirm(state, fromEditor(state.doc), false).steps).toEqual([])
  })

  it("is not what was released, and what is kept goes on elsewhere", () => {
    const state = typeBehind(open("One two.\n"), "One", " new")
    const taken = state.apply(take(state).tr)
    expect(isDirty(taken.apply(release(taken)))).toBe(true)
    const stored = JSON.parse(JSON.stringify(kept(taken)))
    for (const [there, wanted] of [
      ["One two.\n", ["One new two."]],
      ["One two three.\n", ["One new two three."]],
      // it arrived
      ["One new two.\n", ["One new two."]],
      ["Another.\n\nOne new two.\n", ["Another.", "One new two."]]
    ] as const) {
      const other = open(there)
      const again = other.apply(restored(other, stored))
      expect(textsOf(again.doc)).toEqual(wanted)
      expect(isDirty(again)).toBe(!again.doc.eq(other.doc))
    }
  })

  it("is asked for in turn", () => {
    const state = open("One two.\n")
    const taken = state.apply(take(state).tr)
    const document = fromEditor(state.doc)
    expect(() => confirm(state, document, false)).toThrow("Nothing was taken")
    expect(() => release(state)).toThrow("Nothing was taken")
    expect(() => take(taken)).toThrow("on its way")
    expect(() => receive(taken, document)).toThrow("on its way")
    expect(() => isDirty(EditorState.create({ schema }))).toThrow("no session")
  })

  it.each([
    ["the same word", "One quick fox.\n", "One fast fox.\n", "One slow fox.\n", ["One fast slow fox."]],
    ["neighbours", "One two three.\n", "One mine three.\n", "Theirs two three.\n", ["Theirs mine three."]],
    [
      "a word and its paragraph",
      "One.\n\nTwo three.\n",
      "One.\n\nTwo mine three.\n",
      "One.\n",
      ["One.", "Two mine three."]
    ],
    [
      "a paragraph that was split",
      "One two three.\n",
      "One\n\ntwo three.\n",
      "One two theirs three.\n",
      ["One", "two theirs three."]
    ],
    ["a heading and its words", "One two.\n", "## One two.\n", "One theirs two.\n", ["One theirs two."]],
    ["the end of a page", "One.\n", "One.\n\nMine.\n", "One.\n\nTheirs.\n", ["One.", "Mine.", "Theirs."]],
    ["the same", "One two.\n", "One new two.\n", "One new two.\n", ["One new two."]],
    [
      "a row and a cell",
      "| a | b |\n| - | - |\n| c | d |\n",
      "| a | b |\n| - | - |\n| c | mine |\n",
      "| a | b |\n| - | - |\n| theirs | new |\n| c | d |\n",
      ["a", "b", "theirs", "new", "c", "mine"]
    ],
    [
      "a column and a row",
      "| a | b |\n| - | - |\n| c | d |\n",
      "| n | a | b |\n| - | - | - |\n| e | c | d |\n",
      "| a | b |\n| - | - |\n| c | d |\n| x | y |\n",
      ["n", "a", "b", "e", "c", "d", "", "x", "y"]
    ],
    ["formulas", "$$\na\n$$\n", "$$\nb\n$$\n", "$$\nc\n$$\n", []]
  ])("keeps both when both change %s", (_, base, mine, theirs, wanted) => {
    const state = open(theirs)
    const merged = restored(state, { base: read(base, false), sent: [], mine: read(mine, false) }).doc
    merged.check()
    expect(textsOf(merged)).toEqual(wanted)
    if (wanted.length === 0) expect(merged.children.map(({ attrs }) => attrs["data"].formula)).toEqual(["b", "c"])
  })

  it("takes no blank from under the caret that Markdown does not keep", () => {
    let state = open("One.\n\nTwo.\n")
    const at = placeBehind(state.doc, "One.")
    state = state.apply(state.tr.split(at))
    state = typeBehind(typeBehind(state, "Two.", " "), "One.", " ")
    expect(isDirty(state)).toBe(false)
    state = typeBehind(state, "One. ", "three ")
    state = state.apply(take(state).tr)
    state = state.apply(confirm(state, read("One. three\n\nTwo.\n", false), false))
    expect(textsOf(state.doc)).toEqual(["One. three ", "", "Two. "])
    expect([isDirty(state), before(state)]).toEqual([false, "One. three "])
    state = state.apply(receive(state, read("One. three\n\nTwo.\n\nTheirs.\n", false)))
    expect([...textsOf(state.doc), isDirty(state)]).toEqual(["One. three ", "", "Two. ", "Theirs.", false])
  })

  it.each([
    ["One. theirs Two.\n", ["One. theirs Two."]],
    ["One. theirs\n\nmore Two.\n", ["One. theirs", "more Two."]],
    ["One. Two.\n", ["One. Two."]],
    ["One.\n\nTwo. theirs\n", ["One.", " Two. theirs"]],
    ["Theirs.\n\nOne.\n\nTwo.\n", ["Theirs.", "One.", " Two."]]
  ])("has no blank that the server has not where others write %j", (theirs, wanted) => {
    let state = open("One.\n\nTwo.\n")
    state = state.apply(state.tr.insertText(" ", placeBehind(state.doc, "One.") + 2))
    state = state.apply(receive(state, read(theirs, false)))
    expect([textsOf(state.doc), isDirty(state)]).toEqual([wanted, false])
  })

  it("leaves the caret behind my words, and the marks that I am about to write in", () => {
    let state = typeBehind(open("One two.\n"), "One", " mine")
    state = state.apply(state.tr.setStoredMarks([schema.mark("bold")]))
    state = state.apply(receive(state, read("One theirs two, three.\n", false)))
    expect(textsOf(state.doc)).toEqual(["One mine theirs two, three."])
    expect([before(state), state.storedMarks?.length]).toEqual(["One mine", 1])
  })

  it("is in no undo of mine", () => {
    let state = typeBehind(open("One two.\n"), "One", " mine")
    state = state.apply(receive(state, read("One two, theirs.\n", false)))
    const run = (command: typeof undo): void => {
      command(state, (tr) => {
        state = state.apply(tr)
      })
    }
    run(undo)
    expect(textsOf(state.doc)).toEqual(["One two, theirs."])
    run(undo)
    expect(textsOf(state.doc)).toEqual(["One two, theirs."])
    run(redo)
    expect(textsOf(state.doc)).toEqual(["One mine two, theirs."])
  })
})
