/** Formulas, LaTeX to MathML, on the server: for a browser as it is, for a book to be read again. */

import { createRequire } from "node:module"
import { formulaBy, type Temml } from "./formula.ts"

let library: Temml | undefined

/** It takes 9 MB of memory: it is loaded with the first formula. */
const temml = (): Temml => {
  if (library === undefined) {
    const loaded = createRequire(import.meta.url)("temml") as Temml | { readonly default: Temml }
    // in a bundle it is an ES module
    library = "default" in loaded ? loaded.default : loaded
  }
  return library
}

/** MathML of a formula; `undefined` when it cannot be read. */
export const renderFormula = (source: string, displayMode: boolean): string | undefined => {
  const read = formulaBy(temml, source, displayMode)
  return "mathml" in read ? read.mathml : undefined
}
