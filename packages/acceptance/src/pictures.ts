/**
 * Pictures of the documentation, made by the tests that walk what they show. A picture says in itself what was to be seen
 * when it was made, as those hear it who cannot see it; where that is not what is there now, the picture has grown old.
 * `OCTAVO_WRITE_PICTURES=1` makes them anew.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { crc32 } from "node:zlib"
import type { Page } from "playwright-core"
import { expect } from "vitest"

const assets = fileURLToPath(new URL("../../../docs/.gitbook/assets/", import.meta.url))

/** Under which a PNG keeps the words (a chunk `iTXt`). */
const keyword = "Shown"

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

const signature = 8

const chunksOf = (png: Buffer): ReadonlyArray<Chunk> => {
  const chunks: Array<Chunk> = []
  for (let at = signature; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length)
    })
    at += length + 12
  }
  return chunks
}

const written = ({ data, type }: Chunk): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Neither compressed, nor in a language. */
const header = Buffer.concat([Buffer.from(keyword, "latin1"), Buffer.from([0, 0, 0, 0, 0])])

/** A PNG with words in it. */
export const withWords = (png: Buffer, words: string): Buffer => {
  const [first, ...rest] = chunksOf(png)
  const said = { type: "iTXt", data: Buffer.concat([header, Buffer.from(words, "utf8")]) }
  return Buffer.concat([png.subarray(0, signature), ...[first!, said, ...rest].map(written)])
}

/** The words in a PNG. */
export const wordsIn = (png: Buffer): string | undefined => {
  const said = chunksOf(png).find(({ data, type }) => type === "iTXt" && data.subarray(0, header.length).equals(header))
  return said?.data.toString("utf8", header.length)
}

/**
 * Holds a picture of the documentation against what is on a screen, or makes it.
 * @param name of the file in `docs/.gitbook/assets`, without its ending
 */
export const checkPicture = async (page: Page, name: string): Promise<void> => {
  const path = `${assets}${name}.png`
  // where links lead, and how long ago something was done, is not what a picture is about
  const shown = (await page.locator("body").ariaSnapshot())
    .split("\n")
    .filter((line) => !line.trim().startsWith("- /url:"))
    .join("\n")
    .replace(/\b(?:just now|\d+ \w+ ago)\b/g, "lately")
  if (process.env["OCTAVO_WRITE_PICTURES"] !== undefined) {
    const picture = await page.screenshot({ animations: "disabled", caret: "initial", scale: "css" })
    writeFileSync(path, withWords(picture, shown))
    return
  }
  expect(existsSync(path), `docs/.gitbook/assets/${name}.png is made with OCTAVO_WRITE_PICTURES=1`).toBe(true)
  const problem = `${name}.png shows what is not there any more: look at it, and make it anew with OCTAVO_WRITE_PICTURES=1`
  expect(wordsIn(readFileSync(path)), problem).toBe(shown)
}
