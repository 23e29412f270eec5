import { type FontTable, type FontTables, makeTable } from "../woff.ts"

/**
 * A font without its glyphs from one on. OpenType, `maxp`: Maximum Profile, `loca`: Index to Location (long offsets), `glyf`:
 * Glyph Data, `hmtx`: Horizontal Metrics.
 */
export const firstGlyphs = (font: FontTables, count: number): FontTables => {
  const bytesOf = (wanted: string): Buffer => Buffer.from(font.tables.find(({ tag }) => tag === wanted)!.bytes)
  const isLong = bytesOf("head").readInt16BE(50) === 1
  const offset = isLong ? 4 : 2
  const loca = bytesOf("loca").subarray(0, offset * (count + 1))
  const end = isLong ? loca.readUInt32BE(4 * count) : 2 * loca.readUInt16BE(2 * count)
  const [maxp, hhea] = [bytesOf("maxp"), bytesOf("hhea")]
  maxp.writeUInt16BE(count, 4)
  const widths = Math.min(hhea.readUInt16BE(34), count)
  hhea.writeUInt16BE(widths, 34)
  const changed: Readonly<Record<string, Buffer>> = {
    maxp,
    hhea,
    loca,
    // no table is empty
    glyf: end === 0 ? Buffer.alloc(4) : bytesOf("glyf").subarray(0, end),
    hmtx: bytesOf("hmtx").subarray(0, 4 * widths + 2 * (count - widths))
  }
  const kept = (table: FontTable): FontTable => {
    const bytes = changed[table.tag]
    return bytes === undefined ? table : makeTable(table.tag, bytes)
  }
  return { flavor: font.flavor, tables: font.tables.map(kept) }
}
