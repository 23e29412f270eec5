/** An edit put into a text that somebody else has changed: by table, and by property. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeEdits } from "../../src/merge/mergeEdits.ts"

const page = (...blocks: ReadonlyArray<string>) => `# Title\n\n${blocks.join("\n\n")}\n`
const textOf = (merged: ReturnType<typeof mergeEdits>) => ("text" in merged ? merged.text : merged)

const both: ReadonlyArray<readonly [name: string, base: string, mine: string, theirs: string, merged: string]> = [
  ["nothing of mine", page("a b"), page("a b"), page("a c"), page("a c")],
  ["nothing of theirs", page("a b"), page("a c"), page("a b"), page("a c")],
  [
    "different words of one line",
    page("the quick fox"),
    page("the slow fox"),
    page("the quick wolf"),
    page("the slow wolf")
  ],
  ["words beside each other", page("one two"), page("1 two"), page("one 2"), page("1 2")],
  ["a word before one that is another", page("the fox"), page("the big fox"), page("the wolf"), page("the big wolf")],
  ["a word gone, another one come", page("a b c d"), page("a c d"), page("a b c e"), page("a c e")],
  ["words put in at one place: theirs first", page("a z"), page("a m z"), page("a t z"), page("a t m z")],
  ["sentences at one end", page("One."), page("One. Mine."), page("One. Theirs."), page("One. Theirs. Mine.")],
  [
    "what was typed on stands once",
    page("One."),
    page("One. Two and more."),
    page("One. Two"),
    page("One. Two and more.")
  ],
  [
    "a paragraph typed on stands once",
    page("a"),
    page("a", "Hello world"),
    page("a", "Hello"),
    page("a", "Hello world")
  ],
  ["paragraphs at one place", page("a"), page("a", "mine"), page("a", "theirs"), page("a", "theirs", "mine")],
  ["first words of an empty page", "", page("mine"), page("theirs"), page("theirs", "mine")],
  [
    "paragraphs between two that both put in",
    page("z"),
    page("a", "m", "b", "z"),
    page("a", "t", "b", "z"),
    page("a", "t", "m", "b", "z")
  ],
  [
    "items at one place",
    page("* a\n* b"),
    page("* a\n* b\n* mine"),
    page("* a\n* b\n* theirs"),
    page("* a\n* b\n* theirs\n* mine")
  ],
  ["a paragraph split, a word changed", page("a b c d"), page("a b", "c d"), page("a b c D"), page("a b", "c D")],
  [
    "a mark, and the word in it",
    page("the quick fox"),
    page("the **quick** fox"),
    page("the slow fox"),
    page("the **slow** fox")
  ],
  ["a mark, and a word put in before it", page("a c d"), page("a b c d"), page("a **c** d"), page("a b **c** d")],
  ["a mark, and a word put in behind it", page("a c d"), page("a c b d"), page("a **c** d"), page("a **c** b d")],
  ["a mark, and the word before it gone", page("a b c d"), page("a  c d"), page("a b **c** d"), page("a  **c** d")],
  [
    "a mark, and a paragraph that begins at it",
    page("a c d"),
    page("a", "c d"),
    page("a **c** d"),
    page("a", "**c** d")
  ],
  ["marks of different words", page("a b c"), page("**a** b c"), page("a b *c*"), page("**a** b *c*")],
  ["the same mark of neighbours", page("a b c"), page("**a** b c"), page("a **b** c"), page("**a** **b** c")],
  ["quotes of neighbours", page("a b c"), page('a "b" c'), page('"a" b c'), page('"a" "b" c')],
  ["a mark that is there, and one more", page("a b"), page("**a** b"), page("**a** **b**"), page("**a** **b**")],
  [
    "cells of one row",
    page("| a | b |\n| - | - |\n| one | two |"),
    page("| a | b |\n| - | - |\n| 1 | two |"),
    page("| a | b |\n| - | - |\n| one | 2 |"),
    page("| a | b |\n| - | - |\n| 1 | 2 |")
  ],
  [
    "a column and a row",
    page("| a | b |\n| - | - |\n| c | d |"),
    page("| n | a | b |\n| - | - | - |\n| e | c | d |"),
    page("| a | b |\n| - | - |\n| c | d |\n| x | y |"),
    page("| n | a | b |\n| - | - | - |\n| e | c | d |\n|  | x | y |")
  ],
  [
    "a column that is there already, and a row",
    page("| a | b |\n| - | - |\n| c | d |"),
    page("| a | n | b |\n| - | - | - |\n| c | e | d |"),
    page("| a | n | b |\n| - | - | - |\n| c | e | d |\n| x | z | y |"),
    page("| a | n | b |\n| - | - | - |\n| c | e | d |\n| x | z | y |")
  ],
  [
    "a column of each",
    page("| a | b |\n| - | - |\n| c | d |"),
    page("| a | m | b |\n| - | - | - |\n| c | 1 | d |"),
    page("| a | t | b |\n| - | - | - |\n| c | 2 | d |\n| x | 3 | y |"),
    page("| a | t | m | b |\n| - | - | - | - |\n| c | 2 | 1 | d |\n| x | 3 |  | y |")
  ],
  [
    "a column without a title, and a cell",
    page("|  |  |\n| - | - |\n| c \\| q | d |"),
    page("|  |  |  |\n| - | - | - |\n| c \\| q | d | e |"),
    page("|  |  |\n| - | - |\n| c \\| q | D |"),
    page("|  |  |  |\n| - | - | - |\n| c \\| q | D | e |")
  ],
  [
    "writing without spaces",
    page("我喜欢红色的花"),
    page("我喜欢蓝色的花"),
    page("他喜欢红色的花"),
    page("他喜欢蓝色的花")
  ],
  ["a title and a text", "# Old\n\nOne two\n", "# Old\n\nOne 2\n", "# New\n\nOne two\n", "# New\n\nOne 2\n"],
  [
    "keys of the header",
    "---\nicon: a\ntitle: b\n---\n\nOne\n",
    "---\nicon: a\ntitle: c\n---\n\nOne\n",
    "---\nicon: d\ntitle: b\n---\n\nTwo\n",
    "---\nicon: d\ntitle: c\n---\n\nTwo\n"
  ],
  [
    "lines with carriage returns",
    "One two\r\n\r\nThree\r\n",
    "One 2\r\n\r\nThree\r\n",
    "1 two\r\n\r\nThree\r\n",
    "1 2\r\n\r\nThree\r\n"
  ],
  ["their last block gone, mine after it", page("a", "b"), page("a", "b", "c"), page("a"), page("a", "c")]
]

const collide: ReadonlyArray<readonly [name: string, base: string, mine: string, theirs: string, at: object]> = [
  ["one word", page("a b c"), page("a m c"), page("a t c"), { base: "a b c", mine: "a m c", theirs: "a t c" }],
  ["a word that is gone", page("a b c"), page("a m c"), page("a c"), { base: "a b c", mine: "a m c", theirs: "a c" }],
  [
    "a paragraph that is gone",
    page("x", "a b", "y"),
    page("x", "a m", "y"),
    page("x", "y"),
    { base: "a b", mine: "a m", theirs: "" }
  ],
  [
    "an address",
    page("[a](https://a.example/b)"),
    page("[a](https://a.example/m)"),
    page("[a](https://t.example/b)"),
    { base: "[a](https://a.example/b)", mine: "[a](https://a.example/m)", theirs: "[a](https://t.example/b)" }
  ],
  [
    "with other words beside it",
    page("a b c d"),
    page("1 m c d"),
    page("a t c 4"),
    { base: "a b c d", mine: "1 m c 4", theirs: "1 t c 4" }
  ],
  [
    "links across each other",
    page("a b c"),
    page("[a b](u) c"),
    page("a [b c](v)"),
    { base: "a b c", mine: "[a b](u) c", theirs: "a [b c](v)" }
  ],
  [
    "a key of the header",
    "---\nicon: a\n---\n\nx\n",
    "---\nicon: m\n---\n\nx\n",
    "---\nicon: t\n---\n\nx\n",
    { base: "icon: a", mine: "icon: m", theirs: "icon: t" }
  ]
]

describe("mergeEdits", () => {
  it.each(both)("keeps both: %s", (_, base, mine, theirs, merged) => {
    expect(textOf(mergeEdits(base, mine, theirs))).toBe(merged)
  })

  it.each(collide)("asks about %s, and takes what was decided", (_, base, mine, theirs, at) => {
    const merged = mergeEdits(base, mine, theirs)
    expect(merged).toEqual({ collisions: [at] })
    const collision = (merged as { collisions: ReadonlyArray<{ base: string; mine: string; theirs: string }> })
      .collisions[0]!
    const settle = (text: string) => textOf(mergeEdits(base, mine, theirs, [{ ...collision, text }]))
    expect(settle("Decided")).toContain("Decided\n")
    // of others, nothing
    expect(mergeEdits(base, mine, theirs, [{ ...collision, base: "other", text: "Decided" }])).toEqual(merged)
  })

  /** Paragraphs of words that are all others. */
  const words = fc
    .array(fc.array(fc.constant(0), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
    .map((sizes) => {
      let next = 0
      return sizes.map((size) => size.map(() => `w${next++}`))
    })
  /** What becomes of each word, and what is put behind it. */
  const edit = (side: string) =>
    fc
      .infiniteStream(fc.constantFrom("keep", "keep", "keep", "keep", "keep", "change", "drop", "insert", "part"))
      .map((kinds) => {
        const next = (kind: string, word: string, at: number): ReadonlyArray<string> =>
          kind === "change"
            ? [`${side}${at}`]
            : kind === "drop"
              ? []
              : kind === "insert"
                ? [word, `${side}${at}i`]
                : [word]
        return (paragraphs: ReadonlyArray<ReadonlyArray<string>>) => {
          let at = 0
          return paragraphs.map((paragraph) =>
            paragraph.flatMap((word) => {
              const kind = kinds.next().value as string
              return next(kind, word, at++)
            })
          )
        }
      })
  const write = (paragraphs: ReadonlyArray<ReadonlyArray<string>>) =>
    `${paragraphs
      .filter((one) => one.length > 0)
      .map((one) => one.join(" "))
      .join("\n\n")}\n`
  const said = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ""))

  it("has what one side alone changed, and nothing else", () => {
    fc.assert(
      fc.property(words, edit("m"), edit("t"), (base, mineOf, theirsOf) => {
        const [was, mine, theirs] = [write(base), write(mineOf(base)), write(theirsOf(base))]
        const merged = mergeEdits(was, mine, theirs)
        if ("collisions" in merged) {
          // each shows words of both that were not there
          for (const collision of merged.collisions) expect(collision.mine).not.toBe(collision.theirs)
          const settled = mergeEdits(
            was,
            mine,
            theirs,
            merged.collisions.map((one) => ({ ...one, text: one.mine }))
          )
          expect("text" in settled).toBe(true)
          const kept = said(textOf(settled) as string)
          for (const word of said(mine)) if (!said(was).has(word)) expect(kept).toContain(word)
          return
        }
        const [before, one, other, now] = [was, mine, theirs, merged.text].map(said)
        const expected = new Set(
          [...one!, ...other!].filter((word) => !before!.has(word) || (one!.has(word) && other!.has(word)))
        )
        expect(now).toEqual(expected)
        // in the order of each side
        for (const side of [mine, theirs]) {
          const order = side.split(/\s+/).filter((word) => now!.has(word) && word !== "")
          const there = new Set(order)
          expect(merged.text.split(/\s+/).filter((word) => there.has(word))).toEqual(order)
        }
      }),
      { numRuns: 1000 }
    )
  })

  it("has the marks of both, also when one comes once more", () => {
    const who = fc.constantFrom(undefined, undefined, "mine" as const, "theirs" as const, "both" as const)
    const marked = fc.array(fc.tuple(who, fc.constantFrom("**", "*", "~~", "`")), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(marked, (words) => {
        const by = (...some: ReadonlyArray<string>) =>
          page(
            words
              .map(([who, mark], at) => (who !== undefined && some.includes(who) ? `${mark}w${at}${mark}` : `w${at}`))
              .join(" ")
          )
        const [base, mine, theirs, all] = [by(), by("mine", "both"), by("theirs", "both"), by("mine", "theirs", "both")]
        expect(mergeEdits(base, mine, theirs)).toEqual({ text: all })
        expect(mergeEdits(base, mine, all)).toEqual({ text: all })
        expect(mergeEdits(base, theirs, all)).toEqual({ text: all })
      }),
      { numRuns: 500 }
    )
  })

  const dialect = `# A page of everything

A paragraph with **bold words**, a [link to somewhere](https://example.org/there), some \`inline code\` and an end.

{% hint style="info" %}
Mind the gap between train and platform.
{% endhint %}

* one item here
  * another below it
* last item there

| first column | second column |
| ------------ | ------------- |
| apples pears | plums cherries |

\`\`\`js
const answer = compute(question)
\`\`\`

> Quoted words of somebody else
`
  const places = Array.from(dialect.matchAll(/(?<![\w/.%:="{#`])[A-Za-z]{3,}(?![\w/.="}`])/g))
  const kinds = {
    replace: (word: string, side: string) => side + word,
    insert: (word: string, side: string) => `${word} ${side}${word}`
  }
  const kind = fc.constantFrom<keyof typeof kinds>("replace", "insert")
  const place = fc.nat(places.length - 1)

  it("of different words in a page of everything makes one page with both", () => {
    expect(places.length).toBeGreaterThan(40)
    fc.assert(
      fc.property(place, place, kind, kind, (one, other, mineKind, theirKind) => {
        fc.pre(one !== other)
        const write = (text: string, at: number, word: string) =>
          text.slice(0, places[at]!.index) + word + text.slice(places[at]!.index + places[at]![0].length)
        const mine = kinds[mineKind](places[one]![0], "m")
        const theirs = kinds[theirKind](places[other]![0], "t")
        const both =
          one > other
            ? write(write(dialect, one, mine), other, theirs)
            : write(write(dialect, other, theirs), one, mine)
        expect(mergeEdits(dialect, write(dialect, one, mine), write(dialect, other, theirs))).toEqual({ text: both })
      }),
      { numRuns: 300 }
    )
  })

  it("never fails, and keeps an edit where nothing else was done", () => {
    const text = fc
      .array(fc.constantFrom("a ", "b\n", "\n\n", "**", "* x\n", "> ", "```\n", "{% hint %}\n", "---\n", "| a |\n"), {
        maxLength: 12
      })
      .map((parts) => parts.join(""))
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        mergeEdits(base, mine, theirs)
        expect(mergeEdits(base, mine, base)).toEqual({ text: mine })
        expect(mergeEdits(base, base, theirs)).toEqual({ text: theirs })
        expect(mergeEdits(base, mine, mine)).toEqual({ text: mine })
      })
    )
  })
})
