/** One block is edited: its lines change where they have to, in the form that the text has. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { forms } from "./forms.ts"
import { asJson, bare, read, written } from "./json.ts"

/** The texts of a document that have `word` in them, in its order. */
const wordsIn = (node: any): any[] =>
  node.leaves?.filter(({ text }: any) => text.includes("word")) ??
  [...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(wordsIn)

/** Exchanges a `word` of a document, counted from 0. */
const say = (node: any, words: string, at = 0): boolean => {
  const leaf = wordsIn(node)[at]
  if (leaf !== undefined) leaf.text = leaf.text.replace("word", words)
  return leaf !== undefined
}

describe("an edited block keeps the form of", () => {
  it.each(forms)("%s", (_, text) => {
    const document = read(text, false)
    expect(written(asJson(document), text, false)).toBe(text)
    for (const words of ["other", "some more of them"]) {
      const next = asJson(document)
      expect(say(next, words)).toBe(true)
      expect(written(next, text, false)).toBe(text.replace("word", words))
    }
  })
})

describe("a page of many forms", () => {
  const parts = fc.array(fc.constantFrom(...forms.map(([, text]) => text)), { minLength: 1, maxLength: 6 })
  const end = fc.constantFrom("\n", "\r\n", "\r")
  // mostly of one kind; else each line has its own, as where somebody pasted from elsewhere
  const newlines = fc.oneof(
    end.map((one) => [one]),
    fc.array(end, { minLength: 2, maxLength: 7 })
  )
  const pages = fc.tuple(fc.constantFrom("# T\n\n", "---\nx: 1\n---\n\nT\n=\n\n"), parts, newlines)
  const textOf = (head: string, blocks: ReadonlyArray<string>, ends: ReadonlyArray<string>): string => {
    let line = 0
    return (head + blocks.join("\n***\n\n")).replace(/\r?\n/g, (was, at: number, text: string) => {
      const end = ends[line++ % ends.length]!
      const isEmptyNext = /^\r?\n/.test(text.slice(at + was.length))
      return end === "\r" && ends.length > 1 && isEmptyNext ? "\n" : end
    })
  }

  it("is the same bytes when its document is sent back", () => {
    fc.assert(
      fc.property(pages, ([head, blocks, newline]) => {
        const text = textOf(head, blocks, newline)
        expect(written(read(text), text)).toBe(text)
      }),
      { numRuns: 300 }
    )
  })

  it("changes where it is edited, and nowhere else", () => {
    fc.assert(
      fc.property(pages, fc.nat(), fc.constantFrom("other", "some more"), ([head, blocks, newline], pick, words) => {
        const text = textOf(head, blocks, newline)
        const document = read(text)
        const at = pick % blocks.length
        const said = blocks.map((block, index) => (index === at ? block.replace("word", words) : block))
        expect(say(document, words, at)).toBe(true)
        expect(written(document, text)).toBe(textOf(head, said, newline))
      }),
      { numRuns: 300 }
    )
  })

  it("gives a document that a new page takes, and gives again", () => {
    fc.assert(
      fc.property(pages, ([head, blocks, newline]) => {
        const document = read(textOf(head, blocks, newline))
        expect(bare(read(written(document, "", true, "T")))).toEqual(bare(document))
      }),
      { numRuns: 300 }
    )
  })
})
