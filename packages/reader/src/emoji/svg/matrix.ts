/** Affine transformations, as SVG writes them: `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Point = readonly [x: number, y: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** What does `inner` first, and then `outer`. */
export const multiply = (outer: Matrix, inner: Matrix): Matrix => {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

export const invert = ([a, b, c, d, e, f]: Matrix): Matrix => {
  const size = a * d - b * c
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size]
}

export const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f]
