/** Text as Markdown that reads as that text. */

/** Characters that could start markup anywhere in a line, in the style of section i. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_[\]<~|]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/\{(?=[{%])/g, "\\{")
