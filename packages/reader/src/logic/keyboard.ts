/** Which keys lead where. */

/** The tab that a key leads to from the one at `index`, around the ends; `undefined` for keys that lead to none. */
export const tabAfter = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count
    case "ArrowLeft":
      return (index - 1 + count) % count
    case "Home":
      return 0
    case "End":
      return count - 1
    default:
      return undefined
  }
}

/**
 * The result that an arrow leads to from the one at `index`, which is -1 in the field; -1 leads back to the field.
 * `undefined` for other keys, and where nothing was found.
 */
export const resultAfter = (key: string, index: number, count: number): number | undefined => {
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0
  if (step === 0 || count === 0) return undefined
  return Math.min(Math.max(index + step, -1), count - 1)
}

interface Keys {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Whether a key that is pressed on a result is meant for the field: a character. */
export const isTyped = ({ altKey, ctrlKey, key, metaKey }: Keys): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/** Whether keys open the search: Ctrl+K anywhere, a slash where nobody writes. */
export const opensSearch = (keys: Keys, isWriting: boolean): boolean =>
  ((keys.ctrlKey || keys.metaKey) && keys.key.toLowerCase() === "k") ||
  (keys.key === "/" && isTyped(keys) && !isWriting)
