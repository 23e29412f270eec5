import { directionsOf, drawn, levelRuns, visualOrder } from "@octavo/render/bidi"
import { describe, expect, it } from "vitest"
import { Canvas } from "../src/canvas.ts"
import { type Item, type Style, textRows } from "../src/lines.ts"
import { page } from "./book.ts"

/** As UAX 9 writes its examples: capitals stand for letters from right to left. */
const hebrew = (text: string): string =>
  text.replace(/[A-Z]/g, (one) => String.fromCharCode(0x5d0 + one.charCodeAt(0) - 65))
const latin = (text: string): string =>
  text.replace(/[\u05d0-\u05ea]/g, (one) => String.fromCharCode(65 + one.charCodeAt(0) - 0x5d0))

/** What is seen from left to right. */
const seen = (text: string): string => {
  const directions = directionsOf(text)
  if (directions === undefined) return text
  let from = 0
  const runs = levelRuns(directions, 0, text.length).map(({ end, level }) => {
    const run = { text: text.slice(from, end), level }
    from = end
    return run
  })
  return visualOrder(runs.map(({ level }) => level))
    .map((index) => {
      const { level, text: run } = runs[index]!
      // the font turns letters from right to left around itself
      const given = drawn(run, level)
      return /[\u0590-\u08ff]/.test(run) ? [...given].reverse().join("") : given
    })
    .join("")
}

describe("Text of both directions", () => {
  it.each([
    ["a phrase from right to left", "car is THE CAR in arabic", "car is RAC EHT in arabic"],
    ["a phrase from left to right", "CAR IS the car IN ENGLISH", "HSILGNE NI the car SI RAC"],
    ["numbers", "he said “\u2067IT IS 123, 456, OK\u2069”.", "he said “KO ,456 ,123 SI TI”."],
    ["a number at the end", "ABC 123", "123 CBA"],
    ["a range of numbers", "A 1-2", "1-2 A"],
    ["a sum", "A 1.5 B", "B 1.5 A"],
    ["a mark of its own at the end", "ABC!", "!CBA"],
    ["a mark after Latin at the end", "ABC abc!", "!abc CBA"],
    ["a mark of direction after it", "ABC abc!\u200e", "abc!\u200e CBA"],
    ["brackets around Latin", "AB(ef)GH", "HG(ef)BA"],
    ["brackets in Latin", "ab(CD)ef", "ab(DC)ef"],
    ["brackets from right to left", "A(B)C", "C(B)A"],
    ["a picture", "AB 😀 CD", "DC 😀 BA"],
    ["an address", "A http://example.com/a?b=1 B", "B http://example.com/a?b=1 A"],
    ["nothing of it", "abc (1) ✓", "abc (1) ✓"]
  ])("stands as the bidirectional algorithm says: %s", (_, text, expected) => {
    // marks of direction are not drawn
    const shown = (one: string) => one.replace(/[\u2066-\u2069\u200e]/g, "")
    expect(shown(latin(seen(hebrew(text))))).toBe(shown(expected))
  })

  it.each([
    ["Arabic letters make numbers theirs: what is between two stands between them the other way", "ا 1-2", "2-1 ا"],
    ["Arabic digits run from left to right", "ا ١٢٣", "١٢٣ ا"],
    ["so do those of Persian, which fonts would turn around", "ا ۱۲۳", "۱۲۳ ا"]
  ])("%s", (_, text, expected) => {
    expect(seen(text)).toBe(expected)
  })

  it("has the direction of its first letter", () => {
    const bases = ["אa", "aא", "1 א", "(א) a", "\u2067א\u2069 a א", "אב"].map((text) => directionsOf(text)?.base)
    expect(bases).toEqual([1, 0, 1, 1, 0, 1])
  })

  it("takes time in its length, whatever isolates there are", () => {
    for (const text of ["\u2067a\u2069", "\u2067a", "\u2068", "(", "\u202ba\u202c"]) {
      expect(directionsOf(`א${text.repeat(300_000)}`)?.base).toBe(1)
    }
  })
})

const style: Style = { family: "sans", bold: false, italic: false, size: 10, color: "#000000" }

/** What a paragraph draws, line by line, in the order of the content, with where it begins. */
const drawnBy = (items: ReadonlyArray<Item>, width: number) => {
  const canvas = new Canvas({ title: "T", language: "he", createdAt: new Date(0) })
  canvas.addPage()
  const lines = new Map<number, Array<{ readonly text: string; readonly x: number }>>()
  const draw = canvas.text.bind(canvas)
  canvas.text = (text, face, size, fill, x, baseline) => {
    lines.set(baseline, [...(lines.get(baseline) ?? []), { text, x }])
    draw(text, face, size, fill, x, baseline)
  }
  let y = 50
  for (const row of textRows(canvas, items, width, style.size)) {
    row.draw?.(canvas, 50, y)
    y += row.height
  }
  return [...lines.values()]
}
const text = (words: string): Item => ({ kind: "text", text: words, style })
const inOrder = (line: ReadonlyArray<{ readonly text: string; readonly x: number }>): string =>
  line
    .toSorted((a, b) => a.x - b.x)
    .map(({ text: one }) => one)
    .join("")

describe("Lines of both directions", () => {
  it("begin at the right, with the words in the order of UAX 9", () => {
    const [line = []] = drawnBy([text("שלום עולם abc def 12")], 300)
    expect(inOrder(line)).toBe("abc def 12 עולם שלום")
    expect(line.find(({ text: one }) => one === "שלום")!.x).toBeGreaterThan(300)
    const [other = []] = drawnBy([text("One שלום, עולם (1) two")], 300)
    expect(inOrder(other)).toBe("One (1) עולםשלום, two".replace("עולםשלום,", "עולם שלום,"))
    expect(other[0]!.x).toBe(50)
  })

  it("are broken as they are read, and each is ordered alone, without the space at its end", () => {
    const words = "אחת שתים abc def ghi שלוש ארבע"
    const lines = drawnBy([text(words)], 75)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(inOrder(line)).toBe(inOrder(line).trim())
    // no word is before another one that stands on an earlier line
    const lineOf = words.split(" ").map((word) => lines.findIndex((line) => inOrder(line).includes(word)))
    expect(lineOf).toEqual(lineOf.toSorted((a, b) => a - b))
    expect(lineOf).not.toContain(-1)
    expect(inOrder(lines[0]!).endsWith("אחת")).toBe(true)
  })

  it("are as they were where all runs from left to right", () => {
    const [line = []] = drawnBy([text("One two "), { ...text("three"), style: { ...style, bold: true } } as Item], 300)
    expect(line.map(({ text: one, x }) => [one, x >= 50])).toEqual([
      ["One two ", true],
      ["three", true]
    ])
    expect(line[0]!.x).toBe(50)
  })

  it("cut a word that is too long where it is read", () => {
    const lines = drawnBy([text("א".repeat(10) + "ב".repeat(10))], 40)
    expect(lines.map((line) => line.map(({ text: one }) => one).join("")).join("")).toBe(
      "א".repeat(10) + "ב".repeat(10)
    )
  })
})

describe("A book with both directions", () => {
  it("gives its text back in the order in which it is read", async () => {
    const { text: found } = await page(
      "ברוכים הבאים, אל המדריך החדש!\n\nOne שלום, עולם two.\n\nשלום Octavo 24 עולם\n\nمرحبا بكم في الدليل"
    )
    const lines = found.split("\n").map((line) => line.trim())
    expect(lines).toContain("ברוכים הבאים, אל המדריך החדש!")
    expect(lines).toContain("One שלום, עולם two.")
    // readers see no space where a line jumps back to the left
    expect(lines.map((line) => line.replaceAll(" ", ""))).toContain("שלוםOctavo24עולם")
    expect(found.normalize("NFKC")).toContain("مرحبا بكم في الدليل")
  })
})
