import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Face, fileOf, makeFonts } from "../src/fonts.ts"
import { howToInstall } from "../src/optionalFonts.ts"

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
