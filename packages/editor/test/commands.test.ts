/** Whatever commands do, the page is written and reads back as what was made, and what moves or becomes something else keeps its letters. */
import fc from "fast-check"
import { EditorState } from "prosemirror-state"
import { describe, expect, it } from "vitest"
import { toEditor } from "../src/index.ts"
import { acted, all, drawn, keeping, lettersOf, problemOf, savingProblemOf } from "./acts.ts"
import { read } from "./documents.ts"
import { forms, trees, written } from "./pages.ts"

const dialect = fc.oneof(written, fc.constantFrom(...forms.map(([, text]) => text)))

const stateOf = (text: string): EditorState => EditorState.create({ doc: toEditor(read(text, false)) })

describe("after any commands", () => {
  it("the document is one, and the page is written as it is", () => {
    fc.assert(
      fc.property(dialect, drawn([...Object.keys(all), "move to"]), (text, list) => {
        let state = stateOf(text)
        for (const one of list) {
          state = acted(state, one)
          expect(problemOf(state, text), one.name).toBeUndefined()
        }
      }),
      { numRuns: 500 }
    )
  })

  it("the same of blocks that nobody writes, or it is said which block cannot be, which hardly ever happens", () => {
    let [count, refused] = [0, 0]
    fc.assert(
      fc.property(trees, drawn([...Object.keys(all), "move to"]), (text, list) => {
        let state = stateOf(text)
        for (const one of list) {
          const next = acted(state, one)
          const problem = savingProblemOf(next, text)
          count++
          if (problem === undefined) state = next
          else {
            expect(problem.path).toMatch(/^nodes\.\d+/)
            refused++
          }
        }
      }),
      { numRuns: 300 }
    )
    expect(refused).toBeLessThan(count / 100)
  })

  it("no letter is lost by moving, copying and becoming something else", () => {
    fc.assert(
      fc.property(
        fc.oneof(dialect, trees),
        drawn([...Object.keys(keeping), "move to", "move to", "up", "down"]),
        (text, list) => {
          let state = stateOf(text)
          for (const one of list) {
            const before = lettersOf(state.doc)
            state = acted(state, one)
            const there = lettersOf(state.doc)
            for (const [letter, count] of before) {
              expect(there.get(letter) ?? 0, `${one.name}: ${letter}`).toBeGreaterThanOrEqual(count)
            }
          }
        }
      ),
      { numRuns: 600 }
    )
  })
})
