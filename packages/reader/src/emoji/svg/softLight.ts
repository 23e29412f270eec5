/**
 * Light that falls on a drawing: `soft-light` (W3C, Compositing and Blending, 10) of a gradient of grays. Fonts with SVG
 * know no blending everywhere; but what becomes of one color under such a gradient is a gradient again, as the result
 * grows evenly with the gray up to the middle one, and from there on.
 */
import { apply, invert, type Matrix, multiply, type Point } from "./matrix.ts"
import type { Color, ColorStop, LinearGradient, Paint, RadialGradient, Solid } from "./paint.ts"

/** One part of a color. */
const litPart = (below: number, gray: number): number => {
  if (gray <= 0.5) return below - (1 - 2 * gray) * below * (1 - below)
  const most = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : Math.sqrt(below)
  return below + (2 * gray - 1) * (most - below)
}

type Rgb = Color["rgb"]

const map = (rgb: Rgb, change: (part: number, i: number) => number): Rgb => [
  change(rgb[0], 0),
  change(rgb[1], 1),
  change(rgb[2], 2)
]

const missing = (rgb: Rgb): number => 3 - rgb[0] - rgb[1] - rgb[2]

/** A translucent color has the strength with which it looks right on white, which light does not change. */
const lit = ({ alpha, rgb }: Color, light: Color): Color => {
  const inLight = (part: number, i: number): number => part + light.alpha * (litPart(part, light.rgb[i]!) - part)
  const own = map(rgb, inLight)
  if (alpha === 1 || missing(own) === 0) return { rgb: own, alpha }
  const onWhite = map(rgb, (part, i) => inLight(1 - alpha * (1 - part), i))
  return { rgb: own, alpha: Math.min(1, missing(onWhite) / missing(own)) }
}

/** The light at an offset of its gradient. */
const lightAt = (stops: ReadonlyArray<ColorStop>, offset: number): Color => {
  const next = stops.findIndex((stop) => stop.offset > offset)
  if (next === 0) return stops[0]!.color
  if (next < 0) return stops.at(-1)!.color
  const [a, b] = [stops[next - 1]!, stops[next]!]
  const share = (offset - a.offset) / (b.offset - a.offset)
  const between = (x: number, y: number): number => x + share * (y - x)
  return {
    rgb: map(a.color.rgb, (part, i) => between(part, b.color.rgb[i]!)),
    alpha: between(a.color.alpha, b.color.alpha)
  }
}

const offsetOf = ({ from, to }: LinearGradient, [x, y]: Point): number => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy)
}

/** The middle of what a stop colors. */
const placeOf = (gradient: LinearGradient | RadialGradient, offset: number): Point => {
  const [a, b] = gradient.kind === "linear" ? [gradient.from, gradient.to] : [gradient.focus, gradient.center]
  return [a[0] + offset * (b[0] - a[0]), a[1] + offset * (b[1] - a[1])]
}

/**
 * What fills an outline that lies in a light: exactly for one color; of a gradient each stop has the light of its place.
 * @param matrix of the outline, within that of the light
 */
export const litFill = (
  fill: Solid | LinearGradient | RadialGradient,
  inner: Matrix,
  light: LinearGradient,
  matrix: Matrix
): Paint => {
  if (fill.kind === "solid") {
    const stops = light.stops.map(({ color, offset }) => ({ offset, color: lit(fill.color, color) }))
    return { kind: "transformed", matrix: invert(matrix), paint: { ...light, stops } }
  }
  const whole = multiply(matrix, inner)
  const stops = fill.stops.map(({ color, offset }) => {
    const at = offsetOf(light, apply(whole, placeOf(fill, offset)))
    return { offset, color: lit(color, lightAt(light.stops, at)) }
  })
  return { kind: "transformed", matrix: inner, paint: { ...fill, stops } }
}
