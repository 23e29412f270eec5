/** Formulas, as MathML. */
import { renderFormula } from "@octavo/render/math"
import { element, escapeHtml } from "../html/escape.ts"
import type { Context } from "./context.ts"

/** A formula; its source when it cannot be read. */
export const drawMath = (source: string, display: boolean, context: Context): string => {
  const { state } = context
  const math = renderFormula(source, display)
  if (math === undefined) {
    const code = element("code", { class: "formula", title: state.labels.formula }, escapeHtml(source.trim()))
    return display ? element("div", { class: "math" }, code) : code
  }
  state.features.add("math")
  return display ? element("div", { class: "math", tabindex: 0 }, math) : math
}
