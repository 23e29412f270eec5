/** Emoji look the same in both forms of their font: as Chromium paints COLRv1, and as it draws the documents of SVG. */

import type { EmojiForm } from "@octavo/reader/emoji"
import { emojiFontTask } from "@octavo/reader/emojiFont"
import { readWoff, writeOpenType } from "@octavo/reader/woff"
import fc from "fast-check"
import * as fontkit from "fontkit"
import { describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"

const range = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

const tones = range(0x1f3fb, 0x1f3ff)
const people = ["🧑", "👩", "👨", ...["🧑", "👩", "👨"].flatMap((one) => tones.map((tone) => one + tone))]
const single = [...range(0x203c, 0x3299), ...range(0x1f000, 0x1faff)]

/** Emoji as Unicode recommends them: letters alone, with a color of skin, flags, and what people do and look like. */
const emoji = [
  ...single.flatMap((one) => [one, `${one}\ufe0f`, ...tones.map((tone) => one + tone)]),
  ...range(0x1f1e6, 0x1f1ff).flatMap((one, _, all) => all.map((other) => one + other)),
  ...["gbeng", "gbsct", "gbwls"].map((place) =>
    String.fromCodePoint(0x1f3f4, ...Array.from(place, (letter) => 0xe0000 + letter.codePointAt(0)!), 0xe007f)
  ),
  ...people.flatMap((one) => single.flatMap((other) => [`${one}\u200d${other}`, `${one}\u200d${other}\ufe0f`])),
  ...single.flatMap((one) =>
    ["", ...tones].flatMap((tone) => ["♀", "♂"].map((sex) => `${one}${tone}\u200d${sex}\ufe0f`))
  ),
  ..."🏳️‍🌈 🏳️‍⚧️ 🏴‍☠️ 🐻‍❄️ 🐈‍⬛ 🐦‍⬛ 👨‍👩‍👧 👩‍❤️‍👨 👩🏽‍❤️‍💋‍👩🏿 🧑🏻‍🤝‍🧑🏾 😶‍🌫️ ❤️‍🔥".split(" ")
].filter((one, i, all) => /^\p{RGI_Emoji}$/v.test(one) && all.indexOf(one) === i)

const fontOf = async (wanted: ReadonlyArray<string>, form: EmojiForm): Promise<Buffer> => {
  const letters = [...new Set(wanted.flatMap((one) => Array.from(one, (letter) => letter.codePointAt(0)!)))]
  return Buffer.from(await emojiFontTask.run({ letters, form }, () => Promise.reject(new Error("no"))))
}

/** OpenType, "SVG document list": the document of a glyph. */
const documentsOf = (font: Buffer): ReadonlyMap<number, string> => {
  const table = Buffer.from(readWoff(font, (tag) => tag === "SVG ").tables[0]!.bytes)
  return new Map(
    Array.from({ length: table.readUInt16BE(10) }, (_, i) => {
      const at = 12 + 12 * i
      const [offset, length] = [10 + table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)]
      return [table.readUInt16BE(at), table.toString("utf8", offset, offset + length)]
    })
  )
}

/** The document that draws each emoji. */
const drawingsOf = (font: Buffer, wanted: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> => {
  const documents = documentsOf(font)
  const opened = fontkit.create(writeOpenType(readWoff(font, () => true))) as fontkit.Font
  return wanted.map((one) => {
    const { glyphs } = opened.layout(one)
    expect([one, glyphs.length, documents.has(glyphs[0]!.id)]).toEqual([one, 1, true])
    return [one, documents.get(glyphs[0]!.id)!]
  })
}

const elements = new Set(["svg", "defs", "linearGradient", "radialGradient", "stop", "g", "path"])
const attributes = new Set(
  "xmlns id gradientUnits gradientTransform x1 y1 x2 y2 cx cy r fx fy offset stop-color stop-opacity opacity d fill transform".split(
    " "
  )
)

it("every emoji of the font is a document of paths, gradients and opacity alone", async () => {
  const letters = [...single, ...range(0x1f1e6, 0x1f1ff), ...range(0xe0020, 0xe007f), "\u200d", "\ufe0f"]
  const [font, painted] = await Promise.all([fontOf(letters, "color-SVG"), fontOf(letters, "color-COLRv1")])
  const colr = Buffer.from(readWoff(painted, (tag) => tag === "COLR").tables[0]!.bytes)
  const documents = documentsOf(font)
  // OpenType, "BaseGlyphList": as many as COLRv1 paints
  expect(documents.size).toBe(colr.readUInt32BE(colr.readUInt32BE(14)))
  expect(documents.size).toBeGreaterThan(3_700)
  for (const [glyph, text] of documents) {
    const tags = Array.from(text.matchAll(/<(\w+)([^<>]*)>/g))
    // nothing but elements
    expect(text.replace(/<\/?\w[^<>]*>/g, "")).toBe("")
    const strange = tags.flatMap(([, name, fields]) => [
      ...(elements.has(name!) ? [] : [name]),
      ...Array.from(fields!.matchAll(/([\w-]+)="[^"]*"/g), ([, field]) => field!).filter((one) => !attributes.has(one))
    ])
    expect(strange).toEqual([])
    expect(text).not.toMatch(/NaN|Infinity|undefined|e-/)
    const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toContain(`glyph${glyph}`)
    expect(ids).toEqual(expect.arrayContaining(Array.from(text.matchAll(/url\(#(\w+)\)/g), ([, id]) => id)))
  }
}, 120_000)

/**
 * How far the two drawings of each emoji are from each other, of 255: for a pixel that is drawn, and at most. The brush is
 * 64 pixels high, as in the font: 1,024 units, of which 950 are above the line of the text, 250 below, and 1,275 wide.
 */
const compare = (drawings: ReadonlyArray<readonly [string, string]>): string => `(async () => {
  const size = 64
  const unit = size / 1024
  const brushes = [0, 0].map(() => new OffscreenCanvas(90, 84).getContext("2d", { willReadFrequently: true }))
  const compared = []
  for (const [emoji, text] of ${JSON.stringify(drawings)}) {
    const picture = new Image()
    const frame = '<svg viewBox="0 -950 1275 1200" width="' + 1275 * unit + '" height="' + 1200 * unit + '" '
    picture.src = "data:image/svg+xml," + encodeURIComponent(text.replace("<svg ", frame))
    await picture.decode()
    for (const brush of brushes) {
      brush.fillStyle = "white"
      brush.fillRect(0, 0, 90, 84)
      brush.fillStyle = "black"
    }
    brushes[0].font = size + "px painted"
    brushes[0].fillText(emoji, 4, 66)
    brushes[1].drawImage(picture, 4, 66 - 950 * unit, 1275 * unit, 1200 * unit)
    const [one, other] = brushes.map((brush) => brush.getImageData(0, 0, 90, 84).data)
    let drawn = 0
    let sum = 0
    let most = 0
    for (let at = 0; at < one.length; at += 4) {
      const apart = Math.max(...[0, 1, 2].map((part) => Math.abs(one[at + part] - other[at + part])))
      if (one[at] + one[at + 1] + one[at + 2] < 760) drawn++
      sum += apart
      most = Math.max(most, apart)
    }
    compared.push({ emoji, drawn, mean: sum / Math.max(1, drawn), most })
  }
  return compared
})()`

interface Compared {
  readonly emoji: string
  readonly drawn: number
  readonly mean: number
  readonly most: number
}

const executable = findChromium()

describe.skipIf(executable === undefined)("In a browser", () => {
  it("emoji are the same pictures in both forms", async () => {
    expect(emoji.length).toBeGreaterThan(3_000)
    // flags are lit, faces are full of gradients
    const sample = fc.sample(fc.constantFrom(...emoji), 300)
    const wanted = [...new Set([..."🇩🇪 🇻🇮 🇲🇾 🏴‍☠️ 🥰 🚀 👩🏽‍💻 🧑🏾‍🚀 🪄 👻".split(" "), ...sample])]
    const [svg, painted] = await Promise.all([fontOf(wanted, "color-SVG"), fontOf(wanted, "color-COLRv1")])
    const browser = await launchChromium(executable!)
    try {
      const page = await browser.newPage()
      await page.evaluate(`(async () => {
        const face = new FontFace("painted", "url(data:font/woff;base64,${painted.toString("base64")})")
        document.fonts.add(await face.load())
      })()`)
      const compared = await page.evaluate<ReadonlyArray<Compared>>(compare(drawingsOf(svg, wanted)))
      expect(compared).toHaveLength(wanted.length)
      expect(compared.filter(({ drawn }) => drawn < 50)).toEqual([])
      expect(compared.filter(({ mean, most }) => mean > 6 || most > 100)).toEqual([])
    } finally {
      await browser.close()
    }
  }, 120_000)
})
