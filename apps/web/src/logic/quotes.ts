/** Words of a page that a comment repeats. Pure. */

/** Most letters of what is selected that a comment repeats. */
const longest = 300

/** Words as far as a comment repeats them. */
export const excerpt = (words: string): string => words.trim().slice(0, longest)

/** What is selected within an element, as far as a comment repeats it; empty where nothing is. */
export const selectedWords = (
  selection: Pick<Selection, "anchorNode"> | null,
  within: Pick<Node, "contains"> | null | undefined
): string => {
  const isHere = selection?.anchorNode != null && within?.contains(selection.anchorNode) === true
  return isHere ? excerpt(String(selection)) : ""
}

/** A comment in Markdown, behind the words that it is about. */
export const quoted = (quote: string, markdown: string): string =>
  quote === "" ? markdown : `${quote.replaceAll(/^/gm, "> ")}\n\n${markdown}`
