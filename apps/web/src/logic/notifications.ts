/** What notifications say. Pure. */

/** The first line of a comment as people read it: mentions and links by their words, without marks. */
export const wordsOf = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\][]*)\]\([^()[\]]*\)/g, "$1")
    .replace(/[*_`>#~]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
