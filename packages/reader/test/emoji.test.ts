/** Emoji: which ones a text has, how their font is called, and what is in it. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import fc from "fast-check"
import * as fontkit from "fontkit"
import { describe, expect, it } from "vitest"
import { emojiFontTask } from "../src/emoji/emojiFont.ts"
import { type EmojiForm, emojiFontAt, emojiFontName, emojiForms, emojiIn } from "../src/emoji/letters.ts"
import { readOpenType, readWoff, writeOpenType, writeWoff } from "../src/emoji/woff.ts"
import { emojiRange, svgAddress } from "../src/logic/emojiAddress.ts"

const codes = (text: string): ReadonlyArray<number> => Array.from(text, (letter) => letter.codePointAt(0)!)

describe("emoji of a text", () => {
  it.each([
    ["no emoji at all: 0-9 # * © ™ ↔ ♥ Ω", ""],
    ["a rocket 🚀, and it again 🚀", "🚀"],
    ["a heart that is a picture ❤️", "❤️"],
    ["a coder 👩🏽‍💻", "👩🏽‍💻"],
    ["a family 👨‍👩‍👧", "👨‍👩👧"],
    ["flags 🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴‍☠️", "🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿‍☠️"],
    ["a keycap, whose digit is everybody's 1️⃣", ""],
    ["half a flag 🇩", ""]
  ])("%s", (text, emoji) => {
    expect([...emojiIn(text)].sort((a, b) => a - b)).toEqual([...new Set(codes(emoji))].sort((a, b) => a - b))
  })

  it("are 400 letters at most, and whole emoji", () => {
    const many = Array.from({ length: 0x500 }, (_, i) => `${String.fromCodePoint(0x1f300 + i)} `).join("")
    const letters = emojiIn(many)
    expect(letters.size).toBeLessThanOrEqual(400)
    expect(letters.size).toBeGreaterThan(390)
    for (const form of emojiForms) expect(emojiFontAt(emojiFontName(letters, form))).toEqual({ letters, form })
  })

  it("are found in any text, as fast as it is long", () => {
    const piece = fc.constantFrom("🇩", "‍", "️", "👩", "🏽", "\u{e0062}", "\u{e007f}", "a", "1", "⃣")
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const letters = emojiIn(pieces.join(""))
        if (letters.size === 0) return
        for (const form of emojiForms) expect(emojiFontAt(emojiFontName(letters, form))).toEqual({ letters, form })
      })
    )
  })
})

describe.each(emojiForms)("a name of a font in %s", (form) => {
  const name = emojiFontName(new Set(codes("🚀📘")), form)

  it("is that of one font", () => {
    expect(emojiFontAt(name)).toEqual({ letters: new Set(codes("📘🚀")), form })
    expect(emojiFontName(new Set(codes("📘🚀")), form)).toBe(name)
  })

  it.each([
    "",
    name.replace("47", "46"),
    name.replace("1f4d8-1f680", "1f680-1f4d8"),
    name.replace("1f4d8", "1F4D8"),
    name.replace("1f4d8-", "1f4d8-1f4d8-"),
    name.replace("1f4d8-", "1f4d8--"),
    name.replace("1f4d8-", "01f4d8-"),
    name.replace("1f4d8-", "61-"),
    name.replace("1f4d8-", "4e00-"),
    name.replace("1f680", "ffffff"),
    name.replace(".woff", ".ttf"),
    svgAddress(svgAddress(name)),
    `${name}/`,
    `emoji.47/${"1f680-".repeat(100_000)}.woff`
  ])("is not %.60s", (other) => {
    expect(emojiFontAt(other)).toBeUndefined()
  })

  it("says which letters it is for", () => {
    const page = emojiFontName(new Set(codes("🚀📘")), "color-COLRv1")
    expect(emojiRange(`/docs/_octavo/${page}`)).toBe("U+1f4d8,U+1f680")
    expect(emojiRange("/docs/_octavo/emoji.woff#1f680")).toBe("U+1f680")
  })

  it("is found from the other, whatever the path of the site", () => {
    const page = emojiFontName(new Set(codes("🚀📘")), "color-COLRv1")
    expect(svgAddress(`/a.woff/docs/_octavo/${page}`)).toBe(
      `/a.woff/docs/_octavo/${page.replace(".woff", ".svg.woff")}`
    )
    expect(svgAddress("../~emoji.woff#1f680")).toBe("../~emoji.svg.woff#1f680")
  })

  it("says which version of the pictures it has", () => {
    const metadata = createRequire(import.meta.url).resolve("@fontsource/noto-color-emoji/metadata.json")
    expect(name).toMatch(`emoji.${JSON.parse(readFileSync(metadata, "utf8")).version.slice(1)}/`)
  })
})

const drawnBy: Readonly<Record<EmojiForm, ReadonlyArray<string>>> = {
  "color-COLRv1": ["COLR", "CPAL"],
  "color-SVG": ["SVG "]
}

describe.each(emojiForms)("a font of emoji in %s", (form) => {
  const fontOf = async (text: string) => {
    const input = { letters: codes(text), form }
    const file = Buffer.from(await emojiFontTask.run(input, () => Promise.reject(new Error("no"))))
    const tables = readWoff(file, () => true)
    return { file, tables, font: fontkit.create(writeOpenType(tables)) as fontkit.Font }
  }

  it("has its emoji, in color, and no others", async () => {
    const { file, font, tables } = await fontOf("🚀📘")
    const tags = tables.tables.map(({ tag }) => tag)
    expect(tags.filter((tag) => /COLR|CPAL|SVG/.test(tag))).toEqual(drawnBy[form])
    expect(tags).toEqual(expect.arrayContaining(["glyf", "GSUB"]))
    // as they are looked for
    expect(tags).toEqual([...tags].sort())
    expect([...font.characterSet].sort((a, b) => a - b)).toEqual(codes("📘🚀"))
    expect(file.length).toBeLessThan(6_000)
  })

  it("draws several letters as one picture", async () => {
    const { font } = await fontOf("👩‍💻🇩🇪")
    expect(font.layout("👩‍💻").glyphs).toHaveLength(1)
    expect(font.layout("🇩🇪").glyphs).toHaveLength(1)
    expect(font.layout("👩💻").glyphs).toHaveLength(2)
  })

  it("is the same file each time", async () => {
    expect((await fontOf("🎉")).file.equals((await fontOf("🎉")).file)).toBe(true)
  })

  it("is written as it was read", async () => {
    const { tables } = await fontOf("🚀")
    expect(readWoff(writeWoff(tables), () => true)).toEqual(tables)
    expect(readOpenType(writeOpenType(tables))).toEqual(tables)
  })
})
