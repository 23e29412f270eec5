/** Outlines of glyphs. OpenType, `glyf`: Glyph Data, "Simple glyph description", and `loca`: Index to Location. */
import type { Point } from "./matrix.ts"
import { makePathData } from "./pathData.ts"

interface ContourPoint {
  readonly at: Point
  readonly isOn: boolean
}

/** "Simple Glyph Flags". */
const flag = { onCurve: 1, xShort: 2, yShort: 4, repeat: 8, xSame: 16, ySame: 32 }

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

const readContours = (glyph: Buffer): ReadonlyArray<ReadonlyArray<ContourPoint>> => {
  const contours = glyph.readInt16BE(0)
  if (contours < 0) throw new Error("a glyph that is composed of others")
  const ends = Array.from({ length: contours }, (_, i) => glyph.readUInt16BE(10 + 2 * i))
  let at = 10 + 2 * contours
  at += 2 + glyph.readUInt16BE(at)
  const count = ends.at(-1)! + 1
  const flags: Array<number> = []
  while (flags.length < count) {
    const one = glyph[at++]!
    const times = one & flag.repeat ? glyph[at++]! + 1 : 1
    for (let i = 0; i < times; i++) flags.push(one)
  }
  const coordinates = (short: number, same: number): ReadonlyArray<number> => {
    let value = 0
    return flags.map((one) => {
      if (one & short) value += one & same ? glyph[at++]! : -glyph[at++]!
      else if (!(one & same)) {
        value += glyph.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(flag.xShort, flag.xSame)
  const ys = coordinates(flag.yShort, flag.ySame)
  const points = flags.map((one, i): ContourPoint => ({ at: [xs[i]!, -ys[i]!], isOn: (one & flag.onCurve) !== 0 }))
  return ends.map((end, i) => points.slice(i === 0 ? 0 : ends[i - 1]! + 1, end + 1))
}

const drawContours = (contours: ReadonlyArray<ReadonlyArray<ContourPoint>>): string => {
  const path = makePathData()
  for (const points of contours) {
    const on = points.findIndex(({ isOn }) => isOn)
    // between two points beside the curve, there is one on it in their middle
    const start = on < 0 ? middle(points.at(-1)!.at, points[0]!.at) : points[on]!.at
    path.move(start)
    let control: Point | undefined
    let isSmooth = false
    const curve = (to: Point, smoothNext: boolean): void => {
      path.curve(control!, to, isSmooth)
      isSmooth = smoothNext
    }
    for (const { at, isOn } of [...points.slice(on + 1), ...points.slice(0, Math.max(on, 0))]) {
      if (!isOn) {
        if (control !== undefined) curve(middle(control, at), true)
        control = at
      } else if (control === undefined) path.line(at)
      else {
        curve(at, false)
        control = undefined
      }
    }
    if (control !== undefined) curve(start, false)
    path.close()
  }
  return path.text()
}

/** The outlines of a font as SVG writes paths, in units of the font, by glyph. */
export const readOutlines = (head: Buffer, loca: Buffer, glyf: Buffer): ((glyph: number) => string) => {
  const isLong = head.readInt16BE(50) === 1
  const offset = (glyph: number): number => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))
  const known = new Map<number, string>()
  return (glyph) => {
    const before = known.get(glyph)
    if (before !== undefined) return before
    const [from, to] = [offset(glyph), offset(glyph + 1)]
    const path = from === to ? "" : drawContours(readContours(glyf.subarray(from, to)))
    known.set(glyph, path)
    return path
  }
}
