/** Formulas, as MathML. */
import { renderFormula } from "@octavo/render/math"
import { element, escaped, type Html, raw } from "../html/html.ts"
import type { Context } from "./context.ts"

/** A formula; its source when it cannot be read. */
export const drawMath = (source: string, display: boolean, context: Context): Html => {
  const { state } = context
  const math = renderFormula(source, display)
  if (math === undefined) {
    const code = element("code", { class: "formula", title: state.labels.formula }, escaped(source.trim()))
    return display ? element("div", { class: "math" }, code) : code
  }
  state.features.add("math")
  const drawn = raw(math)
  return display ? element("div", { class: "math", tabindex: 0 }, drawn) : drawn
}
