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
  const { renderToString } = temml()
  let text = source
  for (let left = mostRedefined; ; left--) {
    try {
      const mathml = renderToString(text, {
        displayMode,
        throwOnError: true,
        trust: false,
        maxSize: [50, 50],
        maxExpand: 500
      })
      return { mathml }
    } catch (error) {
      const next = left === 0 ? undefined : redefining(text, error as Error)
      if (next === undefined) return { problem: wordsOf(error as Error) }
      text = next
    }
  }
}

/** Names that one formula defines although they are there. */
const mostRedefined = 10

/**
 * A formula that defines a name which temml has of its own, as one that defines it anew: KaTeX and MathJax, which know
 * fewer names, take it, and so it is written. `undefined` where that is not what is wrong.
 */
const redefining = (text: string, { message }: { readonly message?: unknown }): string | undefined => {
  const [, name] = / attempting to redefine (\\[A-Za-z]+);/.exec(String(message)) ?? []
  if (name === undefined) return undefined
  const next = text.replace(
    new RegExp(`\\\\newcommand(?=\\s*(?:\\{\\s*)?\\${name}(?![A-Za-z]))`, "g"),
    "\\renewcommand"
  )
  return next === text ? undefined : next
}

/** What temml says, on one line, and without the part of the formula that it repeats. */
const wordsOf = ({ message }: { readonly message?: unknown }): string =>
  String(message)
    .replace(/ at end of input: [\s\S]*$/, " at its end")
    .replace(/( at position \d+): [\s\S]*$/, "$1")
    .replaceAll("'EOF'", "the end")
    .replace(/\s+/g, " ")
    .trim()
