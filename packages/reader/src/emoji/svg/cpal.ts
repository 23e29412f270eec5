import type { Color } from "./paint.ts"

/** The colors of the first palette. OpenType, `CPAL`: Color Palette Table, "CPAL version 0". */
export const readPalette = (table: Buffer): ((index: number, alpha: number) => Color) => {
  const records = table.readUInt32BE(8) + 4 * table.readUInt16BE(12)
  return (index, alpha) => {
    const [blue, green, red, own] = table.subarray(records + 4 * index) as unknown as [number, number, number, number]
    return { rgb: [red / 255, green / 255, blue / 255], alpha: (alpha * own) / 255 }
  }
}
