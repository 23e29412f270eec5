import { describe, expect, it } from "vitest"
import { drawSocialPicture } from "../src/social/drawing.ts"
import { fontRuns } from "../src/social/faces.ts"
import { drawLine, fitted, type Setting, widthOf } from "../src/social/letters.ts"
import { type SocialPicture, socialPictureTask } from "../src/social/pictureTask.ts"

const settings: ReadonlyArray<Setting> = [
  { weight: "bold", size: 80 },
  { weight: "bold", size: 50 }
]

describe("A title on a picture", () => {
  it.each<[title: string, lines: number, size: number, isCut: boolean]>([
    ["Install", 1, 80, false],
    ["How to install it on your own machine", 2, 80, false],
    ["How to install it on your own machine and keep it running for years", 2, 50, false],
    ["word ".repeat(60), 2, 50, true],
    ["Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung", 1, 50, true],
    ["About Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung", 2, 50, true],
    ["", 0, 80, false],
    // scripts without spaces break between words, and no line begins with what closes one
    ["独自サーバーへのインストール方法を説明します。", 2, 50, false],
    ["字".repeat(100), 2, 50, true],
    ["كيفية التثبيت على جهازك", 2, 80, false]
  ])("fits: %s", (title, count, size, isCut) => {
    const { lines, setting } = fitted(title, settings, 1000, 2)
    expect([lines.length, setting.size]).toEqual([count, size])
    expect(lines.join(" ").endsWith("…")).toBe(isCut)
    for (const line of lines) expect(widthOf(line, setting)).toBeLessThanOrEqual(1000)
  })
})

it("Lines of a script without spaces are all of the text, in order", () => {
  const title = "独自サーバーへの「インストール」方法と、最初のサイトを公開する手順。"
  const { lines } = fitted(title, settings, 700, 6)
  expect(lines.join("")).toBe(title)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(line).not.toMatch(/^[、。」]|「$/u)
})

it("A text runs from right to left as its first letter does, each of its lines, whatever that begins with", () => {
  const found = fitted("שלום Octavo ועוד מילים", settings, 500, 4)
  expect([found.isFromRight, found.lines.every((line) => line.startsWith("\u200f"))]).toEqual([true, true])
  expect(fitted("Octavo שלום", settings, 1000, 2)).toMatchObject({ isFromRight: false, lines: ["Octavo שלום"] })
  /** How many letters each part of a line has, from left to right. */
  const parts = (text: string): ReadonlyArray<number> =>
    drawLine(text, settings[0]!, 0, 0, "#000")
      .split("<g ")
      .slice(1)
      .map((part) => part.split("<path ").length - 1)
  // the Latin word stands left of the letters before it, and right of them where the line begins with another one
  expect(parts("אב Octavo")).toEqual([6, 3])
  expect(parts("\u200fOctavo אב")).toEqual([2, 1, 6])
  expect(parts("Octavo אב")).toEqual([7, 2])
})

/** Letters that titles are written in, and what is there of others. */
const alphabets: Readonly<Record<string, string>> = {
  Latin: "AZazÄßéñøłğİıŠžőțĐđẽ",
  Greek: "ΑΩαωάςΐ",
  Cyrillic: "АЯаяЁёЇїҐґЋћ",
  Armenian: "ԱՖաֆև",
  Georgian: "აჰ",
  Hebrew: "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
  Arabic: "ابتثجحخدذرزسشصضطظعغفقكلمنهويءةىپچژگک",
  Thai: "กขคงจฉชซฌญะาำิีึืุูเแโใไๅๆ็่้๊๋์ๆ๑๙",
  Devanagari: "अआइईउऊऋएऐओऔकखगघङचछजझञक्षत्रज्ञहिन्दी१९।",
  Han: "文件说明說",
  Kana: "あんアンー",
  Hangul: "가힣",
  Common: "0–9 “”‘’«»…•·€£¥©®™°±×÷≤≥→←"
}

it.each(Object.entries(alphabets))("%s letters are drawn in each weight, and none as a box", (_, letters) => {
  for (const weight of ["regular", "semibold", "bold"] as const) {
    const drawn = fontRuns(letters, weight)
    expect(drawn.map(({ text }) => text).join(""), weight).toBe(letters)
    for (const { font, text } of drawn)
      for (const { id } of font.layout(text).glyphs) expect(id, `${text} ${weight}`).toBeGreaterThan(0)
  }
})

it("Letters that no font has are left out", () => {
  expect(fontRuns("aကb\u{10ffff}த", "bold").map(({ text }) => text)).toEqual(["ab"])
  expect(widthOf("မြန်မာ தமிழ்", settings[0]!)).toBe(widthOf(" ", settings[0]!))
})

const picture: SocialPicture = {
  title: "Start",
  description: "How it begins",
  section: "Guides",
  site: "Docs",
  primary: "#2f46b5",
  onPrimary: "#fff",
  logo: undefined
}

describe("The picture of a page", () => {
  it("has outlines in place of text, so that nothing is read of a title as markup", () => {
    const hostile = '</g></svg><script>"&\u0000'
    const svg = drawSocialPicture({ ...picture, title: hostile, description: hostile, section: hostile, site: hostile })
    expect(svg.match(/<\/svg>/g)).toHaveLength(1)
    expect(svg).not.toMatch(/<script|<text|&"/)
  })

  it("keeps what it says of a page away from the site at its top, however much that is", () => {
    const long = "A sentence that goes on for as long as sentences may go on, and somewhat longer than that. "
    for (const title of ["Start", "How to install it on your own machine", long]) {
      for (const description of [undefined, "Short", long.repeat(3)]) {
        for (const section of [undefined, "Guides"]) {
          const svg = drawSocialPicture({ ...picture, title, description, section })
          const lines = [...svg.matchAll(/<g [^>]*translate\(\S+ (\S+)\)/g)].map(([, y]) => Number(y))
          // the letter and the name of the site come first
          expect(Math.max(...lines.slice(0, 2))).toBeLessThan(120)
          expect(Math.min(...lines.slice(2)), `${title} ${description} ${section}`).toBeGreaterThan(170)
        }
      }
    }
  })

  it("shows the site alone where its title can't be written, and a book where the site's name can't be either", () => {
    const paths = (svg: string) => svg.match(/<path /g)?.length ?? 0
    const site = drawSocialPicture({ ...picture, title: "", site: "Docs" })
    expect(paths(site)).toBe("DDocs".length)
    expect(paths(drawSocialPicture({ ...picture, title: "", site: "" }))).toBe(1)
    const logo = { contentType: "image/png", base64: "" }
    expect(paths(drawSocialPicture({ ...picture, title: "", site: "", logo }))).toBe(0)
  })

  it("is drawn with whatever logo, or without it", async () => {
    const plain = await socialPictureTask.run(picture, () => Promise.reject(new Error("nothing to ask")))
    const logos: ReadonlyArray<readonly [string, string]> = [
      [
        "image/svg+xml",
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
      ],
      ["image/svg+xml", "<svg"],
      ["image/png", "no picture"],
      ["text/html", "<p>"]
    ]
    for (const [contentType, text] of logos) {
      const logo = { contentType, base64: Buffer.from(text).toString("base64") }
      const made = await socialPictureTask.run({ ...picture, logo }, () => Promise.reject(new Error("nothing to ask")))
      expect(Buffer.from(made).subarray(1, 4).toString(), contentType).toBe("PNG")
      expect(Buffer.from(made).equals(plain)).toBe(false)
    }
  })
})
