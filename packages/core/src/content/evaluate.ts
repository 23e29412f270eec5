/** `evaluated`: expressions of a page replaced by their values, everything else left to the byte. Pure. */
import { parsePage, visit } from "@octavo/document"

/**
 * The text with every expression over variables replaced by its value. An expression that has none (an unknown name,
 * one that needs a visitor) stays as it is written.
 */
export const evaluateExpressions = (text: string, textOf: (expression: string) => string | undefined): string => {
  // most pages have none: the marker is cheap to look for
  if (!text.includes('class="expression"')) return text
  let out = ""
  let at = 0
  visit(parsePage(text).root, (node) => {
    if (node.type !== "expression") return true
    const value = textOf(node.source)
    // inside of constructs that keep their source as one string, positions may come twice
    if (value === undefined || node.position.start < at) return false
    out += text.slice(at, node.position.start) + value
    at = node.position.end
    return false
  })
  return out + text.slice(at)
}
