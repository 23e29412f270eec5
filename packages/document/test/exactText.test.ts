/** Text that keeps the bytes of its file. */
import { carryBytes, displayText, exactBytes, exactText, parsePage, unreadableBytes } from "@octavo/document"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Bytes as files have them: text, and pieces of sequences that were cut, doubled or never were UTF-8. */
const bytes = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.string({ unit: "binary", maxLength: 6 }).map((text) => new TextEncoder().encode(text))
      },
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 4 }) },
      fc
        .constantFrom(
          "\xef\xbb\xbf",
          "\xed\xa0\x80",
          "\xed\xb0\x80",
          "\xf0\x9f\x98",
          "\xf4\x90\x80\x80",
          "\xe0\x80\x80",
          "\0"
        )
        .map(latin)
    ),
    { maxLength: 12 }
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part))))

describe("a text that keeps its bytes", () => {
  it("has all of them, shows what can be stored, and both forms have the same places", () => {
    fc.assert(
      fc.property(bytes, (bytes) => {
        const exact = exactText(bytes)
        expect(exactBytes(exact)).toEqual(bytes)
        const shown = displayText(exact)
        expect(shown.length).toBe(exact.length)
        expect(shown.isWellFormed() && !shown.includes("\0")).toBe(true)
        // what is well-formed is read as the platform reads it
        expect(shown.replaceAll("\uFFFD", "")).toBe(decode(bytes).replaceAll(/[\0\uFFFD]/g, ""))
        expect(unreadableBytes(exact).count).toBe(
          Array.from(exact).filter((letter) => displayText(letter) !== letter).length
        )
      }),
      { numRuns: 2000, seed: 1 }
    )
  })

  it("is itself where everything is UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(exactText(new TextEncoder().encode(text))).toBe(text)
        expect(exactBytes(text)).toEqual(new TextEncoder().encode(text))
      })
    )
  })

  it("says where the first byte is that is no text", () => {
    expect(unreadableBytes("a\n\uFFFD\n")).toEqual({ count: 0, line: 0 })
    expect(unreadableBytes(exactText(latin("a\r\nb\n\xe9\0\xe9")))).toEqual({ count: 3, line: 3 })
  })

  it("can be read by the parser, which never throws", () => {
    fc.assert(
      fc.property(bytes, (bytes) => {
        expect(parsePage(exactText(bytes)).root.type).toBe("root")
      }),
      { numRuns: 300, seed: 2 }
    )
  })
})

/** The edited text's bytes, each as one letter. */
const carried = (edited: string, ...sources: ReadonlyArray<string>): string =>
  Array.from(
    exactBytes(
      carryBytes(
        edited,
        sources.map((source) => exactText(latin(source)))
      )
    ),
    (byte) => String.fromCharCode(byte)
  ).join("")
const shown = (text: string): string => displayText(exactText(latin(text)))

describe("bytes that are carried over into an edited text", () => {
  const cases: ReadonlyArray<
    readonly [name: string, edited: string, sources: ReadonlyArray<string>, expected: string]
  > = [
    ["nothing was edited", "caf\uFFFD\n", ["caf\xe9\n"], "caf\xe9\n"],
    ["a line came", "new\ncaf\uFFFD\n", ["caf\xe9\n"], "new\ncaf\xe9\n"],
    ["the last line got an end", "caf\uFFFD\nnew", ["caf\xe9"], "caf\xe9\nnew"],
    ["ends of lines were exchanged", "a\uFFFD\nb\uFFFD\n", ["a\xe9\r\nb\xe8\r\n"], "a\xe9\nb\xe8\n"],
    [
      "lines that show the same stand around the one that changed",
      "\uFFFD\nnew\n\uFFFD\n",
      ["\xe9\n\xe8\n\xe7\n"],
      "\xe9\nnew\n\xe7\n"
    ],
    ["lines changed places", "b\uFFFD\na\uFFFD\nc\uFFFD", ["a\xe9\nb\xe8\nc\xe7"], "b\xe8\na\xe9\nc\xe7"],
    ["a line was copied", "a\uFFFD\na\uFFFD\n", ["a\xe9\n"], "a\xe9\na\xe9\n"],
    ["a word was exchanged", "un caf\uFFFD cr\uFFFDme", ["le caf\xe9 cr\xe8me"], "un caf\xe9 cr\xe8me"],
    ["a word got an end", "caf\uFFFDs", ["caf\xe9"], "caf\xe9s"],
    ["a word lost its beginning", "f\uFFFD", ["caf\xe9"], "f\xe9"],
    ["all words of a line went elsewhere", "b\n\nx caf\uFFFD", ["caf\xe9 a b c d e\n\nf g\n\nh"], "b\n\nx caf\xe9"],
    [
      "a word that came stands for two",
      "a \uFFFD\nb \uFFFD\nx \uFFFD",
      ["a \xe9\nb \xe8\n"],
      "a \xe9\nb \xe8\nx \xef\xbf\xbd"
    ],
    ["a word is in the other source", "new\nol\uFFFD", ["new \xe9", "ol\xe9"], "new\nol\xe9"],
    [
      "a line of the other source shows what another line shows",
      "a\uFFFD\nold\na\uFFFD\n",
      ["a\xe9\nold\nnew\n", "b\nold\na\xe8\n"],
      "a\xe9\nold\na\xe8\n"
    ],
    ["the file has the character itself", "a\uFFFD \uFFFD new", ["a\xef\xbf\xbd \xe9 old"], "a\xef\xbf\xbd \xe9 new"],
    ["it was there before: NUL", "H\uFFFDi\uFFFD new", ["H\0i\0 old"], "H\0i\0 new"],
    [
      "pairs of surrogates stand around it",
      "\u{1f480}\uFFFD\u{1f601}",
      ["\xf0\x9f\x98\x80\xff\xf0\x9f\x98\x80"],
      "\xf0\x9f\x92\x80\xff\xf0\x9f\x98\x81"
    ],
    ["somebody writes the character", "a\uFFFD", ["\xe9\n\xe8\nb"], "a\xef\xbf\xbd"],
    ["the text is valid", "a\uFFFD", ["a\xef\xbf\xbd b"], "a\xef\xbf\xbd"],
    ["there is no source", "a\uFFFD", [], "a\xef\xbf\xbd"]
  ]
  for (const [name, edited, sources, expected] of cases) {
    it(name, () => expect(carried(edited, ...sources)).toBe(expected))
  }

  it("changes nothing of what the edited text shows, and everything of a line that was left alone", () => {
    const line = fc
      .array(
        fc.constantFrom("a", " ", "caf\xe9", "\xe8", "\xff\xfe", "\0", "\xc3\xa9", "\xef\xbf\xbd", "\xf0\x9f\x98\x80"),
        { maxLength: 5 }
      )
      .map((all) => all.join(""))
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        line,
        fc.constantFrom("\n", "\r\n", "\r"),
        (lines, at, other, end) => {
          const edited = lines.map((one, i) => (i === at % lines.length ? `new ${other}` : one))
          const text = shown(edited.join(end))
          const result = carried(text, lines.join(end))
          expect(shown(result)).toBe(text)
          result.split(end).forEach((one, i) => {
            if (i !== at % lines.length) expect(one).toBe(lines[i])
          })
        }
      ),
      { numRuns: 1000, seed: 3 }
    )
  })
})
