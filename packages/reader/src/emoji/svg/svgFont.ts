import { type FontTables, makeTable } from "../woff.ts"
import { readPaints } from "./colr.ts"
import { readPalette } from "./cpal.ts"
import { drawGlyph } from "./drawGlyph.ts"
import { firstGlyphs } from "./firstGlyphs.ts"
import { readOutlines } from "./outlines.ts"
import { writeSvgTable } from "./svgTable.ts"

/**
 * The same font for browsers that draw no COLRv1: its drawings as documents of SVG. Glyphs that are parts of drawings,
 * which come after all others, are left out.
 */
export const svgFont = (font: FontTables): FontTables => {
  const [colr, cpal, head, loca, glyf, maxp] = ["COLR", "CPAL", "head", "loca", "glyf", "maxp"].map((wanted) => {
    const bytes = font.tables.find(({ tag }) => tag === wanted)?.bytes
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  })
  // letters that are parts of emoji, without a drawing of their own
  if (colr === undefined || cpal === undefined) return font
  const outline = readOutlines(head!, loca!, glyf!)
  let count = maxp!.readUInt16BE(4)
  const outlineOfPart = (glyph: number): string => {
    count = Math.min(count, glyph)
    return outline(glyph)
  }
  const documents = Array.from(readPaints(colr, readPalette(cpal)), ([glyph, paint]): [number, string] => [
    glyph,
    drawGlyph(glyph, paint(), outlineOfPart)
  ])
  const { flavor, tables } = firstGlyphs(font, count)
  const plain = tables.filter(({ tag }) => tag !== "COLR" && tag !== "CPAL")
  const svg = makeTable("SVG ", writeSvgTable(documents))
  // in the order of their tags
  const at = plain.findIndex(({ tag }) => tag > svg.tag)
  return { flavor, tables: [...plain.slice(0, at), svg, ...plain.slice(at)] }
}
