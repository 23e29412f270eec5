/** Steps between documents: they lead from one to the other, and leave everything alone that is in both. */
import fc from "fast-check"
import type { Node } from "prosemirror-model"
import { EditorState, TextSelection } from "prosemirror-state"
import { Mapping, type Step, Transform } from "prosemirror-transform"
import { describe, expect, it } from "vitest"
import { fromEditor, schema, stepsBetween, toEditor } from "../src/index.ts"
import { read, written as textOf, write } from "./documents.ts"
import { forms, trees, written } from "./pages.ts"
import { transacted, transactions } from "./transactions.ts"

const applied = (before: Node, steps: ReadonlyArray<Step>): Node => {
  const transform = new Transform(before)
  for (const step of steps) transform.step(step)
  transform.doc.check()
  return transform.doc
}

const mappingOf = (steps: ReadonlyArray<Step>): Mapping => new Mapping(steps.map((step) => step.getMap()))

/** How many characters, inlines and ends of blocks the steps put in, and how many they take out. */
const sizeOf = (steps: ReadonlyArray<Step>): number => {
  let size = 0
  for (const step of steps) {
    step.getMap().forEach((oldStart, oldEnd, newStart, newEnd) => {
      size += oldEnd - oldStart + newEnd - newStart
    })
  }
  return size
}

/** The same document, of other objects. */
const again = (doc: Node): Node => schema.nodeFromJSON(doc.toJSON())

const paragraph = (text: string, key: string | null = null): Node =>
  schema.node("paragraph", { key }, text === "" ? [] : [schema.text(text)])

const documentOf = (...blocks: ReadonlyArray<Node>): Node => schema.node("doc", null, blocks)

describe("steps from one document to another", () => {
  it("lead there, and back", () => {
    fc.assert(
      fc.property(fc.oneof(written, trees), transactions, (text, drawn) => {
        const before = toEditor(read(text, false))
        const after = transacted(before, drawn)
        for (const [one, other] of [
          [before, after],
          [after, before],
          [again(before), after]
        ] as const) {
          expect(applied(one, stepsBetween(one, other)).eq(other)).toBe(true)
        }
      }),
      { numRuns: 600 }
    )
  })

  it("lead to a document that has nothing to do with it", () => {
    fc.assert(
      fc.property(fc.oneof(written, trees), fc.oneof(written, trees), (one, other) => {
        const [before, after] = [toEditor(read(one, false)), toEditor(read(other, false))]
        expect(applied(before, stepsBetween(before, after)).eq(after)).toBe(true)
      }),
      { numRuns: 300 }
    )
  })

  it("are none where both are equal", () => {
    fc.assert(
      fc.property(written, (text) => {
        const doc = toEditor(read(text, false))
        expect(stepsBetween(doc, again(doc))).toEqual([])
      }),
      { numRuns: 50 }
    )
  })

  it("move nothing where the server renewed keys, and nothing but keys", () => {
    fc.assert(
      fc.property(written, transactions, (text, drawn) => {
        const before = toEditor(read(text, false))
        const sent = fromEditor(transacted(before, drawn))
        const result = write(sent, text, false)
        fc.pre("text" in result)
        const answered = toEditor(read(result.text, false))
        const keyless = toEditor(
          JSON.parse(JSON.stringify(fromEditor(answered), (name, value) => (name === "key" ? undefined : value)))
        )
        const steps = stepsBetween(keyless, answered)
        expect(applied(keyless, steps).eq(answered)).toBe(true)
        expect(sizeOf(steps)).toBe(0)
      }),
      { numRuns: 200 }
    )
  })
})

describe("what is in both documents", () => {
  const words = fc.array(fc.constantFrom<string>("a", "the", "tree", "grows", "slowly", "and"), {
    minLength: 1,
    maxLength: 12
  })
  const paragraphs = fc.array(words, { minLength: 1, maxLength: 8 })

  const build = (texts: ReadonlyArray<ReadonlyArray<string>>): Node =>
    documentOf(...texts.map((text) => paragraph(text.join(" "))))

  it("stays where it is when a word comes, goes or changes, or a paragraph is split or joined", () => {
    fc.assert(
      fc.property(
        paragraphs,
        fc.nat(),
        fc.nat(),
        fc.constantFrom("in", "out", "other", "split", "join"),
        (texts, a, b, what) => {
          const at = a % texts.length
          const chosen = texts[at]!
          const word = b % chosen.length
          const copy = texts.map((text) => [...text])
          const [head, tail] = [chosen.slice(0, word), chosen.slice(word)]
          if (what === "in") copy[at]!.splice(word, 0, "new")
          else if (what === "out" && chosen.length > 1) copy[at]!.splice(word, 1)
          else if (what === "other") copy[at]![word] = `${chosen[word]}new`
          else if (what === "split" && word > 0) copy.splice(at, 1, head, tail)
          else if (what === "join" && at > 0) copy.splice(at - 1, 2, [...texts[at - 1]!, ...chosen])
          else return
          const [before, after] = [build(texts), build(copy)]
          const steps = stepsBetween(before, after)
          expect(steps.length).toBe(1)
          expect(sizeOf(steps)).toBeLessThanOrEqual(8)
          expect(applied(before, steps).eq(after)).toBe(true)
        }
      ),
      { numRuns: 500 }
    )
  })

  it.each([
    ["a word that is typed", "one two three", "one two new three", " new"],
    ["a letter", "colors are", "colours are", "u"],
    ["a letter of two code units", "a 😀 b", "a 😁 b", "😁"],
    ["a word that is doubled", "a b", "a a b", "a "]
  ])("is not touched by %s", (_, before, after, put) => {
    const [step, ...more] = stepsBetween(documentOf(paragraph(before)), documentOf(paragraph(after)))
    expect(more).toEqual([])
    expect(JSON.stringify(step)).toContain(put.trim())
    expect(sizeOf([step!])).toBeLessThanOrEqual(put.length * 2)
  })

  it("keeps the caret in its words when a paragraph becomes a heading, is marked, moves down, or its cells and columns move", () => {
    const text = "| a | b |\n| - | - |\n| one | two |\n| three | four |\n"
    const before = toEditor(read(`first word\n\n${text}`, false))
    const after = toEditor(read(`new\n\n## first **word**\n\n${text.replace("| three", "| new | |\n| three")}`, false))
    const steps = stepsBetween(before, after)
    const map = mappingOf(steps)
    before.descendants((node, pos) => {
      if (!node.isText) return
      for (let at = pos; at < pos + node.nodeSize; at++) {
        const there = map.mapResult(at, 1)
        expect(there.deleted, node.text).toBe(false)
        expect(after.textBetween(there.pos, there.pos + 1)).toBe(before.textBetween(at, at + 1))
      }
    })
  })

  it("keeps a selection through a change of attributes", () => {
    const before = documentOf(paragraph("one", "a"), paragraph("two", "b"))
    const state = EditorState.create({ doc: before, selection: TextSelection.create(before, 2, 7) })
    const tr = state.tr
    for (const step of stepsBetween(before, documentOf(paragraph("one", "c"), paragraph("two", "d")))) tr.step(step)
    expect([tr.selection.from, tr.selection.to, tr.steps.length]).toEqual([2, 7, 1])
    expect(stepsBetween(tr.doc, before).length).toBe(1)
    expect(applied(tr.doc, [tr.steps[0]!.invert(before)]).eq(before)).toBe(true)
  })
})

describe("pages that are long", () => {
  const long = documentOf(
    ...Array.from({ length: 3000 }, (_, index) => paragraph(`This is the paragraph ${index} of many.`, `k${index}`))
  )

  it("have one small step for one word of 3,000 blocks", () => {
    const after = documentOf(
      ...again(long).children.map((node, index) =>
        index === 1700 ? paragraph("This is the new paragraph 1700 of many.", "x") : node
      )
    )
    const steps = stepsBetween(long, after)
    expect(steps.length).toBe(2)
    expect(sizeOf(steps)).toBe(4)
    expect(applied(long, steps).eq(after)).toBe(true)
  })

  const equal = (count: number, ...keys: ReadonlyArray<string>): Node =>
    documentOf(...Array.from({ length: count }, (_, index) => paragraph("same", keys[index] ?? `k-${index}`)))

  it.each([
    ["one more", equal(10_001), 6],
    ["one fewer", equal(9999), 6],
    ["other keys", equal(10_000, ...Array.from({ length: 10_000 }, (_, index) => `x-${index}`)), 0],
    [
      "a word more in 250",
      documentOf(...equal(10_000).children.map((one, at) => (at % 40 ? one : paragraph("same new")))),
      4000
    ],
    [
      "a word more in 1,000",
      documentOf(...equal(10_000).children.map((one, at) => (at % 10 ? one : paragraph("same new")))),
      160_000
    ],
    ["a word more in each", documentOf(...equal(10_000).children.map(() => paragraph("same new"))), 160_000]
  ])("of 10,000 equal blocks have few steps for %s", (_, after, size) => {
    const before = equal(10_000)
    const steps = stepsBetween(before, after)
    expect(sizeOf(steps)).toBeLessThanOrEqual(size)
    expect(applied(before, steps).eq(after)).toBe(true)
  })

  it("are written anew in few steps", () => {
    const after = documentOf(
      ...long.children.map((_, index) => paragraph(`${index} many This of paragraph new is ${index}`))
    )
    const steps = stepsBetween(long, after)
    expect(steps.length).toBeLessThanOrEqual(2001)
    expect(applied(long, steps).eq(after)).toBe(true)
  })
})

describe("a word of each form", () => {
  it.each(forms)("is one small step: %s", (_, text) => {
    const before = toEditor(read(text, false))
    const changed = textOf(fromEditor(before), text, false).replace(/word/i, (word) => `${word}new`)
    const after = toEditor(read(changed, false))
    const steps = stepsBetween(before, after)
    expect(applied(before, steps).eq(after)).toBe(true)
    expect(sizeOf(steps)).toBeLessThanOrEqual(3)
  })
})
