/** Character references and backslash escapes, by CommonMark's rules. */
import { decodeNamedCharacterReference } from "decode-named-character-reference"

const reference = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});/y

/** The reference that starts at `at`, decoded; undefined when there is none. */
export const matchReference = (text: string, at: number): { value: string; end: number } | undefined => {
  reference.lastIndex = at
  const match = reference.exec(text)
  if (match === null) return undefined
  const value = decodeReference(match[0].slice(1, -1))
  return value === undefined ? undefined : { value, end: at + match[0].length }
}

const decodeReference = (body: string): string | undefined => {
  if (!body.startsWith("#")) {
    const value = decodeNamedCharacterReference(body)
    return value === false ? undefined : value
  }
  const hex = body[1] === "x" || body[1] === "X"
  const code = Number.parseInt(body.slice(hex ? 2 : 1), hex ? 16 : 10)
  const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return invalid ? "\uFFFD" : String.fromCodePoint(code)
}

/** Decodes every character reference: the text of HTML and of its attributes. */
export const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});/g, (all, body) => {
        return decodeReference(body) ?? all
      })
    : text

/** Undoes backslash escapes and character references: destinations, titles, labels, info strings. */
export const unescapeMarkdown = (text: string): string =>
  text.includes("\\") || text.includes("&")
    ? text.replace(
        /\\([!-/:-@[-`{-~])|&(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});/g,
        (all, escaped, body) => escaped ?? decodeReference(body) ?? all
      )
    : text
