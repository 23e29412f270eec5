/** Words and numbers for people. Pure. */

const units: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** How long ago something was: "3 hours ago". @param instant ISO 8601 @param now in milliseconds */
export const ago = (instant: string, now: number): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? []
  return unit === undefined || size === undefined ? "just now" : relative.format(Math.trunc(seconds / size), unit)
}

/** "1 page", "3 pages". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

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
