/** Formulas, LaTeX to MathML, in a browser: for the application while they are written. */

import temml from "temml"
import { type Formula, formulaBy } from "./formula.ts"

/** A formula as MathML, or why it cannot be read. */
export const readFormula = (source: string, displayMode: boolean): Formula =>
  formulaBy(() => temml, source, displayMode)
