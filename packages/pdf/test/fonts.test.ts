import { existsSync } from "node:fs"
import { howToInstall } from "@octavo/render/optionalFonts"
import { describe, expect, it } from "vitest"
import { Canvas } from "../src/canvas.ts"
import { type Face, fileOf, makeFonts } from "../src/fonts.ts"

const without = (...faces: ReadonlyArray<Face>) =>
  makeFonts((face) => (faces.includes(face) ? undefined : fileOf(face)))
const chinese = ["chinese", "chinese-bold"] as const
const korean = ["korean", "korean-bold"] as const

const missing = (text: string, ...faces: ReadonlyArray<Face>) => {
  const fonts = without(...faces)
  for (const bold of [false, true]) fonts.runs(text, "sans", bold, false)
  return fonts.missing().map(({ name }) => name)
}

describe("fonts that are not installed", () => {
  it.each([
    ["Chinese", "手冊", ["@embedpdf/fonts-sc"]],
    ["Japanese", "ひらがなカタカナ", ["@embedpdf/fonts-sc"]],
    ["Bopomofo", "ㄅㄆ", ["@embedpdf/fonts-sc"]],
    ["Korean", "안내서", ["@embedpdf/fonts-kr"]],
    ["both", "手冊 안내서", ["@embedpdf/fonts-sc", "@embedpdf/fonts-kr"]],
    ["neither, with what other fonts draw", "Füße Ελλάδα עברית → ☑ 🚀 ✅", []]
  ])("are named for text that is %s", (_, text, names) => {
    expect(missing(text, ...chinese, ...korean).toSorted()).toEqual(names.toSorted())
  })

  it("are not named where they are installed, nor before a text needs them", () => {
    expect(missing("手冊 안내서 ひらがな")).toEqual([])
    expect(missing("안내서", ...chinese)).toEqual([])
    // a character that the installed font does not have
    expect(missing("\u{323af}")).toEqual([])
    expect(missing("plain", ...chinese, ...korean)).toEqual([])
  })

  it("can be installed as it is said", () => {
    expect(howToInstall(["@embedpdf/fonts-sc"])).toContain("npm install @embedpdf/fonts-sc,")
  })

  it("leave every other font in its place", () => {
    const fonts = makeFonts()
    for (const text of ["Words", "→", "🚀", "手冊", "안내서"]) {
      for (const { face } of fonts.runs(text, "sans", false, false)) {
        expect(existsSync(fileOf(face)!), face).toBe(true)
        expect(fonts.font(face).postscriptName, face).not.toBe("")
      }
    }
  })
})

describe("shapes of words", () => {
  it("are kept until there are many, and then forgotten", () => {
    const canvas = new Canvas({ title: "Words", language: "en", createdAt: new Date(0) })
    const shapedFor = (text: string): number => {
      const before = canvas.fonts.shaped()
      canvas.width(text, "sans", 10)
      canvas.forget()
      return canvas.fonts.shaped() - before
    }
    expect([shapedFor("kept"), shapedFor("kept")]).toEqual([1, 0])
    for (let word = 0; word < 39_998; word++) expect(shapedFor(`w${word}`)).toBe(1)
    expect(shapedFor("kept")).toBe(0)
    expect(shapedFor("one more")).toBe(2)
    expect([shapedFor("kept"), shapedFor("kept")]).toEqual([1, 0])
  })
})
