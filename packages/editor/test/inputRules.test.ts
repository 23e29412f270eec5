/** What is typed as Markdown becomes what it means, and Backspace makes it what was typed. */
import { undoInputRule } from "prosemirror-inputrules"
import type { EditorState } from "prosemirror-state"
import { describe, expect, it } from "vitest"
import { confirm, fromEditor, inputRules, session, take } from "../src/index.ts"
import { after, stateOf, textOf } from "./carets.ts"
import { read, written } from "./documents.ts"
import { typed } from "./typing.ts"

const rows: ReadonlyArray<readonly [before: string, typed: string, after: string]> = [
  ["¦\n", "## a", "## a¦\n"],
  ["¦b\n", "### ", "### ¦b\n"],
  ["¦\n", "# a", "## a¦\n"],
  ["¦\n", "##### a", "##### a¦\n"],
  ["## a\n\n¦\n", "- b", "## a\n\n* b¦\n"],
  ["- a\n\nb\n\n¦\n", "* c", "* a\n\nb\n\n* c¦\n"],
  ["¦\n", "3. a", "3. a¦\n"],
  ["¦\n", "1) a", "1. a¦\n"],
  ["¦\n", "- [ ] a", "* [ ] a¦\n"],
  ["¦\n", "[x] a", "* [x] a¦\n"],
  ["- a¦\n", " - b", "* a - b¦\n"],
  ["¦\n", "> a", "> a¦\n"],
  ["¦\n", "```ts a", "```ts\na¦\n```\n"],
  ["¦\n", "---a", "***\n\na¦\n"],
  ["a ¦\n", "**b** c", "a **b** c¦\n"],
  ["a ¦\n", "__b__ c", "a **b** c¦\n"],
  ["a ¦\n", "*b* c", "a _b_ c¦\n"],
  ["a ¦\n", "_b_ c", "a _b_ c¦\n"],
  ["a ¦\n", "~~b~~ c", "a ~~b~~ c¦\n"],
  ["a ¦\n", "`b*` c", "a `b*` c¦\n"],
  ["a ¦\n", "[b](https://c.d/e) f", "a [b](https://c.d/e) f¦\n"],
  ["a ¦\n", "https://b.c/d. e", "a [https://b.c/d](https://b.c/d). e¦\n"],
  ["a ¦\n", "[b](page.md) f", "a [b](page.md) f¦\n"],
  ["a ¦\n", "$$x^2$$ f", "a $$x^2$$ f¦\n"],
  ["a ¦\n", "{{ space.vars.b }} f", 'a <code class="expression">space.vars.b</code> f¦\n'],
  ["a ¦\n", ":tada: b", "a 🎉 b¦\n"],
  ["a ¦\n", "snake_case_name", "a snake\\_case\\_name¦\n"],
  ["a ¦\n", "2 * 3 * 4", "a 2 \\* 3 \\* 4¦\n"],
  ["a ¦\n", "[b](javascript:alert(1)) c", "a \\[b]\\(javascript:alert(1)) c¦\n"],
  ["a ¦\n", "at 10:30:00", "a at 10:30:00¦\n"],
  ["```\n¦\n```\n", "# a **b** - c", "```\n# a **b** - c¦\n```\n"],
  ["a `b¦` c\n", "**d**", "a `b**d**¦` c\n"]
]

/** The state after a text was typed, where the page is saved all the time: each answer comes so many keys later. */
const typedAndSaved = (before: EditorState, text: string, late: number): EditorState => {
  let state = before
  let saved = written(fromEditor(state.doc))
  const isAnswered = (key: number) => key % (late + 1) === late
  for (const [key, character] of [...text].entries()) {
    if (key % (late + 1) === 0) {
      const { document, tr } = take(state)
      saved = written(document, saved, false)
      state = state.apply(tr)
    }
    state = typed(state, character)
    if (isAnswered(key)) state = state.apply(confirm(state, read(saved, false), false))
  }
  return state
}

const plain = (text: string): string => text.replaceAll("\\", "")

describe("what is typed", () => {
  it.each(rows)("in %j as %j is %j", (before, text, result) => {
    expect(plain(textOf(typed(stateOf(before, [inputRules()]), text)))).toBe(plain(result))
  })

  it.each(rows)("in %j as %j is the same %j where the page is saved meanwhile", (before, text, result) => {
    for (const late of [0, 1, 2, 5]) {
      const state = typedAndSaved(stateOf(before, [session(), inputRules()]), text, late)
      expect(plain(textOf(state)), `answers come ${late} keys later`).toBe(plain(result))
    }
  })

  it.each([
    ["## ", "\\## ¦\n"],
    ["- ", "\\- ¦\n"],
    ["> ", "\\> ¦\n"],
    ["[ ] ", "\\[ ] ¦\n"],
    ["```js ", "\\`\\`\\`js ¦\n"],
    ["---", "\\---¦\n"],
    ["**a**", "\\*\\*a\\*\\*¦\n"],
    ["`a`", "\\`a\\`¦\n"],
    [":tada:", ":tada:¦\n"]
  ])("%j is what was typed after Backspace", (text, result) => {
    const state: EditorState = typed(stateOf("¦\n", [inputRules()]), text)
    const undone = after(state, undoInputRule)!
    expect(plain(textOf(undone)).replace("&#x20;", " ")).toBe(plain(result))
  })
})
