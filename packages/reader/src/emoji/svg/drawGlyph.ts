/**
 * A painted glyph as a document of SVG: paths, gradients and opacity alone, each said by an attribute, which is what all
 * that draws such fonts knows.
 */
import { identity, type Matrix, multiply } from "./matrix.ts"
import type { Color, ColorStop, LinearGradient, Paint, RadialGradient } from "./paint.ts"
import { litFill } from "./softLight.ts"

/** To a ten-thousandth, without what can be left out. */
const written = (value: number): string => {
  const text = String(Math.round(value * 10_000) / 10_000)
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.")
}

const attribute = (name: string, value: number): string => ` ${name}="${written(value)}"`

const transform = (name: string, matrix: Matrix): string => {
  const text = matrix.map(written).join(" ")
  return text === "1 0 0 1 0 0" ? "" : ` ${name}="matrix(${text})"`
}

const opacity = (name: string, value: number): string => (value >= 0.9999 ? "" : attribute(name, value))

const hex = ({ rgb }: Color): string =>
  `#${rgb.map((part) => (0x100 + Math.round(255 * part)).toString(16).slice(1)).join("")}`

const drawStops = (stops: ReadonlyArray<ColorStop>): string =>
  stops
    .map(
      ({ color, offset }) =>
        `<stop${attribute("offset", offset)} stop-color="${hex(color)}"${opacity("stop-opacity", color.alpha)}/>`
    )
    .join("")

const drawGradient = (gradient: LinearGradient | RadialGradient, id: string, matrix: Matrix): string => {
  const head = ` id="${id}" gradientUnits="userSpaceOnUse"${transform("gradientTransform", matrix)}`
  if (gradient.kind === "linear") {
    const [[x1, y1], [x2, y2]] = [gradient.from, gradient.to]
    const line = attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2)
    return `<linearGradient${head}${line}>${drawStops(gradient.stops)}</linearGradient>`
  }
  const [cx, cy] = gradient.center
  const [fx, fy] = gradient.focus
  const focus = fx === cx && fy === cy ? "" : attribute("fx", fx) + attribute("fy", fy)
  const circle = attribute("cx", cx) + attribute("cy", cy) + attribute("r", gradient.radius) + focus
  return `<radialGradient${head}${circle}>${drawStops(gradient.stops)}</radialGradient>`
}

/** @param outline of a glyph, as a path */
export const drawGlyph = (glyph: number, paint: Paint, outline: (glyph: number) => string): string => {
  /** By what they are. */
  const gradients = new Map<string, string>()
  const reference = (gradient: LinearGradient | RadialGradient, matrix: Matrix): string => {
    const whole = drawGradient(gradient, "", matrix)
    const known = gradients.get(whole)
    if (known !== undefined) return known
    const id = `p${gradients.size}`
    gradients.set(whole, id)
    return id
  }

  const fillOf = (fill: Paint, matrix: Matrix): string => {
    switch (fill.kind) {
      case "transformed":
        return fillOf(fill.paint, multiply(matrix, fill.matrix))
      case "solid":
        return ` fill="${hex(fill.color)}"${opacity("opacity", fill.color.alpha)}`
      case "linear":
      case "radial": {
        const first = fill.stops[0]!.color
        const isOne = fill.stops.every(({ color }) => hex(color) === hex(first) && color.alpha === first.alpha)
        if (isOne) return fillOf({ kind: "solid", color: first }, matrix)
        return ` fill="url(#${reference(fill, matrix)})"`
      }
      default:
        throw new Error(`an outline that is filled with ${fill.kind}`)
    }
  }

  /** The fill of an outline that lies in a light. */
  const lightened = (fill: Paint, inner: Matrix, light: LinearGradient, matrix: Matrix): Paint => {
    switch (fill.kind) {
      case "transformed":
        return lightened(fill.paint, multiply(inner, fill.matrix), light, matrix)
      case "solid":
      case "linear":
      case "radial":
        return litFill(fill, inner, light, matrix)
      default:
        throw new Error(`an outline that is filled with ${fill.kind}`)
    }
  }

  const draw = (paint: Paint, matrix: Matrix, light?: LinearGradient): string => {
    switch (paint.kind) {
      case "layers":
        return paint.paints.map((one) => draw(one, matrix, light)).join("")
      case "transformed":
        return draw(paint.paint, multiply(matrix, paint.matrix), light)
      case "glyph": {
        const fill = light === undefined ? paint.fill : lightened(paint.fill, identity, light, matrix)
        return `<path d="${outline(paint.glyph)}"${fillOf(fill, identity)}${transform("transform", matrix)}/>`
      }
      case "composite": {
        const { backdrop, mode, source } = paint
        if (mode === "sourceIn" && backdrop.kind === "solid")
          return `<g${opacity("opacity", backdrop.color.alpha)}>${draw(source, matrix, light)}</g>`
        // light that falls on what is drawn, and nowhere beside it
        if (mode === "softLight" && source.kind === "composite" && source.source.kind === "linear")
          return draw(backdrop, matrix, source.source)
        throw new Error(`a composite of ${source.kind} and ${backdrop.kind}`)
      }
      default:
        throw new Error(`${paint.kind} without an outline`)
    }
  }

  const drawing = draw(paint, identity)
  const defs = Array.from(gradients, ([whole, id]) => whole.replace(` id=""`, ` id="${id}"`)).join("")
  return `<svg xmlns="http://www.w3.org/2000/svg">${defs && `<defs>${defs}</defs>`}<g id="glyph${glyph}">${drawing}</g></svg>`
}
