/**
 * What is deleted while it is on its way to the server stays deleted: the server says what it was sent in its own words,
 * with ids and numbers of its own, and none of them is taken for somebody's edit.
 */
import { history } from "prosemirror-history"
import { describe, expect, it } from "vitest"
import { blockKinds, commands, confirm, fromEditor, session, take } from "../src/index.ts"
import { answers } from "./acts.ts"
import { after, stateOf } from "./carets.ts"
import { read, writeNearest, written } from "./documents.ts"

const plugins = [session(), history()]

/** What the server makes of what is sent. */
const answerTo = (sent: { readonly text: string }) => read(sent.text, false)

describe.each([
  ["below a paragraph", "First.\n\n¦\n"],
  ["in an item", "* ¦\n"],
  ["in a cell", "| a | b |\n|---|---|\n| ¦ | d |\n"],
  ["in a step", "{% stepper %}\n{% step %}\n¦\n{% endstep %}\n{% endstepper %}\n"]
])("%s", (_, place) => {
  it.each(blockKinds.map((kind) => [kind.name, kind] as const))("%s goes when it is deleted", (name, kind) => {
    const before = stateOf(place, plugins)
    const made = after(before, commands.insertBlock(kind, kind.needs && { ...answers[kind.needs] }))
    if (made === undefined) return
    const inText = made.selection.$from.parent.inlineContent
    const worded = inText ? made.apply(made.tr.insertText("Words")) : made
    const { document, tr } = take(worded)
    const sent = writeNearest(document)
    if ("problem" in sent) throw new Error(sent.problem.message)
    const gone = worded.apply(tr)
    // all that was made is taken away again
    const undone = gone.apply(gone.tr.replaceWith(0, gone.doc.content.size, before.doc.content))
    const next = undone.apply(confirm(undone, answerTo(sent), false))
    expect(written(fromEditor(next.doc), "", false), name).toBe(written(fromEditor(before.doc), "", false))
  })
})
