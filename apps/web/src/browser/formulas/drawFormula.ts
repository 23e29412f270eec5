/** Draws formulas as published pages do, with the same library. It comes with the first formula. */
import { readFormula } from "@octavo/render/browserMath"
import { mathStyle } from "@octavo/render/mathStyle"

const sheet = new CSSStyleSheet()
sheet.replaceSync(mathStyle)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

/** Name of the attribute under which styles are read: as they are, the policy of the page would refuse them. */
const styles = "data-style"

/** A formula as it is drawn, or why it cannot be. */
export const drawFormula = (source: string, isDisplay: boolean): Element | { readonly problem: string } => {
  const read = readFormula(source, isDisplay)
  if ("problem" in read) return read
  const text = read.mathml.replaceAll(' style="', ` ${styles}="`)
  const math = new DOMParser().parseFromString(text, "text/html").body.firstElementChild
  if (math === null) return { problem: "Nothing is drawn of it" }
  for (const one of [math, ...math.querySelectorAll(`[${styles}]`)]) {
    const style = one.getAttribute(styles)
    if (style === null) continue
    one.removeAttribute(styles)
    if (one instanceof HTMLElement || one instanceof MathMLElement) one.style.cssText = style
  }
  return document.adoptNode(math)
}
