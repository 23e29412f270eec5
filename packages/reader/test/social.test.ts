import { describe, expect, it } from "vitest"
import { drawSocialPicture } from "../src/social/drawing.ts"
import { fitted, type Setting, widthOf } from "../src/social/letters.ts"
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
    ["", 0, 80, false]
  ])("fits: %s", (title, count, size, isCut) => {
    const { lines, setting } = fitted(title, settings, 1000, 2)
    expect([lines.length, setting.size]).toEqual([count, size])
    expect(lines.join(" ").endsWith("…")).toBe(isCut)
    for (const line of lines) expect(widthOf(line, setting)).toBeLessThanOrEqual(1000)
  })
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
