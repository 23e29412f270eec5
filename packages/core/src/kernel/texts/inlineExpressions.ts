/** `evaluated`: expressions of a page replaced by their values, everything else left to the byte. Pure. */
import { parsePage, type Root, visit } from "@octavo/document"

/** Variables of old GitBook, in what a text says. */
const oldVariable = /\{\{\s*book\.([A-Za-z]\w*)\s*\}\}/

/** The same as they are written, where printers escape. */
const writtenVariable = /(?:\\?\{){2}\s*book\.([A-Za-z](?:\w|\\_)*)\s*(?:\\?\}){2}/g

const nameOfWritten = (escaped: string): string => escaped.replaceAll("\\", "")

/** A text apart at the variables of old GitBook (`{{ book.name }}`): every second part is the name of one. */
export const atOldVariables = (text: string): ReadonlyArray<string> => text.split(oldVariable)

/** The expression that a variable of old GitBook stands for. */
export const oldVariableSource = (name: string): string => `space.vars.${name}`

/** Whether a text may have expressions; told without reading it. */
export const mayHaveExpressions = (text: string): boolean =>
  text.includes('class="expression"') || /\{\s*book\./.test(text)

/** What a text asks for, variables of old GitBook too, each once. */
export const expressionsIn = (text: string, root: Root): ReadonlyArray<string> => {
  const found = new Set<string>()
  visit(root, (node) => {
    if (node.type === "expression") found.add(node.source)
    if (node.type === "text") {
      const written = text.slice(node.position.start, node.position.end)
      for (const [, name = ""] of written.matchAll(writtenVariable)) found.add(oldVariableSource(nameOfWritten(name)))
    }
    return node.type !== "expression"
  })
  return Array.from(found)
}

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
  if (!mayHaveExpressions(text)) return text
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
            const name = nameOfWritten(escaped)
            return textOf(oldVariableSource(name)) ?? unknown(name) ?? whole
          })
    if (value === undefined || value === written) return false
    out += text.slice(at, start) + value
    at = end
    return false
  })
  return out + text.slice(at)
}
