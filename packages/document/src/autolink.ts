/** Autolinks: `<https://…>`, and the bare addresses of GFM. */
import { matchReference, unescapeMarkdown } from "./entities.ts"
import { isAsciiPunctuation, isDigit, isLetter, isWhitespace } from "./source.ts"

const angled =
  /<(?:([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*)|([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*))>/y

export const matchAngleAutolink = (
  text: string,
  at: number
): { url: string; text: string; end: number } | undefined => {
  angled.lastIndex = at
  const match = angled.exec(text)
  if (match === null) return undefined
  const end = at + match[0].length
  const email = match[2]
  return email === undefined ? { url: match[1]!, text: match[1]!, end } : { url: `mailto:${email}`, text: email, end }
}

const hostName = /[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,254}/uy
const prefix = /https?:\/\/|www\./iy

/**
 * A bare `http://`, `https://` or `www.` address at `at`. It ends at `]`, which closes a link text, and at a code span.
 * It is text as any other: escapes and character references in it are undone, those of white space end it.
 */
export const matchUrl = (text: string, at: number): { url: string; text: string; end: number } | undefined => {
  prefix.lastIndex = at
  const match = prefix.exec(text)
  if (match === null || !mayPrecede(text.charCodeAt(at - 1), at)) return undefined
  const from = at + match[0].length
  const www = match[0].length === 4
  hostName.lastIndex = from
  const host = hostName.exec(text)?.[0]
  if (host === undefined || (www && !/[^.]\.[^.]/.test(host))) return undefined
  let end = from + host.length
  for (let next = end; next !== -1; next = nextInUrl(text, end)) end = next
  end = trimUrl(text, from, end)
  const shown = unescapeMarkdown(text.slice(at, end))
  return { url: www ? `http://${shown}` : shown, text: shown, end }
}

/** Where the character at `at` of an address ends; -1 when the address ends there. */
const nextInUrl = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (at >= text.length || endsUrl(code)) return -1
  if (code === 92 && at + 1 < text.length && isAsciiPunctuation(text.charCodeAt(at + 1))) {
    return text[at + 1] === "<" ? -1 : at + 2
  }
  const reference = code === 38 ? matchReference(text, at) : undefined
  if (reference === undefined) return at + 1
  return /[\s<]/.test(reference.value) ? -1 : reference.end
}

const mayPrecede = (code: number, at: number): boolean => at === 0 || !(isLetter(code) || isDigit(code))

const endsUrl = (code: number): boolean => isWhitespace(code) || code === 60 || code === 93 || code === 96

/** Punctuation, backslashes, closing parentheses without an opener and entity-like ends do not belong to the address. */
const trimUrl = (text: string, from: number, to: number): number => {
  let open = 0
  let close = 0
  for (let i = from; i < to; i++) {
    if (text[i] === "(") open++
    else if (text[i] === ")") close++
  }
  let end = to
  for (; end > from; end--) {
    const last = text[end - 1]!
    if (last === ")" && close > open) close--
    else if (last === ";") {
      let start = end - 2
      while (start > from && isLetter(text.charCodeAt(start))) start--
      if (text[start] === "&" && start < end - 2) end = start + 1
      else break
    } else if (!"?!.,:*_~'\"\\".includes(last)) break
  }
  return end
}

const domain = /@[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+/y

/** A bare address around the `@` at `at`, not reaching before `from`. */
export const findEmail = (text: string, from: number, at: number): { start: number; end: number } | undefined => {
  let start = at
  while (start > from && isLocalPart(text.charCodeAt(start - 1))) start--
  if (start === at) return undefined
  domain.lastIndex = at
  const match = domain.exec(text)
  if (match === null) return undefined
  const end = at + match[0].length
  return /[a-zA-Z0-9]$/.test(match[0]) ? { start, end } : undefined
}

const isLocalPart = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === 43 || code === 45 || code === 46 || code === 95
