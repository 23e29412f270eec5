/**
 * Text that keeps every byte of its file. A byte that is no part of well-formed UTF-8 is a lone surrogate, U+DC00 plus
 * the byte, which no UTF-8 can say: what Python calls `surrogateescape` (PEP 383). Such text never leaves the process:
 * no store keeps it, and no JSON may hold it. What is shown and stored as text has U+FFFD in these places, one for one,
 * so that both forms have the same length and equal places.
 */

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const encoder = new TextEncoder()

const escaped = 0xdc00
/** Units that are made into a string at a time: as many arguments as every engine takes. */
const unitsAtOnce = 8192

/** The text of a file; a byte order mark is kept. */
export const exactText = (bytes: Uint8Array): string => {
  const text = decoder.decode(bytes)
  // most files are text, and say so at the speed of the platform
  if (!text.includes("\uFFFD")) return text
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at]!
    const size = sequenceAt(bytes, at)
    if (size === 0) units[length++] = escaped + first
    else if (size === 1) units[length++] = first
    else {
      let point = first & (0xff >> (size + 1))
      for (let i = 1; i < size; i++) point = (point << 6) | (bytes[at + i]! & 0x3f)
      if (point < 0x10000) units[length++] = point
      else {
        units[length++] = 0xd800 + ((point - 0x10000) >> 10)
        units[length++] = 0xdc00 + ((point - 0x10000) & 0x3ff)
      }
    }
    at += size || 1
  }
  const parts: Array<string> = []
  for (let at = 0; at < length; at += unitsAtOnce) {
    parts.push(String.fromCharCode(...units.subarray(at, Math.min(length, at + unitsAtOnce))))
  }
  return parts.join("")
}

/** Bytes of the well-formed sequence that begins here (Unicode, table 3-7); 0 when there is none. */
const sequenceAt = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at]!
  if (first < 0x80) return 1
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  if (size === 0) return 0
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  const second = bytes[at + 1] ?? 0
  if (second < lowest || second > highest) return 0
  for (let i = 2; i < size; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  return size
}

/** The bytes of a text: those of the file for one that was read by `exactText`, UTF-8 for any other. */
export const exactBytes = (text: string): Uint8Array => {
  if (text.isWellFormed()) return encoder.encode(text)
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at)!
    if (point < 0x80) bytes[length++] = point
    else if (point >= escaped + 0x80 && point <= escaped + 0xff) bytes[length++] = point - escaped
    else {
      const end = point > 0xffff ? at + 2 : at + 1
      length += encoder.encodeInto(text.slice(at, end), bytes.subarray(length)).written
      at = end - 1
    }
  }
  return bytes.slice(0, length)
}

/** What no store keeps and nobody can read; a text has U+FFFD in its place. */
const unreadable = /[\0\udc80-\udcff]/gu

/** What is shown of a text: every byte that is no UTF-8, and every NUL, as U+FFFD. */
export const displayText = (exact: string): string => (isReadable(exact) ? exact : exact.replace(unreadable, "\uFFFD"))

/** Whether all of a text is shown as it is. */
export const isReadable = (exact: string): boolean => exact.isWellFormed() && !exact.includes("\0")

/** The bytes of a text that are no UTF-8, and NUL: how many, and the line that the first is in; 0 when there is none. */
export const unreadableBytes = (exact: string): { readonly count: number; readonly line: number } => {
  if (isReadable(exact)) return { count: 0, line: 0 }
  const at = exact.search(unreadable)
  return { count: exact.match(unreadable)!.length, line: exact.slice(0, at).split(/\r\n|\n|\r/).length }
}
