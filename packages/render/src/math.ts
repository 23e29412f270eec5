/** Formulas, LaTeX to MathML: for a browser as it is, for a book to be read again. */

import temml from "temml"

/** Characters; a longer formula is shown as it is written. */
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
