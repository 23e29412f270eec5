/** `evaluated`: expressions of a page replaced by their values, everything else left to the byte. Pure. */
import { parsePage, visit } from "@octavo/document"

/** Variables of old GitBook, in what a text says. */
const oldVariable = /\{\{\s*book\.([A-Za-z]\w*)\s*\}\}/

/** The same as they are written, where printers escape. */
const writtenVariable = /(?:\\?\{){2}\s*book\.([A-Za-z](?:\w|\\_)*)\s*(?:\\?\}){2}/g

/** A text apart at the variables of old GitBook (`{{ book.name }}`): every second part is the name of one. */
export const atOldVariables = (text: string): ReadonlyArray<string> => text.split(oldVariable)

/** The expression that a variable of old GitBook stands for. */
export const oldVariableSource = (name: string): string => `space.vars.${name}`

/**
 * The text with every expression over variables replaced by its value, those of old GitBook (`{{ book.name }}`) too. An
 * expression that has none (an unknown name, one that needs a visitor) stays as it is written.
 * @param unknown what stands for a variable of old GitBook that is not there
 */
export const evaluateExpressions = (
  text: string,
  textOf: (expression: string) => string | undefined,
  unknown: (name: string) => string | undefined = () => undefined
): string => {
  // most pages have none: the markers are cheap to look for
  if (!text.includes('class="expression"') && !/\{\s*book\./.test(text)) return text
  let out = ""
  let at = 0
  visit(parsePage(text).root, (node) => {
    if (node.type !== "expression" && node.type !== "text") return true
    const { end, start } = node.position
    // inside of constructs that keep their source as one string, positions may come twice
    if (start < at) return false
    const written = text.slice(start, end)
    const value =
      node.type === "expression"
        ? textOf(node.source)
        : written.replace(writtenVariable, (whole, escaped: string) => {
            const name = escaped.replaceAll("\\", "")
            return textOf(oldVariableSource(name)) ?? unknown(name) ?? whole
          })
    if (value === undefined || value === written) return false
    out += text.slice(at, start) + value
    at = end
    return false
  })
  return out + text.slice(at)
}
