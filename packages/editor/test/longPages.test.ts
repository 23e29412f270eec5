/** A long page in which one paragraph is edited: what is sent of it and what is confirmed costs that paragraph. */
import type { RichDocument } from "@octavo/document"
import fc from "fast-check"
import { Fragment, type Node } from "prosemirror-model"
import { EditorState } from "prosemirror-state"
import { afterEach, describe, expect, it, vi } from "vitest"
import { confirm, fromEditor, isDirty, receive, schema, session, take, toEditor } from "../src/index.ts"
import { read, written } from "./documents.ts"
import { trees } from "./pages.ts"

const blocks = 3000

/** Some paragraphs are alike: the server counts them, so that keys behind one that changes are others. */
const page = Array.from({ length: blocks }, (_, at) =>
  at % 10 === 0
    ? "Alike"
    : at % 7 === 0
      ? `* Item ${at}\n* Another **one**`
      : `Paragraph ${at} with [a link](https://example.com/${at}).`
).join("\n\n***\n\n")

const open = (): EditorState => EditorState.create({ doc: toEditor(read(page)), plugins: [session()] })

/** Types in front of a block. */
const typed = (state: EditorState, index: number, words: string): EditorState => {
  let at = 1
  for (let before = 0; before < index; before++) at += state.doc.child(before).nodeSize
  return state.apply(state.tr.insertText(words, at))
}

/** What the server has of a page when it was sent. */
const answerTo = (document: RichDocument): RichDocument => read(written(document, page))

/** How much is done: fragments and nodes that are made, and values that are written as JSON. */
const work = (act: () => void): number => {
  const spies = [
    vi.spyOn(Fragment, "from"),
    vi.spyOn(JSON, "stringify"),
    ...Object.values(schema.nodes).map((type) => vi.spyOn(type, "create"))
  ]
  act()
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  vi.restoreAllMocks()
  return count
}

afterEach(() => vi.restoreAllMocks())

describe("one paragraph of 3,000 is edited", () => {
  // a line between two paragraphs is a block, too
  const at = 2 * 1501

  it("it alone becomes another block", () => {
    const state = open()
    const before = fromEditor(state.doc).nodes
    const after = fromEditor(typed(state, at, "new ").doc).nodes
    expect(after.filter((block, index) => block !== before[index])).toHaveLength(1)
  })

  it.each([
    ["a paragraph like no other", at, 200, 200],
    // what the blocks behind it say is written down once, to see that their keys alone are others
    ["one of 300 that are alike, of which those behind it get other keys", 2 * 1500, 20 * blocks, 2000]
  ])("what is confirmed costs that one: %s", (_, at, mostAtFirst, most) => {
    const edited = typed(open(), at, "new ")
    const { document, tr } = take(edited)
    const state = edited.apply(tr)
    const answer = answerTo(document)
    let confirmed = state
    const first = work(() => (confirmed = state.apply(confirm(state, answer, false))))
    expect(isDirty(confirmed)).toBe(false)
    expect(fromEditor(confirmed.doc)).toEqual(fromEditor(toEditor(answer)))
    const again = typed(confirmed, at, "more ")
    const sent = take(again)
    const next = again.apply(sent.tr)
    const second = answerTo(sent.document)
    expect(first).toBeLessThan(mostAtFirst)
    expect(work(() => confirm(next, second, false))).toBeLessThan(most)
  })

  it("so does what others wrote", () => {
    const state = open()
    const other = answerTo(fromEditor(typed(state, at, "theirs ").doc))
    const received = state.apply(receive(state, other))
    expect(received.doc.eq(toEditor(other))).toBe(true)
    const shared = received.doc.children.filter((node, index) => node.content === state.doc.child(index).content)
    expect(shared.length).toBe(state.doc.childCount - 1)
  })
})

describe("a document that is like another one", () => {
  const isSame = (one: Node, other: Node): boolean => one.content === other.content && one.type === other.type

  it("is the one that it would be without it", () => {
    fc.assert(
      fc.property(trees, trees, fc.nat(5), (text, other, cut) => {
        const [before, after] = [read(text, false), read(`${other}\n\n${text.slice(cut)}`, false)]
        const like = toEditor(before)
        expect(toEditor(after, like).eq(toEditor(after))).toBe(true)
      }),
      { numRuns: 500 }
    )
  })

  it("shares the nodes of all that is the same", () => {
    fc.assert(
      fc.property(trees, (text) => {
        const like = toEditor(read(text, false))
        const again = toEditor(read(text, false), like)
        again.forEach((node, _, index) => {
          const isOne = !node.type.name.startsWith("unknown")
          if (isOne) expect(isSame(node, like.child(index)), node.type.name).toBe(true)
        })
      }),
      { numRuns: 300 }
    )
  })
})
