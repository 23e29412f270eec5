/**
 * What is seen while a page is on its way to the server is seen when the answer comes, where nobody else writes: nothing
 * is there twice, nothing comes back, no word is gone. The server says what it was sent in its own words.
 */
import fc from "fast-check"
import { history } from "prosemirror-history"
import { EditorState } from "prosemirror-state"
import { tableEditing } from "prosemirror-tables"
import { describe, expect, it } from "vitest"
import { makeNumbering } from "../src/collaboration/numbering.ts"
import { confirm, fromEditor, isDirty, session, take, toEditor } from "../src/index.ts"
import { acted, all, type Drawn, drawn } from "./acts.ts"
import { read, write } from "./documents.ts"
import { written } from "./pages.ts"

const plain = fc
  .array(
    fc.constantFrom(
      "## A heading\n",
      "Some words, [linked](b.md) and **bold**.\n",
      "* one\n* two\n  * three\n",
      "- [ ] to do\n- [x] done\n",
      "> cited\n",
      "```js\nlet a\n```\n",
      '{% hint style="info" %}\nA hint.\n{% endhint %}\n',
      '{% tabs %}\n{% tab title="A" %}\nIn a tab.\n{% endtab %}\n{% endtabs %}\n',
      "{% stepper %}\n{% step %}\n### A step\n\nTo take.\n{% endstep %}\n{% endstepper %}\n",
      "<details>\n\n<summary>More</summary>\n\nTold.\n\n</details>\n",
      "| a | b |\n| - | - |\n| c | d |\n",
      '<figure><img src="a.png" alt="b"><figcaption><p>c</p></figcaption></figure>\n'
    ),
    { minLength: 1, maxLength: 5 }
  )
  .map((parts) => parts.join("\n"))

const plugins = [session(), history(), tableEditing({ allowTableNodeSelection: true })]

/** References that show the number of a note show another one when the server has numbered them. */
const forms = written.filter((text) => !text.includes("[^"))

/** In which order hidden columns stand is not in the document. */
const acts = drawn(Object.keys(all).filter((name) => name !== "column left" && name !== "column right"))

/** What is done until a page is sent, and until the answer comes. */
const drawnSaves = fc.array(fc.record({ before: acts, meanwhile: acts }), { minLength: 1, maxLength: 3 })

/** The Markdown of what is seen. Nothing where it cannot hold that. */
const textOf = (state: EditorState): string | undefined => {
  const result = write(fromEditor(state.doc), "", false)
  return "problem" in result ? undefined : result.text
}

/** The server numbers notes, and those of the same words may be one. */
const expectSame = (text: string | undefined, wanted: string): void => {
  const numberOf = makeNumbering()
  const [number, wantedNumber] = [text ?? "", wanted].map((one) => numberOf(toEditor(read(one, false))))
  if (number !== wantedNumber) expect(text).toBe(wanted)
}

describe("what is seen while it is saved", () => {
  it.each([
    ["plain pages", plain],
    ["pages of all forms", forms]
  ])("stays, in %s", (_, pages) => {
    let count = 0
    fc.assert(
      fc.property(pages, drawnSaves, (page, saves) => {
        let state = EditorState.create({ doc: toEditor(read(page, false)), plugins })
        let text = page
        const act = (ones: ReadonlyArray<Drawn>): void => {
          for (const one of ones) state = acted(state, one)
        }
        /** Whether Markdown can hold it. */
        const save = (meanwhile: ReadonlyArray<Drawn>): boolean => {
          const { document, tr } = take(state)
          const sent = write(document, text, false)
          if ("problem" in sent) return false
          state = state.apply(tr)
          act(meanwhile)
          const seen = textOf(state)
          if (seen === undefined) return false
          text = sent.text
          state = state.apply(confirm(state, read(text, false), false))
          state.doc.check()
          expectSame(textOf(state), seen)
          return true
        }
        for (const { before, meanwhile } of saves) {
          act(before)
          if (!save(meanwhile)) return
        }
        if (!save([])) return
        expect(isDirty(state)).toBe(false)
        count++
      }),
      { numRuns: 150 }
    )
    expect(count).toBeGreaterThan(75)
  })
})
