/** Formulas, drawn while they are written. */
import { textOf } from "../../../logic/document.ts"
import { showFormula } from "../../formulas/showFormula.ts"
import { element } from "../dom.ts"
import type { Draw } from "./nodeView.ts"
import { dataOf } from "./text.ts"

/** @param empty what stands for a formula that is not written yet */
const formula =
  (dom: () => HTMLElement, empty: string, isDisplay: boolean): Draw =>
  (first) => {
    const place = dom()
    let shown: string | undefined
    const show: ReturnType<Draw>["update"] = (node) => {
      const source = textOf(dataOf(node), "formula") ?? ""
      if (source === shown) return true
      shown = source
      if (source.trim() === "") place.replaceChildren(element("code", { class: "formula" }, empty))
      else showFormula(place, source, isDisplay)
      return true
    }
    show(first)
    return { dom: place, update: show }
  }

export const math = formula(() => element("div", { class: "math" }), "Formula", true)

export const inlineMath = formula(() => element("span", { class: "in-line" }), "…", false)
