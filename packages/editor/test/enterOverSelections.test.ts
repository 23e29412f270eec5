/** Enter over what is selected, wherever that begins and ends: what was selected goes, and the document is one. */
import { EditorState, type Selection, TextSelection } from "prosemirror-state"
import { expect, it } from "vitest"
import { commands, toEditor } from "../src/index.ts"
import { after } from "./carets.ts"
import { read } from "./documents.ts"
import { forms } from "./pages.ts"

/** A page of forms that people write, each of them once. */
const doc = toEditor(read(`${forms.map(([, text]) => text).join("\n***\n\n")}\n\nLast words.\n`, false))

/** One selection for each kind of text that one may begin in, and each that it may end in. */
const selections = (): ReadonlyArray<readonly [name: string, selection: Selection]> => {
  const starts = new Map<string, number>()
  const ends = new Map<string, number>()
  doc.descendants((node, pos, parent) => {
    if (!node.isTextblock) return
    const name = `${node.type.name} in ${parent!.type.name}`
    if (!starts.has(name)) starts.set(name, pos + 1 + Math.floor(node.content.size / 2))
    ends.set(name, pos + 1 + Math.ceil(node.content.size / 2))
  })
  return Array.from(starts).flatMap(([from, start]) =>
    Array.from(ends).flatMap(([to, end]) =>
      start >= end ? [] : [[`${from} to ${to}`, TextSelection.between(doc.resolve(start), doc.resolve(end))] as const]
    )
  )
}

it("is done for each kind of text and each other one", () => {
  const all = selections()
  expect(all.length).toBeGreaterThan(100)
  const left: string[] = []
  for (const [name, selection] of all) {
    const state = EditorState.create({ doc, selection })
    let next: EditorState | undefined
    expect(() => (next = after(state, commands.enter)), name).not.toThrow()
    next?.doc.check()
    if (next === undefined) left.push(name)
  }
  expect(left).toEqual([])
})
