import type { Point } from "./matrix.ts"

/** A half stands between two points of a curve. */
const written = (value: number): string => (value === 0.5 ? ".5" : value === -0.5 ? "-.5" : String(value))

/** Numbers, with as little between them as SVG reads. */
const spaced = (values: ReadonlyArray<number>): string => {
  let text = written(values[0]!)
  for (let i = 1; i < values.length; i++) text += (values[i]! < 0 ? "" : " ") + written(values[i]!)
  return text
}

/** Writes a path with curves of TrueType in the short form of SVG: commands are relative, and not said twice. */
export const makePathData = () => {
  let text = ""
  let last = ""
  let start: Point = [0, 0]
  let here: Point = start
  const relative = ([x, y]: Point): Point => [x - here[0], y - here[1]]
  const say = (command: string, values: ReadonlyArray<number>): void => {
    const numbers = spaced(values)
    text += command !== last ? command : values[0]! < 0 ? "" : " "
    text += numbers
    last = command
  }
  return {
    move: (to: Point): void => {
      say("m", relative(to))
      start = to
      here = to
    },
    line: (to: Point): void => {
      const [dx, dy] = relative(to)
      if (dy === 0) say("h", [dx])
      else if (dx === 0) say("v", [dy])
      else say("l", [dx, dy])
      here = to
    },
    /** @param isSmooth whether the control point is the one before, seen from the other side of this point */
    curve: (control: Point, to: Point, isSmooth: boolean): void => {
      if (isSmooth) say("t", relative(to))
      else say("q", [...relative(control), ...relative(to)])
      here = to
    },
    close: (): void => {
      text += "z"
      last = "z"
      here = start
    },
    text: (): string => text
  }
}
