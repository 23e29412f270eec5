/** Formulas, rendered to MathML. */
import temml from "temml"
import { element, escapeHtml } from "../html/escape.ts"
import type { Context } from "./context.ts"

const LONGEST = 20_000

/** MathML of a formula; `undefined` when it cannot be read. */
export const renderFormula = (source: string, displayMode: boolean): string | undefined => {
  if (source.trim() === "" || source.length > LONGEST) return undefined
  try {
    return temml.renderToString(source, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxSize: [50, 50],
      maxExpand: 500
    })
  } catch {
    return undefined
  }
}

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
