/** How temml is asked for a formula, and what is said of one that it cannot read. Pure but for the library that is given. */

/** What draws formulas; its face is that of the library. */
export type Temml = Pick<typeof import("temml").default, "renderToString">

/** Characters; a longer formula is shown as it is written. */
const LONGEST = 20_000

/** A formula as MathML, or why it cannot be read. */
export type Formula = { readonly mathml: string } | { readonly problem: string }

/** LaTeX as MathML. */
export const formulaBy = (temml: () => Temml, source: string, displayMode: boolean): Formula => {
  if (source.trim() === "") return { problem: "It is empty" }
  if (source.length > LONGEST) return { problem: `It is longer than ${LONGEST} characters` }
  try {
    const mathml = temml().renderToString(source, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxSize: [50, 50],
      maxExpand: 500
    })
    return { mathml }
  } catch (error) {
    return { problem: wordsOf(error as Error) }
  }
}

/** What temml says, on one line, and without the part of the formula that it repeats. */
const wordsOf = ({ message }: { readonly message?: unknown }): string =>
  String(message)
    .replace(/ at end of input: [\s\S]*$/, " at its end")
    .replace(/( at position \d+): [\s\S]*$/, "$1")
    .replaceAll("'EOF'", "the end")
    .replace(/\s+/g, " ")
    .trim()
