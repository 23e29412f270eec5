/**
 * Lines of code in Latin-1 form. V8 compiles a regular expression once for strings of one byte a character and once for
 * those of two: where it names classes of Unicode, as most grammars do, the latter has many times the machine code and
 * takes twice the time to match. One character beyond Latin-1 makes all the text of a page a string of two.
 */

const beyondLatin = /[^\0-\xff]/
const eachBeyondLatin = /[^\0-\xff]/gu
const partOfWord = /[\p{L}\p{M}\p{N}]/u

const standIn = (character: string): string => {
  const one = partOfWord.test(character) ? "é" : /\s/u.test(character) ? "\xa0" : "§"
  return one.repeat(character.length)
}

/**
 * The same line for the patterns of a grammar, as a string of one byte a character. It has the same length; a character
 * beyond Latin-1 is another one of its kind, since grammars tell letters, blanks and signs, not which of them it is.
 */
export const latinLine = (line: string): string =>
  Buffer.from(beyondLatin.test(line) ? line.replace(eachBeyondLatin, standIn) : line, "latin1").toString("latin1")
