/** A block is found again after edits around it and in it, and never another one in its place. */
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { followBlocks } from "../../src/rich/compare/index.ts"
import { withKeys } from "../../src/rich/keys.ts"
import type { RichBlock, RichDocument } from "../../src/rich/model.ts"
import { block, text } from "../../src/rich/model.ts"
import { read } from "./json.ts"

const documentOf = (nodes: ReadonlyArray<RichBlock>): RichDocument => ({
  object: "document",
  data: {},
  nodes: withKeys(nodes)
})

describe("A block that somebody spoke about", () => {
  const follow = (before: string, after: string, words: string): string | undefined => {
    const [one, other] = [read(before) as RichDocument, read(after) as RichDocument]
    const all = (nodes: ReadonlyArray<RichBlock>): ReadonlyArray<RichBlock> =>
      nodes.flatMap((node) => [
        node,
        ...all((node.nodes ?? []).filter((inner): inner is RichBlock => inner.object === "block")),
        ...(node.fragments ?? []).flatMap((fragment) => all(fragment.nodes))
      ])
    const found = all(one.nodes).findLast((node) => JSON.stringify(node).includes(words))
    const now = followBlocks(one, other).get(found!.key!)
    return now && /"text":"([^"]*)"/.exec(JSON.stringify(now))?.[1]
  }

  it.each([
    ["is edited", "One two three four.\n\nOther.\n", "One two 3 four.\n\nOther.\n", "One two", "One two 3 four."],
    ["gets others before it", "One.\n", "New.\n\nNewer.\n\nOne.\n", "One.", "One."],
    ["becomes a heading", "One two three\n", "## One two three\n", "One two", "One two three"],
    ["is deleted", "One two.\n\nOther words.\n", "Other words.\n", "One two", undefined],
    ["is written anew", "One two three.\n\nStays.\n", "Wholly different saying.\n\nStays.\n", "One two", undefined],
    [
      "goes into a hint",
      'This is moved as it is.\n\n{% hint style="info" %}\nCare.\n{% endhint %}\n',
      '{% hint style="info" %}\nCare.\n\nThis is moved as it is.\n{% endhint %}\n',
      "moved as",
      "This is moved as it is."
    ],
    ["is in a list", "* a\n* one two\n* c\n", "* a\n* new\n* one two 3\n* c\n", "one two", "one two 3"],
    [
      "is in a cell",
      "| A | B |\n| --- | --- |\n| one two | x |\n",
      "| A | B |\n| --- | --- |\n| new | y |\n| one two 3 | x |\n",
      "one two",
      "one two 3"
    ]
  ])("%s", (_, before, after, words, expected) => {
    expect(follow(before, after, words)).toBe(expected)
  })

  const page = readFileSync(new URL("../../../../docs/reference/markdown.md", import.meta.url), "utf8")
  const words = page.match(/\p{L}{3,}/gu) ?? []
  const sentence = fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 14 })
  const paragraph = (said: ReadonlyArray<string>) => block("paragraph", {}, [text(`${said.join(" ")}.`)])
  /** What the sentences stand in. */
  const shapes: Readonly<Record<string, (paragraphs: ReadonlyArray<RichBlock>) => ReadonlyArray<RichBlock>>> = {
    "one after the other": (all) => all,
    "in a list": (all) => [
      block(
        "list-unordered",
        {},
        all.map((one) => block("list-item", {}, [one]))
      )
    ],
    "in a hint": (all) => [paragraph(["Before"]), block("hint", { style: "info" }, all)]
  }
  /** The paragraphs of a document, in their order. */
  const paragraphsIn = (nodes: ReadonlyArray<RichBlock>): ReadonlyArray<RichBlock> =>
    nodes.flatMap((node) =>
      node.type === "paragraph"
        ? [node]
        : paragraphsIn((node.nodes ?? []).filter((inner): inner is RichBlock => inner.object === "block"))
    )
  const inShape = (shape: string, sentences: ReadonlyArray<ReadonlyArray<string>>) => {
    const document = documentOf(shapes[shape]!(sentences.map(paragraph)))
    const all = paragraphsIn(document.nodes)
    return { document, paragraphs: shape === "in a hint" ? all.slice(1) : all }
  }

  it.each(Object.keys(shapes))(
    "is it, or gone, and never another one, after edits around it and in it: %s",
    (shape) => {
      const edit = fc.record({
        kind: fc.constantFrom("insert", "delete", "move", "word", "word", "word"),
        at: fc.nat(),
        to: fc.nat(),
        with: sentence
      })
      fc.assert(
        fc.property(
          fc.array(sentence, { minLength: 2, maxLength: 12 }),
          fc.array(edit, { maxLength: 12 }),
          fc.nat(),
          (sentences, edits, chosen) => {
            // each has its name for life, beside what it says
            let life = sentences.map((said, name) => ({ name, said }))
            for (const { at, kind, to, with: given } of edits) {
              const place = life.length === 0 ? 0 : at % life.length
              const one = life[place]
              if (kind === "insert") life = life.toSpliced(at % (life.length + 1), 0, { name: -1, said: given })
              else if (one === undefined) continue
              else if (kind === "delete") life = life.toSpliced(place, 1)
              else if (kind === "move") life = life.toSpliced(place, 1).toSpliced(to % life.length || 0, 0, one)
              else life = life.with(place, { ...one, said: one.said.with(to % one.said.length, given[0]!) })
            }
            const before = inShape(shape, sentences)
            const after = inShape(
              shape,
              life.map(({ said }) => said)
            )
            const name = chosen % sentences.length
            const found = followBlocks(before.document, after.document).get(before.paragraphs[name]!.key!)
            if (found === undefined) return
            const at = after.paragraphs.indexOf(found)
            const wanted = life[at]!.said.join(" ")
            // or one that nobody could tell from it
            const isTwin = life.some((one) => one.name === name && one.said.join(" ") === wanted)
            expect(life[at]!.name === name || isTwin, `${sentences[name]!.join(" ")} -> ${wanted}`).toBe(true)
          }
        ),
        { numRuns: 1000 }
      )
    }
  )

  it.each(Object.keys(shapes))("is found where one word of it is another, and others came and went: %s", (shape) => {
    let isFound = 0
    let count = 0
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.uniqueArray(fc.constantFrom(...new Set(words)), { minLength: 6, maxLength: 14 }), {
          minLength: 3,
          maxLength: 10,
          selector: (said) => said.join(" ")
        }),
        fc.nat(),
        fc.nat(),
        sentence,
        (sentences, chosen, word, other) => {
          const name = 1 + (chosen % (sentences.length - 1))
          const said = sentences[name]!.with(word % sentences[name]!.length, "another")
          const before = inShape(shape, sentences)
          const after = inShape(shape, [other, ...sentences.with(name, said).slice(1)])
          const found = followBlocks(before.document, after.document).get(before.paragraphs[name]!.key!)
          count++
          if (found !== undefined && found === after.paragraphs[name]) isFound++
        }
      ),
      { numRuns: 200 }
    )
    expect(isFound / count).toBeGreaterThan(0.98)
  })
})
