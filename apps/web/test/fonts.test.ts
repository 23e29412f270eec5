/** Fonts that sites are drawn with: weights, files, and the choice among them. */
import { describe, expect, it } from "vitest"
import type { CustomFont, SiteLook } from "../src/logic/api.ts"
import {
  faceProblem,
  fontChoices,
  fontFileProblem,
  fontType,
  fontValue,
  isDrawnWith,
  offeredWeights,
  plainWeight,
  weightName,
  withFont
} from "../src/logic/fonts.ts"

it("Weights have names, and those between have their number", () => {
  expect(offeredWeights).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900])
  expect(offeredWeights).toContain(plainWeight)
  expect(weightName(700)).toBe("Bold (700)")
  expect(weightName(350)).toBe("Weight 350")
})

it.each([
  ["a.woff2", 1, "font/woff2", undefined],
  ["A.WOFF", 5_000_000, "font/woff", undefined],
  ["a.woff2", 5_000_001, "font/woff2", "larger than 5 MB"],
  ["a.woff2", 0, "font/woff2", "empty"],
  ["a.ttf", 1, undefined, "Convert"],
  ["woff2", 1, undefined, "Convert"]
])("A file %s of %i bytes is sent as %s", (name, size, type, problem) => {
  expect(fontType(name)).toBe(type)
  const said = fontFileProblem({ name, size })
  if (problem === undefined) expect(said).toBeUndefined()
  else expect(said).toContain(problem)
})

it.each([
  [412, "fontFaces.1.storageKey: the file of weight 700 is no font", { weight: 700, text: "The file is no font." }],
  [412, "A font needs a face of weight 400; add one to fontFaces", undefined],
  [400, "fontFaces.1.storageKey: the file of weight 700 is no font", undefined],
  [undefined, undefined, undefined]
])("An answer %s, %s, is about a weight where it says so", (status, message, problem) => {
  expect(faceProblem({ status, message })).toEqual(problem)
})

describe("The fonts of a look", () => {
  const font = (id: string, fontFamily: string): CustomFont => ({
    id,
    custom: true,
    fontFamily,
    fontFaces: [],
    permissions: { edit: true }
  })
  const fonts = [font("f1", "Brand"), font("f2", "Other")]
  const styling = { font: "Inter", monospaceFont: "DMMono", theme: "clean" } as unknown as SiteLook["styling"]

  it.each(["font", "headingFont", "monospaceFont"] as const)(
    "Whatever can be chosen for %s is what the field has then",
    (place) => {
      for (const [value] of fontChoices(styling, place, fonts)) {
        const changed = withFont(styling, place, value, fonts)
        expect(fontValue(changed[place])).toBe(value)
        expect({ ...changed, [place]: undefined }).toEqual({ ...styling, [place]: undefined })
        expect(JSON.stringify(changed)).not.toContain("permissions")
      }
    }
  )

  it("Headings have the font of the text unless another is said", () => {
    const changed = withFont(styling, "headingFont", "custom:f1", fonts)
    expect("headingFont" in changed).toBe(true)
    expect("headingFont" in withFont(changed, "headingFont", "", fonts)).toBe(false)
  })

  it("The one that is chosen stays there while the others are not known", () => {
    const chosen = withFont(styling, "font", "custom:f2", fonts)
    expect(fontChoices(chosen, "font", [])[0]).toEqual(["custom:f2", "Other"])
    expect(withFont(chosen, "font", "custom:f2", [])).toEqual(chosen)
    expect(fontChoices(chosen, "font", fonts).filter(([value]) => value === "custom:f2")).toHaveLength(1)
  })

  it("A site is drawn with what it, or one of its spaces, has in any place", () => {
    const plain = { site: { styling }, siteSpaces: {} }
    expect(isDrawnWith(plain, "f1")).toBe(false)
    for (const place of ["font", "headingFont", "monospaceFont"] as const) {
      const look = { styling: withFont(styling, place, "custom:f1", fonts) }
      expect(isDrawnWith({ ...plain, site: look }, "f1")).toBe(true)
      expect(isDrawnWith({ ...plain, site: look }, "f2")).toBe(false)
      expect(isDrawnWith({ ...plain, siteSpaces: { s1: look } }, "f1")).toBe(true)
    }
  })
})
