/** Words and numbers for people. Pure. */

/** With what one of them ago is called. `Intl.RelativeTimeFormat` says the same, and takes 40 ms to be there. */
const units: ReadonlyArray<readonly [unit: string, seconds: number, last?: string]> = [
  ["year", 31_536_000, "last year"],
  ["month", 2_592_000, "last month"],
  ["week", 604_800, "last week"],
  ["day", 86_400, "yesterday"],
  ["hour", 3600],
  ["minute", 60]
]

/**
 * How long ago something was: "3 hours ago". What was is never to come, whatever the clock of this computer says.
 * @param instant ISO 8601
 * @param now in milliseconds
 */
export const ago = (instant: string, now: number): string => {
  const seconds = (now - Date.parse(instant)) / 1000
  const [unit, size, last] = units.find(([, size]) => seconds >= size) ?? []
  if (unit === undefined || size === undefined) return "just now"
  const count = Math.trunc(seconds / size)
  return count === 1 && last !== undefined ? last : `${counted(count, unit)} ago`
}

/** "1 page", "3 pages". A browser needs 15 ms to have the digits of a language: few things are so many. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count < 1000 ? count : count.toLocaleString("en")} ${count === 1 ? one : many}`

const sizes = ["B", "KB", "MB", "GB"]

/** A size in bytes: "12 KB", "3.4 MB". */
export const sizeOf = (bytes: number): string => {
  const unit = Math.min(sizes.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** unit
  return `${value.toLocaleString("en", { maximumFractionDigits: unit > 0 && value < 10 ? 1 : 0 })} ${sizes[unit]}`
}

/** The first letters of the first and the last name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("")
}

/** Words in one line, cut off where they are longer than so many letters. */
export const shortened = (words: string, longest: number): string => {
  const line = words.replace(/\s+/g, " ").trim()
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line
}

const moment = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const

/** When something was, on the clock of this computer: "3 Mar 2026, 14:05". @param instant ISO 8601 */
export const momentOf = (instant: string): string => new Date(instant).toLocaleString("en-GB", moment)
