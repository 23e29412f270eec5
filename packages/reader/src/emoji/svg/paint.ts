/** How glyphs are painted: the graph that COLR has, with what Noto Color Emoji uses of it. Like in SVG, y grows downwards. */
import type { Matrix, Point } from "./matrix.ts"

export interface Color {
  /** Each of 0 to 1. */
  readonly rgb: readonly [red: number, green: number, blue: number]
  readonly alpha: number
}

export interface ColorStop {
  readonly offset: number
  readonly color: Color
}

export interface LinearGradient {
  readonly kind: "linear"
  readonly from: Point
  readonly to: Point
  readonly stops: ReadonlyArray<ColorStop>
}

/** From a point to a circle around another. */
export interface RadialGradient {
  readonly kind: "radial"
  readonly focus: Point
  readonly center: Point
  readonly radius: number
  readonly stops: ReadonlyArray<ColorStop>
}

export interface Solid {
  readonly kind: "solid"
  readonly color: Color
}

export type Paint =
  | Solid
  | LinearGradient
  | RadialGradient
  | { readonly kind: "layers"; readonly paints: ReadonlyArray<Paint> }
  /** The outline of a glyph, filled. */
  | { readonly kind: "glyph"; readonly glyph: number; readonly fill: Paint }
  | { readonly kind: "transformed"; readonly matrix: Matrix; readonly paint: Paint }
  | {
      readonly kind: "composite"
      readonly mode: "sourceIn" | "softLight"
      readonly source: Paint
      readonly backdrop: Paint
    }
