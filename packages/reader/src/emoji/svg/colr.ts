/** Reads paint graphs. OpenType, `COLR`: Color Table, version 1; names of its formats are those of the specification. */
import type { Matrix, Point } from "./matrix.ts"
import type { Color, ColorStop, Paint } from "./paint.ts"

/** `FWORD` pairs. */
const point = (table: Buffer, at: number): Point => [table.readInt16BE(at), -table.readInt16BE(at + 2)]

/** `F2DOT14`. */
const fraction = (table: Buffer, at: number): number => table.readInt16BE(at) / 0x4000

/** "Format 12: PaintTransform", `Affine2x3` of `Fixed`. */
const affine = (table: Buffer, at: number): Matrix => {
  const [xx, yx, xy, yy, dx, dy] = Array.from({ length: 6 }, (_, i) => table.readInt32BE(at + 4 * i) / 0x10000) as [
    number,
    number,
    number,
    number,
    number,
    number
  ]
  return [xx, -yx, -xy, yy, dx, -dy]
}

/** "Format 4: PaintLinearGradient": where a gradient ends that is turned to stand across the line from p0 to p2. */
const turned = (p0: Point, p1: Point, p2: Point): Point => {
  const [x, y] = [p2[1] - p0[1], p0[0] - p2[0]]
  const along = ((p1[0] - p0[0]) * x + (p1[1] - p0[1]) * y) / (x * x + y * y)
  return [p0[0] + along * x, p0[1] + along * y]
}

/** "Format 32: PaintComposite", `CompositeMode`. */
const modes: Readonly<Record<number, "sourceIn" | "softLight">> = { 5: "sourceIn", 20: "softLight" }

/**
 * @param color of the palette, by its index
 * @returns what paints each glyph that has colors, by its id
 */
export const readPaints = (
  table: Buffer,
  color: (index: number, alpha: number) => Color
): ReadonlyMap<number, () => Paint> => {
  const layers = table.readUInt32BE(18)

  /** "ColorLine". */
  const stopsAt = (at: number): ReadonlyArray<ColorStop> => {
    if (table[at] !== 0) throw new Error(`no such extend mode of a gradient: ${table[at]}`)
    return Array.from({ length: table.readUInt16BE(at + 1) }, (_, i) => {
      const stop = at + 3 + 6 * i
      return {
        offset: fraction(table, stop),
        color: color(table.readUInt16BE(stop + 2), fraction(table, stop + 4))
      }
    })
  }

  const paintAt = (at: number): Paint => {
    const below = (field: number): number => at + table.readUIntBE(at + field, 3)
    const inside = (matrix: Matrix): Paint => ({ kind: "transformed", matrix, paint: paintAt(below(1)) })
    switch (table[at]) {
      // PaintColrLayers
      case 1: {
        const first = table.readUInt32BE(at + 2)
        const paints = Array.from({ length: table[at + 1]! }, (_, i) =>
          paintAt(layers + table.readUInt32BE(layers + 4 + 4 * (first + i)))
        )
        return { kind: "layers", paints }
      }
      // PaintSolid
      case 2:
        return { kind: "solid", color: color(table.readUInt16BE(at + 1), fraction(table, at + 3)) }
      // PaintLinearGradient
      case 4: {
        const [p0, p1, p2] = [4, 8, 12].map((field) => point(table, at + field)) as [Point, Point, Point]
        return { kind: "linear", from: p0, to: turned(p0, p1, p2), stops: stopsAt(below(1)) }
      }
      // PaintRadialGradient
      case 6: {
        if (table.readUInt16BE(at + 8) !== 0) throw new Error("a gradient that begins with a circle")
        return {
          kind: "radial",
          focus: point(table, at + 4),
          center: point(table, at + 10),
          radius: table.readUInt16BE(at + 14),
          stops: stopsAt(below(1))
        }
      }
      // PaintGlyph
      case 10:
        return { kind: "glyph", glyph: table.readUInt16BE(at + 4), fill: paintAt(below(1)) }
      // PaintTransform
      case 12:
        return inside(affine(table, below(4)))
      // PaintTranslate
      case 14:
        return inside([1, 0, 0, 1, ...point(table, at + 4)])
      // PaintScale
      case 16:
        return inside([fraction(table, at + 4), 0, 0, fraction(table, at + 6), 0, 0])
      // PaintScaleAroundCenter
      case 18: {
        const [x, y] = [fraction(table, at + 4), fraction(table, at + 6)]
        const center = point(table, at + 8)
        return inside([x, 0, 0, y, center[0] * (1 - x), center[1] * (1 - y)])
      }
      // PaintComposite
      case 32: {
        const mode = modes[table[at + 4]!]
        if (mode === undefined) throw new Error(`no such composite mode: ${table[at + 4]}`)
        return { kind: "composite", mode, source: paintAt(below(1)), backdrop: paintAt(below(5)) }
      }
      default:
        throw new Error(`no such format of a paint: ${table[at]}`)
    }
  }

  // BaseGlyphList
  const bases = table.readUInt32BE(14)
  return new Map(
    Array.from({ length: table.readUInt32BE(bases) }, (_, i) => {
      const record = bases + 4 + 6 * i
      return [table.readUInt16BE(record), () => paintAt(bases + table.readUInt32BE(record + 2))]
    })
  )
}
