/** Titles as Markdown that reads as them, in headings and in tables of contents alike. */

/** Escapes whatever could start markup anywhere in a line: a title is short, and must never become something else. */
export const escapeTitle = (text: string): string =>
  text
    .replace(/[\\`*_[\]<~|]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/\{(?=[{%])/g, "\\{")
